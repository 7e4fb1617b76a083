// The name of the page, its examples, undo and redo.

import type {ReactNode} from 'react';

interface Props {
  /** Chooses what is shown. */
  children: ReactNode;
  canUndo: boolean;
  canRedo: boolean;
  undo(): void;
  redo(): void;
}

export function Header({children, canUndo, canRedo, undo, redo}: Props) {
  return (
    <header>
      <h1>perlane <span>playground</span></h1>
      {children}
      <button type="button" onClick={undo} disabled={!canUndo} aria-label="Undo" title="Undo">
        ↶
      </button>
      <button type="button" onClick={redo} disabled={!canRedo} aria-label="Redo" title="Redo">
        ↷
      </button>
    </header>
  );
}
