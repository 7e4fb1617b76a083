// The small module: the bits of the whole one, its rejections, and what it says it lacks.

import assert from 'node:assert/strict';
import {test} from 'node:test';

import {load as loadWhole} from 'perlane';
import {load, PerlaneError} from 'perlane/small';

const whole = await loadWhole(), small = await load();

// Fields of every function and member, as a function of the functions of either module.
const fields = {
  'perlin': ({perlin}) => perlin(),
  'perlin, all members': ({perlin}) => perlin({
    seed: 2n ** 64n - 1n, frequency: 0.13, gradients: 'edges', fade: 'cubic', period: [5, 3]}),
  'perlin, axes': ({perlin}) => perlin({seed: 7, gradients: 'axes', fade: 'linear', period: 4}),
  'perlin, diagonals': ({perlin}) => perlin({seed: '12', gradients: 'diagonals', period: [3]}),
  'perlin2002': ({perlin2002}) => perlin2002({seed: 3, frequency: 0.3}),
  'value': ({value}) => value({seed: 5, frequency: 0.7, fade: 'linear', period: [0, 6, 0, 2]}),
  'white': ({white}) => white({seed: 5, frequency: 0.9}),
  'simplex': ({simplex}) => simplex({seed: 9, frequency: 0.11}),
  'simplex, edges': ({simplex}) => simplex({gradients: 'edges', frequency: 0.4}),
  'simplex2012': ({simplex2012}) => simplex2012({frequency: 0.2}),
  'fbm': ({fbm, perlin}) => fbm(perlin({seed: 7}), {octaves: 5}),
  'fbm, all members': ({fbm, value}) => fbm(value({frequency: 0.1}), {
    octaves: 3, lacunarity: 2.5, gain: -0.6, aligned: true, weight: 0.3, fraction: 0.5,
    footprint: 2}),
  'fbm of simplex': ({simplex}) => simplex().fbm({octaves: 4, footprint: 9}),
  'ridged': ({perlin}) => perlin({frequency: 0.05}).ridged(),
  'billow': ({simplex}) => simplex({frequency: 0.05}).billow({octaves: 2}),
  'ping_pong': ({perlin}) => perlin({frequency: 0.05}).ping_pong({strength: 3, octaves: 3}),
  'ridged, faded': ({value}) => value().ridged({octaves: 6, footprint: 5}),
  'billow, faded': ({perlin}) => perlin().billow({octaves: 4, footprint: 500}),
  'ping_pong, faded': ({simplex}) => simplex().ping_pong({octaves: 8, footprint: 1}),
  'within each other': ({value}) => value().fbm({octaves: 2}).ridged({octaves: 3}),
};

const grids = [
  {shape: [2500], step: [0.37], first: [-1000]},
  {shape: [150, 40], step: [0.37, 1.1], first: [-70, 3]},
  {shape: [1, 1]},
  {shape: [333, 3], first: [2n ** 40n, 0], origin: [0.5, -7]},
  {shape: [45, 17, 9], step: [0.9, -0.37, 4.3], first: [-20, 3, 100]},
  {shape: [21, 6, 5, 9], step: [0.9, 0.37, 4.3, 0.21], first: [-9, 3, 100, -5]},
];
const axes = [0.37, -1.7, 2.9, 0.61].map((step) =>
  Array.from({length: 700}, (_, i) => i === 99 ? NaN : (i - 50) * step * (1 + i % 3)));

for (const [name, of] of Object.entries(fields)) {
  test(`${name} has the bits of the whole module`, () => {
    const field = of(small.make), expected = of(whole.make);
    const {least, most} = field.dimensions;
    assert.deepEqual({least, most}, expected.dimensions);
    for (const grid of grids.filter(({shape: {length}}) => length >= least && length <= most)) {
      assert.deepEqual(field.fill(grid), expected.fill(grid));
      for (const type of ['uint8', 'uint16']) {
        assert.deepEqual(field.fill(grid, {type}), expected.fill(grid, {type}));
      }
    }
    for (let dimensions = least; dimensions <= most; ++dimensions) {
      const points = axes.slice(0, dimensions);
      const values = expected.samplePoints(...points);
      assert.deepEqual(field.samplePoints(...points), values);
      values.forEach((value, i) =>
        assert.ok(Object.is(field.sample(...points.map((axis) => axis[i])), value)));
      assert.deepEqual(field.range(dimensions), expected.range(dimensions));
    }
  });
}

test('all functions are tested', () => {
  const tested = Object.values(fields).map(String).join();
  for (const name of Object.keys(small.make)) assert.match(tested, new RegExp(`\\b${name}\\(`));
  assert.equal(small.version, whole.version);
});

test('large grids are evaluated in pieces', () => {
  const grid = {shape: [2 ** 20, 5], step: [0.1, 3]};
  assert.deepEqual(small.make.simplex().fill(grid), whole.make.simplex().fill(grid));
  const into = new Uint8Array(2 ** 25).fill(7);
  assert.throws(() => small.make.perlin().fill({shape: [2 ** 25], step: [1e300]},
                                               {type: 'uint8', into}), /33554431 of axis x/);
  assert.equal(into.indexOf(0), -1);
  assert.ok(small.memorySize < into.length, `${small.memorySize}`);
});

function messageOf(call) {
  try {
    call();
  } catch (error) {
    return `${error.name}: ${error.message}`;
  }
  return 'none';
}

test('rejections are those of the whole module', () => {
  const calls = [
    ...[{frequency: -1}, {frequency: 'a'}, {frequency: null}, {period: 1.5}, {period: -4},
        {period: [1, 'a']}, {period: [1, 2, 3, 4, 5]}, {frequency: [1]}, {seed: undefined},
        {fade: 1}, {period: 2 ** 33}]
      .map((members) => ({perlin}) => perlin(members)),
    ...[{frequency: NaN}, {frequency: -Infinity}].map((members) => ({value}) => value(members)),
    ...[{octaves: 0}, {octaves: 1.5}, {octaves: 2 ** 40}, {aligned: 1}, {lacunarity: 0},
        {weight: 2}, {strength: 0}, {footprint: -1}]
      .map((members) => ({perlin}) => perlin().ping_pong(members)),
    ({perlin}) => perlin({gradients: 'axes', period: [7]}).fbm({lacunarity: 1.3}),
    ({value}) => value({frequency: 1e300}).fbm({lacunarity: 1e30}),
    ({fbm, perlin}) => fbm(perlin(), {}, 5),
    ({fbm}) => fbm('a'),
    ({perlin}) => perlin().fill({shape: [0, 4]}),
    ({perlin}) => perlin().fill({shape: [4], origin: [Infinity]}),
    ({perlin}) => perlin().fill({shape: [4], step: [1e300]}),
    ({perlin}) => perlin().sample(1, 2, 3, 4, 5),
    ({perlin}) => perlin().sample('a'),
    ...[5, 2.5, NaN, 2 ** 32 + 2].map((dimensions) => ({perlin}) => perlin().range(dimensions)),
    ({perlin}) => perlin().fill({shape: [4]}, {type: 'float16'}),
    ({perlin}) => perlin().fill({shape: [4], first: [0.5]}),
    ({perlin}) => perlin().fill({shape: [4], first: [2n ** 63n]}),
    ({perlin}) => perlin().sample(1n),
    ({perlin}) => perlin().sample(() => 1),
    ({perlin}) => perlin([]),
  ];
  for (const call of calls) {
    const expected = messageOf(() => call(whole.make));
    assert.equal(messageOf(() => call(small.make)),
                 expected.replace('pass a field or a number', 'pass a field'), String(call));
  }
  const rejected = calls.filter((call) => messageOf(() => call(small.make)) !== 'none');
  assert.ok(rejected.length >= calls.length - 2);
});

test('rejections name the function and the member', () => {
  const {perlin} = small.make;
  const rejected = (members, message) =>
    assert.throws(() => perlin(members), {name: 'PerlaneError', message});
  for (const [seed, shown] of [[-1, '-1'], [0.5, '0.5'], ['a', '"a"'],
                               [2n ** 64n, '18446744073709551616n']]) {
    rejected({seed}, `perlin.seed is ${shown}; use a whole number from 0 to 2^64 - 1, as a ` +
                     'bigint or a string if it is above 2^53');
  }
  assert.throws(() => perlin(new Map([['seed', 3]])), /^TypeError: perlin: pass an object/);
  assert.throws(() => perlin({seed: 2 ** 53}), /^PerlaneError: perlin.seed is 9007199254740992;/);
  rejected({frequency: Infinity}, 'perlin.frequency is Infinity; use a finite number');
});

test('a call of what only the whole module has says so', () => {
  const {make} = small, field = make.perlin();
  const lacks = (what, call) => assert.throws(call, (error) => {
    assert.ok(error instanceof PerlaneError, error.stack);
    assert.equal(error.message, `the small module has no ${what}; import 'perlane', which has ` +
                                "it, in place of 'perlane/small'");
    return true;
  });
  lacks('cellular', () => make.cellular());
  lacks('domain_warp', () => field.domain_warp());
  lacks('toJson', () => field.toJson());
  lacks('fillDerivatives', () => field.fillDerivatives({shape: [4]}));
  lacks('bounds of grids', () => field.range({shape: [4]}));
  lacks('perlin.lattice, and its lattices are hashed', () => make.perlin({lattice: 'hashed'}));
  assert.throws(() => make.perlin({sed: 1}), {
    message: 'perlin.sed is not known; use seed, frequency, gradients, fade, period'});
  assert.throws(() => make.perlin({gradients: {random: {seed: 1}}}), /has no others/);
  for (const name of Object.keys(whole.make)) assert.equal(typeof make[name], 'function');
});

test('fields are destroyed, and belong to an instance', async () => {
  const field = small.make.perlin();
  field.destroy();
  assert.throws(() => field.sample(1), {message: 'the field was destroyed; make it again'});
  const other = await load(small.module);
  assert.throws(() => other.make.fbm(small.make.perlin()), /of another instance/);
  await assert.rejects(load(whole.module), /is that of another import/);
  await assert.rejects(loadWhole(small.module), /is that of another import/);
});
