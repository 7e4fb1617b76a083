// Pools of Workers: the bits of one thread, progress, and calls that end early.

import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import {test} from 'node:test';

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
