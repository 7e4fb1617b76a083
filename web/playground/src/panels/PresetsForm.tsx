// Recipes that are kept in this browser: save, open, rename and delete.

import {useRef, useState} from 'react';

import {linkOf, type Recipe} from '../state/recipe';
import {presets, usePresets} from '../state/presets';

interface Props {
  recipe: Recipe;
  /** Opens a recipe by its link; returns what is wrong with it. */
  onOpen(link: string): string | null;
}

export function PresetsForm({recipe, onOpen}: Props) {
  const all = usePresets();
  const [name, setName] = useState('');
  const [error, setError] = useState<string | null>(null);
  const typed = useRef<HTMLInputElement>(null);
  // The focus goes to the button of the next preset, or the one before.
  const remove = (name: string, row: HTMLElement) => {
    const other = [row.nextElementSibling, row.previousElementSibling]
      .map((one) => one?.querySelector<HTMLElement>('[aria-label^="Delete"]')).find(Boolean);
    const complaint = presets.remove(name);
    setError(complaint);
    if (complaint === null) (other ?? typed.current)?.focus();
  };
  return (
    <form className="form" aria-label="Presets" onSubmit={(event) => {
      event.preventDefault();
      const complaint = presets.add(name, linkOf(recipe));
      setError(complaint);
      if (complaint === null) setName('');
    }}>
      <h2>Presets <small>Kept in this browser, and shown among the examples.</small></h2>
      <div className="preset">
        <input ref={typed} aria-label="Name of a new preset" value={name} autoComplete="off"
          placeholder="A name for what you see" aria-invalid={error !== null}
          aria-describedby="preset-says" onChange={(event) => {
            setName(event.target.value);
            setError(null);
          }} />
        <button type="submit">Keep it</button>
      </div>
      <p id="preset-says" className="error" role="alert">{error}</p>
      {all.map((preset) => (
        <div key={preset.name} className="preset">
          <input aria-label={`Name of the preset ${preset.name}`} defaultValue={preset.name}
            autoComplete="off"
            onKeyDown={(event) => {
              if (event.key === 'Enter') event.preventDefault();
              if (event.key === 'Escape') event.currentTarget.value = preset.name;
              if (['Enter', 'Escape'].includes(event.key)) event.currentTarget.blur();
            }}
            onBlur={(event) => {
              const complaint = presets.rename(preset.name, event.target.value);
              setError(complaint);
              if (complaint !== null) event.target.value = preset.name;
            }} />
          <button type="button" aria-label={`Open ${preset.name}`}
            onClick={() => setError(onOpen(preset.link))}>Open</button>
          <button type="button" aria-label={`Delete ${preset.name}`}
            onClick={({currentTarget}) =>
              remove(preset.name, currentTarget.parentElement as HTMLElement)}>Delete</button>
        </div>
      ))}
    </form>
  );
}
