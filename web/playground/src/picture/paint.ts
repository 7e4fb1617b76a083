// Values become pixels. This runs in Workers.

import {type Field, type Grid, PerlaneError, type Range} from 'perlane';

import type {Paint, Painted, Square} from '../engine/protocol';
import {tableOf} from './palettes';
import {planetTurn} from './planet';

function gridOf({size, step, first, depth}: Square, margin: number): Grid {
  const flat = depth.map(() => 1);
  return {
    shape: [size + 2 * margin, size + 2 * margin, ...flat], step: [step, step, ...flat],
    first: [first[0] - margin, first[1] - margin, ...depth.map(() => 0)], origin: [0, 0, ...depth],
  };
}

/** Values of a square, with slopes along x and y. */
interface Surface extends Range {
  values: Float32Array;
  east: Float32Array;
  south: Float32Array;
}

// Exact slopes, or null if the field has none, or some that might be beyond all floats.
function exactSurfaceOf(field: Field, square: Square): Surface | null {
  if (!field.hasDerivatives) return null;
  try {
    const {values, derivatives, min, max} = field.fillDerivatives(gridOf(square, 0));
    const [east, south] = derivatives as [Float32Array, Float32Array];
    return {values, min, max, east, south};
  } catch (error) {
    if (error instanceof PerlaneError) return null;
    throw error;
  }
}

// Slopes of differences.
function roughSurfaceOf(field: Field, square: Square): Surface {
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
  return {values, min: around.min, max: around.max, east, south};
}

/** The values at the pixels of a sphere, and how much each of these faces the light. */
interface Sphere extends Range {
  values: Float32Array;
  pixels: number[];
  facing: number[];
}

// The side of a sphere that is seen, of points of noise in three dimensions.
function sphereOf(field: Field, square: Square, radius: number): Sphere {
  const {size, step, first, depth: [turn = 0]} = square;
  const cos = Math.cos(turn / planetTurn), sin = Math.sin(turn / planetTurn);
  const axes: [number[], number[], number[]] = [[], [], []];
  const pixels: number[] = [], facing: number[] = [];
  for (let row = 0, i = 0; row < size; ++row) {
    for (let column = 0; column < size; ++column, ++i) {
      const x = (first[0] + column) * step, y = (first[1] + row) * step;
      const rest = radius * radius - x * x - y * y;
      if (rest <= 0) continue;
      const z = Math.sqrt(rest);
      axes[0].push(x * cos + z * sin);
      axes[1].push(y);
      axes[2].push(z * cos - x * sin);
      pixels.push(i);
      facing.push(z / radius);
    }
  }
  const values = pixels.length > 0 ? field.samplePoints(...axes) : new Float32Array();
  let min = Infinity, max = -Infinity;
  for (const value of values) {
    min = Math.min(min, value);
    max = Math.max(max, value);
  }
  return {values, min, max, pixels, facing};
}

function counted(values: Float32Array, range: Range): Uint32Array {
  const histogram = new Uint32Array(256), scale = 256 / (range.max - range.min || 1);
  for (const value of values) {
    ++(histogram[Math.min(Math.max(Math.floor((value - range.min) * scale), 0), 255)] as number);
  }
  return histogram;
}

/** The pixels of a square. Grey ones are the codes that the library makes of the values. */
export function painted(field: Field, square: Square, paint: Paint): Painted {
  const count = square.size ** 2, pixels = new Uint8ClampedArray(4 * count).fill(255);
  const {range, steepness} = paint;
  if (paint.mode === 'grey') {
    const grid = gridOf(square, 0);
    const {values, min, max} = field.fill(grid, {type: 'uint8', codes: range});
    const histogram = new Uint32Array(256);
    for (let i = 0; i < count; ++i) {
      const code = values[i] as number;
      ++(histogram[code] as number);
      pixels[4 * i] = pixels[4 * i + 1] = pixels[4 * i + 2] = code;
    }
    return {pixels, histogram, min, max};
  }
  const scale = 1 / (range.max - range.min || 1);
  const sea = paint.sea === null ? null : (paint.sea - range.min) * scale;
  if (paint.mode === 'planet') {
    const {values, facing, min, max, pixels: places} = sphereOf(field, square, paint.radius ?? 1);
    const table = tableOf(paint.palette, sea);
    for (let i = 0; i < count; ++i) pixels.fill(0, 4 * i, 4 * i + 3);
    places.forEach((place, i) => {
      const code = 3 * codeOf((values[i] as number) - range.min, scale);
      for (let c = 0; c < 3; ++c) {
        pixels[4 * place + c] = (table[code + c] as number) * (facing[i] as number);
      }
    });
    return {pixels, histogram: counted(values, range), min, max};
  }
  const {values, min, max, east, south} =
    exactSurfaceOf(field, square) ?? roughSurfaceOf(field, square);
  const table = tableOf(paint.mode === 'slope' ? 'heat' : paint.palette,
                        paint.mode === 'slope' ? null : sea);
  for (let i = 0; i < count; ++i) {
    const dx = (east[i] as number) * steepness, dy = (south[i] as number) * steepness;
    const length = Math.sqrt(1 + dx * dx + dy * dy);
    if (paint.mode === 'normals') {
      pixels[4 * i] = 127.5 * (1 - dx / length);
      pixels[4 * i + 1] = 127.5 * (1 + dy / length);
      pixels[4 * i + 2] = 127.5 * (1 + 1 / length);
      continue;
    }
    let code: number, light = 1;
    if (paint.mode === 'slope') {
      code = codeOf(1 - 1 / length, 1);
    } else {
      const value = values[i] as number;
      code = codeOf(value - range.min, scale);
      // Water is flat. The sun stands in the north-west.
      if (paint.sea === null || value >= paint.sea) {
        light = Math.max(0.28 + (0.5 * (dx + dy) + 0.7) / length, 0.2);
      }
    }
    for (let c = 0; c < 3; ++c) pixels[4 * i + c] = (table[3 * code + c] as number) * light;
  }
  return {pixels, histogram: counted(values, range), min, max};
}

function codeOf(value: number, scale: number): number {
  return Math.min(Math.max(Math.round(255 * value * scale), 0), 255);
}
