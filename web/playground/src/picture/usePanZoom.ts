// Moving and zooming by pointer, fingers, wheel and keys.

import {
  type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useLayoutEffect, useRef,
} from 'react';

import type {View} from '../state/recipe';
import {limitedZoom} from '../state/zoom';
import {useEvent} from '../useEvent';

type Look = (view: Pick<View, 'x' | 'y' | 'zoom'>) => void;

interface Point {
  x: number;
  y: number;
}

/** The view after zooming about a point, in pixels from the middle. */
function zoomed(view: View, by: number, {x, y}: Point,
                farthest: number): Pick<View, 'x' | 'y' | 'zoom'> {
  const zoom = limitedZoom({...view, zoom: view.zoom + by}, farthest);
  const change = 2 ** view.zoom - 2 ** zoom;
  return {x: view.x + x * change, y: view.y + y * change, zoom};
}

export function usePanZoom(element: RefObject<HTMLElement | null>, shown: View, farthest: number,
                           onLook: Look) {
  const fingers = useRef(new Map<number, Point>());
  // Two fingers have an event each before the page is rendered again.
  const latest = useRef(shown);
  useLayoutEffect(() => {
    latest.current = shown;
  });
  const look: Look = (change) => {
    latest.current = {...latest.current, ...change};
    onLook(change);
  };

  const fromMiddle = (event: {clientX: number; clientY: number}): Point => {
    const box = (element.current as HTMLElement).getBoundingClientRect();
    return {
      x: event.clientX - box.left - box.width / 2, y: event.clientY - box.top - box.height / 2,
    };
  };

  const wheel = useEvent((event: WheelEvent) => {
    event.preventDefault();
    const by = event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.003);
    look(zoomed(latest.current, Math.min(Math.max(by, -1), 1), fromMiddle(event), farthest));
  });
  // React's own wheel listener could not keep the page from scrolling.
  useEffect(() => {
    const target = element.current;
    target?.addEventListener('wheel', wheel, {passive: false});
    return () => target?.removeEventListener('wheel', wheel);
  }, [element, wheel]);

  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    fingers.current.set(event.pointerId, fromMiddle(event));
  };
  const onPointerMove = (event: PointerEvent) => {
    const before = fingers.current.get(event.pointerId);
    if (before === undefined) return;
    const view = latest.current, now = fromMiddle(event), unit = 2 ** view.zoom;
    const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1];
    fingers.current.set(event.pointerId, now);
    const share = other === undefined ? 1 : 0.5;
    let next = {x: view.x - (now.x - before.x) * unit * share,
                y: view.y - (now.y - before.y) * unit * share, zoom: view.zoom};
    if (other !== undefined) {
      const apart = (point: Point) => Math.hypot(point.x - other.x, point.y - other.y);
      const middle = {x: (now.x + other.x) / 2, y: (now.y + other.y) / 2};
      next = zoomed({...view, ...next}, Math.log2(Math.max(apart(before), 1) /
                                                  Math.max(apart(now), 1)), middle, farthest);
    }
    look(next);
  };
  const onPointerUp = (event: PointerEvent) => fingers.current.delete(event.pointerId);

  const onKeyDown = (event: KeyboardEvent) => {
    const view = latest.current, stride = (event.shiftKey ? 256 : 32) * 2 ** view.zoom;
    const moves: Record<string, () => ReturnType<typeof zoomed>> = {
      ArrowLeft: () => ({...view, x: view.x - stride}),
      ArrowRight: () => ({...view, x: view.x + stride}),
      ArrowUp: () => ({...view, y: view.y - stride}),
      ArrowDown: () => ({...view, y: view.y + stride}),
      '+': () => zoomed(view, -0.5, {x: 0, y: 0}, farthest),
      '=': () => zoomed(view, -0.5, {x: 0, y: 0}, farthest),
      '-': () => zoomed(view, 0.5, {x: 0, y: 0}, farthest),
    };
    const move = moves[event.key];
    if (move === undefined || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const {x, y, zoom} = move();
    look({x, y, zoom});
  };
  return {onPointerDown, onPointerMove, onPointerUp, onPointerCancel: onPointerUp, onKeyDown};
}
