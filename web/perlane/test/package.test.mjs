// The package as it is published: its files, its links, and the examples of its README.

import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {test} from 'node:test';
import {brotliCompressSync, gzipSync} from 'node:zlib';

const directory = new URL('..', import.meta.url);
const read = (path) => readFileSync(new URL(path, directory), 'utf8');
const readme = read('README.md');

test('the archive has the licence, the module and all that the code needs', () => {
  const [{files}] = JSON.parse(execFileSync('npm', ['pack', '--dry-run', '--json'],
                                            {cwd: directory, encoding: 'utf8'}));
  const paths = files.map(({path}) => path);
  for (const path of ['LICENSE', 'README.md', 'package.json', 'dist/perlane.wasm', 'dist/index.js',
                      'dist/perlane-small.wasm', 'dist/small.js', 'dist/small.d.ts',
                      'dist/index.d.ts', 'dist/generated.d.ts', 'dist/worker.js']) {
    assert.ok(paths.includes(path), path);
  }
  for (const path of paths) {
    assert.match(path, /^(dist\/[\w.-]+\.(js|d\.ts|wasm)|LICENSE|README\.md|package\.json)$/);
  }
  assert.equal(read('LICENSE'), read('../../LICENSE'));
  // Links within the repository are dead where the package is published.
  for (const [, link] of readme.matchAll(/\]\((?!https:)([^)]*)\)/g)) assert.fail(link);
});

test('the README says how large the modules are', () => {
  for (const name of ['perlane.wasm', 'perlane-small.wasm']) {
    const bytes = readFileSync(new URL(`dist/${name}`, directory));
    const row = readme.split('\n').find((line) => line.startsWith(`| \`${name}\``));
    const said = row.match(/\b\d+\b/g);
    for (const [i, {length}] of [bytes, gzipSync(bytes), brotliCompressSync(bytes)].entries()) {
      assert.ok(Math.abs(length / 1000 / said[i] - 1) < 0.05,
                `${name}: ${length / 1000} kB are ${said[i]}`);
    }
  }
});

test('the examples of the README run', () => {
  const examples = [...readme.matchAll(/```js\n(.*?)```/gs)];
  assert.ok(examples.length >= 3, `${examples.length} examples`);
  for (const [, code] of examples) {
    execFileSync(process.execPath, ['--input-type=module', '--eval', code], {cwd: directory});
  }
});
