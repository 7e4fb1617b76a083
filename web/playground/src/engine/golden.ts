// The hashes of src/text/golden, computed here: on the grids of src/text/golden.cpp.

import {type Grid, hashOf, type Perlane} from 'perlane';

import type {Hashed} from './protocol';

const grids: Record<number, Grid> = {
  1: {shape: [2500], step: [0.37], first: [-1000]},
  2: {shape: [150, 40], step: [0.37, 1.1], first: [-70, 3]},
  3: {shape: [45, 17, 9], step: [0.9, -0.37, 4.3], first: [-20, 3, 100]},
  4: {shape: [21, 6, 5, 9], step: [0.9, 0.37, 4.3, 0.21], first: [-9, 3, 100, -5]},
};

/** The hashes of the fields in these lines of src/text/golden/fields.jsonl. */
export function golden(perlane: Perlane, lines: readonly string[]): Hashed {
  return lines.flatMap((line) => {
    const {name, text} = JSON.parse(line) as {name: string; text: string};
    const field = perlane.fromJson(text);
    const {least, most} = field.dimensions;
    const hashes = [];
    for (let dimensions = least; dimensions <= most; ++dimensions) {
      const grid = grids[dimensions] as Grid;
      const values = hashOf(field.fill(grid).values);
      const slopes = field.hasDerivatives ? hashOf(...field.fillDerivatives(grid).derivatives) : '';
      hashes.push(`${name},${dimensions},${values},${slopes}`);
    }
    field.destroy();
    return hashes;
  });
}
