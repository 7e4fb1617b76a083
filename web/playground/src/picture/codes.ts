// Values as codes, with the bits of the library: "Codes" in docs/numerics.md.

import type {Range} from 'perlane';

/** The code of a value: 0 of the least and `largest` of the most. `Math.fround` is binary32. */
export function coderOf({min, max}: Range, largest: number): (value: number) => number {
  const {fround} = Math, least = fround(min), width = fround(max) - least;
  const unit = width < 2 ** -100 ? 2 ** 100 : width < 2 ** 127 ? 1 : 2 ** -2;
  const low = fround(least * unit), scale = fround(largest / (width * unit));
  return (value) => {
    const position = fround(fround(fround(value * unit) - low) * scale);
    const inside = position > 0 ? Math.min(position, largest) : 0;
    const down = Math.floor(inside), rest = inside - down;
    return rest > 0.5 || (rest === 0.5 && down % 2 === 1) ? down + 1 : down;
  };
}
