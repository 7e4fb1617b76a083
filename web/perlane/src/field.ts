// Fields, and their evaluation.

import {checkNumber, seedOf, shown} from './checks.js';
import type {Methods} from './generated.js';
import {type Grid, gridAt, gridsAt, samplesOf} from './grid.js';
import {type Memory, PerlaneError, text} from './memory.js';
import {BaseField, type Filled, inPieces, pointsAt, pointsOf, rangeAt} from './base_field.js';
import {
  type Arrays, arraySize, type FillOptions, newArray, OutputArray, type Range,
} from './output_array.js';

/** One of several fields that are evaluated in one pass, and what its samples become. */
export interface Output<Type extends keyof Arrays = keyof Arrays> extends FillOptions<Type> {
  field: Field;
}

// Values are copied to one array after another.
function rejectOverlaps(arrays: readonly Arrays[keyof Arrays][]): void {
  arrays.forEach((b, second) => arrays.slice(0, second).forEach((a, first) => {
    if (a.buffer !== b.buffer || a.byteOffset >= b.byteOffset + b.byteLength ||
        b.byteOffset >= a.byteOffset + a.byteLength) return;
    throw new PerlaneError(`outputs[${second}]: into overlaps that of outputs[${first}]; use an ` +
                           'array of its own for each');
  }));
}

export interface Derivatives extends Range {
  /** The values, x fastest. */
  values: Float32Array<ArrayBuffer>;
  /** By axis: d/dx, d/dy, d/dz, d/dw, per unit of coordinate. */
  derivatives: Float32Array<ArrayBuffer>[];
}

// perlane_planes without `stride_x`, as its first version had it, where pointers have 32 bits.
const planesSize = 72;

/** A field: what to evaluate. It never changes. Functions of a field make other fields. */
export class Field extends BaseField {
  /** @internal Use `Perlane.make` or `Perlane.fromJson`. */
  constructor(memory: Memory, address: number) {
    super(memory, address);
  }

  /** @internal */
  protected override validate(grid: Grid): void {
    this.range(grid);
  }

  /** The shortest text that `Perlane.fromJson` makes this field of. */
  toJson(): string {
    const memory = this.memory;
    return memory.scoped(() => {
      const to = memory.borrow(4);
      memory.call((error) => memory.exports.perlane_field_to_json(this.used, to, error));
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
    return fieldFrom(this.memory, (to, error) =>
      this.memory.exports.perlane_field_reseed(this.used, given, to, error));
  }

  /**
   * The same recipe for samples that are `width` apart, in units of coordinate: octaves of fractals
   * fade out where they are too fine for these, in place of aliasing. 0 changes nothing.
   */
  withFootprint(width: number): Field {
    checkNumber('width', width);
    return fieldFrom(this.memory, (to, error) =>
      this.memory.exports.perlane_field_with_footprint(this.used, width, to, error));
  }

  /** True if `fillDerivatives` and `samplePointsDerivatives` work. */
  get hasDerivatives(): boolean {
    const memory = this.memory;
    return memory.scoped(() => {
      const to = memory.borrow(4);
      memory.call((error) => memory.exports.perlane_field_has_derivatives(this.used, to, error));
      return memory.view.getInt32(to, true) !== 0;
    });
  }

  /**
   * Proven bounds: no sample in so many dimensions is outside. Those of a grid hold within its box,
   * whatever the step, and are tighter if it is small compared with the cells of the noise.
   */
  range(where: number | Grid): Range {
    const memory = this.memory;
    if (typeof where === 'number') return this.rangeIn(where);
    samplesOf(where);
    return memory.scoped(() => {
      const to = memory.borrow(8), grid = gridAt(memory, where);
      memory.call((error) => memory.exports.perlane_range(this.used, grid, to, error));
      return rangeAt(memory, to);
    });
  }

  /** The proven bounds of many boxes, as `range` has them, which is faster than as many calls. */
  ranges(grids: readonly Grid[]): Range[] {
    const memory = this.memory;
    if (!Array.isArray(grids)) {
      throw new TypeError(`grids is ${shown(grids)}; pass an array, such as [{shape: [32, 32]}]`);
    }
    grids.forEach((grid, i) => named('grids', i, () => samplesOf(grid)));
    if (grids.length === 0) return [];
    return memory.scoped(() => {
      const to = memory.borrow(8 * grids.length), at = gridsAt(memory, grids);
      memory.call((error) =>
        memory.exports.perlane_ranges(this.used, at, grids.length, to, error));
      return grids.map((_, i) => rangeAt(memory, to + 8 * i));
    });
  }

  /** @internal Use `Perlane.fillAll`. */
  static fillAll(memory: Memory, outputs: readonly Output[], grid: Grid): Filled[] {
    const count = samplesOf(grid);
    if (!Array.isArray(outputs)) {
      throw new TypeError(`outputs is ${shown(outputs)}; pass an array, such as [{field}]`);
    }
    const number = outputs.length;
    const all = outputs.map((output, i) => named('outputs', i, () => {
      if (!(output?.field instanceof Field)) {
        throw new TypeError(`field is ${shown(output?.field)}; pass a field`);
      }
      return new OutputArray(output, count, ['field']);
    }));
    rejectOverlaps(all.map(({values}) => values));
    if (number === 0) return [];
    const bytes = all.reduce((sum, array) => sum + array.bytes, 0);
    const seen = memory.scoped(() => {
      const fields = memory.borrow(4 * number), outs = memory.borrow(arraySize * number);
      new Uint8Array(memory.exports.memory.buffer, outs, arraySize * number).fill(0);
      const ranges = memory.borrow(8 * number);
      return inPieces(grid, count, bytes, {
        borrow: (most) => all.forEach((array) => array.borrow(memory, most)),
        evaluate: (at, {samples}, error) => {
          all.forEach((array, i) => array.describe(memory, outs + arraySize * i, samples));
          outputs.forEach(({field}, i) => {
            const address = named('outputs', i, () => field.addressIn(memory));
            memory.view.setUint32(fields + 4 * i, address, true);
          });
          return memory.exports.perlane_fill_fields(fields, at, outs, number, 0, ranges, error);
        },
        take: ({begin, samples}) => all.map((array, i) => {
          array.take(memory, begin, samples);
          return rangeAt(memory, ranges + 8 * i);
        }),
      }, memory, (whole) => outputs.forEach(
        ({field}, i) => named('outputs', i, () => field.validate(whole))));
    });
    return all.map(({values}, i) => ({values, ...seen[i]!}));
  }

  /** The values on a grid, and the exact partial derivatives. */
  fillDerivatives(grid: Grid): Derivatives {
    const memory = this.memory, count = samplesOf(grid);
    const planes = new Planes(memory, grid.shape.length, count);
    const seen = memory.scoped(() => {
      const range = memory.borrow(8);
      return inPieces(grid, count, planes.bytes, {
        borrow: (most) => planes.borrow(most),
        evaluate: (at, {samples}, error) => memory.exports.perlane_fill_derivatives(
          this.used, at, planes.describe(samples), 0, range, error),
        take: ({begin, samples}) => {
          planes.take(begin, samples);
          return [rangeAt(memory, range)];
        },
      }, memory, (all) => this.validate(all));
    });
    return {...planes.taken, ...seen[0]!};
  }

  /** The values at many points, and the exact partial derivatives. */
  samplePointsDerivatives(...axes: ArrayLike<number>[]): Omit<Derivatives, keyof Range> {
    const memory = this.memory, count = pointsOf(axes);
    const planes = new Planes(memory, Math.min(axes.length, 4), count);
    return memory.scoped(() => {
      const points = pointsAt(memory, axes);
      planes.borrow(count);
      memory.call((error) => memory.exports.perlane_sample_derivatives(
        this.used, points, planes.describe(count), 0, error));
      planes.take(0, count);
      return planes.taken;
    });
  }

  /** Short, for the console of Node. */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    if (this.isDestroyed) return 'Field (destroyed)';
    const json = this.toJson();
    return `Field ${json.length > 160 ? json.slice(0, 160) + '...' : json}`;
  }
}

// make.ts adds a method for every function that takes a field first.
export interface Field extends Methods {}

/** The field that a function makes, which writes its address to the first argument. */
export function fieldFrom(memory: Memory, make: (to: number, error: number) => number): Field {
  return memory.scoped(() => {
    const to = memory.borrow(4);
    memory.call((error) => make(to, error));
    return new Field(memory, memory.view.getUint32(to, true));
  });
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

