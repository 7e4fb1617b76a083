// A number that is typed, or dragged to the left and right. The text stays as it is while the user
// types: nothing, "-" and "0." may become a number.

import {type KeyboardEvent, type PointerEvent, useEffect, useRef, useState} from 'react';

import {textOf} from '../field/json';
import {draggedNumber, type Limits} from './rows';

interface Props {
  id: string;
  value: unknown;
  /** An empty text stands for it. */
  fallback?: unknown;
  label?: string;
  isWrong?: boolean;
  /** The id of what is said about it. */
  says?: string;
  /** True if Tab stops at it. */
  isStop?: boolean;
  limits?: Limits;
  /** As many are shown, unless the user types. */
  digits?: number;
  /** A number, undefined if nothing is typed, or the text if it is not a number. */
  onChange(value: number | string | undefined): void;
}

// Whole numbers that JavaScript would round are their digits.
function typed(text: string, isWhole = false): number | string | undefined {
  const number = Number(text), digits = text.trim();
  if (digits === '') return undefined;
  if (isWhole && /^-?\d+$/.test(digits) && !Number.isSafeInteger(number)) return digits;
  return Number.isFinite(number) ? number : text;
}

const slack = 3;  // pixels that a click may move

export function NumberText(props: Props) {
  const {id, value, fallback, label, isWrong = false, says, isStop = true, limits = {}, digits,
         onChange} = props, {isWhole} = limits;
  const shown = textOf(typeof value === 'number' && digits !== undefined ?
    Number(value.toPrecision(digits)) : value);
  const [text, setText] = useState(shown);
  const grip = useRef<{x: number; from: number; isMoved: boolean} | null>(null);
  useEffect(() => {
    setText((before) => (typed(before, isWhole) ?? fallback) === value ? before : shown);
  }, [value, fallback, shown, isWhole]);
  const from = typeof value === 'number' ? value : Number(fallback ?? 0);

  const onPointerDown = (event: PointerEvent<HTMLInputElement>) => {
    if (document.activeElement === event.currentTarget || event.button !== 0) return;
    event.preventDefault();  // dragging does not select text
    event.currentTarget.setPointerCapture(event.pointerId);
    grip.current = {x: event.clientX, from, isMoved: false};
  };
  const onPointerMove = (event: PointerEvent) => {
    const held = grip.current;
    if (held === null) return;
    const by = event.clientX - held.x;
    held.isMoved ||= Math.abs(by) > slack;
    if (held.isMoved) onChange(draggedNumber(held.from, by * (event.shiftKey ? 0.1 : 1), limits));
  };
  const onPointerUp = (event: PointerEvent<HTMLInputElement>) => {
    if (grip.current?.isMoved === false) {
      event.currentTarget.focus();
      event.currentTarget.select();
    }
    grip.current = null;
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const by = event.key === 'ArrowUp' ? 8 : event.key === 'ArrowDown' ? -8 : 0;
    if (by !== 0) {
      event.preventDefault();
      onChange(draggedNumber(from, event.shiftKey ? 10 * by : by, limits));
    } else if (event.key === 'Enter' || event.key === 'Escape') event.currentTarget.blur();
  };
  return (
    <input id={id} className="number" inputMode="decimal" value={text} aria-label={label}
      aria-invalid={isWrong} aria-describedby={says} placeholder={String(fallback ?? '')}
      autoComplete="off" tabIndex={isStop ? undefined : -1} title="Type, or drag"
      onPointerDown={onPointerDown} onPointerMove={onPointerMove} onPointerUp={onPointerUp}
      onPointerCancel={() => (grip.current = null)} onKeyDown={onKeyDown}
      onBlur={() => setText(shown)}
      onChange={(event) => {
        setText(event.target.value);
        onChange(typed(event.target.value, isWhole));
      }} />
  );
}
