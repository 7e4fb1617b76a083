// Fields for the articles that docs/cookbook.md speaks of.

import {call, fbm, perlin} from '../field/call';
import type {Document} from '../field/text';
import type {Nested} from '../field/nested';

export const improved: Document = {perlane: 1, field: call('perlin2002')};

export const looping: Document = {
  perlane: 1,
  field: call('loop', {
    field: call('tile', {field: perlin({frequency: 1 / 40}), size: [256, 256]}), axis: 2,
    length: 100,
  }),
};

export const periodic: Document = {
  perlane: 1,
  field: fbm(perlin({seed: 12, frequency: 1 / 32, period: [4, 4]}), {octaves: 4}),
};

// 16 x 16 numbers from 0 to 1, of a small generator of random numbers, as base64 of floats.
function randomValues(seed: number): string {
  const values = new Float32Array(16 * 16);
  let state = seed;
  for (let i = 0; i < values.length; ++i) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    values[i] = (state >>> 8) / 2 ** 24;
  }
  return btoa(String.fromCharCode(...new Uint8Array(values.buffer)));
}

export const valueMap: Document = {
  perlane: 1,
  field: call('value', {
    frequency: 1 / 10, fade: 'cubic',
    lattice: {explicit_values: {extents: [16, 16], values: randomValues(1)}},
  }),
};

// 24 levels down, beside a border of all of them but the first few.
export const chunkWorld: Nested = {
  path: Array.from({length: 24}, (_, level) => level === 3 ? [7, 7, 0] : [15, 15, 0]),
  worldSeed: 5, octaves: 6, gain: 0.8,
};
