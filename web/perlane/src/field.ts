// Fields, and their evaluation.

import {type Exports, type Frame, framed, PerlaneError, text} from './memory.js';

/** Two numbers, the least and the largest. */
export interface Range {
  min: number;
  max: number;
}

/**
 * A regular grid of samples, with a number for each axis: x, y, z, w. Sample i of an axis lies at
 * the coordinate `origin + (first + i) * step`.
 */
export interface Grid {
  /** How many samples; 1 to 4 numbers, which says how many dimensions there are. */
  shape: readonly number[];
  /** The distance between neighbours; 1 unless you say another. */
  step?: readonly number[];
  /** The coordinate of global sample 0; 0 unless you say another. */
  origin?: readonly number[];
  /** The global index of the first sample; 0 unless you say another. */
  first?: readonly (number | bigint)[];
}

/** What samples can be, and the arrays that hold them. */
export interface Arrays {
  float32: Float32Array<ArrayBuffer>;
  uint16: Uint16Array<ArrayBuffer>;
  uint8: Uint8Array<ArrayBuffer>;
}

export interface FillOptions<Type extends keyof Arrays = 'float32'> {
  /** 'float32' unless you say another. */
  type?: Type;
  /** Of codes: what becomes 0 and the largest code; unless you say another, the field's range. */
  codes?: Range;
  /**
   * Where the values go, an array of as many elements as there are samples: one that is used again
   * and again takes half the time of a new one.
   */
  into?: Arrays[Type];
}

/** One of several fields that are evaluated in one pass, and what its samples become. */
export interface Output<Type extends keyof Arrays = keyof Arrays> extends FillOptions<Type> {
  field: Field;
}

/** The values of one of several fields, and the least and the largest. */
export interface Filled<Type extends keyof Arrays = keyof Arrays> extends Range {
  values: Arrays[Type];
}

export interface Derivatives extends Range {
  /** The values, x fastest. */
  values: Float32Array;
  /** By axis: d/dx, d/dy, d/dz, d/dw, per unit of coordinate. */
  derivatives: Float32Array[];
}

const types = {
  float32: {number: 0, array: Float32Array},
  uint16: {number: 1, array: Uint16Array},
  uint8: {number: 2, array: Uint8Array},
} as const;
const float64 = 3;

// Structures of perlane.h, where pointers have 32 bits.
const gridSize = 136, arraySize = 64, planesSize = 72, pointsSize = 40;

const forgotten = new FinalizationRegistry<() => void>((destroy) => destroy());

/** A field: what to evaluate. It never changes. */
export class Field {
  private address: number;

  /** @internal Use `Perlane.fromJson`. */
  constructor(private readonly exports: Exports, address: number) {
    this.address = address;
    forgotten.register(this, () => exports.perlane_field_destroy(address), this);
  }

  /** Gives its memory back at once, rather than when nothing refers to the field any more. */
  destroy(): void {
    if (this.address === 0) return;
    forgotten.unregister(this);
    this.exports.perlane_field_destroy(this.address);
    this.address = 0;
  }

  /** The shortest text that `Perlane.fromJson` makes this field of. */
  toJson(): string {
    return framed(this.exports, (frame) => {
      const to = frame.borrow(4);
      frame.call((error) => this.exports.perlane_field_to_json(this.used, to, error));
      const address = frame.view.getUint32(to, true);
      try {
        return text(this.exports, address);
      } finally {
        this.exports.perlane_text_destroy(address);
      }
    });
  }

  /**
   * The same recipe, another world: a field whose seeds are drawn anew from the old ones and
   * `seed`, a whole number.
   */
  reseed(seed: number | bigint): Field {
    return framed(this.exports, (frame) => {
      const to = frame.borrow(4);
      frame.call((error) =>
        this.exports.perlane_field_reseed(this.used, BigInt(seed), to, error));
      return new Field(this.exports, frame.view.getUint32(to, true));
    });
  }

  /**
   * The same recipe for samples that are `width` apart, in units of coordinate: octaves of fractals
   * fade out where they are too fine for these, in place of aliasing. 0 changes nothing.
   */
  withFootprint(width: number): Field {
    return framed(this.exports, (frame) => {
      const to = frame.borrow(4);
      frame.call((error) =>
        this.exports.perlane_field_with_footprint(this.used, width, to, error));
      return new Field(this.exports, frame.view.getUint32(to, true));
    });
  }

  /** The numbers of dimensions that the field can be evaluated in. */
  get dimensions(): {least: number; most: number} {
    return framed(this.exports, (frame) => {
      const to = frame.borrow(8);
      frame.call((error) =>
        this.exports.perlane_field_dimensions(this.used, to, to + 4, error));
      return {least: frame.view.getInt32(to, true), most: frame.view.getInt32(to + 4, true)};
    });
  }

  /** Whether `fillDerivatives` and `sampleDerivatives` work. */
  get hasDerivatives(): boolean {
    return framed(this.exports, (frame) => {
      const to = frame.borrow(4);
      frame.call((error) => this.exports.perlane_field_has_derivatives(this.used, to, error));
      return frame.view.getInt32(to, true) !== 0;
    });
  }

  /** Proven bounds: no sample in so many dimensions is outside. */
  range(dimensions: number): Range {
    return framed(this.exports, (frame) => {
      const to = frame.borrow(8);
      frame.call((error) =>
        this.exports.perlane_field_range(this.used, dimensions, to, error));
      return rangeAt(frame, to);
    });
  }

  /**
   * The value at every sample of a grid, x fastest: sample (x, y) is element x + shape[0] * y.
   * Also the least and the largest value, before they become codes.
   */
  fill<Type extends keyof Arrays = 'float32'>(
    grid: Grid, options: FillOptions<Type> = {}): {values: Arrays[Type]} & Range {
    const samples = new Samples(options, samplesOf(grid));
    return framed(this.exports, (frame) => {
      const out = frame.structure(arraySize);
      samples.borrow(frame, out);
      const at = gridAt(frame, grid), range = frame.borrow(8);
      frame.call((error) => this.exports.perlane_fill(this.used, at, out, 0, range, error));
      return {values: samples.taken(frame), ...rangeAt(frame, range)};
    });
  }

  /** @internal Use `Perlane.fillAll`. */
  static fillAll(exports: Exports, outputs: readonly Output[], grid: Grid): Filled[] {
    const count = outputs.length, elements = samplesOf(grid);
    const all = outputs.map((output, i) => named(i, () => new Samples(output, elements)));
    return framed(exports, (frame) => {
      const fields = frame.borrow(4 * count), outs = frame.borrow(arraySize * count);
      new Uint8Array(exports.memory.buffer, outs, arraySize * count).fill(0);
      for (const [i, {field}] of outputs.entries()) {
        if (field.exports !== exports) {
          throw new PerlaneError(`outputs[${i}]: the field is of another instance; ` +
                                 'make it with this one');
        }
        frame.view.setUint32(outs + arraySize * i, arraySize, true);
        all[i]!.borrow(frame, outs + arraySize * i);
        frame.view.setUint32(fields + 4 * i, named(i, () => field.used), true);
      }
      const at = gridAt(frame, grid), ranges = frame.borrow(8 * count);
      frame.call((error) =>
        exports.perlane_fill_fields(fields, at, outs, count, 0, ranges, error));
      return all.map((samples, i) =>
        ({values: samples.taken(frame), ...rangeAt(frame, ranges + 8 * i)}));
    });
  }

  /** The values on a grid, and the exact partial derivatives. */
  fillDerivatives(grid: Grid): Derivatives {
    return framed(this.exports, (frame) => {
      const dimensions = grid.shape.length;
      const planes = new Planes(frame, dimensions, samplesOf(grid));
      const at = gridAt(frame, grid), range = frame.borrow(8);
      frame.call((error) =>
        this.exports.perlane_fill_derivatives(this.used, at, planes.address, 0, range, error));
      return {...planes.taken(), ...rangeAt(frame, range)};
    });
  }

  /** The value at a point: 1 to 4 coordinates. */
  sample(...point: number[]): number {
    return framed(this.exports, (frame) => {
      const at = frame.borrow(8 * point.length), to = frame.borrow(4);
      new Float64Array(this.exports.memory.buffer, at, point.length).set(point);
      frame.call((error) =>
        this.exports.perlane_sample_point(this.used, at, point.length, to, error));
      return frame.view.getFloat32(to, true);
    });
  }

  /** The values at many points: an array of coordinates for each axis, all of one length. */
  samplePoints(...axes: ArrayLike<number>[]): Float32Array {
    return framed(this.exports, (frame) => {
      const count = axes[0]?.length ?? 0;
      const points = pointsAt(frame, axes), values = frame.borrow(4 * count);
      frame.call((error) => this.exports.perlane_sample(this.used, points, values, 0, error));
      return new Float32Array(this.exports.memory.buffer, values, count).slice();
    });
  }

  /** The values at many points, and the exact partial derivatives. */
  samplePointsDerivatives(...axes: ArrayLike<number>[]): Omit<Derivatives, keyof Range> {
    return framed(this.exports, (frame) => {
      const points = pointsAt(frame, axes);
      const planes = new Planes(frame, axes.length, axes[0]?.length ?? 0);
      frame.call((error) =>
        this.exports.perlane_sample_derivatives(this.used, points, planes.address, 0, error));
      return planes.taken();
    });
  }

  private get used(): number {
    if (this.address === 0) throw new PerlaneError('the field was destroyed; make it again');
    return this.address;
  }
}

/** Calls a function, whose errors then say which of the outputs they are about. */
function named<Result>(output: number, body: () => Result): Result {
  try {
    return body();
  } catch (error) {
    if (!(error instanceof PerlaneError)) throw error;
    throw new PerlaneError(`outputs[${output}]: ${error.message}`, error.kind);
  }
}

/** An array of values or codes, as `Field.fill` takes it. */
class Samples<Type extends keyof Arrays> {
  private readonly type;
  private data = 0;

  constructor(private readonly options: FillOptions<Type>, private readonly count: number) {
    this.type = types[options.type ?? 'float32'];
    if (this.type === undefined) {
      throw new PerlaneError(`type is ${options.type}; use ${Object.keys(types).join(', ')}`);
    }
    const {into} = options, {array} = this.type;
    if (into !== undefined && !(into instanceof array && into.length === count)) {
      throw new PerlaneError(`into is no ${array.name} of ${count} elements; use such an array`);
    }
  }

  /** Borrows its memory, and describes it at an address, where all but the size is 0. */
  borrow(frame: Frame, out: number): void {
    this.data = frame.borrow(this.count * this.type.array.BYTES_PER_ELEMENT);
    const view = frame.view;
    view.setInt32(out + 4, this.type.number, true);
    view.setUint32(out + 8, this.data, true);
    view.setBigUint64(out + 16, BigInt(this.count), true);
    if (this.options.codes === undefined) return;
    view.setFloat32(out + 56, this.options.codes.min, true);
    view.setFloat32(out + 60, this.options.codes.max, true);
  }

  /** What was written there. */
  taken(frame: Frame): Arrays[Type] {
    const written = new this.type.array(frame.exports.memory.buffer, this.data, this.count);
    const {into} = this.options;
    into?.set(written);
    return into ?? (written.slice() as Arrays[Type]);
  }
}

/** Arrays for a value and its derivatives. */
class Planes {
  readonly address: number;
  private readonly data: number[] = [];

  constructor(private readonly frame: Frame, dimensions: number, private readonly count: number) {
    this.address = frame.structure(planesSize);
    for (let plane = 0; plane <= Math.min(dimensions, 4); ++plane) {
      const data = frame.borrow(4 * count);
      this.data.push(data);
      frame.view.setUint32(this.address + 8 + 4 * plane, data, true);
    }
    frame.view.setBigUint64(this.address + 32, BigInt(count), true);
  }

  taken(): {values: Float32Array; derivatives: Float32Array[]} {
    const [values, ...derivatives] = this.data.map(
      (data) => new Float32Array(this.frame.exports.memory.buffer, data, this.count).slice());
    return {values: values as Float32Array, derivatives};
  }
}

function rangeAt(frame: Frame, address: number): Range {
  return {min: frame.view.getFloat32(address, true), max: frame.view.getFloat32(address + 4, true)};
}

function samplesOf(grid: Grid): number {
  let count = 1;
  for (const [axis, length] of grid.shape.entries()) {
    if (!Number.isSafeInteger(length) || length < 1) {
      throw new PerlaneError(`Grid.shape[${axis}] is ${length}; use a whole number of 1 or more`);
    }
    count *= length;
  }
  return count;
}

function validateLength(name: string, numbers: {length: number} | undefined, axes: number): void {
  if (numbers === undefined || numbers.length === axes) return;
  throw new PerlaneError(`Grid.${name} has ${numbers.length} numbers and Grid.shape has ${axes}; ` +
                         'use as many, or none at all');
}

function gridAt(frame: Frame, grid: Grid): number {
  const axes = grid.shape.length;
  if (axes < 1 || axes > 4) {
    throw new PerlaneError(`Grid.shape has ${axes} numbers; use 1 to 4, one per axis`);
  }
  validateLength('step', grid.step, axes);
  validateLength('origin', grid.origin, axes);
  validateLength('first', grid.first, axes);
  const address = frame.structure(gridSize), view = frame.view;
  view.setInt32(address + 4, axes, true);
  for (let axis = 0; axis < axes; ++axis) {
    const step = grid.step?.[axis] ?? 1, first = grid.first?.[axis] ?? 0;
    // In C, 0 stands for 1.
    if (step === 0) {
      throw new PerlaneError(`Grid.step[${axis}] is 0; use a finite number other than 0`);
    }
    if (typeof first === 'number' && !Number.isSafeInteger(first)) {
      throw new PerlaneError(`Grid.first[${axis}] is ${first}; use a whole number, or a bigint`);
    }
    view.setBigInt64(address + 8 + 8 * axis, BigInt(grid.shape[axis] as number), true);
    view.setFloat64(address + 40 + 8 * axis, step, true);
    view.setFloat64(address + 72 + 8 * axis, grid.origin?.[axis] ?? 0, true);
    view.setBigInt64(address + 104 + 8 * axis, BigInt(first), true);
  }
  return address;
}

function pointsAt(frame: Frame, axes: ArrayLike<number>[]): number {
  const count = axes[0]?.length ?? 0;
  const address = frame.structure(pointsSize);
  frame.view.setInt32(address + 4, axes.length, true);
  frame.view.setInt32(address + 8, float64, true);
  frame.view.setBigUint64(address + 32, BigInt(count), true);
  for (const [axis, coordinates] of axes.slice(0, 4).entries()) {
    if (coordinates.length !== count) {
      throw new PerlaneError(`axis ${axis} has ${coordinates.length} coordinates and axis 0 has ` +
                             `${count}; use as many`);
    }
    const data = frame.borrow(8 * count);
    new Float64Array(frame.exports.memory.buffer, data, count).set(coordinates);
    frame.view.setUint32(address + 16 + 4 * axis, data, true);
  }
  return address;
}
