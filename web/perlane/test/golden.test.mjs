// Every field of the golden tests has the same bits here as everywhere.

import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {test} from 'node:test';

import {hashOf, load} from 'perlane';

const golden = new URL('../../../src/text/golden/', import.meta.url);
const linesOf = (name) =>
  readFileSync(new URL(name, golden), 'utf8').split('\n').filter((line) => /^[^#]/.test(line));

// By dimensions: those of src/text/golden.cpp.
const grids = {
  1: {shape: [2500], step: [0.37], first: [-1000]},
  2: {shape: [150, 40], step: [0.37, 1.1], first: [-70, 3]},
  3: {shape: [45, 17, 9], step: [0.9, -0.37, 4.3], first: [-20, 3, 100]},
  4: {shape: [21, 6, 5, 9], step: [0.9, 0.37, 4.3, 0.21], first: [-9, 3, 100, -5]},
};

test('golden hashes', async () => {
  const perlane = await load();
  const expected = new Map(linesOf('hashes.csv').map((line) => {
    const [name, dimensions, values, derivatives] = line.split(',');
    return [`${name},${dimensions}`, [values, derivatives]];
  }));
  const different = [];
  let compared = 0;
  for (const line of linesOf('fields.jsonl')) {
    const {name, text} = JSON.parse(line);
    const field = perlane.fromJson(text);
    const {least, most} = field.dimensions;
    for (let dimensions = least; dimensions <= most; ++dimensions) {
      const hashes = [hashOf(field.fill(grids[dimensions]).values), ''];
      if (field.hasDerivatives) {
        const {values, derivatives} = field.fillDerivatives(grids[dimensions]);
        assert.equal(hashOf(values), hashes[0]);
        hashes[1] = hashOf(...derivatives);
      }
      const key = `${name},${dimensions}`;
      if (hashes.join() !== expected.get(key)?.join()) different.push(`${key},${hashes.join()}`);
      ++compared;
    }
    field.destroy();
  }
  assert.deepEqual(different, []);
  assert.equal(compared, expected.size);
});
