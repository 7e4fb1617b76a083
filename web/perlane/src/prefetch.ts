// Guesses the points that a loop will ask for. Most loops walk along a line in equal steps, and
// vectors evaluate many points of a line in the time of a few. No value depends on a guess: a wrong
// one only costs time, and the more often that happens, the longer nothing is guessed.

const shortest = 64, longest = 512;

/**
 * The points of a line, first + i * step, that are expected one after another. A line that does not
 * begin at -0 has no -0, and one that does would have +0 after it, so none begins there.
 */
export class LinePrefetch {
  x = NaN;
  y = NaN;
  z = NaN;
  w = NaN;
  stepX = NaN;
  stepY = NaN;
  stepZ = NaN;
  stepW = NaN;
  dimensions = 0;
  /** The values of the first `count` points. */
  values = new Float32Array();
  count = 0;
  /** The point that is expected next. */
  next = 0;
  /** The number of points to guess. */
  length = shortest;

  private wait = 0;  // so many points pass before anything is guessed again
  private patience = 0;  // the wait after the next mistake

  /** Begins a line at a point that was not expected. Returns true if more points may follow. */
  begin(dimensions: number, x: number, y: number, z: number, w: number): boolean {
    if (this.count > 0) this.leave();
    const stepX = x - this.x, stepY = y - this.y, stepZ = z - this.z, stepW = w - this.w;
    const isStraight = dimensions === this.dimensions && stepX === this.stepX &&
      stepY === this.stepY && stepZ === this.stepZ && stepW === this.stepW &&
      (stepX !== 0 || stepY !== 0 || stepZ !== 0 || stepW !== 0);
    this.dimensions = dimensions;
    this.x = x;
    this.y = y;
    this.z = z;
    this.w = w;
    this.stepX = stepX;
    this.stepY = stepY;
    this.stepZ = stepZ;
    this.stepW = stepW;
    if (this.wait > 0) --this.wait;
    return isStraight && this.wait === 0 && ![x, y, z, w].some((at) => Object.is(at, -0));
  }

  /** Expects points after the first, whose values are at an address. */
  expect(buffer: ArrayBuffer, address: number): number {
    if (this.values.length === 0) this.values = new Float32Array(longest);
    this.values.set(new Float32Array(buffer, address, this.length));
    this.count = this.length;
    this.next = 1;
    return this.values[0]!;
  }

  /** Expects nothing any more. */
  forget(): void {
    this.count = this.next = 0;
  }

  /** Leaves a line for its last point, and learns from how many were asked for. */
  private leave(): void {
    const last = this.next - 1;
    this.x += last * this.stepX;
    this.y += last * this.stepY;
    this.z += last * this.stepZ;
    this.w += last * this.stepW;
    if (this.next === this.count) {
      this.length = longest;
      this.patience = 0;
    } else if (this.next < this.count / 8) {
      this.length = shortest;
      this.patience = Math.min(2 * this.patience + 32, 4096);
      this.wait = this.patience;
    }
    this.forget();
  }
}
