// The memory of the module: what is written for a call, and read after it.

/** The functions of <perlane/perlane.h>, with addresses as numbers. */
export interface Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  malloc(size: number): number;
  free(address: number): void;
  perlane_field_from_json(text: number, length: number, field: number, error: number): number;
  perlane_field_destroy(field: number): void;
  perlane_field_to_json(field: number, text: number, error: number): number;
  perlane_field_reseed(field: number, seed: bigint, reseeded: number, error: number): number;
  perlane_field_with_footprint(field: number, width: number, made: number, error: number): number;
  perlane_text_destroy(text: number): void;
  perlane_field_dimensions(field: number, least: number, most: number, error: number): number;
  perlane_field_range(field: number, dimensions: number, range: number, error: number): number;
  perlane_field_has_derivatives(field: number, result: number, error: number): number;
  perlane_fill(field: number, grid: number, out: number, options: number, range: number,
               error: number): number;
  perlane_fill_derivatives(field: number, grid: number, out: number, options: number,
                           range: number, error: number): number;
  perlane_fill_fields(fields: number, grid: number, outs: number, count: number, options: number,
                      ranges: number, error: number): number;
  perlane_sample(field: number, points: number, values: number, options: number,
                 error: number): number;
  perlane_sample_derivatives(field: number, points: number, out: number, options: number,
                             error: number): number;
  perlane_sample_point(field: number, point: number, dimensions: number, value: number,
                       error: number): number;
  perlane_version(): number;
  perlane_isa(index: number): number;
  perlane_active_isa(name: number, error: number): number;
  perlane_catalogue(): number;
}

/** What perlane refuses, with its message: "field.perlin.frequency is -1; use ...". */
export class PerlaneError extends Error {
  override readonly name = 'PerlaneError';
  constructor(message: string, readonly kind: 'invalid' | 'no memory' = 'invalid') {
    super(message);
  }
}

const errorSize = 1024;
const errorMessage = 8;

/** Memory that a call borrows. */
export class Frame {
  private readonly borrowed: number[] = [];

  constructor(readonly exports: Exports) {}

  /** The memory as it is now: it moves when it grows. */
  get view(): DataView {
    return new DataView(this.exports.memory.buffer);
  }

  /** So many bytes. Their address fits every type of numbers. */
  borrow(bytes: number): number {
    const address = bytes < 2 ** 32 ? this.exports.malloc(Math.max(bytes, 1)) >>> 0 : 0;
    if (address === 0) {
      throw new PerlaneError(`there is not enough memory for ${bytes} bytes`, 'no memory');
    }
    this.borrowed.push(address);
    return address;
  }

  /** So many bytes that are 0, of a structure that begins with its size. */
  structure(bytes: number): number {
    const address = this.borrow(bytes);
    new Uint8Array(this.exports.memory.buffer, address, bytes).fill(0);
    this.view.setUint32(address, bytes, true);
    return address;
  }

  /** Calls a function that takes an error last, and throws what it refuses. */
  call(body: (error: number) => number): void {
    const error = this.structure(errorSize);
    const status = body(error);
    if (status === 0) return;
    throw new PerlaneError(text(this.exports, error + errorMessage),
                           status === 2 ? 'no memory' : 'invalid');
  }

  /** Gives back what was borrowed. */
  end(): void {
    for (const address of this.borrowed) this.exports.free(address);
  }
}

/** Runs `body` with memory that is given back after it. */
export function framed<Result>(exports: Exports, body: (frame: Frame) => Result): Result {
  const frame = new Frame(exports);
  try {
    return body(frame);
  } finally {
    frame.end();
  }
}

/** The text at an address, which ends with a 0. */
export function text(exports: Exports, address: number): string {
  const bytes = new Uint8Array(exports.memory.buffer);
  return new TextDecoder().decode(bytes.subarray(address, bytes.indexOf(0, address)));
}
