// Chunks within chunks without end, after "Fractal Block World": the path of positions that leads
// to a chunk is its address. A unit of coordinates is the width of a chunk.

import type {View} from '../state/recipe';
import {longestPath} from '../state/zoom';
import type {Graph} from './graph';
import type {Document} from './text';

type Position = readonly [number, number, number];

export interface Nested {
  /** The chunk whose corner is at (0, 0). */
  path: readonly Position[];
  worldSeed: number;
  octaves: number;
  gain: number;
}

/** The chunk beside one, so many chunks further; null beyond the outermost one. */
export function neighbour(path: Nested['path'], dx: number, dy: number): Nested['path'] | null {
  const result = path.map((position) => [...position] as [number, number, number]);
  for (const [axis, by] of [dx, dy].entries()) {
    let carry = by;
    for (let level = result.length - 1; level >= 0 && carry !== 0; --level) {
      const position = result[level] as [number, number, number];
      const sum = (position[axis] as number) + carry;
      position[axis] = ((sum % 16) + 16) % 16;
      carry = Math.floor(sum / 16);
    }
    if (carry !== 0) return null;
  }
  return result;
}

// The layers of a chunk: its own hills, and those of the virtual chunks that it is part of.
function membersOf({worldSeed, octaves, gain}: Nested, path: Nested['path']) {
  const there = Math.min(octaves, 4 * path.length + 1);
  return {dimensions: 2, path, world_seed: worldSeed, octaves: there, gain};
}

/** The field of a chunk. */
export const chunkOf = (nested: Nested, path: Nested['path']): Document =>
  ({perlane: 1, field: {chunk_layers: membersOf(nested, path)}});

/** The field of the chunk that the world is seen from, as a graph. */
export function nestedGraph(nested: Nested): Graph {
  const members = membersOf(nested, nested.path);
  return {calls: [{id: 'n1', factory: 'chunk_layers', members, inputs: {}}], output: 'n1'};
}

/** A nested world and a place in it. */
interface Place {
  nested: Nested;
  x: number;
  y: number;
}

// The same place, seen from the chunk one level further in; the place itself if there is none.
function deeper(nested: Nested, x: number, y: number): Place {
  const chunk = neighbour(nested.path, Math.floor(x), Math.floor(y));
  if (chunk === null || chunk.length >= longestPath) return {nested, x, y};
  const inX = (x - Math.floor(x)) * 16, inY = (y - Math.floor(y)) * 16;
  const position: Position = [Math.floor(inX), Math.floor(inY), 0];
  return {
    nested: {...nested, path: [...chunk, position]}, x: inX - position[0], y: inY - position[1],
  };
}

// The same place, seen from the chunk one level further out; the place itself if there is none.
function outer(nested: Nested, x: number, y: number): Place {
  const last = nested.path.at(-1);
  if (last === undefined || nested.path.length < 2) return {nested, x, y};
  return {
    nested: {...nested, path: nested.path.slice(0, -1)}, x: (last[0] + x) / 16,
    y: (last[1] + y) / 16,
  };
}

/** Goes in or out until a chunk is neither too wide nor too narrow on the screen. */
export function fitted(nested: Nested, view: View): {nested: Nested; view: View} {
  const width = 2 ** -view.zoom;  // of a chunk, in pixels
  if (width > 640) {
    const {nested: inner, x, y} = deeper(nested, view.x, view.y);
    if (inner !== nested) return {nested: inner, view: {...view, x, y, zoom: view.zoom + 4}};
  } else if (width < 36) {
    const {nested: wider, x, y} = outer(nested, view.x, view.y);
    if (wider !== nested) return {nested: wider, view: {...view, x, y, zoom: view.zoom - 4}};
  }
  return {nested, view};
}
