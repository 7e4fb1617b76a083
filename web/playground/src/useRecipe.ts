// The recipe of the page: its history, and the address, which is the recipe as a link.

import type {Perlane} from 'perlane';
import {useCallback, useEffect, useReducer, useRef, useState} from 'react';

import {examples, type Example, recipeOfExample} from './examples';
import {hasOwnUndo} from './keys';
import {linkOf, type Recipe, recipeOf, type View} from './state/recipe';
import {reduce, started} from './state/store';
import {useEvent} from './useEvent';

interface Beginning {
  recipe: Recipe;
  problem: string | null;
}

function beginning(perlane: Perlane): Beginning {
  const first = recipeOfExample(examples[0] as Example, perlane.catalogue);
  const link = location.hash.slice(1);
  if (link === '') return {recipe: first, problem: null};
  try {
    return {recipe: recipeOf(link, perlane), problem: null};
  } catch (error) {
    return {recipe: first, problem: `This link cannot be read: ${(error as Error).message}. ` +
            'Here is the first example instead.'};
  }
}

const interval = 320;  // milliseconds between changes: Safari allows 100 in 30 seconds

// The address follows the recipe: at once, then once in each interval, and when the page is left.
function useAddress(recipe: Recipe): void {
  const written = useRef<Recipe | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const write = useEvent(() => {
    if (recipe === written.current) return;
    try {
      history.replaceState(null, '', `#${linkOf(recipe)}`);
      written.current = recipe;
    } catch {
      // The browser refuses so many changes. The timer tries again.
    }
    if (timer.current) clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      timer.current = null;
      write();
    }, interval);
  });
  useEffect(() => {
    if (timer.current === null) write();
  }, [recipe, write]);
  useEffect(() => {
    window.addEventListener('pagehide', write);
    return () => window.removeEventListener('pagehide', write);
  }, [write]);
}

export function useRecipe(perlane: Perlane) {
  const [begun] = useState(() => beginning(perlane));
  const [problem, setProblem] = useState(begun.problem);
  const [store, dispatch] = useReducer(reduce, begun.recipe, started);

  const change = useCallback((recipe: Recipe, key: string | null, opens = false) => {
    setProblem(null);
    dispatch({kind: 'change', recipe, key, opens});
  }, []);
  /** Shows another field. */
  const open = useCallback((recipe: Recipe) => change(recipe, null, true), [change]);

  useAddress(store.present);

  useEffect(() => {
    const follow = () => {
      const next = beginning(perlane);
      open(next.recipe);
      setProblem(next.problem);
    };
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, [perlane, open]);

  const undo = useCallback(() => {
    setProblem(null);
    dispatch({kind: 'undo'});
  }, []);
  const redo = useCallback(() => {
    setProblem(null);
    dispatch({kind: 'redo'});
  }, []);
  useEffect(() => {
    const keys = (event: KeyboardEvent) => {
      const key = event.key.toLowerCase();
      if (!(event.ctrlKey || event.metaKey) || !['z', 'y'].includes(key)) return;
      if (hasOwnUndo(event.target)) return;
      event.preventDefault();
      event.shiftKey || key === 'y' ? redo() : undo();
    };
    const pause = () => dispatch({kind: 'pause'});
    window.addEventListener('keydown', keys);
    window.addEventListener('pointerdown', pause);
    return () => {
      window.removeEventListener('keydown', keys);
      window.removeEventListener('pointerdown', pause);
    };
  }, [undo, redo]);

  const look = useCallback((view: Partial<View>, nested?: Recipe['nested']) =>
    dispatch({kind: 'look', view, nested}), []);
  return {
    recipe: store.present, problem, change, look, open, opened: store.opened,
    canUndo: store.past.length > 0, canRedo: store.future.length > 0,
    undo, redo, complain: setProblem,
  };
}
