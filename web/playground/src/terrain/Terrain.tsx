// The field as a landscape in 3D: squares of heights, finer where the camera is.

import {type KeyboardEvent, type RefObject, useEffect, useRef, useState} from 'react';

import type {Pool} from '../engine/pool';
import {type Evaluated, shownRange} from '../field/evaluate';
import {depthOf} from '../picture/squares';
import type {View} from '../state/recipe';
import {Landscape} from './landscape';

interface Props {
  pool: Pool;
  field: Evaluated;
  view: View;
  /** Gets the landscape while it is there. */
  handle: RefObject<Landscape | null>;
  /** Takes what went wrong with this field and view, or null. */
  onFailed(message: string | null): void;
}

export default function Terrain({pool, field, view, handle: landscape, onFailed}: Props) {
  const holder = useRef<HTMLDivElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    try {
      landscape.current = new Landscape(holder.current as HTMLElement, pool, onFailed);
    } catch {
      setProblem('This browser has no WebGL, which the view in 3D needs. The other views work.');
      return;
    }
    return () => {
      landscape.current?.destroy();
      landscape.current = null;
    };
  }, [pool, landscape, onFailed]);
  const {x, y, zoom, z, w, fades, palette, sea, relief} = view;
  const range = shownRange(view, field.range);
  useEffect(() => {
    landscape.current?.show({json: field.json, depth: depthOf(view, field.dimensions), fades, x,
                             y, zoom, palette, sea, relief, range});
  }, [field.json, field.dimensions, x, y, zoom, z, w, fades, palette, sea, relief, range.min,
      range.max]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (landscape.current?.turn(event.key, event.shiftKey)) event.preventDefault();
  };
  if (problem) return <p className="notice" role="alert">{problem}</p>;
  return (
    <div ref={holder} className="landscape" role="img" tabIndex={0} onKeyDown={onKeyDown}
      aria-label={'The field as a landscape. Arrow keys turn it, with Shift they move it, plus ' +
        'and minus come closer and go away; so do drags and the wheel.'} />
  );
}
