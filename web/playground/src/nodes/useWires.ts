// The connections between nodes: a pointer draws, moves and cuts them.

import type {Connection, Edge, FinalConnectionState} from '@xyflow/react';
import {useRef} from 'react';

import {rerouted, type Spot, withInput} from '../field/edit';
import {type Graph, type Place, selfAndDependents} from '../field/graph';
import {cut, endOf} from './flow';
import {firstPortAt, nodeWidth} from './layout';

/** A place where a call is to be added. */
export interface Dropped {
  spot: Spot;
  /** In pixels of the window, and where a node would stand. */
  at: Place;
  place: Place;
}

interface Wired {
  graph: Graph;
  /** The graph with the places that its nodes have now. */
  fixed(): Graph;
  /** The place on the canvas of one in the window. */
  groundAt(place: Place): Place;
  onChange(graph: Graph, key: string | null): void;
  onAdd(dropped: Dropped): void;
}

// An end that is dropped this near to where it was taken, in pixels, was clicked.
const click = 12;

function pointOf(event: MouseEvent | TouchEvent): Place {
  const {clientX, clientY} = 'changedTouches' in event ? event.changedTouches[0] as Touch : event;
  return [clientX, clientY];
}

/** The properties of `ReactFlow` for connections. */
export function useWires({graph, fixed, groundAt, onChange, onAdd}: Wired) {
  const taken = useRef<Place | null>(null);  // where an end of a connection was taken
  return {
    isValidConnection: ({source, target}: Connection | Edge) =>
      !selfAndDependents(graph, target).has(source),
    onConnect: ({source, target, targetHandle}: Connection) =>
      onChange(withInput(fixed(), target, targetHandle as string, source), null),
    onConnectEnd: (event: MouseEvent | TouchEvent, state: FinalConnectionState) => {
      const {fromHandle, fromNode, toNode} = state;
      if (taken.current || toNode || !fromHandle || !fromNode) return;
      const at = pointOf(event), [x, y] = groundAt(at), isSource = fromHandle.type === 'source';
      onAdd({
        at, place: isSource ? [x, y - firstPortAt] : [x - nodeWidth, y - firstPortAt / 2],
        spot: isSource ? {from: fromNode.id} :
          {to: {id: fromNode.id, port: fromHandle.id as string}},
      });
    },
    onReconnectStart: ({clientX, clientY}: {clientX: number; clientY: number}) => {
      taken.current = [clientX, clientY];
    },
    onReconnect: (edge: Edge, {source, target, targetHandle}: Connection) =>
      onChange(rerouted(fixed(), endOf(edge), {id: target, port: targetHandle as string}, source),
               null),
    onReconnectEnd: (event: MouseEvent | TouchEvent, edge: Edge, _: unknown,
                     {toNode}: FinalConnectionState) => {
      const [x, y] = pointOf(event), [fromX, fromY] = taken.current ?? [x, y];
      taken.current = null;
      // An end that is dropped where nothing is cuts the connection; a click does not.
      if (!toNode && Math.hypot(x - fromX, y - fromY) > click) onChange(cut(fixed(), edge), null);
    },
  };
}
