// Seeds have 64 bits. In JSON, those that a number cannot hold are strings of their digits.

export type Seed = number | string;

export const largestSeed = 2n ** 64n - 1n;

export const bitsOf = (seed: Seed): bigint => BigInt(seed);

export const seedOf = (bits: bigint): Seed =>
  bits <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(bits) : String(bits);

/** The seed of what somebody has typed, or null if it is none. */
export function typedSeed(text: string): Seed | null {
  const digits = text.trim();
  if (!/^\d{1,20}$/.test(digits)) return null;
  const bits = BigInt(digits);
  return bits <= largestSeed ? seedOf(bits) : null;
}

export const isSeed = (value: unknown): value is Seed =>
  (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) ||
  (typeof value === 'string' && typedSeed(value) !== null);
