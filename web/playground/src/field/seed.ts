// Seeds have 64 bits. In JSON, those that a number cannot hold are strings of their digits.

import type {Member} from 'perlane';

export type Seed = number | string;

/** The whole numbers that a seed may be. */
export interface Seeds {
  least: bigint;
  most: bigint;
}

export const unsigned: Seeds = {least: 0n, most: 2n ** 64n - 1n};
const signed: Seeds = {least: -(2n ** 63n), most: 2n ** 63n - 1n};

/** The seeds that a member takes; undefined if it is not a seed of 64 bits. */
export const seedsOf = ({type, cpp}: Pick<Member, 'type' | 'cpp'>): Seeds | undefined =>
  type === 'seed' ? unsigned : cpp === 'std::int64_t' ? signed : undefined;

export const bitsOf = (seed: Seed): bigint => BigInt(seed);

export const seedOf = (bits: bigint): Seed =>
  Number.isSafeInteger(Number(bits)) ? Number(bits) : String(bits);

/** The seed of a typed text, or null if it is not a seed. */
export function typedSeed(text: string, {least, most} = unsigned): Seed | null {
  const digits = text.trim();
  if (!/^-?\d{1,20}$/.test(digits)) return null;
  const bits = BigInt(digits);
  return bits >= least && bits <= most ? seedOf(bits) : null;
}

export const isSeed = (value: unknown, seeds = unsigned): value is Seed =>
  (typeof value === 'number' ? Number.isSafeInteger(value) : typeof value === 'string') &&
  typedSeed(String(value), seeds) !== null;
