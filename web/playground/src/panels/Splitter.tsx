// A bar between two parts of the page that gives one of them more room: W3C, "ARIA Authoring
// Practices Guide", window splitter. The browser remembers it.

import {type KeyboardEvent, type PointerEvent, useLayoutEffect, useState} from 'react';

interface Props {
  /** The width or height is the property `--NAME` of the page's style. */
  name: string;
  label: string;
  /** True if it lies across, and sizes the part below it; otherwise, the part on its right. */
  isAcross?: boolean;
  /** Pixels to begin with. */
  from: number;
}

const least = 120;

const keyOf = (name: string) => `perlane.${name}`;

function remembered(name: string, from: number): number {
  try {
    return Number(localStorage.getItem(keyOf(name))) || from;
  } catch {
    return from;  // a browser that keeps nothing
  }
}

export function Splitter({name, label, isAcross = false, from}: Props) {
  const [size, setSize] = useState(() => remembered(name, from));
  const most = isAcross ? window.innerHeight - 240 : window.innerWidth - 320;
  const now = Math.max(Math.min(size, most), least);
  useLayoutEffect(() => {
    document.documentElement.style.setProperty(`--${name}`, `${now}px`);
    try {
      if (now === from) localStorage.removeItem(keyOf(name));
      else localStorage.setItem(keyOf(name), String(now));
    } catch {
      // It is as it is until the page is opened anew.
    }
  }, [name, now, from]);
  const onPointerMove = (event: PointerEvent) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    setSize(Math.max(now - (isAcross ? event.movementY : event.movementX), least));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = ['ArrowLeft', 'ArrowUp'].includes(event.key) ? 32 :
      ['ArrowRight', 'ArrowDown'].includes(event.key) ? -32 : 0;
    if (by === 0) return;
    event.preventDefault();
    setSize(now + by);
  };
  return (
    <div className={isAcross ? 'splitter across' : 'splitter'} role="separator" tabIndex={0}
      aria-orientation={isAcross ? 'horizontal' : 'vertical'} aria-label={label}
      aria-valuemin={least} aria-valuemax={Math.round(most)} aria-valuenow={Math.round(now)}
      title="Drag, or use the arrow keys" onKeyDown={onKeyDown} onPointerMove={onPointerMove}
      onPointerDown={(event) =>
        event.button === 0 && event.currentTarget.setPointerCapture(event.pointerId)} />
  );
}
