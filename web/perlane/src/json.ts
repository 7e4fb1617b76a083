// JSON for the library, which has neither bigints nor arrays of numbers in bits.

import {PerlaneError} from './memory.js';

/** Bytes as base64. */
function base64(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

function replaced(key: string, value: unknown): unknown {
  if (typeof value === 'bigint') {
    return Number.isSafeInteger(Number(value)) ? Number(value) : value.toString();
  }
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new PerlaneError(`${key} is ${value}; use a finite number`);
  }
  if (!ArrayBuffer.isView(value)) return value;
  return base64(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
}

/** JSON: bigints as their digits, tables of numbers as base64. */
export function jsonOf(value: unknown): string {
  return JSON.stringify(value, replaced);
}
