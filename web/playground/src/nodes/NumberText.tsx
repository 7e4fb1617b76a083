// A number that is typed. What is typed stays as it is while somebody types: nothing, "-" and "0."
// are on the way to a number.

import {useEffect, useState} from 'react';

interface Props {
  id: string;
  value: unknown;
  /** What an empty text stands for. */
  fallback?: unknown;
  label?: string;
  isWrong?: boolean;
  /** A number, undefined if nothing is typed, or the text if that is no number. */
  onChange(value: number | string | undefined): void;
}

function typed(text: string): number | string | undefined {
  const number = Number(text);
  return text.trim() === '' ? undefined : Number.isFinite(number) ? number : text;
}

export function NumberText({id, value, fallback, label, isWrong = false, onChange}: Props) {
  const shown = String(value ?? '');
  const [text, setText] = useState(shown);
  useEffect(() => {
    setText((before) => (typed(before) ?? fallback) === value ? before : shown);
  }, [value, fallback, shown]);
  return (
    <input id={id} inputMode="decimal" value={text} aria-label={label} aria-invalid={isWrong}
      aria-describedby={`${id}-says`} placeholder={String(fallback ?? '')} autoComplete="off"
      onBlur={() => setText(shown)}
      onChange={(event) => {
        setText(event.target.value);
        onChange(typed(event.target.value));
      }} />
  );
}
