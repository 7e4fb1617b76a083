// The values along a line, whose ends can be dragged, or moved by the arrow keys.

import type {Range} from 'perlane';
import {type KeyboardEvent, type PointerEvent, useState} from 'react';

import {shownRange} from '../field/evaluate';
import type {View} from '../state/recipe';
import {coordinatesOf, pixelsOf, type Point, short, type Size} from './scale';

interface Props {
  view: View;
  size: Size;
  range: Range;
  valuesOf(xs: number[], ys: number[]): Float32Array;
}

const count = 256;
const keys: Record<string, Point> = {
  ArrowLeft: {x: -8, y: 0}, ArrowRight: {x: 8, y: 0}, ArrowUp: {x: 0, y: -8},
  ArrowDown: {x: 0, y: 8},
};

export function Profile({view, size, range, valuesOf}: Props) {
  const {width, height} = size;
  const [ends, setEnds] = useState<readonly [Point, Point]>(() => [0.15, 0.85].map((part) =>
    coordinatesOf({x: part * width, y: 0.5 * height}, view, size)) as unknown as [Point, Point]);
  const move = (end: number, to: Point) =>
    setEnds(ends.map((one, i) => i === end ? coordinatesOf(to, view, size) : one) as
            unknown as [Point, Point]);
  const [from, to] = ends, places = ends.map((end) => pixelsOf(end, view, size));
  const along = (axis: 'x' | 'y') => Array.from({length: count}, (_, i) =>
    from[axis] + (to[axis] - from[axis]) * i / (count - 1));
  const values = valuesOf(along('x'), along('y'));
  const {min, max} = shownRange(view, range);
  const points = Array.from(values, (value, i) => `${i},${(100 * (max - value) / (max - min))}`);
  const least = values.reduce((a, b) => Math.min(a, b), Infinity);
  const most = values.reduce((a, b) => Math.max(a, b), -Infinity);
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const onPointerMove = (event: PointerEvent, end: number) => {
    event.stopPropagation();
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const {x, y} = places[end] as Point;
    move(end, {x: x + event.movementX, y: y + event.movementY});
  };
  const onKeyDown = (event: KeyboardEvent, end: number) => {
    const by = keys[event.key], {x, y} = places[end] as Point;
    if (by === undefined) return;
    event.preventDefault();
    move(end, {x: x + by.x, y: y + by.y});
  };
  const [a, b] = places as [Point, Point];
  return (
    <>
      <svg className="profile-line" aria-hidden="true">
        <line x1={a.x} y1={a.y} x2={b.x} y2={b.y} />
        <line x1={a.x} y1={a.y} x2={b.x} y2={b.y} />
      </svg>
      {places.map(({x, y}, end) => (
        <button key={end} type="button" className="profile-end" style={{left: x, top: y}}
          aria-label={`${end === 0 ? 'Begin' : 'End'} of the profile. Arrow keys move it.`}
          onPointerDown={(event) =>
            event.button === 0 && event.currentTarget.setPointerCapture(event.pointerId)}
          onPointerMove={(event) => onPointerMove(event, end)}
          onKeyDown={(event) => onKeyDown(event, end)} />
      ))}
      <figure className="profile">
        <div>{short(max)}</div>
        <svg viewBox="0 0 255 100" preserveAspectRatio="none" role="img"
          aria-label={`Values along the line are from ${short(least)} to ${short(most)}`}>
          <polyline points={points.join(' ')} />
        </svg>
        <figcaption>
          <span>{short(min)}</span>
          <span>{short(least)} to {short(most)} over {short(length)}</span>
        </figcaption>
      </figure>
    </>
  );
}
