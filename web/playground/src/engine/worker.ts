// A Worker: it has an instance of the module of its own, and answers one piece of work at a time.

import {type Field, load, type Perlane} from 'perlane';

import {painted} from '../picture/paint';
import {golden} from './golden';
import type {FromWorker, Result, ToWorker, Work} from './protocol';

let perlane: Promise<Perlane>;

// Fields that were used lately, by footprint and text: neighbouring tiles have the same.
const fields = new Map<string, Field>();
const kept = 32;

function fieldOf(library: Perlane, json: string, footprint: number): Field {
  const key = `${footprint} ${json}`;
  let field = fields.get(key);
  if (field === undefined) {
    const read = library.fromJson(json);
    field = footprint > 0 ? read.withFootprint(footprint) : read;
    if (field !== read) read.destroy();
    for (const [old, forgotten] of fields) {
      if (fields.size < kept) break;
      fields.delete(old);
      forgotten.destroy();
    }
    fields.set(key, field);
  }
  return field;
}

function answer(library: Perlane, work: Work): [Result, number, Transferable[]] {
  switch (work.kind) {
    case 'paint': {
      const result = painted(fieldOf(library, work.json, work.square.footprint), work.square,
                             work.paint);
      return [result, work.square.size ** 2, [result.pixels.buffer]];
    }
    case 'heights': {
      const {size, step, first, depth, footprint} = work.square;
      const filled = fieldOf(library, work.json, footprint).fill({
        shape: [size, size, ...depth.map(() => 1)], step: [step, step, ...depth.map(() => 1)],
        first: [...first, ...depth.map(() => 0)], origin: [0, 0, ...depth],
      });
      return [filled, size ** 2, [filled.values.buffer]];
    }
    case 'fill': {
      const {type, codes} = work;
      const field = fieldOf(library, work.json, work.footprint);
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
    perlane.then(() => post({ready: true}), () => {});  // work says what is wrong
    return;
  }
  let isBroken = true;
  try {
    const library = await perlane;
    isBroken = false;
    const begin = performance.now();
    const [result, samples, transfer] = answer(library, data.work);
    post({result, samples, milliseconds: performance.now() - begin}, transfer);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (error instanceof WebAssembly.RuntimeError) isBroken = true;
    post({error: isBroken ? `The module broke: ${message}. Change something to go on.` : message,
          isBroken});
  }
};
