// An instance of the module.

import type {Catalogue} from './catalogue.js';
import {shown} from './checks.js';
import {Field, fieldFrom, type Output} from './field.js';
import type {Make} from './generated.js';
import type {Grid} from './grid.js';
import {jsonOf} from './json.js';
import {makeOf} from './make.js';
import type {FieldText} from './members.js';
import {type Exports, Memory, PerlaneError, text} from './memory.js';
import {exportsOf} from './module.js';
import type {Filled} from './base_field.js';
import type {Arrays} from './output_array.js';
import {compare, type SelfTest} from './self_test.js';

/** The type of an output's samples: also 'float32' if `type` may be absent. */
type TypeOf<Each> = Each extends {type: infer Type extends keyof Arrays} ? Type :
  'float32' | Extract<Each[keyof Each & 'type'], keyof Arrays>;

/** The array that each of several outputs is filled into. */
export type FilledOf<Outputs extends readonly Output[]> = {
  -readonly [i in keyof Outputs]: Filled<TypeOf<Outputs[i]>>;
};

/** An instance of the module. */
export class Perlane {
  /** The version of the library, such as "1.2.3". */
  readonly version: string;
  /** The instruction sets of this instance: 'wasm'. */
  readonly isas: readonly string[];
  /** Functions that make fields: `make.fbm(make.perlin({seed: 7}), {octaves: 5})`. */
  readonly make: Make;
  readonly #memory: Memory;
  #catalogue?: Catalogue;

  /** @internal Use `load`. */
  constructor(exports: Exports, readonly module: WebAssembly.Module) {
    this.#memory = new Memory(exports);
    this.make = makeOf(this.#memory);
    this.version = text(exports, exports.perlane_version());
    const names = [];
    for (let address; (address = exports.perlane_isa(names.length)) !== 0;) {
      names.push(text(exports, address));
    }
    this.isas = names;
  }

  /** Every function that makes fields, with its members, their defaults and limits. */
  get catalogue(): Catalogue {
    if (this.#catalogue === undefined) {
      const {exports} = this.#memory, address = exports.perlane_catalogue();
      if (address === 0) throw new PerlaneError('there is not enough memory', 'no memory');
      this.#catalogue = JSON.parse(text(exports, address)) as Catalogue;
    }
    return this.#catalogue;
  }

  /** The instruction set in use. */
  get activeIsa(): string {
    const memory = this.#memory;
    return memory.scoped(() => {
      const name = memory.borrow(4);
      memory.call((error) => memory.exports.perlane_active_isa(name, error));
      return text(memory.exports, memory.view.getUint32(name, true));
    });
  }

  /** The bytes of memory that the instance has. It never gives any back to the system. */
  get memorySize(): number {
    return this.#memory.exports.memory.buffer.byteLength;
  }

  /**
   * The field that a text stands for, or an object that becomes such a text. Whole numbers beyond
   * 2^53 are bigints, or strings of their digits.
   * @throws PerlaneError the text is not a field. The message has the path of what is wrong:
   * "field.fbm.source.perlin.frequency is -1; use a finite number above 0"
   */
  fromJson(json: string | FieldText): Field {
    if (typeof json !== 'string' && (typeof json !== 'object' || json === null)) {
      throw new TypeError(`json is ${shown(json)}; pass a text, or an object such as ` +
                          '{perlane: 1, field: {perlin: {seed: 7}}}');
    }
    const memory = this.#memory, given = typeof json === 'string' ? json : jsonOf(json);
    return memory.scoped(() => {
      const {address, length} = memory.text(given);
      return fieldFrom(memory, (to, error) =>
        memory.exports.perlane_field_from_json(address, length, to, error));
    });
  }

  /**
   * The values of several fields at every sample of one grid, each with the bits of `Field.fill`.
   * Equal parts of the fields are evaluated once: maps that share a height or a warp take less time
   * than in separate calls.
   * @throws PerlaneError what `Field.fill` rejects; the message begins with "outputs[2]: "
   */
  fillAll<const Outputs extends readonly Output[]>(
    outputs: Outputs, grid: Grid): FilledOf<Outputs> {
    return Field.fillAll(this.#memory, outputs, grid) as FilledOf<Outputs>;
  }

  /**
   * Computes fields of every kind, and compares hashes of their values with those that perlane has
   * on every CPU: some seconds, on the thread that calls it. Bundlers make a file of its own of the
   * hashes, 80 kB.
   */
  async selfTest(): Promise<SelfTest> {
    const {fields, hashes} = await import('./golden.js');
    return compare(this, fields, hashes);
  }
}

/** Makes an instance of a compiled module. */
export async function instanceOf(module: WebAssembly.Module): Promise<Perlane> {
  const exports = await exportsOf(module, 'perlane_field_call');
  return new Perlane(exports as unknown as Exports, module);
}
