// Values of fields on grids and at points, which the small module has, too.

import {checkNumber, checkNumbers, shown} from './checks.js';
import {type Grid, gridAt, gridOfPiece, type Piece, piecesOf, samplesOf} from './grid.js';
import {type Memory, PerlaneError} from './memory.js';
import {
  type Arrays, arraySize, type FillOptions, newArray, OutputArray, type Range,
} from './output_array.js';
import {LinePrefetch} from './prefetch.js';

/** The values of a field, and the least and the largest, before they become codes. */
export interface Filled<Type extends keyof Arrays = keyof Arrays> extends Range {
  values: Arrays[Type];
}

// The structure perlane_points, where pointers have 32 bits.
const pointsSize = 40, float64 = 3;

// Larger arrays are evaluated piece by piece, so that the module's memory has to hold no more.
const bytesAtOnce = 2 ** 24;

/** The part of a field that both modules have: its values. */
export abstract class BaseField {
  readonly #memory: Memory;
  readonly #prefetch = new LinePrefetch();
  #address: number;

  constructor(memory: Memory, address: number) {
    this.#memory = memory;
    this.#address = address;
    memory.fields.register(this, address, this);
  }

  /** @internal Rejects a grid that `fill` would reject. */
  protected abstract validate(grid: Grid): void;

  /** Gives its memory back at once, rather than when nothing refers to the field any more. */
  destroy(): void {
    if (this.#address === 0) return;
    const address = this.#address;
    this.#address = 0;
    this.#prefetch.forget();
    this.#memory.fields.unregister(this);
    this.#memory.exports.perlane_field_destroy(address);
  }

  /** @internal */
  static memoryOf(field: BaseField): Memory {
    return field.#memory;
  }

  /** @internal The address of the field of an instance. */
  addressIn(memory: Memory): number {
    if (memory !== this.#memory) {
      throw new PerlaneError('the field is of another instance; make it with this one');
    }
    return this.used;
  }

  /** The numbers of dimensions that the field can be evaluated in. */
  get dimensions(): {least: number; most: number} {
    const memory = this.#memory;
    return memory.scoped(() => {
      const to = memory.borrow(8);
      memory.call((error) =>
        memory.exports.perlane_field_dimensions(this.used, to, to + 4, error));
      return {least: memory.view.getInt32(to, true), most: memory.view.getInt32(to + 4, true)};
    });
  }

  /** @internal Proven bounds: no sample in so many dimensions is outside. */
  protected rangeIn(dimensions: number): Range {
    const memory = this.#memory;
    if ((dimensions | 0) !== dimensions) {  // C would receive another number
      throw new PerlaneError(`range: dimensions is ${dimensions}; use 1 to 4`);
    }
    return memory.scoped(() => {
      const to = memory.borrow(8);
      memory.call((error) =>
        memory.exports.perlane_field_range(this.used, dimensions, to, error));
      return rangeAt(memory, to);
    });
  }

  /**
   * The value at every sample of a grid, x fastest: sample (x, y) is element x + shape[0] * y.
   * Also the least and the largest value, before they become codes.
   */
  fill<Type extends keyof Arrays>(
    grid: Grid, options: FillOptions<Type> & {type: Type}): Filled<Type>;
  fill(grid: Grid, options?: FillOptions): Filled<'float32'>;
  fill<Type extends keyof Arrays>(
    grid: Grid, options: FillOptions<Type>): Filled<Type | 'float32'>;
  fill(grid: Grid, options: FillOptions<keyof Arrays> = {}): Filled {
    const memory = this.#memory, count = samplesOf(grid);
    const output = new OutputArray(options, count);
    const seen = memory.scoped(() => {
      const out = memory.structure(arraySize), range = memory.borrow(8);
      return inPieces(grid, count, output.bytes, {
        borrow: (most) => output.borrow(memory, most),
        evaluate: (at, {samples}, error) => {
          output.describe(memory, out, samples);
          return memory.exports.perlane_fill(this.used, at, out, 0, range, error);
        },
        take: ({begin, samples}) => {
          output.take(memory, begin, samples);
          return [rangeAt(memory, range)];
        },
      }, memory, (all) => this.validate(all));
    });
    return {values: output.values, ...seen[0]!};
  }

  /** The value at a point: 1 to 4 coordinates. */
  sample(x: number): number;
  sample(x: number, y: number): number;
  sample(x: number, y: number, z: number): number;
  sample(x: number, y: number, z: number, w: number): number;
  sample(x: number, second?: number, third?: number, fourth?: number): number {
    const prefetch = this.#prefetch, {next} = prefetch, count = arguments.length;
    const y = count > 1 ? second : 0, z = count > 2 ? third : 0, w = count > 3 ? fourth : 0;
    if (next < prefetch.count && Object.is(x, prefetch.x + next * prefetch.stepX) &&
        Object.is(y, prefetch.y + next * prefetch.stepY) &&
        Object.is(z, prefetch.z + next * prefetch.stepZ) &&
        Object.is(w, prefetch.w + next * prefetch.stepW) && count === prefetch.dimensions) {
      prefetch.next = next + 1;
      return prefetch.values[next]!;
    }
    if (typeof x !== 'number' || typeof y !== 'number' || typeof z !== 'number' ||
        typeof w !== 'number' || count > 4) {
      return this.#sampleOrThrow([...arguments] as number[]);
    }
    const value = prefetch.begin(count, x, y, z, w) ? this.#sampleLine() :
      this.#memory.exports.value_at(this.#address, count, x, y, z, w);
    return value === value ? value : this.#sampleOrThrow([...arguments] as number[]);
  }

  /** Evaluates the points that may follow, and returns the value of the first. */
  #sampleLine(): number {
    const {exports} = this.#memory, prefetch = this.#prefetch;
    const {dimensions, length, x, y, z, w, stepX, stepY, stepZ, stepW} = prefetch;
    const address = exports.values_on_line(this.#address, dimensions, length, x, y, z, w,
                                           stepX, stepY, stepZ, stepW) >>> 0;
    return address === 0 ? NaN : prefetch.expect(exports.memory.buffer, address);
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
    return memory.scoped(() => {
      const at = memory.borrow(8 * point.length), to = memory.borrow(4);
      new Float64Array(memory.exports.memory.buffer, at, point.length).set(point);
      memory.call((error) =>
        memory.exports.perlane_sample_point(this.used, at, point.length, to, error));
      return memory.view.getFloat32(to, true);
    });
  }

  /** The values at many points: an array of coordinates for each axis, all of one length. */
  samplePoints(...axes: ArrayLike<number>[]): Float32Array<ArrayBuffer> {
    const memory = this.#memory, count = pointsOf(axes);
    const all = newArray('float32', count);
    memory.scoped(() => {
      const points = pointsAt(memory, axes), values = memory.borrow(4 * count);
      memory.call((error) => memory.exports.perlane_sample(this.used, points, values, 0, error));
      all.set(new Float32Array(memory.exports.memory.buffer, values, count));
    });
    return all;
  }

  /** @internal */
  protected get memory(): Memory {
    return this.#memory;
  }

  /** @internal The address; an error if the field was destroyed. */
  protected get used(): number {
    if (this.#address === 0) throw new PerlaneError('the field was destroyed; make it again');
    return this.#address;
  }

  /** @internal */
  protected get isDestroyed(): boolean {
    return this.#address === 0;
  }
}

/** Evaluates a grid, a piece at a time. */
export interface Evaluation {
  borrow(samples: number): void;
  evaluate(grid: number, piece: Piece, error: number): number;
  /** Returns the ranges of the values of each field. */
  take(piece: Piece): Range[];
}

/** Evaluates a grid of so many samples, and returns the ranges of the values of each field. */
export function inPieces(grid: Grid, count: number, bytes: number, how: Evaluation,
                         memory: Memory, validate: (grid: Grid) => void): Range[] {
  const most = Math.min(count, Math.floor(bytesAtOnce / bytes));
  const isWhole = most === count;
  if (!isWhole) validate(grid);  // rejects any piece's errors before any value is written
  how.borrow(most);
  let all: Range[] = [];
  for (const piece of piecesOf(grid.shape, most)) {
    memory.scoped(() => {
      const at = gridAt(memory, isWhole ? grid : gridOfPiece(grid, piece));
      memory.call((error) => how.evaluate(at, piece, error));
    });
    const ranges = how.take(piece);
    all = all.length === 0 ? ranges : all.map(({min, max}, i) =>
      ({min: Math.min(min, ranges[i]!.min), max: Math.max(max, ranges[i]!.max)}));
  }
  return all;
}

export function rangeAt({view}: Memory, address: number): Range {
  return {min: view.getFloat32(address, true), max: view.getFloat32(address + 4, true)};
}

/** Rejects anything but an array of points, and returns how many there are. */
export function pointsOf(axes: ArrayLike<number>[]): number {
  const count = axes[0]?.length ?? 0;
  for (const [axis, coordinates] of axes.entries()) {
    if (typeof coordinates !== 'object' || coordinates === null || !('length' in coordinates)) {
      checkNumbers(`axis ${axis}`, coordinates);
    }
    if (Array.isArray(coordinates)) {
      const wrong = coordinates.findIndex((each) => typeof each !== 'number');
      if (wrong >= 0) checkNumber(`axis ${axis}[${wrong}]`, coordinates[wrong]);
    }
    if (coordinates.length !== count) {
      throw new PerlaneError(`axis ${axis} has ${coordinates.length} coordinates and axis 0 has ` +
                             `${count}; use as many`);
    }
  }
  return count;
}

export function pointsAt(memory: Memory, axes: ArrayLike<number>[]): number {
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
