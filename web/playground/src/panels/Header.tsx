// The name of the page, its examples, undo and redo.

import {examples} from '../examples';
import {Chooser} from './Chooser';

interface Props {
  example: string;
  canUndo: boolean;
  canRedo: boolean;
  undo(): void;
  redo(): void;
  onOpen(id: string): void;
}

const groups = ['Articles', 'Landscapes', 'Textures'] as const;
const options = groups.flatMap((group) => examples.filter((one) => one.group === group)
  .map(({id, title}) => ({value: id, label: title, group})));

export function Header({example, canUndo, canRedo, undo, redo, onOpen}: Props) {
  return (
    <header>
      <h1>perlane <span>playground</span></h1>
      <Chooser id="example" label="Example" value={example} options={options} onChoose={onOpen}
        text={examples.find(({id}) => id === example)?.title ?? 'your own'} />
      <button type="button" onClick={undo} disabled={!canUndo} aria-label="Undo" title="Undo">
        ↶
      </button>
      <button type="button" onClick={redo} disabled={!canRedo} aria-label="Redo" title="Redo">
        ↷
      </button>
    </header>
  );
}
