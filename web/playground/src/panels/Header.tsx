// The name of the page, its examples, undo and redo.

import {examples} from '../examples';

interface Props {
  example: string;
  canUndo: boolean;
  canRedo: boolean;
  undo(): void;
  redo(): void;
  onOpen(id: string): void;
}

const groups = ['Articles', 'Landscapes', 'Textures'] as const;

export function Header({example, canUndo, canRedo, undo, redo, onOpen}: Props) {
  return (
    <header>
      <h1>perlane <span>playground</span></h1>
      <label htmlFor="example">Example</label>
      <select id="example" value={example} onChange={(event) => onOpen(event.target.value)}>
        <option value="" disabled>your own</option>
        {groups.map((group) => (
          <optgroup key={group} label={group}>
            {examples.filter((one) => one.group === group).map(({id, title}) => (
              <option key={id} value={id}>{title}</option>
            ))}
          </optgroup>
        ))}
      </select>
      <button type="button" onClick={undo} disabled={!canUndo} aria-label="Undo" title="Undo">
        ↶
      </button>
      <button type="button" onClick={redo} disabled={!canRedo} aria-label="Redo" title="Redo">
        ↷
      </button>
    </header>
  );
}
