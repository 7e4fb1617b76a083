// The distribution of the values in sight, and the values of the first and the last colour, which
// can be dragged: W3C, "ARIA Authoring Practices Guide", multi-thumb slider.

import type {Range} from 'perlane';
import {type KeyboardEvent, type PointerEvent, useRef, useState} from 'react';

import {short} from '../inspect/scale';
import type {Seen} from '../picture/Picture';

interface Props {
  seen: Seen;
  range: Range;
  onChange(range: [number, number]): void;
}

const margin = 0.1;  // on each side of the range, for drags outwards
const ends = ['min', 'max'] as const;
const steps: Record<string, number> = {
  ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10,
};

/** The values at the left and the right border. */
function axisOf({min, max}: Range): Range {
  const more = (max - min) * margin / (1 - 2 * margin);
  return {min: min - more, max: max + more};
}

// With three digits of the width, and not beyond the other end.
function moved(range: Range, end: 'min' | 'max', to: number): [number, number] {
  const span = range.max - range.min, unit = 10 ** (Math.floor(Math.log10(span)) - 2);
  const rounded = Number((Math.round(to / unit) * unit).toPrecision(12));
  return end === 'min' ? [Math.min(rounded, range.max - unit), range.max] :
    [range.min, Math.max(rounded, range.min + unit)];
}

export function Histogram({seen, range, onChange}: Props) {
  const box = useRef<HTMLDivElement>(null);
  // While an end is dragged, the axis stays.
  const [held, setHeld] = useState<Range | null>(null);
  const axis = held ?? axisOf(range), width = axis.max - axis.min;
  const placeOf = (value: number) => 100 * Math.min(Math.max((value - axis.min) / width, 0), 1);
  const inner = seen.histogram.slice(1, 255);
  const most = Math.max(1, ...inner);
  const total = seen.histogram.reduce((sum, count) => sum + count, 0);
  const beyond = ((seen.histogram[0] ?? 0) + (seen.histogram[255] ?? 0)) / Math.max(total, 1);
  const from = placeOf(range.min), to = placeOf(range.max);
  const points = Array.from(seen.histogram, (count, i) =>
    `${from + (to - from) * i / 255},${(60 - 60 * Math.min(count / most, 1)).toFixed(1)}`);
  const onPointerMove = (event: PointerEvent, end: 'min' | 'max') => {
    if (held === null || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const {left, width: pixels} = (box.current as HTMLDivElement).getBoundingClientRect();
    onChange(moved(range, end, axis.min + (event.clientX - left) / pixels * width));
  };
  const onKeyDown = (event: KeyboardEvent, end: 'min' | 'max') => {
    const by = (steps[event.key] ?? 0) * (event.shiftKey ? 10 : 1);
    if (by === 0) return;
    event.preventDefault();
    onChange(moved(range, end, range[end] + by * (range.max - range.min) / 100));
  };
  return (
    <figure className="histogram">
      <div ref={box}>
        <svg viewBox="0 0 100 60" preserveAspectRatio="none" role="img"
          aria-label={`Values in sight are from ${short(seen.min)} to ${short(seen.max)}`}>
          <polygon points={`${from},60 ${points.join(' ')} ${to},60`} />
        </svg>
        {ends.map((end) => (
          <div key={end} className="end" role="slider" tabIndex={0}
            aria-label={end === 'min' ? 'The value of black' : 'The value of white'}
            aria-valuemin={end === 'min' ? axis.min : range.min}
            aria-valuemax={end === 'min' ? range.max : axis.max} aria-valuenow={range[end]}
            title="Drag, or use the arrow keys" style={{left: `${placeOf(range[end])}%`}}
            onPointerDown={(event) => {
              if (event.button !== 0) return;
              event.currentTarget.setPointerCapture(event.pointerId);
              setHeld(axis);
            }}
            onPointerMove={(event) => onPointerMove(event, end)}
            onLostPointerCapture={() => setHeld(null)}
            onKeyDown={(event) => onKeyDown(event, end)} />
        ))}
      </div>
      <figcaption>
        <span>{short(range.min)}</span>
        <span>in sight: {short(seen.min)} to {short(seen.max)}
          {beyond > 0.02 && `, ${Math.round(100 * beyond)} % at the ends`}</span>
        <span>{short(range.max)}</span>
      </figcaption>
    </figure>
  );
}
