// perlane in Node and in browsers: the functions of <perlane/perlane.h>, in a module, perlane.wasm.
//
//     const perlane = await load();
//     const {fbm, perlin} = perlane.make;
//     const {values, min, max} = fbm(perlin({seed: 42}), {octaves: 8}).fill({shape: [512, 512]});
//
// An instance computes on the thread that it is called on. A Pool takes several threads.

import {instanceOf, type Perlane} from './perlane.js';

export type {Catalogue, Factory, Member, MemberType} from './catalogue.js';
export {type Derivatives, Field, type Filled, type Output} from './field.js';
export type * from './generated.js';
export type {Grid} from './grid.js';
export {hashOf} from './hash.js';
export type {FieldText, Gradients, Lattice, PerAxis, Seed} from './members.js';
export {PerlaneError} from './memory.js';
export {type FilledOf, Perlane} from './perlane.js';
export {Pool, type PoolOptions, type PoolFillOptions} from './pool.js';
export type {Arrays, FillOptions, Range} from './samples.js';
export {goldenHashes, type SelfTest} from './self_test.js';

/** Where the module is, if it is not beside this file: its address, its bytes, or itself. */
export type Source = string | URL | BufferSource | WebAssembly.Module;

/**
 * Makes an instance of the module: of perlane.wasm beside this file, unless you say where it is.
 * @throws WebAssembly.CompileError here are no vectors of 128 bits, which browsers have had since
 * 2023 at the latest
 */
export async function load(source: Source = new URL('./perlane.wasm', import.meta.url),
): Promise<Perlane> {
  return instanceOf(await compiled(source));
}

async function compiled(source: Source): Promise<WebAssembly.Module> {
  if (source instanceof WebAssembly.Module) return source;
  if (typeof source !== 'string' && !(source instanceof URL)) return WebAssembly.compile(source);
  const url = new URL(source, import.meta.url);
  if (url.protocol === 'file:') {
    const {readFile} = await import(/* @vite-ignore */ 'node:fs/promises');
    return WebAssembly.compile(await readFile(url));
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} was not loaded: ${response.status}`);
  // Not compileStreaming: it insists on a type that not every host sends.
  return WebAssembly.compile(await response.arrayBuffer());
}
