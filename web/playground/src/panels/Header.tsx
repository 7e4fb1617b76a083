// The name of the page, its examples, undo and redo.

import type {ReactNode} from 'react';

import {Button} from './Button';

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
      <Button onClick={undo} disabled={!canUndo} aria-label="Undo" title="Undo">↶</Button>
      <Button onClick={redo} disabled={!canRedo} aria-label="Redo" title="Redo">↷</Button>
    </header>
  );
}
