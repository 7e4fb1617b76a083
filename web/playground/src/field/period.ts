// The tile that a field repeats.

import type {Catalogue} from 'perlane';

import {factoryOf} from './edit';
import type {Document, FieldText} from './graph';

type Pair = readonly [number, number];

// A number for both axes, or a list of them.
function pairOf(given: unknown): Pair {
  const [x, y = x] = (Array.isArray(given) ? given : [given]).map(Number);
  return [Number(x), Number(y)];
}

const isTile = (pair: Pair) => pair.every((one) => Number.isFinite(one) && one > 0);

/** The width and height of it, by the first call that says so; null if none does. */
export function periodOf({field, fields = {}}: Document, catalogue: Catalogue): Pair | null {
  const find = (text: FieldText): Pair | null => {
    if (typeof text === 'string') return text in fields ? find(fields[text] as FieldText) : null;
    if (typeof text !== 'object' || text === null) return null;
    for (const [factory, members] of Object.entries(text)) {
      const own = ownTile(factory, members);
      if (own) return own;
      for (const part of Object.values(members).flat()) {
        const found = find(part as FieldText);
        if (!found) continue;
        if (factory !== 'scale') return found;
        const [x, y] = pairOf(members['factor']);
        return [found[0] * Math.abs(x || 1), found[1] * Math.abs(y || 1)];
      }
    }
    return null;
  };
  const ownTile = (factory: string, members: Record<string, unknown>): Pair | null => {
    if (factory === 'tile') return isTile(pairOf(members['size'])) ? pairOf(members['size']) : null;
    if (members['period'] === undefined) return null;
    const [x, y] = pairOf(members['period']);
    const member = factoryOf(catalogue, factory).members.find(({name}) => name === 'frequency');
    const frequency = Number(members['frequency'] ?? member?.default);
    const tile = [x / frequency, y / frequency] as const;
    return isTile(tile) ? tile : null;
  };
  return find(field);
}
