// The messages between a Pool and its Workers.

import type {Grid} from './grid.js';
import type {Arrays, Range} from './output_array.js';

/** A piece of a grid to fill. */
export interface Work {
  json: string;
  grid: Grid;
  type: keyof Arrays;
  codes?: Range;
}

/** The first message to a Worker is the module. */
export type Request = WebAssembly.Module | Work;

export type Reply =
  | {values: Arrays[keyof Arrays]; min: number; max: number}
  | {message: string; kind?: 'invalid' | 'no memory'};
