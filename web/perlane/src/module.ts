// Modules of WebAssembly: how they are loaded, and what they ask of their system.

import {PerlaneError} from './memory.js';

/** The module, if it is not beside this file: its address, its bytes, or itself. */
export type Source = string | URL | BufferSource | WebAssembly.Module;

/** The module at such a place, compiled. */
export async function compiled(source: Source): Promise<WebAssembly.Module> {
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

// The calls of the C library to its system, which here has no files and no clock.
const notSupported = 58;
const system = {
  clock_time_get: () => notSupported,  // only progress asks for it, of which C knows nothing
  fd_close: () => notSupported,
  fd_seek: () => notSupported,
  fd_write: () => notSupported,
};

/** The functions of a new instance, among which `own` tells the modules apart. */
export async function exportsOf(
  module: WebAssembly.Module, own: string): Promise<WebAssembly.Exports> {
  const {exports} = await WebAssembly.instantiate(module, {wasi_snapshot_preview1: system});
  if (!(own in exports)) {
    throw new PerlaneError("the module is that of another import: 'perlane' has perlane.wasm, " +
                           "and 'perlane/small' has perlane-small.wasm");
  }
  (exports._initialize as () => void)();
  return exports;
}
