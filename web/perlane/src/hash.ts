// Hashes of values, by which perlane's tests tell that bits are the same everywhere.

/**
 * FNV-1a, of 64 bits, over the bits of the values of all arrays, the least significant byte of each
 * first: 16 hexadecimal digits, as in src/text/golden/hashes.csv.
 */
export function hashOf(...arrays: Float32Array[]): string {
  let low = 0x84222325, high = 0xcbf29ce4;
  for (const array of arrays) {
    const words = new Uint32Array(array.buffer, array.byteOffset, array.length);
    for (let word of words) {
      for (let i = 0; i < 4; ++i) {
        low = (low ^ (word & 255)) >>> 0;
        word >>>= 8;
        // Times 2^40 + 0x1b3, modulo 2^64.
        const product = low * 0x1b3;
        high = (Math.imul(high, 0x1b3) + Math.floor(product / 2 ** 32) + (low << 8)) >>> 0;
        low = product >>> 0;
      }
    }
  }
  return high.toString(16).padStart(8, '0') + low.toString(16).padStart(8, '0');
}
