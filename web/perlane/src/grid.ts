// Grids: where fields are evaluated.

import {checkMembers, checkNumbers} from './checks.js';
import {type Memory, PerlaneError} from './memory.js';

/**
 * A regular grid of samples, with a number for each axis: x, y, z, w. Sample i of an axis lies at
 * the coordinate `origin + (first + i) * step`.
 */
export interface Grid {
  /** The number of samples by axis; 1 to 4 numbers, as many as dimensions. */
  shape: readonly number[];
  /** The distance between neighbours; 1 unless you say another. */
  step?: readonly number[];
  /** The coordinate of global sample 0; 0 unless you say another. */
  origin?: readonly number[];
  /** The global index of the first sample; 0 unless you say another. */
  first?: readonly (number | bigint)[];
}

/** A part of a grid, whose samples lie next to each other from `begin` on. */
export interface Piece {
  shape: readonly number[];
  /** The index of its first sample along each axis. */
  offset: readonly number[];
  begin: number;
  samples: number;
}

const names = ['shape', 'step', 'origin', 'first'] as const;

/** Rejects anything but a grid, and returns how many samples it has. */
export function samplesOf(grid: Grid): number {
  checkMembers('grid', grid, names, '{shape: [512, 512]}');
  for (const name of names) {
    const numbers = grid[name];
    if (numbers === undefined && name !== 'shape') continue;
    checkNumbers(`grid.${name}`, numbers, name === 'first');
    if (numbers!.length !== grid.shape.length) {
      throw new PerlaneError(`grid.${name} has ${numbers!.length} numbers and grid.shape has ` +
                             `${grid.shape.length}; use as many, or none at all`);
    }
  }
  const axes = grid.shape.length;
  if (axes < 1 || axes > 4) {
    throw new PerlaneError(`grid.shape has ${axes} numbers; use 1 to 4, one per axis`);
  }
  let samples = 1;
  for (let axis = 0; axis < axes; ++axis) {
    const length = grid.shape[axis]!, step = grid.step?.[axis], first = grid.first?.[axis] ?? 0;
    if (!Number.isSafeInteger(length) || length < 1) {
      throw new PerlaneError(`grid.shape[${axis}] is ${length}; use a whole number of 1 or more`);
    }
    if (step === 0) {  // which stands for 1 in C
      throw new PerlaneError(`grid.step[${axis}] is 0; use a finite number other than 0`);
    }
    if (typeof first === 'number' ? !Number.isSafeInteger(first) :
        BigInt.asIntN(64, first) !== first) {
      throw new PerlaneError(`grid.first[${axis}] is ${first}; use a whole number, or a bigint ` +
                             'between -2^62 and 2^62');
    }
    samples *= length;
  }
  return samples;
}

/** A copy of a grid that was checked: plain arrays, which can be sent to Workers. */
export function copyOf({shape, step, origin, first}: Grid): Grid {
  return {
    shape: Array.from(shape),
    step: step && Array.from(step),
    origin: origin && Array.from(origin),
    first: first && Array.from(first),
  };
}

/** The pieces of a grid, in order, of `most` samples each or fewer. */
export function* piecesOf(given: readonly number[], most: number): Generator<Piece> {
  const shape = Array.from(given);  // `map` of a Uint8Array makes one, which holds no 256
  // Pieces are cut along an axis: they have all samples of those before it, and one of those after.
  let cut = shape.length - 1, slice = 1;
  for (const length of shape.slice(0, cut)) slice *= length;
  while (cut > 0 && slice > most) slice /= shape[--cut]!;
  const length = shape[cut]!, step = Math.min(length, Math.max(1, Math.floor(most / slice)));
  let begin = 0;
  const offset = shape.map(() => 0);
  for (;;) {
    for (offset[cut] = 0; offset[cut]! < length; offset[cut]! += step) {
      const count = Math.min(step, length - offset[cut]!);
      const samples = slice * count;
      yield {
        shape: shape.map((all, axis) => axis < cut ? all : axis === cut ? count : 1),
        offset: [...offset],
        begin,
        samples,
      };
      begin += samples;
    }
    let axis = cut + 1;
    while (axis < shape.length && ++offset[axis]! === shape[axis]) offset[axis++] = 0;
    if (axis >= shape.length) return;
  }
}

/** A piece of a grid as a grid of its own. */
export function gridOfPiece(grid: Grid, {shape, offset}: Piece): Grid {
  const first = offset.map((at, axis) => BigInt(grid.first?.[axis] ?? 0) + BigInt(at));
  return {...grid, shape, first};
}

// The structure perlane_grid.
const gridSize = 136, shapeAt = 8, stepAt = 40, originAt = 72, firstAt = 104;

/** Writes a grid that was checked, and returns its address. */
export function gridAt(memory: Memory, grid: Grid): number {
  return gridsAt(memory, [grid]);
}

/** Writes grids to the memory, one after another. */
export function gridsAt(memory: Memory, grids: readonly Grid[]): number {
  const begin = memory.borrow(gridSize * grids.length);
  new Uint8Array(memory.exports.memory.buffer, begin, gridSize * grids.length).fill(0);
  grids.forEach((grid, i) => writeGrid(memory.view, begin + gridSize * i, grid));
  return begin;
}

function writeGrid(view: DataView, address: number, grid: Grid): void {
  view.setUint32(address, gridSize, true);
  view.setInt32(address + 4, grid.shape.length, true);
  for (let axis = 0; axis < grid.shape.length; ++axis) {
    const at = address + 8 * axis;
    view.setBigInt64(at + shapeAt, BigInt(grid.shape[axis]!), true);
    view.setFloat64(at + stepAt, grid.step?.[axis] ?? 1, true);
    view.setFloat64(at + originAt, grid.origin?.[axis] ?? 0, true);
    view.setBigInt64(at + firstAt, BigInt(grid.first?.[axis] ?? 0), true);
  }
}
