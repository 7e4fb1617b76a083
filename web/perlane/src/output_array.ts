// Arrays for samples that are evaluated in the module's memory and copied out of it.

import {checkMembers, checkNumber, shown} from './checks.js';
import {type Memory, PerlaneError} from './memory.js';

/** Two numbers, the least and the largest. */
export interface Range {
  min: number;
  max: number;
}

/** The types of samples, and the arrays that hold them. */
export interface Arrays {
  float32: Float32Array<ArrayBuffer>;
  uint16: Uint16Array<ArrayBuffer>;
  uint8: Uint8Array<ArrayBuffer>;
}

export interface FillOptions<Type extends keyof Arrays = 'float32'> {
  /** 'float32' unless you say another. */
  type?: Type;
  /** The values of code 0 and of the largest code; unless you say another, the field's range. */
  codes?: Range;
  /**
   * The array for the values, with as many elements as there are samples: one that is used again
   * and again takes half the time of a new one.
   */
  into?: Arrays[Type];
}

const types = {
  float32: {number: 0, array: Float32Array},
  uint16: {number: 1, array: Uint16Array},
  uint8: {number: 2, array: Uint8Array},
} as const;

/** perlane_array without `stride_x`, as its first version had it, where pointers have 32 bits. */
export const arraySize = 64;

/** Returns a new array, or throws an error if there is no memory for it. */
export function newArray<Type extends keyof Arrays>(type: Type, count: number): Arrays[Type] {
  try {
    return new types[type].array(count) as Arrays[Type];
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new PerlaneError(`there is not enough memory for an array of ${count} elements`,
                           'no memory');
  }
}

/** The array of values or codes that the options of `Field.fill` ask for. */
export class OutputArray<Type extends keyof Arrays> {
  readonly values: Arrays[Type];
  readonly bytes: number;
  private data = 0;
  private readonly type;

  /** @param options members besides those of FillOptions are rejected, unless they are `others` */
  constructor(private readonly options: FillOptions<Type>, count: number, others: string[] = []) {
    checkMembers('options', options, [...others, 'type', 'codes', 'into'], "{type: 'uint16'}");
    const name = options.type ?? 'float32';
    if (!Object.hasOwn(types, name)) {
      throw new PerlaneError(`type is ${shown(name)}; use ${Object.keys(types).join(', ')}`);
    }
    this.type = types[name];
    if (options.codes !== undefined) {
      checkMembers('codes', options.codes, ['min', 'max'], '{min: -1, max: 1}');
      checkNumber('codes.min', options.codes.min);
      checkNumber('codes.max', options.codes.max);
      if (name === 'float32') {
        throw new PerlaneError("codes are given for floats; leave them out, or set type to " +
                               "'uint16' or 'uint8'");
      }
      // Zeros in binary32 stand for the range of the field in C.
      if (Math.fround(options.codes.min) === 0 && Math.fround(options.codes.max) === 0) {
        throw new PerlaneError('codes are from 0 to 0; use two finite numbers, the smaller one ' +
                               'first');
      }
    }
    const {array} = this.type;
    if (options.into !== undefined &&
        !(options.into instanceof array && options.into.length === count)) {
      throw new PerlaneError(`into is not a ${array.name} of ${count} elements; use such an array`);
    }
    this.bytes = array.BYTES_PER_ELEMENT;
    this.values = options.into ?? newArray(name as Type, count);
  }

  /** Borrows memory for so many samples. */
  borrow(memory: Memory, count: number): void {
    this.data = memory.borrow(count * this.bytes);
  }

  /** Writes a perlane_array for so many samples of that memory to an address, where all is 0. */
  describe(memory: Memory, address: number, count: number): void {
    const view = memory.view;
    view.setUint32(address, arraySize, true);
    view.setInt32(address + 4, this.type.number, true);
    view.setUint32(address + 8, this.data, true);
    view.setBigUint64(address + 16, BigInt(count), true);
    if (this.options.codes === undefined) return;
    view.setFloat32(address + 56, this.options.codes.min, true);
    view.setFloat32(address + 60, this.options.codes.max, true);
  }

  /** Copies `count` samples from that memory to the array, from element `begin` on. */
  take(memory: Memory, begin: number, count: number): void {
    const {buffer} = memory.exports.memory;
    this.values.set(new this.type.array(buffer, this.data, count), begin);
  }
}
