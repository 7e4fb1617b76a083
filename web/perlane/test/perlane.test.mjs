// The package as its users load it: results, refusals, and that an instance lives on after them.

import assert from 'node:assert/strict';
import {readFile} from 'node:fs/promises';
import {test} from 'node:test';
import {gzipSync} from 'node:zlib';

import {load, PerlaneError} from 'perlane';

const perlane = await load();
const hills = {perlane: 1, field: {fbm: {source: {perlin: {seed: 7, frequency: 0.03}}}}};

// A call that is refused with such a message; and then the instance does what it did before.
function refused(message, call) {
  assert.throws(call, (error) => {
    assert.ok(error instanceof PerlaneError, error.stack);
    assert.equal(error.message, message);
    assert.equal(error.kind, 'invalid');
    return true;
  });
  const field = perlane.fromJson(hills);
  assert.equal(field.sample(1, 2), before);
  field.destroy();
}
const before = perlane.fromJson(hills).sample(1, 2);

test('the library tells of itself', async () => {
  const {version} = JSON.parse(await readFile(new URL('../package.json', import.meta.url)));
  assert.equal(perlane.version, version);
  assert.deepEqual(perlane.isas, ['wasm', 'scalar']);
  assert.equal(perlane.activeIsa, 'wasm');
});

test('the module has the functions of C, needs no system, and is small', async () => {
  const abi = await readFile(new URL('../../../src/c/abi.txt', import.meta.url), 'utf8');
  const functions = [...abi.matchAll(/^function (\w+)$/gm)].map(([, name]) => name);
  const exported = WebAssembly.Module.exports(perlane.module).map(({name}) => name);
  assert.deepEqual(exported.sort(),
                   [...functions, '_initialize', 'free', 'malloc', 'memory'].sort());
  const imported = WebAssembly.Module.imports(perlane.module).map(({name}) => name);
  assert.deepEqual(imported.sort(), ['clock_time_get', 'fd_close', 'fd_seek', 'fd_write']);
  const bytes = await readFile(new URL('../dist/perlane.wasm', import.meta.url));
  assert.ok(gzipSync(bytes).length < 1e6);
});

test('the catalogue has every factory with its members', () => {
  const {factories} = perlane.catalogue;
  assert.ok(factories.length > 50);
  const perlin = factories.find(({name}) => name === 'perlin');
  assert.deepEqual(perlin.fields, []);
  const frequency = perlin.members.find(({name}) => name === 'frequency');
  assert.equal(frequency.type, 'number');
  assert.equal(frequency.above, 0);
  assert.equal(frequency.default, 1 / 64);
});

test('a grid has the values of its points', () => {
  const field = perlane.fromJson(hills);
  const grid = {shape: [30, 20], step: [0.5, 2], origin: [3, -4], first: [-7, 2n ** 40n]};
  const {values, min, max} = field.fill(grid);
  assert.equal(values.length, 600);
  assert.equal(min, Math.min(...values));
  assert.equal(max, Math.max(...values));
  const x = [], y = [];
  for (let row = 0; row < 20; ++row) {
    for (let column = 0; column < 30; ++column) {
      x.push(3 + (column - 7) * 0.5);
      y.push(-4 + (row + 2 ** 40) * 2);
    }
  }
  assert.deepEqual(field.samplePoints(x, y), values);
  assert.equal(field.sample(x[77], y[77]), values[77]);
  const {least, most} = field.dimensions;
  assert.deepEqual([least, most], [1, 4]);
  const bounds = field.range(2);
  assert.ok(bounds.min <= min && max <= bounds.max);
});

test('withFootprint fades octaves out', () => {
  const field = perlane.fromJson(hills), coarse = field.withFootprint(16);
  assert.match(coarse.toJson(), /"footprint":16/);
  assert.equal(field.withFootprint(0).toJson(), field.toJson());
  assert.throws(() => field.withFootprint(-1), /width is -1/);
});

test('reseed draws every seed anew', () => {
  const field = perlane.fromJson(hills), other = field.reseed(1);
  assert.notEqual(other.toJson(), field.toJson());
  assert.equal(field.reseed(1n).toJson(), other.toJson());
  assert.notEqual(field.reseed(2n ** 64n - 1n).toJson(), other.toJson());
  assert.equal(perlane.fromJson(other.toJson()).sample(1, 2), other.sample(1, 2));
});

test('derivatives come with values, on grids and at points', () => {
  const field = perlane.fromJson(hills);
  assert.equal(field.hasDerivatives, true);
  const {values, derivatives, min} = field.fillDerivatives({shape: [9, 8, 7]});
  assert.deepEqual(values, field.fill({shape: [9, 8, 7]}).values);
  assert.equal(min, Math.min(...values));
  assert.equal(derivatives.length, 3);
  const at = field.samplePointsDerivatives([4], [5], [6]);
  const index = 4 + 9 * (5 + 8 * 6);
  assert.equal(at.values[0], values[index]);
  for (const axis of [0, 1, 2]) assert.equal(at.derivatives[axis][0], derivatives[axis][index]);
});

test('codes are those of the range, or of one that is given', () => {
  const field = perlane.fromJson('{"perlane": 1, "field": {"coordinate": {"axis": 0}}}');
  const grid = {shape: [5], step: [0.25]};
  const {values} = field.fill(grid, {type: 'uint8', codes: {min: 0, max: 1}});
  assert.deepEqual(values, new Uint8Array([0, 64, 128, 191, 255]));
  const wide = field.fill(grid, {type: 'uint16', codes: {min: 0, max: 0.5}}).values;
  assert.deepEqual(wide, new Uint16Array([0, 32768, 65535, 65535, 65535]));
});

test('values go into an array that is given', () => {
  const field = perlane.fromJson(hills);
  const into = new Float32Array(12);
  const {values, min} = field.fill({shape: [4, 3]}, {into});
  assert.equal(values, into);
  assert.equal(min, Math.min(...into));
  assert.deepEqual(into, field.fill({shape: [4, 3]}).values);
  refused('into is no Uint8Array of 12 elements; use such an array',
          () => field.fill({shape: [4, 3]}, {type: 'uint8', into}));
  refused('into is no Float32Array of 5 elements; use such an array',
          () => field.fill({shape: [5]}, {into}));
});

test('several fields in one pass have the values of one after another', () => {
  const field = perlane.fromJson(hills);
  const {field: height} = hills;
  const other = perlane.fromJson({perlane: 1, field: {abs: {a: height}}});
  const grid = {shape: [70, 20], first: [-7, 3]};
  const into = new Float32Array(1400), codes = {min: -0.25, max: 0.5};
  const all = perlane.fillAll(
    [{field}, {field: other, into}, {field, type: 'uint8', codes}, {field: other, type: 'uint16'}],
    grid);
  assert.deepEqual(all[0], field.fill(grid));
  assert.deepEqual(all[1], other.fill(grid));
  assert.equal(all[1].values, into);
  assert.deepEqual(all[2], field.fill(grid, {type: 'uint8', codes}));
  assert.deepEqual(all[3], other.fill(grid, {type: 'uint16'}));
  assert.deepEqual(perlane.fillAll([], grid), []);
  refused('outputs[1]: into is no Float32Array of 4 elements; use such an array',
          () => perlane.fillAll([{field}, {field, into}], {shape: [4]}));
  refused('outputs[1]: type is float16; use float32, uint16, uint8',
          () => perlane.fillAll([{field}, {field, type: 'float16'}], grid));
  const gone = perlane.fromJson(hills);
  gone.destroy();
  refused('outputs[1]: the field was destroyed; make it again',
          () => perlane.fillAll([{field}, {field: gone}], grid));
  refused('Grid.shape[0] is 0; use a whole number of 1 or more',
          () => perlane.fillAll([{field}, {field}], {shape: [0, 4]}));
});

test('text becomes a field and the field a text', () => {
  const text = JSON.stringify(hills);
  assert.equal(perlane.fromJson(hills).toJson(), text);
  assert.equal(perlane.fromJson(text).toJson(), text);
});

test('refusals are errors with their messages, and the instance lives on', () => {
  const field = perlane.fromJson(hills);
  const json = (inner) => ({perlane: 1, field: inner});
  refused('field.fbm.source.perlin.frequency is -1; use a finite number above 0',
          () => perlane.fromJson(json({fbm: {source: {perlin: {frequency: -1}}}})));
  refused('field.perlin.sed is not known (did you mean seed?); use seed, frequency, lattice, ' +
      'gradients, fade, period',
          () => perlane.fromJson(json({perlin: {sed: 1}})));
  refused('the text is no JSON: parse error at line 1, column 1: syntax error while parsing ' +
          "value - unexpected end of input; expected '[', '{', or a literal",
          () => perlane.fromJson(''));
  refused('the text is 5; use an object with perlane, field and perhaps fields',
          () => perlane.fromJson('5'));
  refused('Grid.shape[0] is 0; use a whole number of 1 or more',
          () => field.fill({shape: [0, 4]}));
  refused('Grid.step[1] is 0; use a finite number other than 0',
          () => field.fill({shape: [4, 4], step: [1, 0]}));
  refused('Grid::origin[0] is inf; use a finite number',
          () => field.fill({shape: [4], origin: [Infinity]}));
  refused('Grid.first has 1 numbers and Grid.shape has 2; use as many, or none at all',
          () => field.fill({shape: [4, 4], first: [1]}));
  refused('type is float16; use float32, uint16, uint8',
          () => field.fill({shape: [4]}, {type: 'float16'}));
  refused('dimensions is 5; use 1 to 4', () => field.sample(1, 2, 3, 4, 5));
  refused('axis 1 has 1 coordinates and axis 0 has 2; use as many',
          () => field.samplePoints([1, 2], [1]));
});

// Exceptions of every kind that the library throws: often, so that what they leave behind shows.
test('an instance survives ten thousand refusals', () => {
  const memory = () => perlane.exports.memory.buffer.byteLength;
  const field = perlane.fromJson(hills);
  const once = () => {
    assert.throws(() => perlane.fromJson('{'), PerlaneError);
    assert.throws(() => perlane.fromJson('{"perlane":1,"field":{"fbm":{"source":{"perlin":' +
                                         '{"frequency":-1}}}}}'), PerlaneError);
    assert.throws(() => field.range(9), PerlaneError);
  };
  once();
  const size = memory();
  for (let i = 0; i < 10000; ++i) once();
  assert.equal(memory(), size);
});

test('memory that there is not is an error, and the instance lives on', () => {
  const field = perlane.fromJson(hills);
  assert.throws(() => field.fill({shape: [65536, 65536]}),
                (error) => error instanceof PerlaneError && error.kind === 'no memory');
  assert.throws(() => field.fill({shape: [30000, 30000]}),
                (error) => error instanceof PerlaneError && error.kind === 'no memory');
  assert.equal(field.sample(1, 2), before);
});

test('a field that was destroyed is refused', () => {
  const field = perlane.fromJson(hills);
  field.destroy();
  field.destroy();
  refused('the field was destroyed; make it again', () => field.sample(1));
});

test('instances of one module share nothing', async () => {
  const other = await load(perlane.module);
  assert.equal(other.fromJson(hills).sample(1, 2), before);
  const bytes = await readFile(new URL('../dist/perlane.wasm', import.meta.url));
  assert.equal((await load(bytes)).version, perlane.version);
});
