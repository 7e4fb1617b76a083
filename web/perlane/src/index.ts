// perlane in Node and in browsers: the functions of <perlane/perlane.h>, in a module, perlane.wasm.
//
//     const perlane = await load();
//     const {fbm, perlin} = perlane.make;
//     const {values, min, max} = fbm(perlin({seed: 42}), {octaves: 8}).fill({shape: [512, 512]});
//
// An instance computes on the thread that it is called on. A Pool takes several threads.

import {compiled, type Source} from './module.js';
import {instanceOf, type Perlane} from './perlane.js';

export type {Catalogue, Factory, Member, MemberType} from './catalogue.js';
export {type Derivatives, Field, type Output} from './field.js';
export type * from './generated.js';
export type {Grid} from './grid.js';
export {hashOf} from './hash.js';
export type {FieldText, Gradients, Lattice, PerAxis, Seed} from './members.js';
export {PerlaneError} from './memory.js';
export type {Source} from './module.js';
export {type FilledOf, Perlane} from './perlane.js';
export {Pool, type PoolOptions, type PoolFillOptions} from './pool.js';
export type {Filled} from './base_field.js';
export type {Arrays, FillOptions, Range} from './output_array.js';
export {goldenHashes, type SelfTest} from './self_test.js';

/**
 * Makes an instance of the module: of perlane.wasm beside this file, unless you say where it is.
 * @throws WebAssembly.CompileError if there are no vectors of 128 bits, which browsers have had
 * since 2023 at the latest
 */
export async function load(source: Source = new URL('./perlane.wasm', import.meta.url),
): Promise<Perlane> {
  return instanceOf(await compiled(source));
}
