// A Worker: it has an instance of the module of its own, and answers one piece of work at a time.

import {type Field, load, type Perlane} from 'perlane';

import {painted} from '../picture/paint';
import {golden} from './golden';
import type {FromWorker, Result, ToWorker, Work} from './protocol';

let perlane: Promise<Perlane>;

// Fields that were used lately, by their text: neighbouring tiles have the same.
const fields = new Map<string, Field>();
const kept = 32;

function fieldOf(library: Perlane, json: string): Field {
  let field = fields.get(json);
  if (field === undefined) {
    field = library.fromJson(json);
    for (const [old, forgotten] of fields) {
      if (fields.size < kept) break;
      fields.delete(old);
      forgotten.destroy();
    }
    fields.set(json, field);
  }
  return field;
}

function answer(library: Perlane, work: Work): [Result, number, Transferable[]] {
  switch (work.kind) {
    case 'paint': {
      const result = painted(fieldOf(library, work.json), work.square, work.paint);
      return [result, work.square.size ** 2, [result.pixels.buffer]];
    }
    case 'heights': {
      const {size, step, first, depth} = work.square;
      const filled = fieldOf(library, work.json).fill({
        shape: [size, size, ...depth.map(() => 1)], step: [step, step, ...depth.map(() => 1)],
        first: [...first, ...depth.map(() => 0)], origin: [0, 0, ...depth],
      });
      return [filled, size ** 2, [filled.values.buffer]];
    }
    case 'fill': {
      const {type, codes} = work;
      const field = fieldOf(library, work.json);
      const filled = type === 'float32' ? field.fill(work.grid) :
        field.fill(work.grid, {type, codes});
      return [filled, filled.values.length, [filled.values.buffer]];
    }
    case 'golden':
      return [golden(library, work.lines), 0, []];
  }
}

const post = (message: FromWorker, transfer: Transferable[] = []) =>
  self.postMessage(message, {transfer});

self.onmessage = async ({data}: MessageEvent<ToWorker>) => {
  if ('module' in data) {
    perlane = load(data.module);
    await perlane;
    post({ready: true});
    return;
  }
  const library = await perlane;
  const begin = performance.now();
  try {
    const [result, samples, transfer] = answer(library, data.work);
    post({result, samples, milliseconds: performance.now() - begin}, transfer);
  } catch (error) {
    post({error: error instanceof Error ? error.message : String(error)});
  }
};
