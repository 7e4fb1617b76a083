// A Worker: it has an instance of the module of its own, and answers one piece of work at a time.

import {encode} from 'fast-png';
import {type Field, goldenHashes, load, type Perlane} from 'perlane';

import {fieldOf} from '../field/read';
import {painted, sampled} from '../picture/paint';
import type {FromWorker, Result, Thumbnail, Thumbnailed, ToWorker, Work} from './protocol';

let perlane: Promise<Perlane>;

// Fields that were used lately, by footprint and text: neighbouring tiles have the same.
const fields = new Map<string, Field>();
const kept = 64;

function keptField(library: Perlane, json: string, footprint: number): Field {
  const key = `${footprint} ${json}`;
  let field = fields.get(key);
  if (field === undefined) {
    field = fieldOf(library, json, footprint);
    for (const [old, forgotten] of fields) {
      if (fields.size < kept) break;
      fields.delete(old);
      forgotten.destroy();
    }
    fields.set(key, field);
  }
  return field;
}

function thumbnail(field: Field, {shape, step, first, dimensions, depth}: Thumbnailed): Thumbnail {
  const {least, most} = field.dimensions, [width, height] = shape;
  const axes = Math.min(Math.max(dimensions, least), most);
  const flat = depth.slice(0, Math.max(axes - 2, 0));
  const of = (plane: readonly number[], rest: number): number[] =>
    [...plane.slice(0, axes), ...flat.map(() => rest)];
  const filled = field.fill({
    shape: of(shape, 1), step: of([step, step], 1), first: of(first, 0),
    origin: [...of([0, 0], 0).slice(0, Math.min(axes, 2)), ...flat],
  });
  const range = field.range(axes);
  if (axes > 1) return {...filled, range};
  const values = new Float32Array(width * height);
  for (let row = 0; row < height; ++row) values.set(filled.values, row * width);
  return {...filled, values, range};
}

async function answer(library: Perlane, work: Work): Promise<[Result, number, Transferable[]]> {
  switch (work.kind) {
    case 'paint': {
      const {json, square, paint} = work;
      if (work.samples) {
        const result = await painted(work.samples, square, paint);
        return [result, 0, [result.image]];
      }
      const samples = sampled(keptField(library, json, square.footprint), square, paint);
      const result = {...await painted(samples, square, paint), samples};
      const arrays = [samples.values, ...samples.slopes ?? []];
      return [result, square.size ** 2, [result.image, ...arrays.map(({buffer}) => buffer)]];
    }
    case 'heights': {
      const {size, step, first, depth, footprint} = work.square;
      const filled = keptField(library, work.json, footprint).fill({
        shape: [size, size, ...depth.map(() => 1)], step: [step, step, ...depth.map(() => 1)],
        first: [...first, ...depth.map(() => 0)], origin: [0, 0, ...depth],
      });
      return [filled, size ** 2, [filled.values.buffer]];
    }
    case 'fill': {
      const {type, codes} = work;
      const field = keptField(library, work.json, work.footprint);
      const filled = type === 'float32' ? field.fill(work.grid) :
        field.fill(work.grid, {type, codes});
      return [filled, filled.values.length, [filled.values.buffer]];
    }
    case 'thumbnail': {
      const result = thumbnail(keptField(library, work.json, 0), work.square);
      return [result, 0, [result.values.buffer]];
    }
    case 'png': {
      const {values, width} = work, depth = values instanceof Uint16Array ? 16 : 8;
      const file = encode({data: values, width, height: values.length / width, channels: 1, depth});
      return [file as Uint8Array<ArrayBuffer>, 0, [file.buffer]];
    }
    case 'golden':
      return [work.lines.flatMap((line) => goldenHashes(library, line)), 0, []];
  }
}

const post = (message: FromWorker, transfer: Transferable[] = []) =>
  self.postMessage(message, {transfer});

async function reply(work: Work): Promise<void> {
  let isBroken = true;
  try {
    const library = await perlane;
    isBroken = false;
    const begin = performance.now();
    const [result, samples, transfer] = await answer(library, work);
    post({result, samples, milliseconds: performance.now() - begin}, transfer);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (error instanceof WebAssembly.RuntimeError) isBroken = true;
    post({error: isBroken ? `The module broke: ${message}. Change something to go on.` : message,
          isBroken});
  }
}

// The page takes replies in the order of its messages, so one that waits for an image is not
// overtaken by the next one.
let earlier: Promise<void> = Promise.resolve();

self.onmessage = ({data}: MessageEvent<ToWorker>) => {
  if ('work' in data) {
    earlier = earlier.then(() => reply(data.work));
    return;
  }
  perlane = load(data.module);
  perlane.catch(() => {});  // the reply to the first work has the error
};
