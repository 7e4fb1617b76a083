// The tile that a field repeats.

import type {FieldText} from './graph';

/** The width and height of it, by the first call that says so; null if none does. */
export function periodOf(field: FieldText): readonly [number, number] | null {
  if (typeof field !== 'object' || field === null) return null;
  for (const [factory, members] of Object.entries(field)) {
    const {size, period, frequency} = members as Record<string, unknown>;
    const pair = (list: unknown, by: number): readonly [number, number] | null => {
      const [x, y = x] = (Array.isArray(list) ? list : [list]).map(Number);
      const all = [Number(x) / by, Number(y) / by] as const;
      return all.every((one) => Number.isFinite(one) && one > 0) ? all : null;
    };
    const own = factory === 'tile' ? pair(size, 1) :
      period !== undefined && typeof frequency === 'number' ? pair(period, frequency) : null;
    if (own) return own;
    for (const part of Object.values(members).flat()) {
      const found = periodOf(part as FieldText);
      if (found) return found;
    }
  }
  return null;
}
