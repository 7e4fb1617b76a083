// Greyscale PNG of 8 and 16 bits: W3C, "Portable Network Graphics (PNG) Specification".

const table = Uint32Array.from({length: 256}, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; ++bit) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

function crcOf(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (table[(crc ^ byte) & 255] as number) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

function chunk(type: string, data: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(12 + data.length), view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  bytes.set(new TextEncoder().encode(type), 4);
  bytes.set(data, 8);
  view.setUint32(8 + data.length, crcOf(bytes.subarray(4, 8 + data.length)));
  return bytes;
}

async function compressed(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** The file of an image, row by row from the top. */
export async function pngOf(codes: Uint8Array | Uint16Array, width: number): Promise<Blob> {
  const height = codes.length / width, depth = codes.BYTES_PER_ELEMENT;
  const rowBytes = 1 + width * depth;
  const rows = new Uint8Array(rowBytes * height), view = new DataView(rows.buffer);
  for (let y = 0, i = 0; y < height; ++y) {
    let at = y * rowBytes;
    rows[at++] = 0;  // no filter
    for (let x = 0; x < width; ++x, ++i, at += depth) {
      if (depth === 2) view.setUint16(at, codes[i] as number);
      else rows[at] = codes[i] as number;
    }
  }
  const header = new Uint8Array(13), fields = new DataView(header.buffer);
  fields.setUint32(0, width);
  fields.setUint32(4, height);
  fields.setUint8(8, 8 * depth);  // grey; compression, filter and interlace as usual: zeros
  const signature = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const data = await compressed(rows);
  return new Blob([signature, chunk('IHDR', header), chunk('IDAT', new Uint8Array(data)),
                   chunk('IEND', new Uint8Array())], {type: 'image/png'});
}
