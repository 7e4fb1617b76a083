// Checks of a link, before it is used.

import type {Sheet} from '../field/text';
import type {Nested} from '../field/nested';
import {isSeed} from '../field/seed';
import type {Simulator} from '../field/simulator';
import {palettes} from '../picture/palettes';
import {modes, type Recipe, type View} from './recipe';
import {
  closest, farthestOf, isTile, largestTile, limitedZoom, longestPath, outermostOf,
} from './zoom';

const isNumber = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value);
const isWhole = (value: unknown, least: number, most: number): boolean =>
  Number.isInteger(value) && (value as number) >= least && (value as number) <= most;

/** Throws an error with the message unless the condition holds. */
export function check(condition: boolean, message: string): void {
  if (!condition) throw new Error(message);
}

// No text of a graph is as deep; functions that call themselves need room for it.
const deepest = 1000;

/** Throws an error if a text of JSON has lists and objects that are too deep. */
export function validateDepth(text: string): void {
  let depth = 0;
  for (const [part] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/g)) {
    if (part === '[' || part === '{') ++depth;
    else if (part === ']' || part === '}') --depth;
    check(depth <= deepest, 'its lists and objects are too deep');
  }
}

export function validateView(view: View, nested: Recipe['nested']): void {
  for (const key of ['x', 'y', 'z', 'w', 'relief', 'zoom'] as const) {
    check(isNumber(view[key]), `view.${key} is not a number`);
  }
  const farthest = farthestOf(nested), outermost = outermostOf(nested);
  check(Math.max(Math.abs(view.x), Math.abs(view.y)) <= 2 ** outermost,
        `view.x or view.y is beyond 2^${outermost}`);
  check(view.zoom === limitedZoom(view, farthest),
        `view.zoom is not from ${closest(view).toFixed(1)} to ${farthest}`);
  check(modes.includes(view.mode), `view.mode is none of ${modes.join(', ')}`);
  check([2, 3, 4].includes(view.dimensions), 'view.dimensions is none of 2, 3, 4');
  check(Object.keys(palettes).includes(view.palette),
        `view.palette is none of ${Object.keys(palettes).join(', ')}`);
  check(typeof view.fades === 'boolean', 'view.fades is neither true nor false');
  check(view.sea === null || isNumber(view.sea), 'view.sea is not a number');
  check(view.repeat === null || (Array.isArray(view.repeat) && isTile(view.repeat)),
        `view.repeat is not a list of two numbers above 0, up to 2^${largestTile}`);
  check(view.range === null || (Array.isArray(view.range) && view.range.length === 2 &&
        view.range.every(isNumber)), 'view.range is not a list of two numbers');
  check(view.range === null || view.range.every((one) => isNumber(Math.fround(one))),
        'view.range is beyond what floats hold');
}

export function validateSimulator(simulator: Simulator): void {
  const {seed, period, octaves, attenuation, smooth, overlay, only, isStretched} = simulator;
  check(isSeed(seed) && isNumber(period) && period > 0 &&
        isWhole(octaves, 1, 32) && isNumber(attenuation) &&
        typeof smooth === 'boolean' && typeof overlay === 'boolean' &&
        ['undefined', 'boolean'].includes(typeof isStretched) &&
        (only === null || isWhole(only, 0, octaves - 1)), 'simulator has other members');
}

export function validateNested({path, worldSeed, octaves, gain}: Nested): void {
  check(Array.isArray(path) && path.length > 0 && path.every((position) =>
    Array.isArray(position) && position.length === 3 &&
    position.every((place) => isWhole(place, 0, 15))), 'nested.path is not a path');
  check(path.length <= longestPath,
        `nested.path has ${path.length} positions; use up to ${longestPath}`);
  check(isWhole(worldSeed, 0, 2 ** 32 - 1) && isWhole(octaves, 1, 49) && isNumber(gain),
        'nested has other members');
}

export function validateSheet({loose, places, muted}: Sheet): void {
  check(loose === undefined || Array.isArray(loose), 'loose is not a list');
  check(muted === undefined || Array.isArray(muted), 'muted is not a list');
  check(places === undefined || (Array.isArray(places) && places.every((place) =>
    Array.isArray(place) && place.length === 2 && place.every(isNumber) &&
    place.every((one) => Math.abs(one) < 1e6))), 'places are not pairs of numbers');
}
