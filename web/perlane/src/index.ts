// perlane in Node and in browsers: the functions of <perlane/perlane.h>, in a module, perlane.wasm.
//
//     const perlane = await load();
//     const field = perlane.fromJson({perlane: 1, field: {fbm: {source: {perlin: {seed: 42}}}}});
//     const {values, min, max} = field.fill({shape: [512, 512]});
//
// An instance computes on the thread that it is called on. For several threads, give each Worker
// `perlane.module`, and let it make an instance of its own with `load(module)`.

import type {Catalogue} from './catalogue.js';
import {type Arrays, Field, type Filled, type Grid, type Output} from './field.js';
import {type Exports, framed, PerlaneError, text} from './memory.js';

export type {Catalogue, Factory, Member, MemberType} from './catalogue.js';
export {
  type Arrays, type Derivatives, Field, type Filled, type FillOptions, type Grid, type Output,
  type Range,
} from './field.js';
export {hashOf} from './hash.js';
export {PerlaneError} from './memory.js';

/** Where the module is, if it is not beside this file: its address, its bytes, or itself. */
export type Source = string | URL | BufferSource | WebAssembly.Module;

/** What each of several outputs is filled with. */
export type FilledOf<Outputs extends readonly Output[]> = {
  -readonly [i in keyof Outputs]:
    Filled<Outputs[i] extends {type: infer Type extends keyof Arrays} ? Type : 'float32'>;
};

/** An instance of the module. */
export class Perlane {
  /** The version of the library: "0.2.0". */
  readonly version: string;
  /** The instruction sets of this instance, best first: 'wasm' and 'scalar', with the same bits. */
  readonly isas: readonly string[];
  private known?: Catalogue;

  /** @internal Use `load`. */
  constructor(private readonly exports: Exports, readonly module: WebAssembly.Module) {
    this.version = text(exports, exports.perlane_version());
    const names = [];
    for (let address; (address = exports.perlane_isa(names.length)) !== 0;) {
      names.push(text(exports, address));
    }
    this.isas = names;
  }

  /** What fields can be made of: every factory, with its members, their defaults and limits. */
  get catalogue(): Catalogue {
    if (this.known === undefined) {
      const address = this.exports.perlane_catalogue();
      if (address === 0) throw new PerlaneError('there is not enough memory', 'no memory');
      this.known = JSON.parse(text(this.exports, address)) as Catalogue;
    }
    return this.known;
  }

  /** The instruction set in use. */
  get activeIsa(): string {
    return framed(this.exports, (frame) => {
      const name = frame.borrow(4);
      frame.call((error) => this.exports.perlane_active_isa(name, error));
      return text(this.exports, frame.view.getUint32(name, true));
    });
  }

  /**
   * The field that a text stands for, or an object that becomes such a text; docs/text.md has the
   * format. Whole numbers beyond 2^53 are strings of their digits.
   * @throws PerlaneError the text is no field. The message has the path of what is wrong:
   * "field.fbm.source.perlin.frequency is -1; use a finite number above 0"
   */
  fromJson(json: string | object): Field {
    const bytes = new TextEncoder().encode(typeof json === 'string' ? json : JSON.stringify(json));
    const {exports} = this;
    return framed(exports, (frame) => {
      const address = frame.borrow(bytes.length);
      new Uint8Array(exports.memory.buffer).set(bytes, address);
      const field = frame.borrow(4);
      frame.call((error) =>
        exports.perlane_field_from_json(address, bytes.length, field, error));
      return new Field(exports, frame.view.getUint32(field, true));
    });
  }

  /**
   * The values of several fields at every sample of one grid, each with the bits of `Field.fill`.
   * Equal parts of the fields are evaluated once: maps that share a warp or a height take much less
   * time than as many calls.
   * @throws PerlaneError what `Field.fill` refuses; the message begins with "outputs[2]: "
   */
  fillAll<const Outputs extends readonly Output[]>(
    outputs: Outputs, grid: Grid): FilledOf<Outputs> {
    return Field.fillAll(this.exports, outputs, grid) as FilledOf<Outputs>;
  }
}

/**
 * Makes an instance of the module: of perlane.wasm beside this file, unless you say where it is.
 * @throws WebAssembly.CompileError here are no vectors of 128 bits, which browsers have had since
 * 2023 at the latest
 */
export async function load(source: Source = new URL('./perlane.wasm', import.meta.url),
): Promise<Perlane> {
  const module = await compiled(source);
  const instance = await WebAssembly.instantiate(module, {wasi_snapshot_preview1: system});
  const exports = instance.exports as unknown as Exports;
  exports._initialize();
  return new Perlane(exports, module);
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

// What the C library asks of a system, which here is none: it has no files and no clock.
const notSupported = 58;
const system = {
  clock_time_get: () => notSupported,  // only progress asks for it, of which C knows nothing
  fd_close: () => notSupported,
  fd_seek: () => notSupported,
  fd_write: () => notSupported,
};
