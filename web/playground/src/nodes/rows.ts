// The rows of a node: its ports, each with a number while nothing is connected, and the numbers
// among its members that matter most. All members are in its form.

import type {Catalogue, Member} from 'perlane';

import {type Call, portsOf} from '../field/graph';
import {isSeed, seedsOf} from '../field/seed';

/** The limits of a number. */
export type Limits = Pick<Member, 'above' | 'least' | 'most'> & {isWhole?: boolean};

const wholeTypes: readonly Member['type'][] =
  ['seed', 'whole number', 'whole numbers', 'whole numbers by axis'];

/** The limits of the numbers of a member. Seeds beyond them are strings of digits. */
export function numberLimitsOf(member: Member): Limits {
  const {above, least, most, type} = member, seeds = seedsOf(member);
  if (seeds === undefined) return {above, least, most, isWhole: wholeTypes.includes(type)};
  const {MIN_SAFE_INTEGER, MAX_SAFE_INTEGER} = Number;
  return {
    least: Math.max(Number(seeds.least), MIN_SAFE_INTEGER), most: MAX_SAFE_INTEGER, isWhole: true,
  };
}

export interface Row {
  /** The name of the port or the member. */
  name: string;
  isPort: boolean;
  /** Its number; null if the port is empty, undefined if it is connected. */
  value?: number | null;
  /** An empty text stands for it. */
  fallback?: number;
  limits: Limits;
}

const shown = 3;  // members that have their defaults

/** The rows of a call. Functions that the catalogue does not know have none. */
export function rowsOf(catalogue: Catalogue, {factory: name, members, inputs}: Call): Row[] {
  const factory = catalogue.factories.find((one) => one.name === name);
  if (factory === undefined) return [];
  const ports = portsOf(factory, inputs).map((port): Row => {
    const input = inputs[port];
    return {name: port, isPort: true, limits: {},
            ...(typeof input !== 'string' && {value: input ?? null})};
  });
  const numbers = factory.members.flatMap((member): Row[] => {
    const value = members[member.name] ?? member.default;
    const seeds = seedsOf(member), isNumber = typeof value === 'number' &&
      (seeds ? isSeed(value, seeds) : member.type.endsWith('number'));
    if (!isNumber) return [];
    return [{name: member.name, isPort: false, value, limits: numberLimitsOf(member),
             ...(typeof member.default === 'number' && {fallback: member.default})}];
  });
  const first = numbers.slice(0, shown);
  return [...ports, ...numbers.filter((row) => first.includes(row) || row.name in members)];
}

/** The number that dragging one so far makes of it, in pixels. */
export function draggedNumber(from: number, pixels: number, limits: Limits): number {
  const {above, least, most, isWhole} = limits;
  let to: number;
  if (isWhole) to = Math.round(from) + Math.round(pixels / 8);
  else if (above === 0 && from > 0) to = Number((from * 2 ** (pixels / 60)).toPrecision(3));
  else {
    const unit = 10 ** Math.min(Math.floor(Math.log10(Math.max(Math.abs(from), 0.1))) - 1, 9);
    to = Number((from + Math.round(pixels / 3) * unit).toPrecision(10));
  }
  const low = least ?? (above !== undefined && to <= above ? from : -Infinity);
  return Math.min(Math.max(to, low), most ?? Infinity);
}
