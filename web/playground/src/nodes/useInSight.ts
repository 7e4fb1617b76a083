// Keeps the chosen node in sight.

import {useReactFlow, useStoreApi} from '@xyflow/react';
import type {Catalogue} from 'perlane';
import {type RefObject, useEffect, useRef} from 'react';

import {type Graph, type Place, sourcesOf} from '../field/graph';
import {firstPortAt, heightOf, nodeWidth} from './layout';

interface Props {
  catalogue: Catalogue;
  graph: Graph;
  /** The places of all nodes. */
  places: ReadonlyMap<string, Place>;
  chosen: string;
  /** A node that the user asked to see; another object each time. */
  sought: {id: string} | null;
  /** True if the graph fills the page. */
  isWide: boolean;
  flow: RefObject<HTMLDivElement | null>;
}

// Names can be read from this zoom on.
const legible = 0.5;
// Pixels between a new node and the edge of the view.
const margin = 12;

/** Room around a graph that is fitted into sight, and the closest zoom. */
export const fit = {padding: 0.06, maxZoom: 1};

/** Fits a new graph into sight, and one whose new node would not be seen. */
export function useInSight(all: Props) {
  const {catalogue, graph, places, chosen, sought, isWide, flow} = all;
  const {fitView, setViewport} = useReactFlow();
  const store = useStoreApi();
  const fitted = useRef<boolean | null>(null);  // for a wide graph, or another
  const shown = useRef<ReadonlySet<string>>(new Set());

  const isSeen = (id: string) => {
    const {width, height, transform: [left, top, zoom]} = store.getState();
    const [x, y] = places.get(id) ?? [0, 0];
    const middle = (x + nodeWidth / 2) * zoom + left;
    return middle >= 0 && middle <= width && (y + 12) * zoom + top >= 0 &&
      (y + firstPortAt) * zoom + top <= height;
  };

  // Moves the view no further than a node at its edge needs to be seen whole.
  const reveal = (id: string) => {
    const {width, height, transform: [left, top, zoom]} = store.getState();
    const call = graph.calls.find((one) => one.id === id), place = places.get(id);
    if (!call || !place) return;
    const shift = (from: number, size: number, room: number) =>
      Math.max(margin - from, Math.min(0, room - margin - size - from));
    const [x, y] = place;
    const dx = shift(x * zoom + left, nodeWidth * zoom, width);
    const dy = shift(y * zoom + top, heightOf(catalogue, call) * zoom, height);
    if (dx !== 0 || dy !== 0) void setViewport({x: left + dx, y: top + dy, zoom});
  };

  // All nodes, where names can be read then, or those on the left of the chosen one.
  const nodesToFit = () => {
    const at = (id: string) => (places.get(id) as Place)[0], all = [...places.keys()];
    const width = flow.current?.clientWidth ?? store.getState().width;
    const span = width / legible - nodeWidth;
    if (Math.max(...all.map(at)) - Math.min(...all.map(at)) <= span) return all;
    const right = at(chosen);
    return all.filter((id) => at(id) <= right && at(id) >= right - span);
  };

  const shape = graph.calls.map((call) => call.id + sourcesOf(call).join()).join(';');
  const isHeld = graph.calls.some(({place}) => place);
  useEffect(() => {
    const isNew = !shown.current.has(chosen);
    shown.current = new Set(places.keys());
    if (fitted.current === isWide && isHeld && (!isNew || isSeen(chosen))) {
      if (isNew) reveal(chosen);
      return;
    }
    fitted.current = isWide;
    const nodes = nodesToFit().map((id) => ({id}));
    // React Flow knows of another width a frame later.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => void fitView({...fit, nodes}));
    });
    return () => cancelAnimationFrame(frame);
  }, [shape, isHeld, graph.calls.length, isWide]);

  useEffect(() => {
    if (sought) reveal(sought.id);
  }, [sought]);
}
