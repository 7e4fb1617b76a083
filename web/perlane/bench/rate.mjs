// Measures how fast the module fills grids: samples per second, a line for each case of cases.json.

import {readFile} from 'node:fs/promises';

import {load} from 'perlane';

const perlane = await load();
const cases = JSON.parse(await readFile(new URL('cases.json', import.meta.url)));
for (const {name, shape, field: call} of cases) {
  const field = perlane.fromJson({perlane: 1, field: call});
  const samples = shape.reduce((a, b) => a * b);
  const into = new Float32Array(samples);
  const once = () => {
    const begin = performance.now();
    field.fill({shape}, {into});
    return performance.now() - begin;
  };
  // The engine compiles what is slow once more, and better, while it runs.
  for (const begin = performance.now(); performance.now() - begin < 1000;) once();
  const times = Array.from({length: 31}, once).sort((a, b) => a - b);
  console.log(`${name}\t${(samples / times[15] / 1000).toFixed(1)} M samples/s`);
}
