// Greyscale TIFF of 32-bit floats, in strips: Adobe, "TIFF Revision 6.0", 1992.

import UTIF from 'utif2';

const stripBytes = 2 ** 22;

/** The file of values, row by row from the top. */
export function tiffOf(values: Float32Array, width: number): Blob {
  const height = values.length / width;
  const rows = Math.max(Math.floor(stripBytes / (4 * width)), 1), count = Math.ceil(height / rows);
  const strips = Array.from({length: count}, (_, i) => i);
  const head = (begin: number) => UTIF.encode([{
    t256: [width], t257: [height], t258: [32], t259: [1], t262: [1],  // no compression; 0 is black
    t273: strips.map((i) => begin + 4 * width * rows * i), t277: [1], t278: [rows],
    t279: strips.map((i) => 4 * width * Math.min(rows, height - rows * i)), t339: [3],  // floats
  } as unknown as UTIF.IFD]);
  const bytes = Math.ceil(head(0).byteLength / 4) * 4, file = new Uint8Array(bytes);
  file.set(new Uint8Array(head(bytes)));
  // The library writes the most significant byte first.
  const body = new DataView(new ArrayBuffer(values.byteLength));
  for (let i = 0; i < values.length; ++i) body.setFloat32(4 * i, values[i] as number);
  return new Blob([file, body], {type: 'image/tiff'});
}
