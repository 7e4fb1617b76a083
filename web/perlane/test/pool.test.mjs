// Pools of Workers: the bits of one thread, progress, and calls that end early.

import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import {getEventListeners} from 'node:events';
import {test} from 'node:test';
import {Worker} from 'node:worker_threads';

import {load, PerlaneError, Pool} from 'perlane';

const perlane = await load();
const {fbm, perlin, coordinate} = perlane.make;
const hills = fbm(perlin({seed: 7, frequency: 0.03}));

test('a pool has the bits of one thread', async () => {
  const pool = new Pool(perlane, {workers: 3});
  const grids = [{shape: [5]}, {shape: [700, 300], first: [-7, 3]}, {shape: [1, 1, 90_000]},
                 {shape: [100_000], step: [0.25]}, {shape: [300, 2, 200, 2], origin: [1, 2, 3, 4]}];
  for (const grid of grids) {
    assert.deepEqual(await pool.fill(hills, grid), hills.fill(grid));
    const codes = {type: 'uint16', codes: {min: -0.25, max: 0.5}};
    assert.deepEqual(await pool.fill(hills, grid, codes), hills.fill(grid, codes));
    assert.deepEqual(await pool.fill(hills, grid, {type: 'uint8'}),
                     hills.fill(grid, {type: 'uint8'}));
  }
  const into = new Float32Array(200 * 100);
  const {values} = await pool.fill(hills, {shape: [200, 100]}, {into});
  assert.equal(values, into);
  assert.deepEqual(into, hills.fill({shape: [200, 100]}).values);
  const all = await Promise.all(grids.map((grid) => pool.fill(hills, grid)));
  assert.deepEqual(all, grids.map((grid) => hills.fill(grid)));
  pool.destroy();
});

test('a pool reads its arguments when it is called', async () => {
  const pool = new Pool(perlane, {workers: 1});
  const make = () => ({shape: [512, 512], step: [1, 1], origin: [0, 0], first: [0, 0n]});
  for (const [name, value] of [['shape', 7], ['step', 3], ['origin', 512], ['first', 9]]) {
    const grid = make(), call = pool.fill(hills, grid);
    grid[name][0] = value;
    assert.deepEqual(await call, hills.fill(make()), name);
  }
  const grid = make(), codes = {min: -0.25, max: 0.5}, options = {type: 'uint8', codes};
  const expected = hills.fill(grid, options), call = pool.fill(hills, grid, options);
  codes.max = 0.2;
  grid.origin = [1, 1];
  assert.deepEqual(await call, expected);
  pool.destroy();
});

test('a pool takes every grid that a field takes', {timeout: 60_000}, async () => {
  const proxy = (numbers) => new Proxy(numbers, {});  // cannot be sent to a Worker
  const grids = [
    {shape: proxy([256, 256]), step: proxy([1, 2]), origin: proxy([0, 3]), first: proxy([1, 2n])},
    {shape: Uint8Array.of(255, 255)},
    {shape: Uint16Array.of(700, 300), step: Float32Array.of(0.5, 2), origin: Int8Array.of(-3, 4),
     first: BigInt64Array.of(-7n, 3n)},
  ];
  for (const grid of grids) {
    const pool = new Pool(perlane, {workers: 2});
    // The first call starts the Workers, and the second one finds them waiting.
    for (let i = 0; i < 2; ++i) assert.deepEqual(await pool.fill(hills, grid), hills.fill(grid));
    const codes = proxy({min: -1, max: 1}), options = {type: 'uint8', codes};
    assert.deepEqual(await pool.fill(hills, grid, options), hills.fill(grid, options));
    pool.destroy();
  }
});

test('a message that cannot be sent rejects its call alone', {timeout: 60_000}, async (t) => {
  const {postMessage} = Worker.prototype, grid = {shape: [300, 300]};
  let isBroken = false;
  t.mock.method(Worker.prototype, 'postMessage', function(message, ...more) {
    // Node has a Worker of its own where modules are loaded by hooks, as coverage does.
    if (isBroken && this.constructor === Worker && !(message instanceof WebAssembly.Module)) {
      throw new DOMException('not sent', 'DataCloneError');
    }
    postMessage.call(this, message, ...more);
  });
  const pool = new Pool(perlane, {workers: 2});
  for (let i = 0; i < 3; ++i) {  // the first call starts the Workers
    isBroken = true;
    const {signal} = new AbortController();
    await assert.rejects(pool.fill(hills, grid, {signal}), {name: 'DataCloneError'});
    assert.equal(getEventListeners(signal, 'abort').length, 0);
    isBroken = false;
    assert.deepEqual(await pool.fill(hills, grid), hills.fill(grid));
  }
  pool.destroy();
});

test('calls at the same time start Workers for all', {timeout: 60_000}, async (t) => {
  const {postMessage} = Worker.prototype, grid = {shape: [9]};
  let started = 0;
  t.mock.method(Worker.prototype, 'postMessage', function(message, ...more) {
    if (message instanceof WebAssembly.Module) ++started;
    postMessage.call(this, message, ...more);
  });
  for (const [calls, workers] of [[1, 1], [2, 2], [3, 3], [20, 3]]) {
    const pool = new Pool(perlane, {workers: 3});
    started = 0;
    const fills = () => Array.from({length: calls}, () => pool.fill(hills, grid));
    for (const filled of await Promise.all(fills())) assert.deepEqual(filled, hills.fill(grid));
    assert.equal(started, workers);
    await Promise.all(fills());
    assert.equal(started, workers);
    pool.destroy();
  }
});

test('progress grows from 0 to 1', async () => {
  const pool = new Pool(perlane, {workers: 2}), parts = [];
  await pool.fill(hills, {shape: [600, 600]}, {onProgress: (part) => parts.push(part)});
  assert.equal(parts[0], 0);
  assert.equal(parts.at(-1), 1);
  assert.ok(parts.length > 3);
  assert.deepEqual(parts, [...new Set(parts)].sort((a, b) => a - b));
  await assert.rejects(pool.fill(hills, {shape: [9]}, {onProgress: () => { throw Error('mine'); }}),
                       {message: 'mine'});
  assert.equal((await pool.fill(hills, {shape: [9]})).values.length, 9);
  pool.destroy();
});

test('onProgress may destroy the pool or throw, at once or later', {timeout: 60_000}, async () => {
  for (const after of [0, 0.1]) {
    const pool = new Pool(perlane, {workers: 1}), destroyed = /the pool was destroyed/;
    await assert.rejects(pool.fill(hills, {shape: [256, 256]}, {
      onProgress: (part) => { if (part >= after) pool.destroy(); },
    }), destroyed);
    const parts = [], onProgress = (part) => parts.push(part);
    await assert.rejects(pool.fill(hills, {shape: [9]}, {onProgress}), destroyed);
    assert.deepEqual(parts, []);
  }
  const pool = new Pool(perlane, {workers: 1}), {signal} = new AbortController();
  for (const after of [0, 0.1, 2]) {
    await pool.fill(hills, {shape: [256, 256]}, {
      signal, onProgress: (part) => { if (part >= after) throw new Error('mine'); },
    }).then(() => assert.equal(after, 2), ({message}) => assert.equal(message, 'mine'));
    assert.equal(getEventListeners(signal, 'abort').length, 0);
  }
  pool.destroy();
});

test('a signal cancels a call, and the pool goes on', async () => {
  const pool = new Pool(perlane, {workers: 2});
  await assert.rejects(pool.fill(hills, {shape: [9]}, {signal: AbortSignal.abort()}),
                       {name: 'AbortError'});
  const controller = new AbortController();
  const {signal} = controller, parts = [];
  const cancelled = pool.fill(hills, {shape: [3000, 3000]}, {
    signal,
    onProgress: (part) => {
      parts.push(part);
      if (part > 0) controller.abort('enough');
    },
  });
  await assert.rejects(cancelled, (reason) => reason === 'enough');
  const before = new AbortController();
  await assert.rejects(pool.fill(hills, {shape: [9]}, {
    signal: before.signal, onProgress: () => before.abort('at once'),
  }), (reason) => reason === 'at once');
  const {length} = parts;
  assert.deepEqual(await pool.fill(hills, {shape: [300, 300]}), hills.fill({shape: [300, 300]}));
  assert.equal(parts.length, length);
  pool.destroy();
});

test('mistakes are those of one thread', async () => {
  const pool = new Pool(perlane, {workers: 2});
  const bad = [
    [{shape: [4], size: 1}, {}], [{shape: [4]}, {typ: 1}], [{shape: [0]}, {}],
    [{shape: [2 ** 22], step: [1e300]}, {}],
    [{shape: [4]}, {type: 'uint8', codes: {min: 1, max: 0}}],
  ];
  for (const [grid, options] of bad) {
    const error = await pool.fill(hills, grid, options).then(assert.fail, (reason) => reason);
    assert.throws(() => hills.fill(grid, options), (expected) => {
      assert.equal(error.constructor, expected.constructor);
      assert.equal(error.message.replace('signal, onProgress, ', ''), expected.message);
      return true;
    });
  }
  const into = new Uint8Array(90_000).fill(7);
  await assert.rejects(pool.fill(coordinate({axis: 0}), {shape: [90_000]}, {type: 'uint8', into}),
                       PerlaneError);
  assert.ok(into.every((code) => code === 7));
  assert.throws(() => new Pool(perlane, {workers: 0}), RangeError);
  const waiting = pool.fill(hills, {shape: [2000, 2000]});
  pool.destroy();
  await assert.rejects(waiting, /the pool was destroyed/);
  await assert.rejects(pool.fill(hills, {shape: [4]}), /the pool was destroyed/);
});

test('an error of a Worker that is none of perlane reaches the caller, each time', async () => {
  // A module that imports what Workers do not have.
  const header = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0], types = [1, 4, 1, 0x60, 0, 0];
  const imports = [2, 7, 1, 1, 0x61, 1, 0x62, 0, 0];
  const module = new WebAssembly.Module(Uint8Array.from([...header, ...types, ...imports]));
  const pool = new Pool(Object.create(perlane, {module: {value: module}}), {workers: 1});
  for (let i = 0; i < 2; ++i) {
    await assert.rejects(pool.fill(hills, {shape: [4]}), (error) => {
      assert.ok(!(error instanceof PerlaneError));
      assert.match(error.message, /WebAssembly\.instantiate\(\)/);
      return true;
    });
  }
  pool.destroy();
});

test('a pool that is idle lets the program end', () => {
  const program = `
    import {load, Pool} from 'perlane';
    const perlane = await load();
    const {values} = await new Pool(perlane, {workers: 2}).fill(perlane.make.perlin(),
                                                               {shape: [300, 300]});
    console.log(values.length);`;
  const {status, stdout, stderr} = spawnSync(
    process.execPath, ['--input-type=module', '--eval', program],
    {cwd: new URL('..', import.meta.url), encoding: 'utf8', timeout: 60_000});
  assert.equal(stdout, '90000\n', stderr);
  assert.equal(status, 0);
});
