// Compares values with the golden hashes, where they are computed.

import type {Grid} from './grid.js';
import {hashOf} from './hash.js';
import type {FieldText} from './members.js';
import type {Perlane} from './perlane.js';

/** The result of `selfTest`. */
export interface SelfTest {
  /** The number of compared fields, counted once for each number of dimensions. */
  compared: number;
  /** A line for each of them whose values differ: its name, dimensions, and both hashes. */
  wrong: string[];
}

// Those of src/text/golden.cpp, by dimensions.
const grids: Record<number, Grid> = {
  1: {shape: [2500], step: [0.37], first: [-1000]},
  2: {shape: [150, 40], step: [0.37, 1.1], first: [-70, 3]},
  3: {shape: [45, 17, 9], step: [0.9, -0.37, 4.3], first: [-20, 3, 100]},
  4: {shape: [21, 6, 5, 9], step: [0.9, 0.37, 4.3, 0.21], first: [-9, 3, 100, -5]},
};

/**
 * The lines of src/text/golden/hashes.csv for the field in a line of src/text/golden/fields.jsonl,
 * computed here.
 */
export function goldenHashes(perlane: Perlane, line: string): string[] {
  const {name, text} = JSON.parse(line) as {name: string; text: FieldText};
  const field = perlane.fromJson(text);
  try {
    const {least, most} = field.dimensions;
    return Array.from({length: most - least + 1}, (_, i) => {
      const dimensions = least + i, grid = grids[dimensions] as Grid;
      const values = hashOf(field.fill(grid).values);
      const derivatives =
        field.hasDerivatives ? hashOf(...field.fillDerivatives(grid).derivatives) : '';
      return `${name},${dimensions},${values},${derivatives}`;
    });
  } finally {
    field.destroy();
  }
}

/** Compares the hashes of these fields with these lines, by field and dimensions. */
export function compare(perlane: Perlane, fields: readonly string[], hashes: readonly string[]):
    SelfTest {
  const keyOf = (line: string) => line.split(',').slice(0, -2).join();
  const expected = new Map(hashes.map((line) => [keyOf(line), line]));
  const wrong: string[] = [];
  for (const line of fields.flatMap((field) => goldenHashes(perlane, field))) {
    const key = keyOf(line), right = expected.get(key);
    if (line !== right) wrong.push(`${line}, and everywhere else ${right ?? 'there is none'}`);
    expected.delete(key);
  }
  for (const line of expected.values()) wrong.push(`${line} has no field`);
  return {compared: hashes.length, wrong};
}
