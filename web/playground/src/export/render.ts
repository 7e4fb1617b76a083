// Files of what is in sight, and the command that renders the same.

import type {FieldText, Grid, Perlane} from 'perlane';

import type {Pool} from '../engine/pool';
import {type Evaluated, shownRange} from '../field/evaluate';
import {call} from '../field/call';
import type {Document} from '../field/graph';
import {depthOf, footprintOf} from '../picture/squares';
import type {View} from '../state/recipe';
import {pngOf} from './png';

export const formats = ['png16', 'png8', 'r16'] as const;
export type Format = (typeof formats)[number];

/** A square in the middle of the view. Its samples are a power of 2 apart. */
export function gridOf(view: View, dimensions: number, size: number): Grid {
  const step = 2 ** Math.round(view.zoom), depth = depthOf(view, dimensions);
  const first = (middle: number) => Math.round(middle / step) - size / 2;
  return {
    shape: [size, size, ...depth.map(() => 1)], step: [step, step, ...depth.map(() => 1)],
    first: [first(view.x), first(view.y), ...depth.map(() => 0)], origin: [0, 0, ...depth],
  };
}

/** The file of such a square. r16 is what PNG of 16 bits has, bare, the least byte first. */
export async function fileOf(pool: Pool, field: Evaluated, view: View, size: number,
                             format: Format): Promise<Blob> {
  const {values} = await pool.ask({
    kind: 'fill', json: field.json, grid: gridOf(view, field.dimensions, size),
    type: format === 'png8' ? 'uint8' : 'uint16', codes: shownRange(view, field.range),
    footprint: footprintOf(view, 2 ** Math.round(view.zoom)),
  }, -1);
  const codes = values as Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer>;
  if (format !== 'r16') return pngOf(codes, size);
  return new Blob([codes], {type: 'application/octet-stream'});
}

// The shell takes it as one word.
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

function faded(perlane: Perlane, document: Document, footprint: number): Document {
  const field = perlane.fromJson(document as FieldText), there = field.withFootprint(footprint);
  const text = there.toJson();
  field.destroy();
  there.destroy();
  return JSON.parse(text) as Document;
}

/** The name of such a file: the first seed of the field, the middle, the distance, and the bits. */
export function nameOf(field: Evaluated, view: View, size: number, format: Format): string {
  const {step, first} = gridOf(view, field.dimensions, size), unit = step?.[0] ?? 1;
  const seed = /"seed":"?(\d+)/.exec(field.json)?.[1] ?? '0';
  const [x, y] = [0, 1].map((axis) => (Number(first?.[axis]) + size / 2) * unit);
  return `perlane-seed${seed}-x${x}-y${y}-step${unit}-${size}x${size}-` +
    (format === 'png8' ? '8bit.png' : format === 'png16' ? '16bit.png' : '16bit.r16');
}

/** The command that writes the same codes, or why there is none. */
export function commandOf(perlane: Perlane, field: Evaluated, view: View, size: number,
                          depth: 8 | 16): string {
  if (field.dimensions !== 2) return '# perlane render draws fields in two dimensions.';
  const {step, first} = gridOf(view, 2, size);
  const unit = step?.[0] ?? 1, {min, max} = shownRange(view, field.range);
  let {document} = field;
  if (view.fades) document = faded(perlane, document, unit);
  if (unit !== 1) {
    const factor = [1 / unit, 1 / unit, 1, 1];
    document = {...document, field: call('scale', {field: document.field, factor})};
  }
  return [
    `perlane render height.png --size ${size}`, `--depth ${depth}`,
    `--range=${Math.fround(min)},${Math.fround(max)}`, `--first=${first?.join()}`,
    `--field ${quoted(JSON.stringify(document))}`,
  ].join(' ');
}

/** Gives a file to whoever looks at the page. */
export function download(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob), link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}
