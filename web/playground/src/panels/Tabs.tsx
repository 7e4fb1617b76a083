// Tabs, one of which is shown: W3C, "ARIA Authoring Practices Guide", tabs.

import type {KeyboardEvent, ReactNode} from 'react';

export type TabName = 'Simulator' | 'Field' | 'View' | 'Share' | 'Same bits';

interface Props {
  names: readonly TabName[];
  chosen: TabName;
  children: ReactNode;
  onChoose(name: TabName): void;
}

export function Tabs({names, chosen, children, onChoose}: Props) {
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (by === 0) return;
    const next = names[(names.indexOf(chosen) + by + names.length) % names.length] as TabName;
    onChoose(next);
    document.getElementById(`tab-${next}`)?.focus();
  };
  return (
    <>
      <div className="tabs" role="tablist" aria-label="Panels" onKeyDown={onKeyDown}>
        {names.map((name) => (
          <button key={name} type="button" role="tab" id={`tab-${name}`} aria-controls="panel"
            aria-selected={name === chosen} tabIndex={name === chosen ? 0 : -1}
            onClick={() => onChoose(name)}>
            {name}
          </button>
        ))}
      </div>
      <div className="panel" role="tabpanel" id="panel" aria-labelledby={`tab-${chosen}`}>
        {children}
      </div>
    </>
  );
}
