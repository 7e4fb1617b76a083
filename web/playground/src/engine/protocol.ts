// The messages of the page and its Workers.

import type {Grid, Range} from 'perlane';

/** The settings by which values become colours. */
export interface Paint {
  mode: 'grey' | 'relief' | 'slope' | 'normals' | 'planet';
  /** The values that become the first and the last colour. */
  range: Range;
  palette: string;
  /** Values below are water; null if there is none. */
  sea: number | null;
  /** Slopes are drawn steeper than they are by this factor. */
  steepness: number;
  /** The planet's, in units of coordinates. */
  radius?: number;
}

/** A square of samples. */
export interface Square {
  /** The number along each edge. */
  size: number;
  /** The distance between neighbours. */
  step: number;
  /** The index of the first sample, along x and y. */
  first: readonly [number, number];
  /** The coordinates along z and w: as many as the field is seen in dimensions, less two. */
  depth: readonly number[];
  /** Octaves fade for this distance between neighbours; 0 if they do not fade. */
  footprint: number;
  /** The coordinates of sample 0 along x and y; 0 if it is not there. */
  origin?: readonly [number, number];
}

/** The values of a square, and their slopes along x and y if they were needed. */
export interface Samples extends Range {
  values: Float32Array<ArrayBuffer>;
  slopes?: readonly [Float32Array<ArrayBuffer>, Float32Array<ArrayBuffer>];
}

/** A small rectangle of samples, of a field that may have other dimensions than are asked for. */
export interface Thumbnailed {
  shape: readonly [number, number];
  step: number;
  first: readonly [number, number];
  dimensions: number;
  /** The coordinates along z and w, if the field has them. */
  depth: readonly number[];
}

export type Work =
  /** Samples that there are already are only painted. */
  | {kind: 'paint'; json: string; square: Square; paint: Paint; samples?: Samples}
  | {kind: 'heights'; json: string; square: Square}
  | {kind: 'fill'; json: string; grid: Grid; type: 'uint8' | 'uint16' | 'float32'; codes: Range;
     footprint: number}
  | {kind: 'thumbnail'; json: string; square: Thumbnailed}
  | {kind: 'png'; values: Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer>; width: number}
  | {kind: 'golden'; lines: readonly string[]};

export interface Painted {
  image: ImageBitmap;
  /** The number of values in each of 256 parts of the range. */
  histogram: Uint32Array;
  min: number;
  max: number;
  /** Those that were computed for it. */
  samples?: Samples;
}

export interface Filled {
  values: Float32Array | Uint16Array | Uint8Array;
  min: number;
  max: number;
}

/** The values of a thumbnail, and proven bounds of the field. */
export interface Thumbnail extends Filled {
  range: Range;
}

/** A field of the golden tests, with its hashes as `name,dimensions,values,derivatives`. */
export type Hashed = string[];

export interface Results {
  paint: Painted;
  heights: Filled;
  fill: Filled;
  thumbnail: Thumbnail;
  png: Uint8Array<ArrayBuffer>;
  golden: Hashed;
}

export type Result = Results[Work['kind']];

export type ToWorker = {module: WebAssembly.Module} | {work: Work};

export type FromWorker =
  | {result: Result; samples: number; milliseconds: number}
  /** After a trap, or without a module, it is broken, and good for no more work. */
  | {error: string; isBroken: boolean};
