// Recipes that are kept in this browser, by name.

import {useSyncExternalStore} from 'react';

export interface Preset {
  name: string;
  /** The part of the address after the #. */
  link: string;
}

const key = 'perlane.presets';
const longest = 80;  // characters of a name
const listeners = new Set<() => void>();

// The storage may hold anything: other pages of the host write there, too.
function read(text: string | null): readonly Preset[] {
  try {
    const all = JSON.parse(text ?? '[]') as unknown;
    if (!Array.isArray(all)) return [];
    return all.filter((one) => typeof one?.name === 'string' && typeof one.link === 'string');
  } catch {
    return [];
  }
}

let latest: {text: string | null; presets: readonly Preset[]} = {text: null, presets: []};

function stored(): readonly Preset[] {
  let text: string | null = null;
  try {
    text = localStorage.getItem(key);
  } catch {
    // A browser that keeps nothing.
  }
  if (text !== latest.text) latest = {text, presets: read(text)};
  return latest.presets;
}

function keep(presets: readonly Preset[]): string | null {
  try {
    localStorage.setItem(key, JSON.stringify(presets));
  } catch {
    return 'The browser keeps nothing more for this page. Delete presets, or keep the link.';
  }
  for (const listener of listeners) listener();
  return null;
}

function complaintOf(name: string): string | null {
  if (name === '') return 'A preset needs a name.';
  if (name.length > longest) return `A name has at most ${longest} characters.`;
  if (stored().some((one) => one.name === name)) return 'There is a preset with this name.';
  return null;
}

/** Each of these returns what is wrong; null if nothing is. */
export const presets = {
  add(typed: string, link: string): string | null {
    const name = typed.trim();
    return complaintOf(name) ?? keep([...stored(), {name, link}]);
  },
  rename(name: string, typed: string): string | null {
    const next = typed.trim();
    if (next === name) return null;
    return complaintOf(next) ??
      keep(stored().map((one) => one.name === name ? {...one, name: next} : one));
  },
  remove(name: string): string | null {
    return keep(stored().filter((one) => one.name !== name));
  },
};

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);  // other tabs
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** The presets, as they are now. */
export const usePresets = (): readonly Preset[] => useSyncExternalStore(subscribe, stored);
