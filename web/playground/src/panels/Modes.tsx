// The views, one of which is shown: W3C, "ARIA Authoring Practices Guide", radio group.

import type {KeyboardEvent} from 'react';

import {type Evaluated, modeOf} from '../field/evaluate';
import {type Mode, modes, type View} from '../state/recipe';

interface Props {
  view: View;
  field: Evaluated | null;
  isNested: boolean;
  onChange(mode: Mode): void;
}

/** The reason why a view cannot be shown; null if it can. */
function refusal(mode: Mode, field: Evaluated | null, isNested: boolean): string | null {
  if (isNested && (mode === 'planet' || mode === 'terrain')) {
    return 'Chunks within chunks have no planet and no 3D.';
  }
  if (mode === 'planet' && field && (field.least > 3 || field.most < 3)) {
    return 'No planet: it needs a field in three dimensions, and this one is not defined there.';
  }
  return null;
}

export function Modes({view, field, isNested, onChange}: Props) {
  const chosen = field ? modeOf(view, field) : view.mode;
  const possible = modes.filter((mode) => refusal(mode, field, isNested) === null);
  const onKeyDown = (event: KeyboardEvent) => {
    const by = ['ArrowRight', 'ArrowDown'].includes(event.key) ? 1 :
      ['ArrowLeft', 'ArrowUp'].includes(event.key) ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    const at = possible.indexOf(chosen) + by + possible.length;
    const next = possible[at % possible.length] as Mode;
    onChange(next);
    document.getElementById(`mode-${next}`)?.focus();
  };
  const reasons = new Set(modes.map((mode) => refusal(mode, field, isNested)).filter(Boolean));
  return (
    <div className="modes" role="radiogroup" aria-label="View" onKeyDown={onKeyDown}>
      {modes.map((mode) => (
        <button key={mode} type="button" role="radio" id={`mode-${mode}`}
          aria-checked={mode === chosen} tabIndex={mode === chosen ? 0 : -1}
          disabled={!possible.includes(mode)}
          title={refusal(mode, field, isNested) ?? undefined} onClick={() => onChange(mode)}>
          {mode === 'terrain' ? '3D' : mode}
        </button>
      ))}
      {[...reasons].map((reason) => <span key={reason} className="hint">{reason}</span>)}
    </div>
  );
}
