// Samples become pixels. This runs in Workers. The samples are kept, so that other colours need no
// other noise.

import {type Field, type Grid, PerlaneError} from 'perlane';

import type {Paint, Painted, Samples, Square} from '../engine/protocol';
import {coderOf} from './codes';
import {tableOf} from './palettes';
import {planetTurn} from './planet';

type Slopes = NonNullable<Samples['slopes']>;

function gridOf({size, step, first, depth, origin = [0, 0]}: Square, margin: number): Grid {
  const flat = depth.map(() => 1);
  return {
    shape: [size + 2 * margin, size + 2 * margin, ...flat], step: [step, step, ...flat],
    first: [first[0] - margin, first[1] - margin, ...depth.map(() => 0)],
    origin: [...origin, ...depth],
  };
}

// Exact slopes, or null if the field has none, or some that might be beyond all floats.
function exactSamples(field: Field, square: Square): Samples | null {
  if (!field.hasDerivatives) return null;
  try {
    const {values, derivatives, min, max} = field.fillDerivatives(gridOf(square, 0));
    return {values, min, max, slopes: derivatives.slice(0, 2) as unknown as Slopes};
  } catch (error) {
    if (error instanceof PerlaneError) return null;
    throw error;
  }
}

// Slopes of differences.
function roughSamples(field: Field, square: Square): Samples {
  const {size, step} = square, wide = size + 2;
  const around = field.fill(gridOf(square, 1));
  const values = new Float32Array(size * size), east = values.slice(), south = values.slice();
  for (let y = 0, i = 0; y < size; ++y) {
    for (let x = 0; x < size; ++x, ++i) {
      const at = (y + 1) * wide + x + 1;
      const value = (place: number) => around.values[place] as number;
      values[i] = value(at);
      east[i] = (value(at + 1) - value(at - 1)) / (2 * step);
      south[i] = (value(at + wide) - value(at - wide)) / (2 * step);
    }
  }
  return {values, min: around.min, max: around.max, slopes: [east, south]};
}

/** The nearness of the seen side of a sphere at each pixel: 0 beside it, and 1 in its middle. */
function facingOf({size, step, first, origin = [0, 0]}: Square, radius: number): Float64Array {
  const facing = new Float64Array(size * size);
  for (let row = 0, i = 0; row < size; ++row) {
    for (let column = 0; column < size; ++column, ++i) {
      const x = origin[0] + (first[0] + column) * step, y = origin[1] + (first[1] + row) * step;
      facing[i] = Math.sqrt(Math.max(radius * radius - x * x - y * y, 0)) / radius;
    }
  }
  return facing;
}

// The side of a sphere that is seen, of points of noise in three dimensions. 0 beside it.
function sphereSamples(field: Field, square: Square, radius: number): Samples {
  const {size, step, first, origin = [0, 0], depth: [turn = 0]} = square;
  const cos = Math.cos(turn / planetTurn), sin = Math.sin(turn / planetTurn);
  const axes: [number[], number[], number[]] = [[], [], []];
  const pixels: number[] = [];
  for (const [i, part] of facingOf(square, radius).entries()) {
    if (part === 0) continue;
    const x = origin[0] + (first[0] + i % size) * step, z = part * radius;
    axes[0].push(x * cos + z * sin);
    axes[1].push(origin[1] + (first[1] + Math.floor(i / size)) * step);
    axes[2].push(z * cos - x * sin);
    pixels.push(i);
  }
  const values = new Float32Array(size * size);
  let min = Infinity, max = -Infinity;
  const found = pixels.length > 0 ? field.samplePoints(...axes) : new Float32Array();
  for (const [at, value] of found.entries()) {
    values[pixels[at] as number] = value;
    min = Math.min(min, value);
    max = Math.max(max, value);
  }
  return {values, min, max};
}

/** The samples of a square, with slopes if the paint needs them. */
export function sampled(field: Field, square: Square, {mode, radius}: Paint): Samples {
  if (mode === 'planet') return sphereSamples(field, square, radius ?? 1);
  if (mode === 'grey') return field.fill(gridOf(square, 0));
  return exactSamples(field, square) ?? roughSamples(field, square);
}

/** The image of samples. Grey pixels are the codes that the library makes of the values. */
export async function painted({values, slopes, min, max}: Samples, square: Square,
                              paint: Paint): Promise<Painted> {
  const {mode, range, steepness, palette, sea, radius = 1} = paint;
  const count = values.length, pixels = new Uint8ClampedArray(4 * count).fill(255);
  const histogram = new Uint32Array(256), codeOf = coderOf(range, 255);
  const facing = mode === 'planet' ? facingOf(square, radius) : null;
  const hasSea = sea !== null && mode !== 'slope';
  const level = hasSea ? (sea - range.min) / (range.max - range.min || 1) : null;
  const table = mode === 'grey' ? tableOf('grey', null) :
    tableOf(mode === 'slope' ? 'heat' : palette, level);
  const steepCodeOf = coderOf({min: 0, max: 1}, 255);
  for (let i = 0; i < count; ++i) {
    const value = values[i] as number;
    let code = codeOf(value), light = facing === null ? 1 : facing[i] as number;
    if (light > 0) ++(histogram[code] as number);
    if (slopes && mode !== 'grey') {
      const dx = (slopes[0][i] as number) * steepness, dy = (slopes[1][i] as number) * steepness;
      const length = Math.sqrt(1 + dx * dx + dy * dy);
      if (mode === 'normals') {
        pixels[4 * i] = 127.5 * (1 - dx / length);
        pixels[4 * i + 1] = 127.5 * (1 + dy / length);
        pixels[4 * i + 2] = 127.5 * (1 + 1 / length);
        continue;
      }
      if (mode === 'slope') code = steepCodeOf(1 - 1 / length);
      // Water is flat. The sun stands in the north-west.
      else if (sea === null || value >= sea) {
        light = Math.max(0.28 + (0.5 * (dx + dy) + 0.7) / length, 0.2);
      }
    }
    for (let c = 0; c < 3; ++c) pixels[4 * i + c] = (table[3 * code + c] as number) * light;
  }
  const image = await createImageBitmap(new ImageData(pixels, square.size, square.size));
  return {image, histogram, min, max};
}
