// The tile that a field repeats.

import type {Catalogue} from 'perlane';

import {isTile} from '../state/zoom';
import {factoryOf} from './edit';
import type {Document, FieldText} from './text';

type Pair = readonly [number, number];

// A number for both axes, or a list of them, in which those left out are 0.
function pairOf(given: unknown): Pair {
  const [x, y] = Array.isArray(given) ? given : [given, given];
  return [Number(x), Number(y ?? 0)];
}

const tileOf = (pair: Pair): Pair | null => isTile(pair) ? pair : null;

function ownTile(name: string, members: Record<string, unknown>,
                 catalogue: Catalogue): Pair | null {
  if (name === 'tile') return tileOf(pairOf(members['size']));
  if (members['period'] === undefined) return null;
  const [x, y] = pairOf(members['period']);
  const member = factoryOf(catalogue, name).members.find((one) => one.name === 'frequency');
  const frequency = Number(members['frequency'] ?? member?.default);
  return tileOf([x / frequency, y / frequency]);
}

/** The width and height of it, by the first call that says so; null if none does. */
export function periodOf({field, fields = {}}: Document, catalogue: Catalogue): Pair | null {
  // Not by recursion: calls may be deeper within each other than a stack has room for.
  const left: [text: FieldText | undefined, factor: Pair][] = [[field, [1, 1]]];
  const searched = new Set<string>();  // names
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const [text, factor] = next, [wide, high] = factor;
    if (typeof text === 'string') {
      if (!searched.has(text) && Object.hasOwn(fields, text)) left.push([fields[text], factor]);
      searched.add(text);
      continue;
    }
    const [call] = Object.entries(typeof text === 'object' ? text : {});
    if (call === undefined) continue;
    const [name, members] = call, own = ownTile(name, members, catalogue);
    if (own) return tileOf([own[0] * wide, own[1] * high]);
    const [x, y] = name === 'scale' ? pairOf(members['factor']) : [1, 1];
    const inside: Pair = [wide * Math.abs(x || 1), high * Math.abs(y || 1)];
    const parts = factoryOf(catalogue, name).fields.flatMap((port) => members[port]);
    for (const part of parts.reverse()) left.push([part as FieldText, inside]);
  }
  return null;
}
