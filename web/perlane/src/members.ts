// Members of functions that make fields.

import type {NodeText} from './generated.js';

/** A whole number of 64 bits, mostly of 0 to 2^64 - 1; beyond 2^53 a bigint, or its digits. */
export type Seed = number | bigint | string;

/** A number for all axes, or one for each: x, y, z, w. */
export type PerAxis = number | readonly number[];

/** A table of numbers, or what base64 makes of its bytes. */
type Table<Numbers> = Numbers | string;

/** The numbers at the lattice points. */
export type Lattice =
  | 'hashed'
  | {permutation: {size: number} | {table: Table<Uint16Array>}}
  | {classic: {size: number} | {table: Table<Uint16Array>}}
  | {explicit_values: {extents: readonly number[]; values: Table<Float32Array>}}
  | {explicit_gradients: {extents: readonly number[]; gradients: Table<Float32Array>}};

/** The gradients that lattice points draw from. */
export type Gradients =
  | 'automatic' | 'edges' | 'axes' | 'diagonals'
  | {random: {seed: Seed}}
  | {vectors: {dimensions: number; vectors: Table<Float32Array>}};

/** A field as text: what `Perlane.fromJson` takes, and `Field.toJson` writes. */
export interface FieldText {
  /** The version of the format. */
  perlane: 1;
  field: NodeText;
  /** Fields with names, which are used several times. */
  fields?: Record<string, NodeText>;
}
