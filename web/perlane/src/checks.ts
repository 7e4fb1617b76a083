// Checks of callers without types. The messages say what to pass instead.

/** A value as a message shows it. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 40));
  if (typeof value === 'bigint') return `${value}n`;
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'object' && value !== null) return `an object`;
  return String(value);
}

/** Rejects anything but an object, and members other than those of its type. */
export function checkMembers(name: string, given: unknown, known: readonly string[],
                             example: string): void {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new TypeError(`${name} is ${shown(given)}; pass an object, such as ${example}`);
  }
  for (const key of Object.keys(given)) {
    if (!known.includes(key)) {
      throw new TypeError(`${name}.${key} is not known; use ${known.join(', ')}`);
    }
  }
}

/** True for an object of members, and false for an array, a Map, a Date and so on. */
export function isObject(given: unknown): given is object {
  return Object.prototype.toString.call(given) === '[object Object]';
}

/** Rejects anything but a number. */
export function checkNumber(name: string, given: unknown): void {
  if (typeof given !== 'number') {
    throw new TypeError(`${name} is ${shown(given)}; pass a number`);
  }
}

/** Rejects anything but an array of numbers, or of bigints where they are allowed. */
export function checkNumbers(name: string, given: unknown, bigints = false): void {
  if (typeof given !== 'object' || given === null || !('length' in given)) {
    throw new TypeError(`${name} is ${shown(given)}; pass an array with a number for each axis`);
  }
  for (const [i, number] of Array.from(given as ArrayLike<unknown>).entries()) {
    if (!(bigints && typeof number === 'bigint')) checkNumber(`${name}[${i}]`, number);
  }
}

/** A whole number from 0 to 2^64 - 1. */
export function seedOf(name: string, given: unknown): bigint {
  if (typeof given !== 'bigint' && typeof given !== 'number') {
    throw new TypeError(`${name} is ${shown(given)}; pass a whole number, or a bigint`);
  }
  const isExact = typeof given === 'bigint' || Number.isSafeInteger(given);
  if (!isExact || given < 0 || given >= 1n << 64n) {
    throw new RangeError(
      `${name} is ${given}; use a whole number of 0 to 2^53 - 1, or a bigint of 0 to 2^64 - 1`);
  }
  return BigInt(given);
}
