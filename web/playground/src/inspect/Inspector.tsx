// The canvas of the picture with what measures it: the value under the cursor, a scale bar, and the
// profile along a line.

import type {Field, Perlane} from 'perlane';
import {
  type PointerEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState,
} from 'react';

import type {Evaluated} from '../field/evaluate';
import {fieldOf} from '../field/read';
import {depthOf, footprintOf, tileOf} from '../picture/squares';
import type {View} from '../state/recipe';
import {Profile} from './Profile';
import {coordinatesOf, placeText, type Point, scaleBar, type Size} from './scale';

interface Props {
  perlane: Perlane;
  /** Null where the picture is not a plane of samples. */
  field: Evaluated | null;
  view: View;
  children: ReactNode;
}

// The field on the thread of the page, for single points; null until the newest is there. It is
// made before the browser paints, so that what is measured does not flicker.
function useField(perlane: Perlane, json: string | undefined, footprint: number): Field | null {
  const [made, setMade] = useState<{field: Field; json: string; footprint: number} | null>(null);
  useLayoutEffect(() => {
    if (json === undefined) return;
    const field = fieldOf(perlane, json, footprint);
    setMade({field, json, footprint});
    return () => {
      setMade(null);
      field.destroy();
    };
  }, [perlane, json, footprint]);
  return made !== null && made.json === json && made.footprint === footprint ? made.field : null;
}

function useSize(element: {current: HTMLElement | null}): Size {
  const [size, setSize] = useState<Size>({width: 0, height: 0});
  useEffect(() => {
    const target = element.current as HTMLElement;
    const observer = new ResizeObserver(() =>
      setSize({width: target.clientWidth, height: target.clientHeight}));
    observer.observe(target);
    return () => observer.disconnect();
  }, [element]);
  return size;
}

export function Inspector({perlane, field, view, children}: Props) {
  const box = useRef<HTMLDivElement>(null);
  const size = useSize(box);
  const [cursor, setCursor] = useState<Point | null>(null);
  const [hasProfile, setHasProfile] = useState(false);
  const step = 2 ** Math.floor(view.zoom);
  const points = useField(perlane, field?.json, footprintOf(view, step));
  const depth = field ? depthOf(view, field.dimensions) : [];
  const tile = field && tileOf({view, unit: 2 ** view.zoom, width: 0, height: 0});
  const within = (all: number[], edge: number | undefined) => edge === undefined ? all :
    all.map((at) => at - Math.floor(at / edge) * edge);
  const valuesOf = (xs: number[], ys: number[]): Float32Array =>
    points?.samplePoints(within(xs, tile?.[0]), within(ys, tile?.[1]),
                         ...depth.map((at) => xs.map(() => at))) ?? new Float32Array();
  const onPointerMove = (event: PointerEvent) => {
    const {left, top} = event.currentTarget.getBoundingClientRect();
    setCursor({x: event.clientX - left, y: event.clientY - top});
  };
  const bar = scaleBar(view.zoom, 120);
  const at = cursor && coordinatesOf(cursor, view, size);
  const value = at && points ? valuesOf([at.x], [at.y])[0] : undefined;
  return (
    <div className="canvas" ref={box} onPointerMove={onPointerMove}
      onPointerLeave={() => setCursor(null)}>
      {children}
      {field && (
        <>
          {at && value !== undefined && (
            <output className="chip value" aria-live="off">
              {placeText(at.x, view.zoom)}, {placeText(at.y, view.zoom)}:{' '}
              <b>{Number(value.toPrecision(6))}</b>
            </output>
          )}
          <div className="chip scale" style={{width: bar.pixels}}
            title="In units of coordinates">{bar.length}</div>
          <button type="button" className="chip profile-button" aria-pressed={hasProfile}
            onClick={() => setHasProfile(!hasProfile)}>Profile</button>
          {hasProfile && (
            <Profile view={view} size={size} range={field.range} valuesOf={valuesOf} />
          )}
        </>
      )}
    </div>
  );
}
