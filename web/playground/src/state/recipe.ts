// The page shows a recipe: a field, and how it is looked at. A link holds all of it.

import type {FieldText, Perlane} from 'perlane';

import type {Graph} from '../field/graph';
import {graphOf} from '../field/parse';
import type {Sheet} from '../field/text';
import {sheetOf} from '../field/write';
import {jsonOf} from '../field/json';
import type {Simulator} from '../field/simulator';
import type {Nested} from '../field/nested';
import {
  check, validateDepth, validateNested, validateSheet, validateSimulator, validateView,
} from './validate';

export const modes = ['grey', 'relief', 'slope', 'normals', 'planet', 'terrain'] as const;
export type Mode = (typeof modes)[number];

export interface View {
  mode: Mode;
  /** The coordinate in the middle. */
  x: number;
  y: number;
  /** Units of coordinates per pixel of the page, as a power of 2. */
  zoom: number;
  dimensions: 2 | 3 | 4;
  z: number;
  w: number;
  /** True if octaves fade that are finer than the pixels. */
  fades: boolean;
  /** The values of the first and the last colour; null is the field's range. */
  range: readonly [number, number] | null;
  palette: string;
  sea: number | null;
  /** The width and height of a tile that begins at 0 and is shown again and again. */
  repeat: readonly [number, number] | null;
  /** The steepness at which a rise by the whole range in one unit is drawn. */
  relief: number;
}

export interface Recipe {
  graph: Graph;
  view: View;
  /** If it is there, the field is made of these, and the simulator's form changes them. */
  simulator?: Simulator;
  /** The example that it began as, as long as the field is the example's. */
  example?: string;
  /** If it is there, the field is a chunk within chunks without end. */
  nested?: Nested;
}

export const plainView: View = {
  mode: 'grey', x: 0, y: 0, zoom: 0, dimensions: 2, z: 0, w: 0, fades: false, range: null,
  palette: 'earth', sea: null, repeat: null, relief: 60,
};

/** The part of an address after the #, without the settings that `plainView` has. */
export function linkOf(recipe: Recipe): string {
  const view = Object.fromEntries(Object.entries(recipe.view)
    .filter(([key, value]) => value !== plainView[key as keyof View]));
  const {graph, simulator, nested, example} = recipe;
  const all = {...sheetOf(graph), view, simulator, nested, example};
  return encodeURIComponent(jsonOf(all))
    .replaceAll('%22', '"').replaceAll('%3A', ':').replaceAll('%2C', ',')
    .replaceAll('%7B', '{').replaceAll('%7D', '}');
}

// A graph may hold wrong members, which the form marks. The library explains why a text is not a
// graph.
function graphOfText(sheet: Sheet, perlane: Perlane): Graph {
  try {
    return graphOf(sheet, perlane.catalogue);
  } catch (error) {
    const {loose: _, places: __, muted: ___, ...document} = sheet;
    perlane.fromJson(document as FieldText).destroy();
    throw error;
  }
}

/** The recipe of a link. Throws an error that says what is wrong with it. */
export function recipeOf(link: string, perlane: Perlane): Recipe {
  let text = '', read: unknown;
  try {
    text = decodeURIComponent(link);
    read = JSON.parse(text);
  } catch {
    throw new Error('it was cut off, or changed on its way');
  }
  validateDepth(text);
  check(typeof read === 'object' && read !== null && 'field' in read, 'it has no field');
  const {view: seen, simulator, nested, example, ...sheet} = read as Sheet & Partial<Recipe>;
  check(seen === undefined || (typeof seen === 'object' && seen !== null), 'view is not an object');
  const view = {...plainView, ...seen};
  validateView(view, nested);
  if (simulator) validateSimulator(simulator);
  if (nested) validateNested(nested);
  validateSheet(sheet);
  const graph = graphOfText(sheet, perlane);
  return {
    graph, view, ...(simulator && {simulator}), ...(nested && {nested}),
    ...(typeof example === 'string' && {example}),
  };
}
