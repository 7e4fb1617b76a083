// The recipe that is shown, and those before and after it.

import {nestedGraph} from '../field/nested';
import type {Recipe, View} from './recipe';

export interface Store {
  past: readonly Recipe[];
  present: Recipe;
  future: readonly Recipe[];
  /** What the last change changed: changes of one thing in a row are one step back. */
  lastKey: string | null;
}

export type Action =
  | {kind: 'change'; recipe: Recipe; key: string | null}
  | {kind: 'look'; view: Partial<View>; nested?: Recipe['nested']}
  | {kind: 'pause'}
  | {kind: 'undo'}
  | {kind: 'redo'};

const remembered = 200;

export function reduce(store: Store, action: Action): Store {
  const {past, present, future} = store;
  switch (action.kind) {
    case 'change': {
      const goesOn = action.key !== null && action.key === store.lastKey;
      return {
        past: goesOn ? past : [...past, present].slice(-remembered), present: action.recipe,
        future: [], lastKey: action.key,
      };
    }
    // Where one looks is no step of the history.
    case 'look': {
      const view = {...present.view, ...action.view}, {nested} = action;
      const place = nested && {nested, graph: nestedGraph(nested)};
      return {...store, present: {...present, view, ...place}};
    }
    case 'pause':
      return {...store, lastKey: null};
    case 'undo': {
      const before = past.at(-1);
      if (before === undefined) return store;
      return {
        past: past.slice(0, -1), present: before, future: [present, ...future], lastKey: null,
      };
    }
    case 'redo': {
      const [next, ...rest] = future;
      if (next === undefined) return store;
      return {past: [...past, present], present: next, future: rest, lastKey: null};
    }
  }
}

export const started = (recipe: Recipe): Store =>
  ({past: [], present: recipe, future: [], lastKey: null});
