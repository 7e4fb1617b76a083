// Files of what is in sight, and the command that renders the same.

import type {FieldText, Grid, Perlane} from 'perlane';

import type {Pool} from '../engine/pool';
import type {Paint} from '../engine/protocol';
import {type Evaluated, shownRange} from '../field/evaluate';
import {call} from '../field/call';
import type {Document} from '../field/text';
import {jsonOf} from '../field/json';
import {fieldOf} from '../field/read';
import {paintOf} from '../picture/Picture';
import {drawOverlay} from '../picture/overlay';
import {planetView} from '../picture/planet';
import {copiesOf, depthOf, footprintOf, tileOf} from '../picture/squares';
import type {Recipe, View} from '../state/recipe';
import type {Landscape} from '../terrain/landscape';

export const formats = ['png16', 'png8', 'r16', 'tiff', 'normals', 'mesh'] as const;
export type Format = (typeof formats)[number];

/** In samples or pixels. */
export interface Size {
  width: number;
  height: number;
}

/** How a file is made. */
export interface Job {
  /** Cancels it. */
  signal: AbortSignal;
  /** Takes the part of the work that is done, from 0 to 1. */
  onProgress(done: number): void;
}

const most: Partial<Record<Format, number>> = {mesh: 2048};

/** The mistake in a size; null if there is none. */
export function complaintOfSize({width, height}: Size, format?: Format): string | null {
  const largest = format && most[format] || 8192, least = format === 'mesh' ? 2 : 1;
  const isGood = (edge: number) => Number.isInteger(edge) && edge >= least && edge <= largest;
  if (isGood(width) && isGood(height)) return null;
  const what = format === 'mesh' ? 'A mesh' : 'A file';
  return `${what} has from ${least} to ${largest} samples along each edge; ` +
    `${width} × ${height} were asked for.`;
}

const stepOf = ({zoom}: View): number => 2 ** Math.round(zoom);

/** A rectangle in the middle of the view. Its samples are a power of 2 apart. */
export function gridOf(view: View, dimensions: number, {width, height}: Size, margin = 0): Grid {
  const step = stepOf(view), depth = depthOf(view, dimensions);
  const first = (middle: number, edge: number) =>
    Math.round(middle / step) - Math.floor(edge / 2) - margin;
  return {
    shape: [width + 2 * margin, height + 2 * margin, ...depth.map(() => 1)],
    step: [step, step, ...depth.map(() => 1)],
    first: [first(view.x, width), first(view.y, height), ...depth.map(() => 0)],
    origin: [0, 0, ...depth],
  };
}

const arrays = {uint8: Uint8Array, uint16: Uint16Array, float32: Float32Array} as const;
const atOnce = 2 ** 19;  // samples
const priority = 2000;  // the picture on the page comes first

/** The samples of a grid, of which each Worker computes a few rows at a time. */
async function filled(pool: Pool, field: Evaluated, view: View, grid: Grid,
                      type: keyof typeof arrays, {signal, onProgress}: Job) {
  const [width = 1, height = 1, ...flat] = grid.shape, [left = 0, top = 0, ...rest] =
    grid.first ?? [];
  const values = new arrays[type](width * height);
  const rows = Math.max(Math.floor(atOnce / width), 1), begins: number[] = [];
  for (let row = 0; row < height; row += rows) begins.push(row);
  let done = 0;
  await pool.askAll(begins.map((row) => ({
    kind: 'fill' as const, json: field.json, type, codes: shownRange(view, field.range),
    grid: {...grid, shape: [width, Math.min(rows, height - row), ...flat],
           first: [left, Number(top) + row, ...rest]},
    footprint: footprintOf(view, stepOf(view)),
  })), priority, (part, i) => {
    values.set(part.values, (begins[i] as number) * width);
    onProgress(++done / begins.length);
  }, signal);
  return values;
}

const square = 256;  // pixels

interface Sheet {
  /** The coordinates of sample 0, the index of the first sample, and their distance. */
  origin: readonly [number, number];
  first: readonly [number, number];
  step: number;
  paint: Paint;
}

/** A picture in squares, each of which is painted by a Worker. */
async function drawn(pool: Pool, field: Evaluated, view: View, {width, height}: Size,
                     {origin, first, step, paint}: Sheet, {signal, onProgress}: Job) {
  const canvas = new OffscreenCanvas(width, height), places: [number, number][] = [];
  const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
  for (let y = 0; y < height; y += square) {
    for (let x = 0; x < width; x += square) places.push([x, y]);
  }
  let done = 0;
  await pool.askAll(places.map(([x, y]) => ({
    kind: 'paint' as const, json: field.json, paint, square: {
      size: square, step, origin, first: [first[0] + x, first[1] + y],
      depth: depthOf(view, field.dimensions), footprint: footprintOf(view, step),
    },
  })), priority, ({image}, i) => {
    context.drawImage(image, ...places[i] as [number, number]);
    image.close();
    onProgress(++done / places.length);
  }, signal);
  return canvas;
}

const png = (canvas: OffscreenCanvas) => canvas.convertToBlob({type: 'image/png'});

/** The view as one sees it, as a PNG so wide. `across` is its width in pixels of the page. */
export async function pictureOf(perlane: Perlane, pool: Pool, recipe: Recipe, field: Evaluated,
                                landscape: Landscape | null, across: number, size: Size,
                                job: Job): Promise<Blob> {
  const {width, height} = size, {simulator} = recipe;
  if (landscape) return png(await landscape.image(width, height, job.signal));
  if (recipe.view.mode === 'terrain') throw new Error('the view in 3D is not there');
  const paint = paintOf(recipe.view, field), isPlanet = paint.mode === 'planet';
  const view = isPlanet ? planetView(recipe.view, Math.min(width, height)) : recipe.view;
  const step = isPlanet ? 2 ** view.zoom : across * 2 ** view.zoom / width;
  const origin = [view.x - width / 2 * step, view.y - height / 2 * step] as const;
  const sight = {view, unit: step, width: width * step, height: height * step};
  const tile = tileOf(sight);
  let canvas;
  if (tile) {
    const [wide, high] = tile.map((edge) => Math.ceil(edge / step)) as [number, number];
    if (Math.max(wide, high) > 8192) throw new Error('the tile is wider than 8192 pixels');
    const one = await drawn(pool, field, view, {width: wide, height: high},
                            {origin: [0, 0], first: [0, 0], step, paint}, job);
    canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
    const pixel = (at: number, from: number) => Math.round((at - from) / step);
    for (const {x, y} of copiesOf(sight)) {
      context.drawImage(one, pixel(x, origin[0]), pixel(y, origin[1]));
    }
  } else {
    canvas = await drawn(pool, field, view, size, {origin, first: [0, 0], step, paint}, job);
  }
  if (simulator?.overlay && !isPlanet) {
    drawOverlay(canvas.getContext('2d') as OffscreenCanvasRenderingContext2D, sight, perlane,
                simulator);
  }
  return png(canvas);
}

/** The file of the samples of `gridOf`. r16 is what PNG of 16 bits has, bare, least byte first. */
export async function fileOf(pool: Pool, field: Evaluated, view: View, size: Size, format: Format,
                             job: Job): Promise<Blob> {
  const grid = gridOf(view, field.dimensions, size);
  switch (format) {
    case 'tiff': {
      const values = await filled(pool, field, view, grid, 'float32', job);
      const {tiffOf} = await import('./tiff');
      return tiffOf(values as Float32Array, size.width);
    }
    case 'mesh': {
      const around = gridOf(view, field.dimensions, size, 1);
      const values = await filled(pool, field, view, around, 'float32', job);
      const {meshOf} = await import('./mesh');
      const looks = {...view, range: shownRange(view, field.range)};
      return meshOf(values as Float32Array, size, stepOf(view), looks);
    }
    case 'normals': {
      const [left = 0, top = 0] = (grid.first ?? []).map(Number);
      const paint = {...paintOf({...view, mode: 'normals'}, field)};
      const sheet = {origin: [0, 0], first: [left, top], step: stepOf(view), paint} as const;
      return png(await drawn(pool, field, view, size, sheet, job));
    }
    default: {
      const type = format === 'png8' ? 'uint8' : 'uint16';
      const codes = await filled(pool, field, view, grid, type, job);
      if (format === 'r16') return new Blob([codes], {type: 'application/octet-stream'});
      const values = codes as Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer>;
      const file = await pool.ask({kind: 'png', values, width: size.width}, priority,
                                  job.signal);
      return new Blob([file], {type: 'image/png'});
    }
  }
}

// The shell takes it as one word.
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

function faded(perlane: Perlane, document: Document, footprint: number): Document {
  const field = fieldOf(perlane, document as FieldText, footprint), text = field.toJson();
  field.destroy();
  return JSON.parse(text) as Document;
}

const endings: Record<Format, string> = {
  png16: '16bit.png', png8: '8bit.png', r16: '16bit.r16', tiff: 'float.tif',
  normals: 'normals.png', mesh: 'mesh.glb',
};

const seedOf = (field: Evaluated): string => /"seed":"?(-?\d+)/.exec(field.json)?.[1] ?? '0';

/** The name of such a file: the first seed of the field, the middle, the distance, and the bits. */
export function nameOf(field: Evaluated, view: View, size: Size, format: Format): string {
  const step = stepOf(view);
  const [x, y] = [view.x, view.y].map((middle) => Math.round(middle / step) * step);
  return `perlane-seed${seedOf(field)}-x${x}-y${y}-step${step}-${size.width}x${size.height}-` +
    endings[format];
}

/** The name of the picture of a view. */
export const nameOfPicture = (field: Evaluated, mode: string, {width, height}: Size): string =>
  `perlane-seed${seedOf(field)}-${mode}-${width}x${height}.png`;

/** The command that writes the same codes, or why there is none. */
export function commandOf(perlane: Perlane, field: Evaluated, view: View, size: Size,
                          depth: 8 | 16): string {
  if (field.dimensions !== 2) return '# perlane render draws fields in two dimensions.';
  const {first} = gridOf(view, 2, size), {width, height} = size;
  const unit = stepOf(view), {min, max} = shownRange(view, field.range);
  let {document} = field;
  if (view.fades) document = faded(perlane, document, unit);
  if (unit !== 1) {
    const factor = [1 / unit, 1 / unit, 1, 1];
    document = {...document, field: call('scale', {field: document.field, factor})};
  }
  return [
    `perlane render height.png --size ${width === height ? width : `${width}x${height}`}`,
    `--depth ${depth}`,
    `--range=${Math.fround(min)},${Math.fround(max)}`, `--first=${first?.join()}`,
    `--field ${quoted(jsonOf(document))}`,
  ].join(' ');
}

/** Downloads a file. */
export function download(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob), link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}
