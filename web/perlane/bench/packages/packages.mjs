// perlane beside other packages of noise: 512 x 512 samples of 1 and of 5 octaves, cells of 64,
// each package's own noise, on one thread. Prints a table in Markdown. Rounds are interleaved, and
// the figures are medians of the processor's time, which other programs disturb little.
//
//     npm ci && node packages.mjs

import {readFileSync, readdirSync} from 'node:fs';
import {createRequire} from 'node:module';
import {pathToFileURL} from 'node:url';
import {gzipSync} from 'node:zlib';

import FastNoiseLite from 'fastnoise-lite';
import {makeNoise2D} from 'open-simplex-noise';
import {createNoise2D} from 'simplex-noise';

import {load} from '../../dist/index.js';

const require = createRequire(import.meta.url);
const {Noise} = require('noisejs'), {generatePerlinNoise} = require('perlin-noise');

const size = 512, frequency = 1 / 64, rounds = 15;
const into = new Float32Array(size * size);
const {perlin, simplex, opensimplex2, fbm} = (await load()).make;

/** Fills the array point by point. */
function pointwise(at) {
  for (let y = 0, i = 0; y < size; ++y) {
    for (let x = 0; x < size; ++x) into[i++] = at(x, y);
  }
}

/** A function of a point that adds octaves up. */
function octavesOf(noise, octaves) {
  if (octaves === 1) return (x, y) => noise(x * frequency, y * frequency);
  return (x, y) => {
    let sum = 0, amplitude = 1, scale = frequency;
    for (let octave = 0; octave < octaves; ++octave) {
      sum += amplitude * noise(x * scale, y * scale);
      amplitude /= 2;
      scale *= 2;
    }
    return sum;
  };
}
const points = (noise) => (octaves) => {
  const at = octavesOf(noise, octaves);
  return () => pointwise(at);
};

const fieldOf = (source, octaves) => octaves === 1 ? source : fbm(source, {octaves});
const grid = {shape: [size, size]};
const filled = (source) => (octaves) => {
  const field = fieldOf(source, octaves);
  return () => field.fill(grid, {into});
};
const sampled = (source) => (octaves) => {
  const field = fieldOf(source, octaves);
  return () => pointwise((x, y) => field.sample(x, y));
};
const listed = (source) => (octaves) => {
  const field = fieldOf(source, octaves);
  const x = Float64Array.from(into, (_, i) => i % size);
  const y = Float64Array.from(into, (_, i) => Math.floor(i / size));
  return () => field.samplePoints(x, y);
};
const fastNoiseLite = (type) => (octaves) => {
  const noise = new FastNoiseLite(1337);
  noise.SetNoiseType(FastNoiseLite.NoiseType[type]);
  noise.SetFrequency(frequency);
  if (octaves > 1) {
    noise.SetFractalType(FastNoiseLite.FractalType.FBm);
    noise.SetFractalOctaves(octaves);
  }
  return () => pointwise((x, y) => noise.GetNoise(x, y));
};
const noisejs = new Noise(42);

const packages = {
  'perlane, `fill`, Perlin': filled(perlin({frequency})),
  'perlane, `fill`, simplex': filled(simplex({frequency})),
  'perlane, `fill`, OpenSimplex2': filled(opensimplex2({frequency})),
  'perlane, `samplePoints`, Perlin': listed(perlin({frequency})),
  'perlane, `sample(x, y)`, Perlin': sampled(perlin({frequency})),
  'perlane, `sample(x, y)`, simplex': sampled(simplex({frequency})),
  'noisejs, Perlin': points((x, y) => noisejs.perlin2(x, y)),
  'noisejs, simplex': points((x, y) => noisejs.simplex2(x, y)),
  'fastnoise-lite, Perlin': fastNoiseLite('Perlin'),
  'fastnoise-lite, OpenSimplex2': fastNoiseLite('OpenSimplex2'),
  'perlin-noise, value noise': (octaveCount) => () =>
    generatePerlinNoise(size, size, {octaveCount, amplitude: 0.1, persistence: 0.5}),
  'simplex-noise': points(createNoise2D(() => 0.5)),
  'open-simplex-noise': points(makeNoise2D(42)),
};

/** Kilobytes of what a program loads, compressed. */
function kilobytesOf(name) {
  const directory = new URL('../../dist/', import.meta.url);
  const from = name.startsWith('perlane') ? directory :
    new URL('.', pathToFileURL(require.resolve(name.split(/[ ,]/)[0])));
  const files = readdirSync(from).filter((file) => /\.(js|wasm)$/.test(file) && file !== 'test.js');
  return files.reduce((sum, file) =>
    sum + gzipSync(readFileSync(new URL(file, from))).length / 1000, 0);
}

const runs = Object.entries(packages).map(([name, make]) =>
  ({name, runs: [5, 1].map((octaves) => ({run: make(octaves), times: []}))}));
for (let round = -3; round < rounds; ++round) {  // the first ones let the engine compile
  for (const {runs: both} of runs) {
    for (const {run, times} of both) {
      const begin = process.cpuUsage();
      run();
      if (round >= 0) times.push(process.cpuUsage(begin).user / 1000);
    }
  }
}
console.log('| package | gz | 5 octaves | | 1 octave | |\n|---|--:|--:|--:|--:|--:|');
for (const {name, runs: both} of runs) {
  const cells = both.flatMap(({times}) => {
    const median = times.sort((a, b) => a - b)[rounds >> 1];
    return [`${median.toFixed(median < 10 ? 2 : 0)} ms`,
            `${(size * size / median / 1000).toPrecision(3)} M/s`];
  });
  console.log(`| ${name} | ${kilobytesOf(name).toFixed(0)} kB | ${cells.join(' | ')} |`);
}
