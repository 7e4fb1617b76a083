// JSON for the library, which has neither bigints nor typed arrays.

import {shown} from './checks.js';
import {seeds} from './generated.js';
import {PerlaneError} from './memory.js';

/** Bytes as base64. */
function base64(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

const tables: Record<string, typeof Uint16Array | typeof Float32Array> = {
  table: Uint16Array, values: Float32Array, gradients: Float32Array, vectors: Float32Array,
};

/** The numbers of an array, as a table has them. */
function tableOf(key: string, numbers: ArrayLike<number | bigint>, path: string): ArrayBufferView {
  const kind = tables[key]!;
  if (numbers instanceof kind) return numbers;
  const given = Array.from(numbers, Number);
  if (kind === Uint16Array) {
    const wrong = given.find((n) => !(Number.isInteger(n) && n >= 0 && n <= 65535));
    if (wrong !== undefined) {
      throw new PerlaneError(`${path} has ${wrong}; use whole numbers from 0 to 65535`);
    }
  }
  return kind.from(given);
}

/** Stands for -0, which JSON.stringify writes as 0. No text of a field has such a character. */
const minusZero = '\0-0';

function numberOf(key: string, value: number, path: string): number | string {
  if (Object.is(value, -0)) return minusZero;
  if (!Number.isFinite(value)) throw new PerlaneError(`${path} is ${value}; use a finite number`);
  if (seeds.has(key) && Number.isInteger(value) && !Number.isSafeInteger(value)) {
    throw new PerlaneError(`${path} is ${value}; use a bigint, or a string of the digits, beyond ` +
                           '2^53 - 1');
  }
  return value;
}

/**
 * The value that stands for another in JSON. JSON leaves out functions, symbols, and objects whose
 * `toJSON` returns nothing; members would then have their defaults.
 */
function replaced(key: string, value: unknown, path: string, given: unknown): unknown {
  if (typeof value === 'function' || typeof value === 'symbol' ||
      (value === undefined && given !== undefined)) {
    const name = path === '' ? 'json' : path;
    throw new PerlaneError(`${name} is ${shown(given)}, which JSON has not; use another value`);
  }
  if (typeof value === 'number') return numberOf(key, value, path);
  if (typeof value === 'bigint') {
    return Number.isSafeInteger(Number(value)) ? Number(value) : value.toString();
  }
  if (!ArrayBuffer.isView(value) || value instanceof DataView) return value;
  const numbers = value as unknown as ArrayLike<number | bigint>;
  if (!Object.hasOwn(tables, key)) return Array.from(numbers);
  const {buffer, byteOffset, byteLength} = tableOf(key, numbers, path);
  return base64(new Uint8Array(buffer, byteOffset, byteLength));
}

/**
 * JSON: bigints as their digits, tables of numbers as base64. Errors have the path of what is
 * wrong, which begins with `root` if there is one.
 */
export function jsonOf(value: unknown, root = ''): string {
  const paths = new Map<unknown, string>();  // of objects
  const text = JSON.stringify(value, function (this: unknown, key: string, each: unknown) {
    const holder = paths.get(this);
    const path = holder === undefined ? root : Array.isArray(this) ? `${holder}[${key}]` :
      holder === '' ? key : `${holder}.${key}`;
    const result = replaced(key, each, path, (this as Record<string, unknown>)[key]);
    if (typeof result === 'object') paths.set(result, path);
    return result;
  });
  return text.replaceAll(JSON.stringify(minusZero), '-0.0');
}
