// The small module: Perlin, value and simplex noise, and plain fractals, with the bits of the whole
// module, in about a third of its size.
//
//     const {make: {fbm, perlin}} = await load();
//     const {values} = fbm(perlin({seed: 7}), {octaves: 5}).fill({shape: [512, 512]});

import {isObject, shown} from './checks.js';
import {factories, missing, type SmallMake, type SmallMethods} from './generated_small.js';
import {type Grid, gridAt} from './grid.js';
import {Memory, PerlaneError, type SmallExports, text} from './memory.js';
import {compiled, exportsOf, type Source} from './module.js';
import {BaseField} from './base_field.js';
import type {Range} from './output_array.js';

export type {SmallMake, SmallMethods} from './generated_small.js';
export type {Grid} from './grid.js';
export type {PerAxis, Seed} from './members.js';
export {PerlaneError} from './memory.js';
export type {Source} from './module.js';
export type {Filled} from './base_field.js';
export type {Arrays, FillOptions, Range} from './output_array.js';

const gradientSets = ['automatic', 'edges', 'axes', 'diagonals'] as const;

/** The members of a function that the small module has: lattices are hashed. */
export type Small<Members> = Omit<Members, 'lattice' | 'gradients'> &
  ('gradients' extends keyof Members ? {
    /** the set that lattice points draw from. Default "automatic" */
    gradients?: (typeof gradientSets)[number];
  } : unknown);

/** A field: what to evaluate. It never changes. Functions of a field make other fields. */
export class SmallField extends BaseField {
  readonly #exports: SmallExports;

  /** @internal Use `PerlaneSmall.make`. */
  constructor(memory: Memory, address: number) {
    super(memory, address);
    this.#exports = memory.exports as SmallExports;
  }

  /** Proven bounds: no sample in so many dimensions is outside. */
  range(dimensions: number): Range {
    if (typeof dimensions !== 'number') lacks('bounds of grids');
    return this.rangeIn(dimensions);
  }

  /** @internal */
  protected override validate(grid: Grid): void {
    this.memory.scoped(() => {
      const at = gridAt(this.memory, grid);
      this.memory.call((error) => this.#exports.small_validate(this.used, at, error));
    });
  }
}

// A method for every function that takes a field.
export interface SmallField extends SmallMethods {}

/** An instance of the small module. */
export class PerlaneSmall {
  /** The version of the library, such as "1.2.3". */
  readonly version: string;
  /** Functions that make fields: `make.fbm(make.perlin({seed: 7}), {octaves: 5})`. */
  readonly make: SmallMake;
  readonly #memory: Memory;

  /** @internal Use `load`. */
  constructor(exports: SmallExports, readonly module: WebAssembly.Module) {
    const memory = this.#memory = new Memory(exports);
    this.version = text(exports, exports.perlane_version());
    this.make = Object.fromEntries(names.map((name) =>
      [name, (...given: unknown[]) => called(memory, name, given)])) as unknown as SmallMake;
    for (const [name] of missing) {
      Object.defineProperty(this.make, name, {value: () => lacks(name)});
    }
  }

  /** The bytes of memory that the instance has. It never gives any back to the system. */
  get memorySize(): number {
    return this.#memory.exports.memory.buffer.byteLength;
  }
}

/**
 * Makes an instance of the small module: of perlane-small.wasm beside this file, unless you say
 * where it is.
 * @throws WebAssembly.CompileError there are no vectors of 128 bits, which browsers have had since
 * 2023 at the latest
 */
export async function load(source: Source = new URL('./perlane-small.wasm', import.meta.url),
): Promise<PerlaneSmall> {
  const module = await compiled(source);
  const exports = await exportsOf(module, 'small_field');
  return new PerlaneSmall(exports as unknown as SmallExports, module);
}

type Name = keyof typeof factories;
const names = Object.keys(factories) as Name[];

for (const name of names.filter((name) => factories[name].fields > 0)) {
  Object.defineProperty(SmallField.prototype, name, {
    value(this: SmallField, ...given: unknown[]) {
      return called(SmallField.memoryOf(this), name, [this, ...given]);
    },
  });
}
const ofFields = missing.filter(([, takesField]) => takesField).map(([name]) => name);
for (const name of [...ofFields, 'toJson', 'reseed', 'withFootprint', 'ranges', 'fillDerivatives',
                    'samplePointsDerivatives']) {
  Object.defineProperty(SmallField.prototype, name, {value: () => lacks(name)});
}

function lacks(what: string): never {
  throw new PerlaneError(`the small module has no ${what}; import 'perlane', which has it, in ` +
                         "place of 'perlane/small'");
}

interface Member {
  name: string;
  type: string;
  choices?: string[];
  least?: number;
  most?: number;
}

// The structure small_member.
const memberSize = 72, numbersAt = 8, wholesAt = 40;

/** Writes the members of a call that are given, and returns how many there are. */
function write(memory: Memory, at: number, name: Name, members: object): number {
  const known: Member[] = factories[name].members;
  const {view} = memory;
  let count = 0;
  for (const [key, value] of Object.entries(members)) {
    if (value === undefined) continue;
    const number = known.findIndex((member) => member.name === key);
    const member = known[number], place = `${name}.${key}`, to = at + memberSize * count++;
    if (member === undefined) {
      const all = known.filter(({type}) => type !== 'lattice').map((each) => each.name);
      throw new PerlaneError(`${place} is not known; use ${all.join(', ')}`);
    }
    new Uint8Array(view.buffer, to, memberSize).fill(0);
    view.setInt32(to, number, true);
    view.setInt32(to + 4, 1, true);
    writeValue(view, to, place, member, value);
  }
  return count;
}

function writeValue(view: DataView, to: number, place: string, member: Member,
                    value: unknown): void {
  const {type, choices, least = 0, most = 2 ** 53} = member;
  const wrong = (use: string, what = value, at = place): never => {
    const given = Array.isArray(what) ? `a list of ${what.length}` : shown(what);
    throw new PerlaneError(`${at} is ${given}; use ${use}`);
  };
  const setWhole = (axis: number, whole: number | bigint) =>
    view.setBigInt64(to + wholesAt + 8 * axis, BigInt.asIntN(64, BigInt(whole)), true);
  const setName = (all: readonly string[], use: string) => {
    const number = all.indexOf(value as string);
    if (number < 0) wrong(use);
    view.setFloat64(to + numbersAt, number, true);
  };
  const isWhole = (given: unknown): given is number =>
    Number.isSafeInteger(given) && (given as number) >= least && (given as number) <= most;
  const range = `a whole number from ${least} to ${most}`;
  if (choices !== undefined) return setName(choices, listed(choices));
  switch (type) {
    case 'true or false':
      if (typeof value !== 'boolean') return wrong(type);
      return setWhole(0, Number(value));
    case 'whole number':
      return isWhole(value) ? setWhole(0, value) : wrong(range);
    case 'seed':
      return setWhole(0, seedIn(value) ??
        wrong('a whole number from 0 to 2^64 - 1, as a bigint or a string if it is above 2^53'));
    case 'number':
      if (typeof value !== 'number') return wrong('a number');
      if (!Number.isFinite(value)) return wrong('a finite number');
      return view.setFloat64(to + numbersAt, value, true);
    case 'gradients':
      return setName(gradientSets, `${listed(gradientSets)} (the small module has no others)`);
    case 'whole numbers by axis': {
      if (!Array.isArray(value)) return isWhole(value) ? setWhole(0, value) : wrong(range);
      if (value.length > 4) {
        return wrong('a whole number for all axes, or a list of up to 4, for x, y, z and w');
      }
      for (const [axis, each] of value.entries()) {
        if (!isWhole(each)) wrong(range, each, `${place}[${axis}]`);
        setWhole(axis, each);
      }
      return view.setInt32(to + 4, 4, true);
    }
    default:
      return lacks(`${place}, and its lattices are hashed`);
  }
}

function listed(names: readonly string[]): string {
  const quoted = names.map((name) => JSON.stringify(name));
  return `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`;
}

/** A seed of the ways that it may be given in; undefined if it is none. */
function seedIn(value: unknown): bigint | undefined {
  const isSeed = typeof value === 'bigint' || Number.isSafeInteger(value) ||
    (typeof value === 'string' && /^\d{1,20}$/.test(value));
  if (!isSeed) return undefined;
  const seed = BigInt(value as bigint | number | string);
  return seed >= 0n && seed < 2n ** 64n ? seed : undefined;
}

function called(memory: Memory, name: Name, given: unknown[]): SmallField {
  const {fields, members: known} = factories[name];
  const [source] = given, members = given[fields] ?? {};
  if (fields > 0 && !(source instanceof SmallField)) {
    throw new TypeError(`${name}: source is ${shown(source)}; pass a field`);
  }
  if (given.length > fields + 1 || !isObject(members) ||
      members instanceof SmallField) {
    throw new TypeError(`${name}: pass ${fields > 0 ? 'source, ' : ''}an object of the other ` +
                        'members');
  }
  return memory.scoped(() => {
    const {exports} = memory, to = memory.borrow(4);
    const at = memory.borrow(memberSize * Math.max(known.length, Object.keys(members).length));
    const count = write(memory, at, name, members);
    const address = fields > 0 ? (source as SmallField).addressIn(memory) : 0;
    memory.call((error) => (exports as SmallExports).small_field(
      names.indexOf(name), at, count, address, to, error), (message) => named(name, message));
    return new SmallField(memory, memory.view.getUint32(to, true));
  });
}

/** A message of C++, which has members of structures or functions, with names of JavaScript. */
function named(name: Name, message: string): string {
  const member = factories[name].members.map((each) => each.name).join('|');
  return message.replace(new RegExp(`^(\\w+::|${name}: )(?=(${member})\\b)`), `${name}.`);
}
