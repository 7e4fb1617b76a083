// The package as its users load it: results, rejections, and that an instance lives on after them.

import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {readFile} from 'node:fs/promises';
import {createServer} from 'node:http';
import {test} from 'node:test';
import {inspect} from 'node:util';

import {Field, load, Perlane, PerlaneError} from 'perlane';

const perlane = await load();
const hills = {perlane: 1, field: {fbm: {source: {perlin: {seed: 7, frequency: 0.03}}}}};

// A call that is rejected with such a message; and then the instance does what it did before.
function rejected(message, call) {
  assert.throws(call, (error) => {
    assert.ok(error instanceof PerlaneError, error.stack);
    if (message instanceof RegExp) assert.match(error.message, message);
    else assert.equal(error.message, message);
    assert.equal(error.kind, 'invalid');
    return true;
  });
  const field = perlane.fromJson(hills);
  assert.equal(field.sample(1, 2), before);
  field.destroy();
}
const before = perlane.fromJson(hills).sample(1, 2);

// The functions of another instance of the module.
async function exported() {
  const nothing = () => 58;
  const {exports} = await WebAssembly.instantiate(perlane.module, {wasi_snapshot_preview1: {
    clock_time_get: nothing, fd_close: nothing, fd_seek: nothing, fd_write: nothing}});
  exports._initialize();
  return exports;
}

// A call that has the wrong kind of argument.
function mistyped(message, call) {
  assert.throws(call, {name: 'TypeError', message});
}

test('the library tells of itself', async () => {
  const read = async (path) => JSON.parse(await readFile(new URL(path, import.meta.url)));
  assert.equal(perlane.version, (await read('../package.json')).version);
  assert.equal(perlane.version, (await read('../package-lock.json')).version);
  const page = await read('../../playground/package-lock.json');
  assert.equal(perlane.version, page.packages['../perlane'].version);
  assert.deepEqual(perlane.isas, ['wasm']);
  assert.equal(perlane.activeIsa, 'wasm');
});

test('the module comes from an address', async (t) => {
  const wasm = await readFile(new URL('../dist/perlane.wasm', import.meta.url));
  const server = createServer(({url}, response) => {
    response.writeHead(url === '/perlane.wasm' ? 200 : 404);
    response.end(wasm);
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  t.after(() => server.close());
  const address = `http://127.0.0.1:${server.address().port}/`;
  const {make} = await load(`${address}perlane.wasm`);
  assert.equal(make.perlin({seed: 7, frequency: 0.03}).fbm().sample(1, 2), before);
  await assert.rejects(load(`${address}other.wasm`),
                       {message: `${address}other.wasm was not loaded: 404`});
});

test('the module has the functions of C, and needs no system', async () => {
  const abi = await readFile(new URL('../../../src/c/abi.txt', import.meta.url), 'utf8');
  const functions = [...abi.matchAll(/^function (\w+)$/gm)].map(([, name]) => name)
    .filter((name) => name !== 'perlane_self_test');  // the package has its own
  const exported = WebAssembly.Module.exports(perlane.module).map(({name}) => name);
  assert.deepEqual(exported.sort(),
                   [...functions, '__stack_pointer', '_initialize', 'free', 'malloc', 'memory',
                    'value_at', 'values_on_line'].sort());
  const imported = WebAssembly.Module.imports(perlane.module).map(({name}) => name);
  assert.deepEqual(imported.sort(), ['clock_time_get', 'fd_close', 'fd_seek', 'fd_write']);
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

test('-0 keeps its sign', () => {
  const {constant} = perlane.make;
  const fields = [
    constant({value: -0}), constant({value: 1}).multiply(-0),
    perlane.fromJson({perlane: 1, field: -0}), perlane.fromJson('{"perlane":1,"field":-0.0}'),
  ];
  for (const field of fields) assert.ok(Object.is(field.sample(0), -0), field.toJson());
  assert.equal(constant({value: 0}).toJson(), '{"perlane":1,"field":0}');
});

test('codes are those of the range, or of one that is given', () => {
  const field = perlane.fromJson('{"perlane": 1, "field": {"coordinate": {"axis": 0}}}');
  const grid = {shape: [5], step: [0.25]};
  const {values} = field.fill(grid, {type: 'uint8', codes: {min: 0, max: 1}});
  assert.deepEqual(values, new Uint8Array([0, 64, 128, 191, 255]));
  const wide = field.fill(grid, {type: 'uint16', codes: {min: 0, max: 0.5}}).values;
  assert.deepEqual(wide, new Uint16Array([0, 32768, 65535, 65535, 65535]));
  for (const least of [0, -0, 1e-50]) {
    rejected('codes are from 0 to 0; use two finite numbers, the smaller one first',
             () => field.fill(grid, {type: 'uint8', codes: {min: least, max: 0}}));
  }
});

test('values go into an array that is given', () => {
  const field = perlane.fromJson(hills);
  const into = new Float32Array(12);
  const {values, min} = field.fill({shape: [4, 3]}, {into});
  assert.equal(values, into);
  assert.equal(min, Math.min(...into));
  assert.deepEqual(into, field.fill({shape: [4, 3]}).values);
  rejected('into is not a Uint8Array of 12 elements; use such an array',
          () => field.fill({shape: [4, 3]}, {type: 'uint8', into}));
  rejected('into is not a Float32Array of 5 elements; use such an array',
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
  mistyped('outputs is undefined; pass an array, such as [{field}]',
           () => perlane.fillAll(undefined, grid));
  // The last row is too far for the finer field, and no piece before it is written.
  const near = perlane.make.perlin(), fine = perlane.make.perlin({frequency: 1});
  const far = {shape: [2048, 2048], step: [1, 2 ** 40], first: [0, 1]};
  const arrays = [new Float32Array(2 ** 22), new Float32Array(2 ** 22)];
  const shared = new Float32Array(8), part = new Float32Array(shared.buffer, 4, 4);
  rejected('outputs[2]: into overlaps that of outputs[0]; use an array of its own for each',
           () => perlane.fillAll([{field, into: shared.subarray(0, 4)}, {field},
                                  {field, into: part}], {shape: [4]}));
  perlane.fillAll([{field, into: shared.subarray(0, 4)}, {field, into: shared.subarray(4)}],
                  {shape: [4]});
  assert.throws(() => perlane.fillAll([{field: near, into: arrays[0]},
                                       {field: fine, into: arrays[1]}], far),
                {name: 'PerlaneError', message: /^outputs\[1\]: /});
  for (const array of arrays) assert.ok(array.every((value) => value === 0));
  rejected('outputs[1]: into is not a Float32Array of 4 elements; use such an array',
          () => perlane.fillAll([{field}, {field, into}], {shape: [4]}));
  rejected('outputs[1]: type is "float16"; use float32, uint16, uint8',
          () => perlane.fillAll([{field}, {field, type: 'float16'}], grid));
  const gone = perlane.fromJson(hills);
  gone.destroy();
  rejected('outputs[1]: the field was destroyed; make it again',
          () => perlane.fillAll([{field}, {field: gone}], grid));
  rejected('grid.shape[0] is 0; use a whole number of 1 or more',
          () => perlane.fillAll([{field}, {field}], {shape: [0, 4]}));
});

test('text becomes a field and the field a text', () => {
  const text = JSON.stringify(hills);
  assert.equal(perlane.fromJson(hills).toJson(), text);
  assert.equal(perlane.fromJson(text).toJson(), text);
});

test('rejections are errors with their messages, and the instance lives on', () => {
  const field = perlane.fromJson(hills);
  const json = (inner) => ({perlane: 1, field: inner});
  rejected('field.fbm.source.perlin.frequency is -1; use a finite number above 0',
          () => perlane.fromJson(json({fbm: {source: {perlin: {frequency: -1}}}})));
  rejected('field.perlin.sed is not known (did you mean seed?); use seed, frequency, lattice, ' +
      'gradients, fade, period',
          () => perlane.fromJson(json({perlin: {sed: 1}})));
  rejected('the text is not JSON: parse error at line 1, column 1: syntax error while parsing ' +
          "value - unexpected end of input; expected '[', '{', or a literal",
          () => perlane.fromJson(''));
  rejected('the text is 5; use an object with perlane, field and perhaps fields',
          () => perlane.fromJson('5'));
  rejected('grid.shape[0] is 0; use a whole number of 1 or more',
          () => field.fill({shape: [0, 4]}));
  rejected('grid.step[1] is 0; use a finite number other than 0',
          () => field.fill({shape: [4, 4], step: [1, 0]}));
  rejected('grid.origin[0] is Infinity; use a finite number',
          () => field.fill({shape: [4], origin: [Infinity]}));
  rejected('grid.first has 1 numbers and grid.shape has 2; use as many, or none at all',
          () => field.fill({shape: [4, 4], first: [1]}));
  rejected('grid.shape has 5 numbers; use 1 to 4, one per axis',
          () => field.fill({shape: [1, 2, 3, 4, 5]}));
  for (const type of ['float16', 'toString']) {
    rejected(`type is "${type}"; use float32, uint16, uint8`,
            () => field.fill({shape: [4]}, {type}));
  }
  rejected('dimensions is 5; use 1 to 4', () => field.sample(1, 2, 3, 4, 5));
  rejected('axis 1 has 1 coordinates and axis 0 has 2; use as many',
          () => field.samplePoints([1, 2], [1]));
});

// Exceptions of every kind that the library throws: often, so that what they leave behind shows.
test('an instance survives ten thousand rejections', () => {
  const memory = () => perlane.memorySize;
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
  const isNoMemory = (error) => error instanceof PerlaneError && error.kind === 'no memory';
  assert.throws(() => field.fill({shape: [2 ** 20, 2 ** 20]}), isNoMemory);
  assert.throws(() => field.samplePoints({length: 2 ** 29}), isNoMemory);
  assert.equal(field.sample(1, 2), before);
});

test('functions make the fields of their texts', () => {
  const {add, clamp, constant, fbm, perlin, remap, value, warp} = perlane.make;
  const made = fbm(perlin({seed: 7, frequency: 0.03}));
  assert.ok(made instanceof Field);
  assert.equal(made.toJson(), JSON.stringify(hills));
  assert.equal(perlin({seed: 7, frequency: 0.03}).fbm().toJson(), JSON.stringify(hills));
  const texts = [
    [add(1, made), {add: {a: 1, b: hills.field}}],
    [made.add(value()).multiply(0.5),
     {multiply: {a: {add: {a: hills.field, b: {value: {}}}}, b: 0.5}}],
    [warp(made, [value(), 2]), {warp: {field: hills.field, by: [{value: {}}, 2]}}],
    [made.warp([1]), {warp: {field: hills.field, by: [1]}}],
    [clamp(made, {low: 0, high: 0.5}), null],
    [remap(made, {from: [-1, 1], to: [0, 1]}), null],
    [constant({value: 3}), 3],
    [perlin({seed: 2n ** 64n - 1n}), {perlin: {seed: '18446744073709551615'}}],
    [perlin({seed: 5n}), {perlin: {seed: 5}}],
  ];
  for (const [field, text] of texts) {
    if (text !== null) assert.deepEqual(JSON.parse(field.toJson()).field, text);
    const read = perlane.fromJson(field.toJson());
    assert.equal(read.sample(3.5, 4.25), field.sample(3.5, 4.25));
  }
  const table = Uint16Array.from({length: 8}, (_, i) => i * 5 % 8);
  const tabled = perlin({lattice: {classic: {table}}});
  assert.match(tabled.toJson(), /"table":"AAAFAAIABwAEAAEABgADAA=="/);
  for (const same of [Uint32Array.from(table), BigInt64Array.from(table, BigInt)]) {
    assert.equal(perlin({lattice: {classic: {table: same}}}).toJson(), tabled.toJson());
  }
  rejected('perlin.lattice.classic.table has 65536; use whole numbers from 0 to 65535',
           () => perlin({lattice: {classic: {table: Uint32Array.of(65536, 0)}}}));
  rejected('perlin.lattice.permutation.table has -1; use whole numbers from 0 to 65535',
           () => perlin({lattice: {permutation: {table: Int8Array.of(-1, 0)}}}));
  const vectors = [1, 0, 0, 1, -0.5, 0.25];
  assert.equal(
    perlin({gradients: {vectors: {dimensions: 2, vectors: Float64Array.from(vectors)}}}).toJson(),
    perlin({gradients: {vectors: {dimensions: 2, vectors: Float32Array.from(vectors)}}}).toJson());
  assert.equal(perlin({period: Uint32Array.of(4, 8)}).toJson(), perlin({period: [4, 8]}).toJson());

  rejected('perlin.sed is not known (did you mean seed?); use seed, frequency, lattice, ' +
          'gradients, fade, period', () => perlin({sed: 1}));
  rejected('fbm.octaves is 0; use a whole number from 1 to 32', () => made.fbm({octaves: 0}));
  rejected('perlin.frequency is NaN; use a finite number', () => perlin({frequency: NaN}));
  mistyped('fbm: source is undefined; pass a field or a number', () => fbm());
  mistyped('fbm: source is an object; pass a field or a number', () => fbm({octaves: 5}));
  mistyped('add: b is "1"; pass a field or a number', () => made.add('1'));
  mistyped('warp: by is 3; pass an array of fields', () => made.warp(3));
  mistyped('warp: by[1] is null; pass a field or a number', () => made.warp([1, null]));
  mistyped('fbm: pass source, an object of the other members', () => fbm(made, 5));
  mistyped('perlin: pass an object of the other members', () => perlin({}, {}));
});

test('values that JSON has not are rejected, and do not become defaults', () => {
  const {fbm, perlin} = perlane.make;
  rejected('perlin.seed is a function, which JSON has not; use another value',
           () => perlin({seed: () => 3}));
  rejected('perlin.frequency is Symbol(), which JSON has not; use another value',
           () => perlin({frequency: Symbol()}));
  rejected('perlin.period[1] is a function, which JSON has not; use another value',
           () => perlin({period: [4, Math.abs]}));
  rejected('perlin.seed is an object, which JSON has not; use another value',
           () => perlin({seed: {toJSON() {}}}));
  rejected('field.perlin.seed is a function, which JSON has not; use another value',
           () => perlane.fromJson({perlane: 1, field: {perlin: {seed() {}}}}));
  rejected('json is an object, which JSON has not; use another value',
           () => perlane.fromJson({toJSON() {}}));
  for (const members of [new Map([['seed', 3]]), new Date(), new Uint8Array(1)]) {
    mistyped('perlin: pass an object of the other members', () => perlin(members));
  }
  assert.equal(perlin({seed: undefined}).toJson(), perlin().toJson());
  assert.equal(perlin(Object.assign(Object.create(null), {seed: 3})).toJson(),
               perlin({seed: 3}).toJson());
  assert.equal(fbm(perlin(), undefined).toJson(), fbm(perlin()).toJson());
});

test('rejections have the path of a number that JSON has not', () => {
  const {make} = perlane, field = make.perlin();
  rejected('translate.distance[0] is NaN; use a finite number',
           () => make.translate(field, {distance: [NaN, 1]}));
  rejected('translate.distance[1] is -Infinity; use a finite number',
           () => make.translate(field, {distance: Float32Array.of(1, -Infinity)}));
  rejected('curve.points[1][0] is Infinity; use a finite number',
           () => make.curve(field, {points: [[0, 0], [Infinity, 1]]}));
  rejected('field.fbm.source.perlin.frequency is NaN; use a finite number', () => perlane.fromJson(
    {perlane: 1, field: {fbm: {source: {perlin: {frequency: NaN}}}}}));
  rejected(/^perlin.inf is not known/, () => make.perlin({inf: 1}));
  rejected(/^field.nan is not known/, () => perlane.fromJson({perlane: 1, field: {nan: {}}}));
  rejected('codes are from -Infinity to NaN; use two finite numbers, the smaller one first',
           () => field.fill({shape: [2]}, {type: 'uint8', codes: {min: -Infinity, max: NaN}}));
});

test('a number that may stand for several seeds is rejected', () => {
  const {chunk_value, opensimplex2, perlin} = perlane.make;
  const says = (path, seed) =>
    `${path} is ${seed}; use a bigint, or a string of the digits, beyond 2^53 - 1`;
  rejected(says('perlin.seed', 2 ** 53), () => perlin({seed: 2 ** 53}));
  rejected(says('opensimplex2.seed', -(2 ** 60)), () => opensimplex2({seed: -(2 ** 60)}));
  rejected(says('chunk_value.salt', 2 ** 53),
           () => chunk_value({dimensions: 2, path: [[0, 0, 0]], salt: 2 ** 53}));
  rejected(says('perlin.gradients.random.seed', 2 ** 53),
           () => perlin({gradients: {random: {seed: 2 ** 53}}}));
  rejected(says('field.perlin.seed', 2 ** 53),
           () => perlane.fromJson({perlane: 1, field: {perlin: {seed: 2 ** 53}}}));
  assert.match(perlin({seed: 2 ** 53 - 1}).toJson(), /"seed":9007199254740991\}/);
  assert.match(opensimplex2({seed: -(2n ** 63n)}).toJson(), /"seed":"-9223372036854775808"/);
});

test('a field that a member destroys while it is read is rejected', () => {
  const {fbm, perlin} = perlane.make;
  for (const membersOf of [
    (field) => ({get octaves() { return field.destroy(), 3; }}),
    (field) => ({octaves: {toJSON: () => (field.destroy(), 3)}}),
  ]) {
    const field = perlin({seed: 5});
    rejected('the field was destroyed; make it again', () => fbm(field, membersOf(field)));
  }
  const field = perlin();
  rejected('outputs[0]: the field was destroyed; make it again', () => perlane.fillAll(
    [{field, type: 'uint8', codes: {get min() { return field.destroy(), 0; }, max: 1}}],
    {shape: [4]}));
});

test('memory beyond 2 GiB has the same results', async () => {
  const exports = await exported();
  exports.memory.grow(2 ** 15);
  while (exports.malloc(2 ** 16) >>> 0 < 2 ** 31);
  const high = new Perlane(exports, perlane.module);
  assert.ok(high.memorySize > 2 ** 31);
  assert.deepEqual(high.catalogue, perlane.catalogue);
  assert.equal(high.activeIsa, 'wasm');
  const field = high.fromJson(hills), grid = {shape: [40, 30]};
  assert.equal(field.toJson(), JSON.stringify(hills));
  assert.deepEqual(field.fill(grid), perlane.fromJson(hills).fill(grid));
  const low = perlane.fromJson(hills);
  for (let i = 0; i < 9; ++i) assert.equal(field.sample(1, i), low.sample(1, i));
  assert.throws(() => field.range(9), /dimensions is 9; use 1 to 4/);
});

// The stack of JavaScript ends within a function of the module, and a RangeError leaves it.
test('an instance survives errors that leave its stack as it was', async () => {
  const exports = await exported();
  let isSpoilt = true;
  const spoilt = new Perlane({...exports, perlane_fill: (...all) => {
    if (!isSpoilt) return exports.perlane_fill(...all);
    exports.__stack_pointer.value -= 2 ** 18;
    throw new RangeError('Maximum call stack size exceeded');
  }}, perlane.module);
  const field = spoilt.fromJson(hills), grid = {shape: [4, 4]};
  for (let i = 0; i < 9; ++i) assert.throws(() => field.fill(grid), RangeError);
  isSpoilt = false;
  assert.deepEqual(field.fill(grid), perlane.fromJson(hills).fill(grid));
});

test('an instance whose memory cannot be freed goes on', async () => {
  const exports = await exported();
  let frees = 0;
  const spoilt = new Perlane({...exports, free: () => {
    ++frees;
    throw new RangeError('Maximum call stack size exceeded');
  }}, perlane.module);
  const field = spoilt.fromJson(hills), grid = {shape: [100, 100]};
  for (let i = 0; i < 200; ++i) assert.throws(() => field.fill(grid), RangeError);
  assert.equal(frees, 200);  // each call gives back what it borrowed itself
  field.range({shape: [4, 4]});  // the scratch area is not used up
  assert.equal(frees, 200);
});

test('an error in the destruction of a forgotten field does not end Node', () => {
  const code = `
    import {load, Perlane} from 'perlane';
    const {instantiate} = WebAssembly;
    let calls = 0;
    WebAssembly.instantiate = async (...all) => {
      const {exports} = await instantiate(...all);
      return {exports: {...exports, perlane_field_destroy: () => {
        ++calls;
        throw new RangeError('Maximum call stack size exceeded');
      }}};
    };
    const {make} = await load();
    for (let i = 0; i < 100; ++i) make.perlin({seed: i});
    while (calls === 0) {
      gc();
      await new Promise((done) => setTimeout(done));
    }
    console.log('goes on');`;
  const flags = ['--expose-gc', '--input-type=module', '--eval', code];
  const said = execFileSync(process.execPath, flags, {cwd: new URL('..', import.meta.url)});
  assert.equal(String(said), 'goes on\n');
});

test('every function of the catalogue can be called', () => {
  for (const {name, fields, members} of perlane.catalogue.factories) {
    assert.equal(typeof perlane.make[name], 'function', name);
    if (fields.length > 0) assert.equal(typeof Field.prototype[name], 'function', name);
    const isFree = fields.length === 0 && members.every((member) => 'default' in member);
    if (isFree) assert.ok(perlane.make[name]() instanceof Field, name);
  }
});

test('fields of another instance are rejected', async () => {
  const field = (await load(perlane.module)).fromJson(hills);
  rejected('the field is of another instance; make it with this one',
          () => perlane.make.add(field, 1));
  rejected('outputs[0]: the field is of another instance; make it with this one',
          () => perlane.fillAll([{field}], {shape: [4]}));
});

test('wrong arguments are TypeErrors that say what to pass', () => {
  const field = perlane.fromJson(hills), into = new Float32Array(4);
  mistyped('grid is undefined; pass an object, such as {shape: [512, 512]}', () => field.fill());
  mistyped('grid.shape is undefined; pass an array with a number for each axis',
           () => field.fill({}));
  mistyped('grid.shape is 512; pass an array with a number for each axis',
           () => field.fill({shape: 512}));
  mistyped('grid.shape[1] is "4"; pass a number', () => field.fill({shape: [4, '4']}));
  assert.deepEqual(field.fill({shape: {0: 4, 1: 5, length: 2}}), field.fill({shape: [4, 5]}));
  mistyped('grid.size is not known; use shape, step, origin, first',
           () => field.fill({shape: [4], size: 3}));
  mistyped('options.typ is not known; use type, codes, into',
           () => field.fill({shape: [4]}, {typ: 'uint8'}));
  mistyped('options is an array; pass an object, such as {type: \'uint16\'}',
           () => field.fill({shape: [4]}, [into]));
  mistyped('codes.min is undefined; pass a number',
           () => field.fill({shape: [4]}, {type: 'uint8', codes: {}}));
  rejected("codes are given for floats; leave them out, or set type to 'uint16' or 'uint8'",
          () => field.fill({shape: [4]}, {codes: {min: 0, max: 1}}));
  mistyped('x is an array; pass numbers: sample(x, y)', () => field.sample([1, 2]));
  mistyped('x is "a"; pass numbers: sample(x, y)', () => field.sample('a', 1));
  mistyped('y is undefined; pass numbers: sample(x, y)', () => field.sample(1, undefined));
  mistyped('axis 0 is 3; pass an array with a number for each axis', () => field.samplePoints(3));
  mistyped('axis 1[2] is "5"; pass a number', () => field.samplePoints([1, 2, 3], [1, 2, '5']));
  mistyped('axis 0[0] is undefined; pass a number', () => field.samplePoints([undefined], [1]));
  mistyped('axis 0[1] is undefined; pass a number',
           () => field.samplePointsDerivatives([1, , 3], [1, 2, 3]));
  mistyped('json is 5; pass a text, or an object such as {perlane: 1, field: {perlin: {seed: 7}}}',
           () => perlane.fromJson(5));
  mistyped('outputs is an object; pass an array, such as [{field}]',
           () => perlane.fillAll({field}, {shape: [4]}));
  mistyped('outputs[0]: field is undefined; pass a field',
           () => perlane.fillAll([{}], {shape: [4]}));
  mistyped('seed is "1"; pass a whole number, or a bigint', () => field.reseed('1'));
  assert.throws(() => field.reseed(-1), /seed is -1; use a whole number of 0 to 2\^53 - 1/);
  assert.throws(() => field.reseed(2n ** 64n), RangeError);
  mistyped('width is undefined; pass a number', () => field.withFootprint());
  assert.throws(() => field.sample(), PerlaneError);
});

test('a point that has no value is NaN', () => {
  const field = perlane.fromJson(hills);
  assert.ok(Number.isNaN(field.sample(NaN, 1)));
  assert.ok(Number.isNaN(field.sample(Infinity)));
  assert.ok(Number.isNaN(field.sample(1e300, 1)));
});

// `sample` guesses which points come next.
test('points have the values of arrays, in whatever order a loop takes them', () => {
  const fields = [perlane.fromJson(hills), perlane.make.simplex({frequency: 0.07})];
  const lines = {
    'rows': (i) => [i % 100, Math.floor(i / 100)],
    'columns': (i) => [Math.floor(i / 300), i % 300],
    'diagonals': (i) => [(i % 90) * 0.5, 7 - (i % 90) * 0.25, i % 90],
    'steps that round': (i) => [(i % 500) / 50, i * 0.013],
    'backwards': (i) => [-i, 3, 1, -2 * i],
    'the same': () => [3, 4],
    'to and fro': (i) => [i % 2, i % 3],
    'short rows': (i) => [i % 7, Math.floor(i / 7)],
    'numbers of axes': (i) => i % 70 < 50 ? [i] : [i, 0],
    'beyond the limit': (i) => [i * 1e12],
    'not finite': (i) => [i % 300 === 299 ? NaN : i % 300, i % 400 > 350 ? Infinity : 1],
    'random': (i) => [Math.imul(i, 2654435761) >>> 20, Math.imul(i, 40503) >>> 12],
  };
  for (const [name, at] of Object.entries(lines)) {
    for (const field of fields) {
      for (let i = 0; i < 3000; ++i) {
        const point = at(i);
        const [expected] = field.samplePoints(...point.map((coordinate) => [coordinate]));
        assert.ok(Object.is(field.sample(...point), expected), `${name}, point ${i}`);
        if (i % 701 === 700) assert.throws(() => field.sample('a'), TypeError);
      }
    }
  }
  const gone = perlane.fromJson(hills);
  for (let i = 0; i < 9; ++i) gone.sample(i, 0);
  gone.destroy();
  rejected('the field was destroyed; make it again', () => gone.sample(9, 0));
  const flat = perlane.make.scale(perlane.make.perlin(), {factor: [2, 2]});
  for (let i = 0; i < 9; ++i) rejected(/the point has 3/, () => flat.sample(i, 0, 0));
});

test('points of a line at 0 have the sign of 0 that they are given', () => {
  const lines = {
    'zeros of both signs': (i) => [i % 9 - 8, i % 2 ? -0 : 0],
    'from -0': (i) => [i % 70 || -0, -0],
    'to -0': (i) => [i % 70 - 69 || -0, 69 - i % 70 || -0],
  };
  for (const [name, at] of Object.entries(lines)) {
    for (const axis of [0, 1]) {
      const field = perlane.make.coordinate({axis});
      for (let i = 0; i < 1000; ++i) {
        const point = at(i);
        assert.ok(Object.is(field.sample(...point), point[axis]), `${name}, point ${i}`);
      }
    }
  }
});

test('the console shows a field on one line', () => {
  const field = perlane.make.perlin({seed: 7});
  assert.equal(inspect(field), 'Field {"perlane":1,"field":{"perlin":{"seed":7}}}');
  field.destroy();
  assert.equal(inspect(field), 'Field (destroyed)');
  const long = perlane.make.curve(perlane.make.perlin(), {
    points: Array.from({length: 30}, (_, i) => [i, i / 4])});
  assert.equal(inspect(long), `Field ${long.toJson().slice(0, 160)}...`);
});

test('bounds of a box are within those of the field', () => {
  const field = perlane.fromJson(hills), all = field.range(2), box = field.range({shape: [3, 2]});
  assert.ok(all.min < box.min && box.min < box.max && box.max < all.max);
  mistyped('grid is undefined; pass an object, such as {shape: [512, 512]}', () => field.range());
});

test('bounds of no number of dimensions are rejected', () => {
  const field = perlane.fromJson(hills);
  for (const dimensions of [0, 5, -1, 2.5, NaN, Infinity, 2 ** 32 + 2, 2 - 2 ** 32]) {
    rejected(`range: dimensions is ${dimensions}; use 1 to 4`, () => field.range(dimensions));
  }
});

test('bounds of many boxes are those of each', () => {
  const field = perlane.fromJson(hills);
  const boxes = Array.from({length: 100}, (_, i) => ({
    shape: [1 + i % 7, 1 + i % 3], step: [0.5, 1.5 - i], origin: [3, -4], first: [i * i, -7n],
  }));
  assert.deepEqual(field.ranges(boxes), boxes.map((box) => field.range(box)));
  assert.deepEqual(field.ranges([]), []);
  mistyped('grids is 5; pass an array, such as [{shape: [32, 32]}]', () => field.ranges(5));
  mistyped('grids[1]: grid is 5; pass an object, such as {shape: [512, 512]}',
           () => field.ranges([{shape: [3, 2]}, 5]));
  rejected(/^grids\[1\]: .*shape\[0\] is 0/, () => field.ranges([{shape: [3]}, {shape: [0]}]));
  rejected(/dimensions/, () => field.ranges([{shape: [3]}, {shape: [3, 2]}]));
});

// The module evaluates what has more than 16 MB piece by piece.
test('pieces of large grids have the bits of the whole', () => {
  const field = perlane.make.value({frequency: 0.3, seed: 5});
  const other = field.abs();
  for (const [shape, first] of [[[5_000_000], [-3]], [[2, 2_200_000], [5, -9]],
                                [[2100, 2000, 2], [1, 2, 3]], [[3, 2, 700_000, 2], [4, 5, 6, 7]]]) {
    const grid = {shape, first, step: shape.map(() => 0.37)};
    const {values, min, max} = field.fill(grid);
    const count = values.length;
    let least = Infinity, largest = -Infinity;
    for (const value of values) {
      if (value < least) least = value;
      if (value > largest) largest = value;
    }
    assert.deepEqual([min, max], [least, largest]);
    const at = [0, 1, 2 ** 22 - 1, 2 ** 22, 2 ** 22 + 1, 1_234_567, count - 1];
    const axes = shape.map((_, axis) => at.map((index) => {
      const stride = shape.slice(0, axis).reduce((a, b) => a * b, 1);
      return (first[axis] + Math.floor(index / stride) % shape[axis]) * 0.37;
    }));
    assert.deepEqual([...field.samplePoints(...axes)], at.map((index) => values[index]));
    const both = perlane.fillAll([{field, type: 'uint8'}, {field: other}], grid);
    const codes = field.fill(grid, {type: 'uint8'});
    assert.equal(Buffer.compare(both[0].values, codes.values), 0);
    assert.equal(both[1].values[count - 1], Math.abs(values[count - 1]));
    assert.equal(both[1].min, other.fill(grid).min);
  }
  assert.ok(perlane.memorySize < 2 ** 28);
  const {derivatives} = field.fillDerivatives({shape: [3000, 600], step: [0.37, 0.37]});
  const last = field.samplePointsDerivatives([2999 * 0.37], [599 * 0.37]);
  assert.equal(derivatives[1].at(-1), last.derivatives[1][0]);
  // A fault of a later piece is found before the first is written.
  const into = new Uint8Array(2 ** 25).fill(7);
  rejected(/^grid.origin, first and step put sample 33554431 of axis x at 3.35/,
          () => field.fill({shape: [2 ** 25], step: [1e300]}, {type: 'uint8', into}));
  assert.equal(into.indexOf(0), -1);
});

test('pieces of a shape of small integers have the bits of the whole', () => {
  const field = perlane.make.value({frequency: 0.3, seed: 5}), numbers = [255, 255, 255];
  const shape = Uint8Array.from(numbers), grid = {shape: numbers};
  const bytesOf = ({values}) => Buffer.from(values.buffer), expected = bytesOf(field.fill(grid));
  assert.ok(bytesOf(field.fill({shape})).equals(expected));
  assert.ok(bytesOf(perlane.fillAll([{field}], {shape})[0]).equals(expected));
});

test('memory grows by large steps', () => {
  const {perlin} = perlane.make, grown = new Set();
  for (let i = 0; i < 20_000; ++i) {
    perlin({seed: i}).fbm();
    grown.add(perlane.memorySize);
  }
  assert.ok(grown.size < 20, `memory grew ${grown.size} times`);
});

test('a field that was destroyed is rejected', () => {
  const field = perlane.fromJson(hills);
  field.destroy();
  field.destroy();
  rejected('the field was destroyed; make it again', () => field.sample(1));
});

test('instances of one module share nothing', async () => {
  const other = await load(perlane.module);
  assert.equal(other.fromJson(hills).sample(1, 2), before);
  const bytes = await readFile(new URL('../dist/perlane.wasm', import.meta.url));
  assert.equal((await load(bytes)).version, perlane.version);
});
