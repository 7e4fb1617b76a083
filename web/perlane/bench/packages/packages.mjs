// perlane beside other packages of noise: 512 x 512 samples of 1 and of 8 octaves, cells of 100,
// each package's own noise, on one thread. Prints tables in Markdown: calls that fill arrays, calls
// for single points in three orders, and sizes. Rounds are interleaved, and the figures are medians
// of the processor's time, which other programs disturb little.
//
//     npm ci && node packages.mjs

import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {cpus} from 'node:os';
import {fileURLToPath} from 'node:url';
import {gzipSync} from 'node:zlib';

import FastNoiseLite from 'fastnoise-lite';
import {makeNoise2D} from 'open-simplex-noise';
import {createNoise2D} from 'simplex-noise';

import {load} from '../../dist/index.js';

const require = createRequire(import.meta.url);
const {Noise} = require('noisejs'), {generatePerlinNoise} = require('perlin-noise');

const size = 512, count = size * size, frequency = 1 / 100, rounds = 31;
const leastTime = 20e3;  // microseconds that a measurement takes
const into = new Float32Array(count);
const perlane = await load();
const {perlin, value, simplex, cellular, opensimplex2, fbm} = perlane.make;

// ---- what is measured -------------------------------------------------------

/** The same points, in the order in which loops come to them. */
const orders = {
  'along x': (i) => i,
  'down y': (i) => i % size * size + Math.floor(i / size),
  'in random order': (() => {
    const shuffled = Uint32Array.from(into, (_, i) => i);
    let state = 1;
    for (let i = count - 1; i > 0; --i) {
      state = Math.imul(state, 1664525) + 1013904223 >>> 0;
      const other = Math.floor(state / 2 ** 32 * (i + 1));
      [shuffled[i], shuffled[other]] = [shuffled[other], shuffled[i]];
    }
    return (i) => shuffled[i];
  })(),
};
const points = Object.fromEntries(Object.entries(orders).map(([name, at]) => [name, {
  x: Float64Array.from(into, (_, i) => at(i) % size),
  y: Float64Array.from(into, (_, i) => Math.floor(at(i) / size)),
}]));

// Functions that are made anew have types of their own in the engine, as a program with one noise
// has them.

/** A method of an object as a function of a point. */
const methodOf = (object, name) =>
  new Function('object', `return (x, y) => object.${name}(x, y);`)(object);

/** A loop that calls a function of a point. */
function loopOf(at, order) {
  const loop = new Function('at', 'xs', 'ys', 'into',
                            'for (let i = 0; i < into.length; ++i) into[i] = at(xs[i], ys[i]);');
  const {x, y} = points[order];
  return () => loop(at, x, y, into);
}

/** A function of a point that adds octaves up. */
function octavesOf(noise, octaves) {
  const sum = new Function('noise', 'octaves', 'frequency', `
    if (octaves === 1) return (x, y) => noise(x * frequency, y * frequency);
    return (x, y) => {
      let sum = 0, amplitude = 1, scale = frequency;
      for (let octave = 0; octave < octaves; ++octave) {
        sum += amplitude * noise(x * scale, y * scale);
        amplitude /= 2;
        scale *= 2;
      }
      return sum;
    };`);
  return sum(noise, octaves, frequency);
}

const fieldOf = (source, octaves) => octaves === 1 ? source : fbm(source, {octaves});
const filled = (source) => (octaves) => {
  const field = fieldOf(source, octaves);
  return () => field.fill({shape: [size, size]}, {into});
};
const listed = (source) => (octaves) => {
  const field = fieldOf(source, octaves);
  const {x, y} = points['along x'];
  return () => field.samplePoints(x, y);
};
const sampled = (source) => (octaves, order) => {
  const field = fieldOf(source, octaves);
  return loopOf(methodOf(field, 'sample'), order);
};
const fastNoiseLite = (type) => (octaves, order) => {
  const noise = new FastNoiseLite(1337);
  noise.SetNoiseType(FastNoiseLite.NoiseType[type]);
  noise.SetFrequency(frequency);
  if (octaves > 1) {
    noise.SetFractalType(FastNoiseLite.FractalType.FBm);
    noise.SetFractalOctaves(octaves);
  }
  return loopOf(methodOf(noise, 'GetNoise'), order);
};
const called = (noise) => (octaves, order) => loopOf(octavesOf(noise, octaves), order);
const noisejs = new Noise(42);

const pointwise = {
  'perlane, `sample`, `perlin`': sampled(perlin({frequency})),
  'perlane, `sample`, `simplex`': sampled(simplex({frequency})),
  'perlane, `sample`, `opensimplex2`': sampled(opensimplex2({frequency})),
  'simplex-noise': called(createNoise2D(() => 0.5)),
  'noisejs, Perlin': called(methodOf(noisejs, 'perlin2')),
  'noisejs, simplex': called(methodOf(noisejs, 'simplex2')),
  'fastnoise-lite, Perlin': fastNoiseLite('Perlin'),
  'fastnoise-lite, OpenSimplex2': fastNoiseLite('OpenSimplex2'),
  'open-simplex-noise': called(makeNoise2D(42)),
};
const grids = {
  'perlane, `fill`, `perlin`': filled(perlin({frequency})),
  'perlane, `fill`, `value`': filled(value({frequency})),
  'perlane, `fill`, `simplex`': filled(simplex({frequency})),
  'perlane, `fill`, `cellular`': filled(cellular({frequency})),
  'perlane, `fill`, `opensimplex2`': filled(opensimplex2({frequency})),
  'perlane, `samplePoints`, `perlin`': listed(perlin({frequency})),
  'perlin-noise, value noise': (octaveCount) => () =>
    generatePerlinNoise(size, size, {octaveCount, amplitude: 0.1, persistence: 0.5}),
};

// ---- sizes ------------------------------------------------------------------

/** The files that a module imports, and those that its modules import. */
function importsOf(path, found = new Set()) {
  if (found.has(path)) return found;
  found.add(path);
  const text = readFileSync(path, 'utf8');
  for (const [, name] of text.matchAll(/(?:from |require\()["'](\.[^"']+)["']/g)) {
    importsOf(createRequire(path).resolve(name), found);
  }
  return found;
}

const directory = fileURLToPath(new URL('../../dist/', import.meta.url));
const filesOf = {
  'perlane': [...importsOf(`${directory}index.js`), `${directory}perlane.wasm`],
  'perlane/small': [...importsOf(`${directory}small.js`), `${directory}perlane-small.wasm`],
};
/** Kilobytes of what a program loads, compressed. */
function kilobytesOf(name) {
  const files = filesOf[name] ?? [...importsOf(require.resolve(name))];
  const bytes = files.reduce((sum, file) => sum + gzipSync(readFileSync(file)).length, 0);
  return (bytes / 1000).toFixed(0);
}

// ---- rounds -----------------------------------------------------------------

function measured(rows, columns) {
  return Object.entries(rows).map(([name, make]) =>
    ({name, cells: columns.map((column) => ({run: make(...column), times: []}))}));
}
function timeOf(run) {
  let times = 0, time;
  const begin = process.cpuUsage();
  do {
    run();
    ++times;
    const {user, system} = process.cpuUsage(begin);
    time = user + system;
  } while (time < leastTime);
  return 1000 * time / times / count;
}

const tables = [
  ['arrays', ['1 octave', '8 octaves'], measured(grids, [[1], [8]])],
  ['calls for single points', [...Object.keys(orders), '8 octaves, along x'],
   measured(pointwise, [...Object.keys(orders).map((order) => [1, order]), [8, 'along x']])],
];
for (let round = -2; round < rounds; ++round) {  // the first ones let the engine compile
  for (const [, , rows] of tables) {
    for (const {cells} of rows) {
      for (const {run, times} of cells) {
        const time = timeOf(run);
        if (round >= 0) times.push(time);
      }
    }
  }
}
console.log(`Node ${process.version}, ${cpus()[0].model}: nanoseconds per sample`);
for (const [title, heads, rows] of tables) {
  console.log(`\n| ${title} | ${heads.join(' | ')} |\n|---|${'--:|'.repeat(heads.length)}`);
  for (const {name, cells} of rows) {
    const medians = cells.map(({times}) => {
      const median = times.sort((a, b) => a - b)[rounds >> 1];
      return median.toPrecision(median < 100 ? 2 : 3);
    });
    console.log(`| ${name} | ${medians.join(' | ')} |`);
  }
}
console.log('\n| package | kB compressed |\n|---|--:|');
for (const name of [...Object.keys(filesOf), 'simplex-noise', 'noisejs', 'fastnoise-lite',
                    'open-simplex-noise', 'perlin-noise']) {
  console.log(`| ${name} | ${kilobytesOf(name)} |`);
}
