// Heights become triangles with normals and colours, and with a skirt that hides cracks between
// squares of different widths.

import {tableOf} from '../picture/palettes';
import type {Shown} from './landscape';

export interface Surface {
  positions: Float32Array;
  normals: Float32Array;
  colours: Float32Array;
  triangles: Uint32Array;
}

// How high the world is, for its width of 2, if the steepness is 60.
const usual = 0.25;

/** The surface of a square with so many cells along each edge, of heights with one more around. */
export function surfaceOf(heights: Float32Array, cells: number, width: number,
                          shown: Shown): Surface {
  const {range, sea, relief, palette} = shown;
  const span = range.max - range.min, tall = usual * Math.min(Math.max(relief / 60, 0.2), 4) / span;
  const low = sea ?? -Infinity;
  const table = tableOf(palette, sea === null ? null : (sea - range.min) / span);
  const wide = cells + 3, edge = width / cells, ring = cells + 3;
  const at = (column: number, row: number) => heights[row * wide + column] as number;
  const level = (column: number, row: number) =>
    (Math.max(at(column, row), low) - range.min - span / 2) * tall;
  const count = ring * ring;
  const positions = new Float32Array(3 * count), normals = positions.slice();
  const colours = positions.slice();
  for (let row = 0, i = 0; row < ring; ++row) {
    for (let column = 0; column < ring; ++column, i += 3) {
      // The outermost vertices stand under those beside them: the skirt.
      const x = Math.min(Math.max(column, 1), cells + 1), y = Math.min(Math.max(row, 1), cells + 1);
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
  const triangles = new Uint32Array(6 * (ring - 1) ** 2);
  for (let row = 0, i = 0; row + 1 < ring; ++row) {
    for (let column = 0; column + 1 < ring; ++column, i += 6) {
      const here = row * ring + column;
      triangles.set([here, here + ring, here + 1, here + 1, here + ring, here + ring + 1], i);
    }
  }
  return {positions, normals, colours, triangles};
}
