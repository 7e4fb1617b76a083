// Heights become triangles with normals and colours, and with a skirt that hides cracks between
// squares of different widths.

import type {Range} from 'perlane';

import {tableOf} from '../picture/palettes';

export interface Surface {
  positions: Float32Array;
  normals: Float32Array;
  colours: Float32Array;
  triangles: Uint32Array;
}

/** The settings by which heights are drawn. */
export interface Looks {
  zoom: number;
  palette: string;
  sea: number | null;
  relief: number;
  range: Range;
}

/** A rectangle of vertices, `edge` apart. */
interface Shape {
  columns: number;
  rows: number;
  edge: number;
  hasSkirt: boolean;
}

/** Coordinates per unit of the world that is seen in 3D. */
export const worldWidth = ({zoom}: Pick<Looks, 'zoom'>): number => 512 * 2 ** zoom;

// The height of the world, for its width of 2, if the steepness is 60.
const usual = 0.25;

/**
 * The surface of heights, of which there is one more on each side. Heights of the world are
 * multiplied by the unit.
 */
export function surfaceOf(heights: Float32Array, {columns, rows, edge, hasSkirt}: Shape,
                          {range, sea, relief, palette, unit = 1}: Looks & {unit?: number}):
    Surface {
  const span = range.max - range.min;
  const tall = unit * usual * Math.min(Math.max(relief / 60, 0.2), 4) / span;
  const low = sea ?? -Infinity, skirt = hasSkirt ? 1 : 0;
  const table = tableOf(palette, sea === null ? null : (sea - range.min) / span);
  const at = (column: number, row: number) => heights[row * (columns + 2) + column] as number;
  const level = (column: number, row: number) =>
    (Math.max(at(column, row), low) - range.min - span / 2) * tall;
  const across = columns + 2 * skirt, down = rows + 2 * skirt;
  const positions = new Float32Array(3 * across * down), normals = positions.slice();
  const colours = positions.slice();
  for (let j = 0, i = 0; j < down; ++j) {
    for (let k = 0; k < across; ++k, i += 3) {
      // The outermost vertices stand under those beside them: the skirt.
      const column = k + 1 - skirt, row = j + 1 - skirt;
      const x = Math.min(Math.max(column, 1), columns), y = Math.min(Math.max(row, 1), rows);
      const isSkirt = x !== column || y !== row;
      positions[i] = (x - 1) * edge;
      positions[i + 1] = level(x, y) - (isSkirt ? 2 * edge : 0);
      positions[i + 2] = (y - 1) * edge;
      const dx = (level(x + 1, y) - level(x - 1, y)) / (2 * edge);
      const dy = (level(x, y + 1) - level(x, y - 1)) / (2 * edge);
      const length = Math.sqrt(1 + dx * dx + dy * dy);
      normals[i] = -dx / length;
      normals[i + 1] = 1 / length;
      normals[i + 2] = -dy / length;
      const code = Math.round(255 * (at(x, y) - range.min) / span);
      const colour = 3 * Math.min(Math.max(code, 0), 255);
      for (let c = 0; c < 3; ++c) {
        // Palettes are sRGB, and colours of vertices are linear.
        colours[i + c] = ((table[colour + c] as number) / 255) ** 2.2;
      }
    }
  }
  const triangles = new Uint32Array(6 * (across - 1) * (down - 1));
  for (let row = 0, i = 0; row + 1 < down; ++row) {
    for (let column = 0; column + 1 < across; ++column, i += 6) {
      const here = row * across + column, below = here + across;
      triangles.set([here, below, here + 1, here + 1, below, below + 1], i);
    }
  }
  return {positions, normals, colours, triangles};
}
