// Fields, and their evaluation.

import {Ahead} from './ahead.js';
import {checkNumber, checkNumbers, seedOf, shown} from './checks.js';
import type {Methods} from './generated.js';
import {
  type Grid, gridAt, gridOfPiece, gridsAt, type Piece, piecesOf, samplesOf,
} from './grid.js';
import {type Memory, PerlaneError, text} from './memory.js';
import {
  type Arrays, arraySize, type FillOptions, newArray, type Range, Samples,
} from './samples.js';

/** One of several fields that are evaluated in one pass, and what its samples become. */
export interface Output<Type extends keyof Arrays = keyof Arrays> extends FillOptions<Type> {
  field: Field;
}

/** The values of a field, and the least and the largest, before they become codes. */
export interface Filled<Type extends keyof Arrays = keyof Arrays> extends Range {
  values: Arrays[Type];
}

export interface Derivatives extends Range {
  /** The values, x fastest. */
  values: Float32Array<ArrayBuffer>;
  /** By axis: d/dx, d/dy, d/dz, d/dw, per unit of coordinate. */
  derivatives: Float32Array<ArrayBuffer>[];
}

// Structures of perlane.h, where pointers have 32 bits.
const planesSize = 72, pointsSize = 40;
const float64 = 3;

// Larger arrays are evaluated piece by piece, so that the module's memory has to hold no more.
const bytesAtOnce = 2 ** 24;

/** A field: what to evaluate. It never changes. Functions of a field make other fields. */
export class Field {
  readonly #memory: Memory;
  readonly #ahead = new Ahead();
  #address: number;

  /** @internal Use `Perlane.make` or `Perlane.fromJson`. */
  constructor(memory: Memory, address: number) {
    this.#memory = memory;
    this.#address = address;
    memory.fields.register(this, address, this);
  }

  /** Gives its memory back at once, rather than when nothing refers to the field any more. */
  destroy(): void {
    if (this.#address === 0) return;
    this.#memory.fields.unregister(this);
    this.#memory.exports.perlane_field_destroy(this.#address);
    this.#address = 0;
    this.#ahead.forget();
  }

  /** @internal */
  static memoryOf(field: Field): Memory {
    return field.#memory;
  }

  /** @internal The address of the field of an instance. */
  addressIn(memory: Memory): number {
    if (memory !== this.#memory) {
      throw new PerlaneError('the field is of another instance; make it with this one');
    }
    return this.#used;
  }

  /** The shortest text that `Perlane.fromJson` makes this field of. */
  toJson(): string {
    const memory = this.#memory;
    return memory.framed(() => {
      const to = memory.borrow(4);
      memory.call((error) => memory.exports.perlane_field_to_json(this.#used, to, error));
      const address = memory.view.getUint32(to, true);
      try {
        return text(memory.exports, address);
      } finally {
        memory.exports.perlane_text_destroy(address);
      }
    });
  }

  /**
   * The same recipe, another world: a field whose seeds are drawn anew from the old ones and
   * `seed`, a whole number.
   */
  reseed(seed: number | bigint): Field {
    const given = seedOf('seed', seed);
    return fieldFrom(this.#memory, (to, error) =>
      this.#memory.exports.perlane_field_reseed(this.#used, given, to, error));
  }

  /**
   * The same recipe for samples that are `width` apart, in units of coordinate: octaves of fractals
   * fade out where they are too fine for these, in place of aliasing. 0 changes nothing.
   */
  withFootprint(width: number): Field {
    checkNumber('width', width);
    return fieldFrom(this.#memory, (to, error) =>
      this.#memory.exports.perlane_field_with_footprint(this.#used, width, to, error));
  }

  /** The numbers of dimensions that the field can be evaluated in. */
  get dimensions(): {least: number; most: number} {
    const memory = this.#memory;
    return memory.framed(() => {
      const to = memory.borrow(8);
      memory.call((error) =>
        memory.exports.perlane_field_dimensions(this.#used, to, to + 4, error));
      return {least: memory.view.getInt32(to, true), most: memory.view.getInt32(to + 4, true)};
    });
  }

  /** True if `fillDerivatives` and `samplePointsDerivatives` work. */
  get hasDerivatives(): boolean {
    const memory = this.#memory;
    return memory.framed(() => {
      const to = memory.borrow(4);
      memory.call((error) => memory.exports.perlane_field_has_derivatives(this.#used, to, error));
      return memory.view.getInt32(to, true) !== 0;
    });
  }

  /**
   * Proven bounds: no sample in so many dimensions is outside. Those of a grid hold within its box,
   * whatever the step, and are tighter where it is small beside the cells of the noise.
   */
  range(where: number | Grid): Range {
    const memory = this.#memory;
    if (typeof where === 'number') {
      return memory.framed(() => {
        const to = memory.borrow(8);
        memory.call((error) =>
          memory.exports.perlane_field_range(this.#used, where, to, error));
        return rangeAt(memory, to);
      });
    }
    samplesOf(where);
    return memory.framed(() => {
      const to = memory.borrow(8), grid = gridAt(memory, where);
      memory.call((error) => memory.exports.perlane_range(this.#used, grid, to, error));
      return rangeAt(memory, to);
    });
  }

  /** The proven bounds of many boxes, as `range` has them, which is faster than as many calls. */
  ranges(grids: readonly Grid[]): Range[] {
    const memory = this.#memory;
    if (!Array.isArray(grids)) {
      throw new TypeError(`grids is ${shown(grids)}; pass an array, such as [{shape: [32, 32]}]`);
    }
    grids.forEach((grid, i) => named('grids', i, () => samplesOf(grid)));
    if (grids.length === 0) return [];
    return memory.framed(() => {
      const to = memory.borrow(8 * grids.length), at = gridsAt(memory, grids);
      memory.call((error) =>
        memory.exports.perlane_ranges(this.#used, at, grids.length, to, error));
      return grids.map((_, i) => rangeAt(memory, to + 8 * i));
    });
  }

  /**
   * The value at every sample of a grid, x fastest: sample (x, y) is element x + shape[0] * y.
   * Also the least and the largest value, before they become codes.
   */
  fill<Type extends keyof Arrays = 'float32'>(
    grid: Grid, options: FillOptions<Type> = {}): Filled<Type> {
    const memory = this.#memory, count = samplesOf(grid);
    const samples = new Samples(options, count);
    const seen = memory.framed(() => {
      const out = memory.structure(arraySize), range = memory.borrow(8);
      return inPieces(this, grid, count, samples.bytes, {
        borrow: (most) => samples.borrow(memory, most),
        evaluate: (at, {samples: number}, error) => {
          samples.describe(memory, out, number);
          return memory.exports.perlane_fill(this.#used, at, out, 0, range, error);
        },
        take: ({begin, samples: number}) => {
          samples.take(memory, begin, number);
          return [rangeAt(memory, range)];
        },
      }, memory);
    });
    return {values: samples.values, ...seen[0]!};
  }

  /** @internal Use `Perlane.fillAll`. */
  static fillAll(memory: Memory, outputs: readonly Output[], grid: Grid): Filled[] {
    const count = samplesOf(grid), number = outputs.length;
    if (!Array.isArray(outputs)) {
      throw new TypeError(`outputs is ${shown(outputs)}; pass an array, such as [{field}]`);
    }
    const all = outputs.map((output, i) => named('outputs', i, () => {
      if (!(output?.field instanceof Field)) {
        throw new TypeError(`field is ${shown(output?.field)}; pass a field`);
      }
      return new Samples(output, count, ['field']);
    }));
    if (number === 0) return [];
    const bytes = all.reduce((sum, samples) => sum + samples.bytes, 0);
    const seen = memory.framed(() => {
      const fields = memory.borrow(4 * number), outs = memory.borrow(arraySize * number);
      new Uint8Array(memory.exports.memory.buffer, outs, arraySize * number).fill(0);
      for (const [i, {field}] of outputs.entries()) {
        const at = named('outputs', i, () => field.addressIn(memory));
        memory.view.setUint32(fields + 4 * i, at, true);
      }
      const ranges = memory.borrow(8 * number);
      return inPieces(outputs[0]!.field, grid, count, bytes, {
        borrow: (most) => all.forEach((samples) => samples.borrow(memory, most)),
        evaluate: (at, {samples: each}, error) => {
          all.forEach((samples, i) => samples.describe(memory, outs + arraySize * i, each));
          return memory.exports.perlane_fill_fields(fields, at, outs, number, 0, ranges, error);
        },
        take: ({begin, samples: each}) => all.map((samples, i) => {
          samples.take(memory, begin, each);
          return rangeAt(memory, ranges + 8 * i);
        }),
      }, memory);
    });
    return all.map(({values}, i) => ({values, ...seen[i]!}));
  }

  /** The values on a grid, and the exact partial derivatives. */
  fillDerivatives(grid: Grid): Derivatives {
    const memory = this.#memory, count = samplesOf(grid);
    const planes = new Planes(memory, grid.shape.length, count);
    const seen = memory.framed(() => {
      const range = memory.borrow(8);
      return inPieces(this, grid, count, planes.bytes, {
        borrow: (most) => planes.borrow(most),
        evaluate: (at, {samples}, error) => memory.exports.perlane_fill_derivatives(
          this.#used, at, planes.describe(samples), 0, range, error),
        take: ({begin, samples}) => {
          planes.take(begin, samples);
          return [rangeAt(memory, range)];
        },
      }, memory);
    });
    return {...planes.taken, ...seen[0]!};
  }

  /** The value at a point: 1 to 4 coordinates. */
  sample(x: number, y?: number, z?: number, w?: number): number;
  sample(x: number, second?: number, third?: number, fourth?: number): number {
    const ahead = this.#ahead, {next} = ahead, count = arguments.length;
    const y = count > 1 ? second : 0, z = count > 2 ? third : 0, w = count > 3 ? fourth : 0;
    if (next < ahead.count && x === ahead.x + next * ahead.stepX &&
        y === ahead.y + next * ahead.stepY && z === ahead.z + next * ahead.stepZ &&
        w === ahead.w + next * ahead.stepW && count === ahead.dimensions) {
      ahead.next = next + 1;
      return ahead.values[next]!;
    }
    if (typeof x !== 'number' || typeof y !== 'number' || typeof z !== 'number' ||
        typeof w !== 'number' || count > 4) {
      return this.#sampleOrThrow([...arguments] as number[]);
    }
    const value = ahead.begin(count, x, y, z, w) ? this.#sampleAhead() :
      this.#memory.exports.value_at(this.#address, count, x, y, z, w);
    return value === value ? value : this.#sampleOrThrow([...arguments] as number[]);
  }

  /** Evaluates the points that may follow, and returns the value of the first. */
  #sampleAhead(): number {
    const {exports} = this.#memory, ahead = this.#ahead;
    const {dimensions, length, x, y, z, w, stepX, stepY, stepZ, stepW} = ahead;
    const address = exports.values_on_line(this.#address, dimensions, length, x, y, z, w,
                                           stepX, stepY, stepZ, stepW) >>> 0;
    return address === 0 ? NaN : ahead.expect(exports.memory.buffer, address);
  }

  /** Returns the result of `sample` where the value is NaN, or throws its error. */
  #sampleOrThrow(point: number[]): number {
    for (const [axis, coordinate] of point.entries()) {
      if (typeof coordinate !== 'number') {
        throw new TypeError(`${'xyzw'[axis] ?? 'a coordinate'} is ${shown(coordinate)}; ` +
                            'pass numbers: sample(x, y)');
      }
    }
    const memory = this.#memory;
    return memory.framed(() => {
      const at = memory.borrow(8 * point.length), to = memory.borrow(4);
      new Float64Array(memory.exports.memory.buffer, at, point.length).set(point);
      memory.call((error) =>
        memory.exports.perlane_sample_point(this.#used, at, point.length, to, error));
      return memory.view.getFloat32(to, true);
    });
  }

  /** The values at many points: an array of coordinates for each axis, all of one length. */
  samplePoints(...axes: ArrayLike<number>[]): Float32Array<ArrayBuffer> {
    const memory = this.#memory, count = pointsOf(axes);
    const all = newArray('float32', count);
    memory.framed(() => {
      const points = pointsAt(memory, axes), values = memory.borrow(4 * count);
      memory.call((error) => memory.exports.perlane_sample(this.#used, points, values, 0, error));
      all.set(new Float32Array(memory.exports.memory.buffer, values, count));
    });
    return all;
  }

  /** The values at many points, and the exact partial derivatives. */
  samplePointsDerivatives(...axes: ArrayLike<number>[]): Omit<Derivatives, keyof Range> {
    const memory = this.#memory, count = pointsOf(axes);
    const planes = new Planes(memory, Math.min(axes.length, 4), count);
    return memory.framed(() => {
      const points = pointsAt(memory, axes);
      planes.borrow(count);
      memory.call((error) => memory.exports.perlane_sample_derivatives(
        this.#used, points, planes.describe(count), 0, error));
      planes.take(0, count);
      return planes.taken;
    });
  }

  /** Short, for the console of Node. */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    if (this.#address === 0) return 'Field (destroyed)';
    const json = this.toJson();
    return `Field ${json.length > 160 ? json.slice(0, 160) + '...' : json}`;
  }

  get #used(): number {
    if (this.#address === 0) throw new PerlaneError('the field was destroyed; make it again');
    return this.#address;
  }
}

// make.ts adds a method for every function that takes a field first.
export interface Field extends Methods {}

/** The field that a function makes, which writes its address to the first argument. */
export function fieldFrom(memory: Memory, make: (to: number, error: number) => number): Field {
  return memory.framed(() => {
    const to = memory.borrow(4);
    memory.call((error) => make(to, error));
    return new Field(memory, memory.view.getUint32(to, true));
  });
}

/** Evaluates a grid, a piece at a time. */
interface Evaluation {
  borrow(samples: number): void;
  evaluate(grid: number, piece: Piece, error: number): number;
  /** Returns the ranges of the values of each field. */
  take(piece: Piece): Range[];
}

/** Evaluates a grid of so many samples, and returns the ranges of the values of each field. */
function inPieces(field: Field, grid: Grid, count: number, bytes: number, how: Evaluation,
                  memory: Memory): Range[] {
  const most = Math.min(count, Math.floor(bytesAtOnce / bytes));
  const isWhole = most === count;
  if (!isWhole) field.range(grid);  // rejects what is wrong with any piece before any is written
  how.borrow(most);
  let all: Range[] = [];
  for (const piece of piecesOf(grid.shape, most)) {
    memory.framed(() => {
      const at = gridAt(memory, isWhole ? grid : gridOfPiece(grid, piece));
      memory.call((error) => how.evaluate(at, piece, error));
    });
    const ranges = how.take(piece);
    all = all.length === 0 ? ranges : all.map(({min, max}, i) =>
      ({min: Math.min(min, ranges[i]!.min), max: Math.max(max, ranges[i]!.max)}));
  }
  return all;
}

/** Calls a function, whose errors then say which of the outputs they are about. */
function named<Result>(list: string, element: number, body: () => Result): Result {
  try {
    return body();
  } catch (error) {
    if (error instanceof PerlaneError || error instanceof TypeError) {
      error.message = `${list}[${element}]: ${error.message}`;
    }
    throw error;
  }
}

/** Arrays for a value and its derivatives. */
class Planes {
  readonly bytes: number;
  private readonly arrays: Float32Array<ArrayBuffer>[];
  private data: number[] = [];

  constructor(private readonly memory: Memory, dimensions: number, count: number) {
    this.arrays = Array.from({length: dimensions + 1}, () => newArray('float32', count));
    this.bytes = 4 * this.arrays.length;
  }

  borrow(count: number): void {
    this.data = this.arrays.map(() => this.memory.borrow(4 * count));
  }

  describe(count: number): number {
    const address = this.memory.structure(planesSize);
    for (const [plane, data] of this.data.entries()) {
      this.memory.view.setUint32(address + 8 + 4 * plane, data, true);
    }
    this.memory.view.setBigUint64(address + 32, BigInt(count), true);
    return address;
  }

  take(begin: number, count: number): void {
    const {buffer} = this.memory.exports.memory;
    for (const [plane, data] of this.data.entries()) {
      this.arrays[plane]!.set(new Float32Array(buffer, data, count), begin);
    }
  }

  get taken(): Omit<Derivatives, keyof Range> {
    const [values, ...derivatives] = this.arrays;
    return {values: values!, derivatives};
  }
}

function rangeAt({view}: Memory, address: number): Range {
  return {min: view.getFloat32(address, true), max: view.getFloat32(address + 4, true)};
}

/** Rejects what is no array of points, and returns how many there are. */
function pointsOf(axes: ArrayLike<number>[]): number {
  const count = axes[0]?.length ?? 0;
  for (const [axis, coordinates] of axes.entries()) {
    if (typeof coordinates !== 'object' || coordinates === null || !('length' in coordinates)) {
      checkNumbers(`axis ${axis}`, coordinates);
    }
    if (coordinates.length !== count) {
      throw new PerlaneError(`axis ${axis} has ${coordinates.length} coordinates and axis 0 has ` +
                             `${count}; use as many`);
    }
  }
  return count;
}

function pointsAt(memory: Memory, axes: ArrayLike<number>[]): number {
  const count = axes[0]?.length ?? 0, address = memory.structure(pointsSize);
  memory.view.setInt32(address + 4, axes.length, true);
  memory.view.setInt32(address + 8, float64, true);
  memory.view.setBigUint64(address + 32, BigInt(count), true);
  for (const [axis, coordinates] of axes.slice(0, 4).entries()) {
    const data = memory.borrow(8 * count);
    new Float64Array(memory.exports.memory.buffer, data, count).set(coordinates);
    memory.view.setUint32(address + 16 + 4 * axis, data, true);
  }
  return address;
}
