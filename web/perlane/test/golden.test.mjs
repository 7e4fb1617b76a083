// Every field of the golden tests has the same bits here as everywhere.

import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {test} from 'node:test';

import {load} from 'perlane';

import {compare} from '../dist/self_test.js';

const linesOf = (name) =>
  readFileSync(new URL(`../../../src/text/golden/${name}`, import.meta.url), 'utf8')
    .split('\n').filter((line) => /^[^#]/.test(line));

test('golden hashes', async () => {
  const perlane = await load();
  assert.deepEqual(await perlane.selfTest(), {compared: linesOf('hashes.csv').length, wrong: []});
});

test('what differs from the golden hashes is found', async () => {
  const perlane = await load();
  const [field, ...others] = linesOf('fields.jsonl');
  const {name} = JSON.parse(field);
  const own = linesOf('hashes.csv').filter((line) => line.startsWith(`${name},`));
  assert.ok(own.length >= 2);
  assert.deepEqual(compare(perlane, [field], own), {compared: own.length, wrong: []});
  const flipped = own[1].replace(/.$/, (digit) => digit === '0' ? '1' : '0');
  const missing = own.slice(2);
  const {wrong} = compare(perlane, [field], [own[0], flipped, ...missing, 'no field,2,0,0']);
  assert.deepEqual(wrong, [`${own[1]}, and everywhere else ${flipped}`,
                           'no field,2,0,0 has no field']);
  assert.equal(compare(perlane, [field], []).wrong.length, own.length);
  assert.throws(() => compare(perlane, [others[0].replace('"perlane"', '"perlan"')], []), /perlan/);
});
