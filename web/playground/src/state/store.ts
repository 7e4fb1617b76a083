// The recipe that is shown, and those before and after it.

import {placedAs} from '../field/graph';
import {jsonOf} from '../field/json';
import {nestedGraph} from '../field/nested';
import type {Recipe, View} from './recipe';
import {limitedView} from './zoom';

/** A recipe before or after a change. */
interface Step {
  recipe: Recipe;
  /** True if the change moved the view, so that to take it back moves it, too. */
  moves: boolean;
  /** The same of z, by which planets turn. */
  turns: boolean;
  /** True if the change showed another field. */
  opens: boolean;
}

export interface Store {
  past: readonly Step[];
  present: Recipe;
  future: readonly Step[];
  /** Names the thing that changed last: changes of one thing in a row are one step back. */
  lastKey: string | null;
  /** Counts the openings of fields: nodes of another field may have the same names. */
  opened: number;
}

export type Action =
  | {kind: 'change'; recipe: Recipe; key: string | null; opens: boolean}
  | {kind: 'look'; view: Partial<View>; nested?: Recipe['nested']}
  | {kind: 'pause'}
  | {kind: 'undo'}
  | {kind: 'redo'};

const remembered = 200;

const isEqual = (a: Recipe, b: Recipe): boolean => jsonOf(a) === jsonOf(b);

const placeOf = ({view, nested}: Recipe): string =>
  JSON.stringify([view.x, view.y, view.zoom, nested?.path]);

// Looking elsewhere is not a step of the history: only changes that moved the view move it back.
function returned({recipe, moves, turns}: Step, present: Recipe): Recipe {
  const {x, y, zoom} = moves ? recipe.view : present.view;
  const {z} = turns ? recipe.view : present.view;
  const turned = {...recipe, view: {...recipe.view, x, y, zoom, z}};
  if (moves || recipe.nested === undefined || present.nested === undefined) return turned;
  const nested = {...recipe.nested, path: present.nested.path};
  return {...turned, nested, graph: placedAs(nestedGraph(nested), recipe.graph)};
}

export function reduce(store: Store, action: Action): Store {
  const {past, present, future, opened} = store;
  switch (action.kind) {
    case 'change': {
      const {opens} = action;
      if (!opens && isEqual(action.recipe, present)) return store;
      const goesOn = action.key !== null && action.key === store.lastKey && past.length > 0;
      // A thing that is again as it was is not a step: the undo of a text leads there, too.
      if (goesOn && isEqual(action.recipe, (past.at(-1) as Step).recipe)) {
        return {...store, past: past.slice(0, -1), present: action.recipe, lastKey: null};
      }
      const before = goesOn ? past.at(-1) as Step :
        {recipe: present, moves: false, turns: false, opens};
      const moves = before.moves || placeOf(present) !== placeOf(action.recipe);
      const turns = before.turns || present.view.z !== action.recipe.view.z;
      const step = {...before, moves, turns};
      return {
        past: [...(goesOn ? past.slice(0, -1) : past), step].slice(-remembered),
        present: action.recipe, future: [], lastKey: action.key,
        opened: opened + Number(opens),
      };
    }
    case 'look': {
      const {nested} = action;
      // A link can hold it wherever the user moves it, and whatever the picture's own zoom is.
      const view = limitedView({...present.view, ...action.view}, nested ?? present.nested);
      const place = nested && {nested, graph: placedAs(nestedGraph(nested), present.graph)};
      return {...store, present: {...present, view, ...place}};
    }
    case 'pause':
      return store.lastKey === null ? store : {...store, lastKey: null};
    case 'undo': {
      const before = past.at(-1);
      if (before === undefined) return store;
      return {
        past: past.slice(0, -1), present: returned(before, present),
        future: [{...before, recipe: present}, ...future], lastKey: null,
        opened: opened + Number(before.opens),
      };
    }
    case 'redo': {
      const [next, ...rest] = future;
      if (next === undefined) return store;
      return {
        past: [...past, {...next, recipe: present}], present: returned(next, present),
        future: rest, lastKey: null, opened: opened + Number(next.opens),
      };
    }
  }
}

export const started = (recipe: Recipe): Store =>
  ({past: [], present: recipe, future: [], lastKey: null, opened: 0});
