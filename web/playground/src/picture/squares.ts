// The squares of samples that cover the picture, coarse or fine.

import type {Evaluated} from '../field/evaluate';
import {chunkOf, type Nested, neighbour} from '../field/nested';
import type {Square} from '../engine/protocol';
import type {View} from '../state/recipe';

/** A square of samples, and where it lies in coordinates. */
export interface Placed {
  key: string;
  json: string;
  square: Square;
  x: number;
  y: number;
  width: number;
}

/** The part in sight: its size in units of coordinates, and those of a pixel of the screen. */
export interface Viewport {
  view: View;
  width: number;
  height: number;
  unit: number;
}

// Samples along the edge of a square. Coarse ones are few, so that a change shows at once.
const fineSize = 128, coarseSize = 32;

/** Coarse samples are so many times as far apart as fine ones, as a power of 2. */
const coarser = 3;

/** The coordinates of the last dimensions. */
export const depthOf = ({z, w}: View, dimensions: number): number[] =>
  [z, w].slice(0, dimensions - 2);

/** The footprint of samples that are `step` apart; 0 where octaves do not fade. */
export const footprintOf = ({fades}: Pick<View, 'fades'>, step: number): number =>
  fades ? step : 0;

/** The offset of a copy of a tile from the first one. */
export interface Copy {
  x: number;
  y: number;
}

// Pixels of tiles that are repeated. In wider ones, binary64 could not tell the samples apart.
const least = 32, most = 2 ** 44;

/** The width and height of the tile that is repeated; null if none is. */
export const tileOf = ({view: {repeat}, unit}: Viewport): View['repeat'] =>
  repeat && Math.min(...repeat) >= least * unit && Math.max(...repeat) <= most * unit ?
    repeat : null;

/** The tiles in sight; only the plane itself if none is repeated. */
export function copiesOf(viewport: Viewport): Copy[] {
  const {view, width, height} = viewport, tile = tileOf(viewport);
  if (tile === null) return [{x: 0, y: 0}];
  const [wide, high] = tile, copies: Copy[] = [];
  const right = view.x + width / 2, bottom = view.y + height / 2;
  for (let j = Math.floor((view.y - height / 2) / high); j * high < bottom; ++j) {
    for (let i = Math.floor((view.x - width / 2) / wide); i * wide < right; ++i) {
      copies.push({x: i * wide, y: j * high});
    }
  }
  return copies;
}

function inSight(viewport: Viewport, edge: number): [number, number][] {
  const {view, width, height} = viewport, [wide, high] = tileOf(viewport) ?? [];
  const place = (at: number, tile: number | undefined) => {
    // A tile ends before its last edge.
    const inside = tile === undefined ? at : Math.min(Math.max(at, 0), tile * (1 - 2 ** -40));
    return Math.floor(inside / edge);
  };
  const squares = new Map<string, [number, number]>();
  for (const {x, y} of copiesOf(viewport)) {
    const left = place(view.x - x - width / 2, wide), right = place(view.x - x + width / 2, wide);
    const top = place(view.y - y - height / 2, high), bottom = place(view.y - y + height / 2, high);
    for (let j = top; j <= bottom; ++j) {
      for (let i = left; i <= right; ++i) squares.set(`${i},${j}`, [i, j]);
    }
  }
  const far = ([i, j]: [number, number]) =>
    Math.hypot((i + 0.5) * edge - view.x, (j + 0.5) * edge - view.y);
  return [...squares.values()].sort((a, b) => far(a) - far(b));
}

/** The squares in sight, the middle first. */
export function squaresOf(viewport: Viewport, field: Evaluated, isCoarse: boolean): Placed[] {
  const pixel = Math.floor(Math.log2(viewport.unit) + 1e-9);
  const size = isCoarse ? coarseSize : fineSize;
  const step = 2 ** (pixel + (isCoarse ? coarser : 0)), edge = size * step;
  const depth = depthOf(viewport.view, field.dimensions);
  return inSight(viewport, edge).map(([i, j]) => ({
    key: `${size},${step},${i},${j}`, json: field.json,
    square: {size, step, first: [i * size, j * size], depth,
             footprint: footprintOf(viewport.view, step)},
    x: i * edge, y: j * edge, width: edge,
  }));
}

/** The squares in sight of a world of chunks: each square is a chunk. */
export function chunksOf(viewport: Viewport, nested: Nested, isCoarse: boolean): Placed[] {
  const fine = Math.min(Math.max(Math.ceil(-Math.log2(viewport.unit) - 1e-9), 5), 9);
  const samples = 2 ** (fine - (isCoarse ? coarser : 0));
  return inSight(viewport, 1).flatMap(([i, j]) => {
    const path = neighbour(nested.path, i, j);
    if (path === null) return [];
    return [{
      key: `${samples},${i},${j}`, json: JSON.stringify(chunkOf(nested, path)),
      square: {size: samples, step: 1 / samples, first: [0, 0] as const, depth: [],
               footprint: footprintOf(viewport.view, 1 / samples)},
      x: i, y: j, width: 1,
    }];
  });
}
