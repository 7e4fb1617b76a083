// The memory of the module: what is written for a call, and read after it.

/** The functions of <perlane/perlane.h> and of src/wasm, with addresses as numbers. */
export interface Exports {
  memory: WebAssembly.Memory;
  __stack_pointer: WebAssembly.Global<'i32'>;
  _initialize(): void;
  malloc(size: number): number;
  free(address: number): void;
  perlane_field_from_json(text: number, length: number, field: number, error: number): number;
  perlane_field_call(name: number, members: number, length: number, fields: number, count: number,
                     field: number, error: number): number;
  perlane_field_destroy(field: number): void;
  perlane_field_to_json(field: number, text: number, error: number): number;
  perlane_field_reseed(field: number, seed: bigint, reseeded: number, error: number): number;
  perlane_field_with_footprint(field: number, width: number, made: number, error: number): number;
  perlane_text_destroy(text: number): void;
  perlane_field_dimensions(field: number, least: number, most: number, error: number): number;
  perlane_field_range(field: number, dimensions: number, range: number, error: number): number;
  perlane_field_has_derivatives(field: number, result: number, error: number): number;
  perlane_range(field: number, grid: number, range: number, error: number): number;
  perlane_ranges(field: number, grids: number, count: number, ranges: number,
                 error: number): number;
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
  /** The value at a point; NaN, too, where perlane_sample_point rejects it. */
  value_at(field: number, dimensions: number, x: number, y: number, z: number, w: number): number;
  /** The address of the values at first + i * step; 0 where perlane_sample rejects it. */
  values_on_line(field: number, dimensions: number, count: number, x: number, y: number, z: number,
                 w: number, stepX: number, stepY: number, stepZ: number, stepW: number): number;
}

/** The functions of src/wasm/small.cpp, which the small module has in place of texts. */
export interface SmallExports extends Exports {
  /** Makes a field by the number of its function. */
  small_field(number: number, members: number, count: number, source: number, field: number,
              error: number): number;
  /** Rejects a grid that perlane_fill would reject. */
  small_validate(field: number, grid: number, error: number): number;
}

/** An error of perlane, with its message: "field.perlin.frequency is -1; use ...". */
export class PerlaneError extends Error {
  override readonly name = 'PerlaneError';
  constructor(message: string, readonly kind: 'invalid' | 'no memory' = 'invalid') {
    super(message);
  }
}

const scratchSize = 8192;
const errorSize = 1024;
const errorMessage = 8;

/**
 * The memory of an instance. Calls borrow what they need of a fixed scratch area, or from malloc
 * where that is too small, and give it back at their end.
 */
export class Memory {
  /** Destroys fields that nothing refers to any more. */
  readonly fields = new FinalizationRegistry<number>((field) => {
    try {
      this.exports.perlane_field_destroy(field);
    } catch {
      // Nobody calls this, and an error would end Node. The field's memory stays in use.
    }
  });
  private readonly error: number;
  private readonly end: number;
  private next: number;
  private borrowed: number[] = [];
  private current: DataView;
  private readonly stack: number;

  constructor(readonly exports: Exports) {
    this.stack = exports.__stack_pointer.value;
    this.error = exports.malloc(errorSize + scratchSize) >>> 0;
    this.next = this.error + errorSize;
    this.end = this.next + scratchSize;
    this.current = new DataView(exports.memory.buffer);
    this.current.setUint32(this.error, errorSize, true);
  }

  /** The memory as it is now: another one when it has grown. */
  get view(): DataView {
    const {buffer} = this.exports.memory;
    if (this.current.buffer !== buffer) this.current = new DataView(buffer);
    return this.current;
  }

  /** So many bytes. Their address fits every type of numbers. */
  borrow(bytes: number): number {
    const next = this.next + Math.ceil(bytes / 16) * 16;
    if (next <= this.end) {
      const address = this.next;
      this.next = next;
      return address;
    }
    const address = bytes < 2 ** 32 ? this.exports.malloc(bytes) >>> 0 : 0;
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

  /** A text in UTF-8, which ends with a 0. */
  text(text: string): {address: number; length: number} {
    const bytes = encoder.encode(text);
    const address = this.borrow(bytes.length + 1);
    const to = new Uint8Array(this.exports.memory.buffer, address, bytes.length + 1);
    to.set(bytes);
    to[bytes.length] = 0;
    return {address, length: bytes.length};
  }

  /** Calls a function that takes an error last, and throws what it rejects, perhaps reworded. */
  call(body: (error: number) => number, reworded = (message: string) => message): void {
    const status = body(this.error);
    if (status === 0) return;
    const message = text(this.exports, this.error + errorMessage);
    throw new PerlaneError(reworded(inJavaScript(message)), status === 2 ? 'no memory' : 'invalid');
  }

  /** Runs `body`, and gives back the memory that it has borrowed. */
  scoped<Result>(body: () => Result): Result {
    const {next, borrowed} = this;
    this.borrowed = [];
    try {
      return body();
    } finally {
      const own = this.borrowed;
      this.next = next;
      this.borrowed = borrowed;
      // A RangeError of JavaScript's stack leaves the module's stack pointer where it was.
      this.exports.__stack_pointer.value = this.stack;
      for (const address of own) this.exports.free(address);
    }
  }
}

const encoder = new TextEncoder(), decoder = new TextDecoder();

/** A message with the names of JavaScript: structures of C are behind pointers. */
function inJavaScript(message: string): string {
  return message.replace(/\b(grid|out|points|options)->/g, '$1.')
    .replace(/(?<= (?:is|from|to|at) -?)inf\b/g, 'Infinity')
    .replace(/(?<= (?:is|from|to|at) -?)nan\b/g, 'NaN');
}

/** The text at an address, which ends with a 0. Addresses that functions return have a sign. */
export function text(exports: Exports, address: number): string {
  const bytes = new Uint8Array(exports.memory.buffer), begin = address >>> 0;
  return decoder.decode(bytes.subarray(begin, bytes.indexOf(0, begin)));
}
