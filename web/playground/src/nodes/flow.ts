// A graph as React Flow has it: nodes and edges.

import type {Edge} from '@xyflow/react';
import type {Catalogue} from 'perlane';

import {type End, withInput} from '../field/edit';
import {type Graph, inputsOf, topologicalOrder} from '../field/graph';
import {type Complaint, written} from '../field/write';
import type {CallData} from './CallNode';
import {rowsOf} from './rows';
import {jsonOf} from '../field/json';
import {valueNumbersOf} from './valueNumbers';

/** The nodes that are marked. */
export interface Marks {
  chosen: string;
  previewed: string | null;
  complaint?: Complaint;
}

/** The data of nodes, by the id of the call. Data equal to those in `cache` are the same object. */
export function dataOf(graph: Graph, catalogue: Catalogue, {chosen, previewed, complaint}: Marks,
                       cache: Map<string, CallData>): ReadonlyMap<string, CallData> {
  const used = new Set(topologicalOrder(graph, [graph.output])), numbers = valueNumbersOf(graph);
  const all = new Map(graph.calls.map((call): [string, CallData] => {
    const {id} = call, known = cache.get(id);
    const data: Omit<CallData, 'text'> = {
      name: call.factory, rows: rowsOf(catalogue, call), isOutput: id === graph.output,
      isLoose: !used.has(id), isChosen: id === chosen, isMuted: call.muted !== undefined,
      isPreviewed: id === previewed, isWrong: id === complaint?.id,
      valueNumber: numbers.get(id) as number,
    };
    if (known && JSON.stringify(known) === JSON.stringify(data)) return [id, known];
    const text = known?.valueNumber === data.valueNumber ? known.text : textOf(graph, id);
    return [id, {...data, text}];
  }));
  cache.clear();
  for (const [id, data] of all) cache.set(id, data);
  return all;
}

const textOf = (graph: Graph, id: string) => () =>
  jsonOf(written({...graph, output: id}).document);

const nameOf = (graph: Graph): Map<string, string> =>
  new Map(graph.calls.map(({id, factory}) => [id, `${factory} (${id})`]));

export function edgesOf(graph: Graph, picked: ReadonlySet<string>, aimed: string | null): Edge[] {
  const names = nameOf(graph);
  return graph.calls.flatMap(({id, inputs}) => inputsOf(inputs).flatMap(([port, source]): Edge[] =>
    typeof source === 'number' ? [] : [{
      id: `${id}.${port}`, source, target: id, targetHandle: port, reconnectable: 'target',
      selected: picked.has(`${id}.${port}`),
      ...(aimed === `${id}.${port}` && {className: 'aimed'}),
      ariaLabel: `${names.get(source)} to ${port.replace('.', ' ')} of ${names.get(id)}`,
    }]));
}

/** The port at the end of an edge. */
export const endOf = ({target, targetHandle}: Edge): End =>
  ({id: target, port: targetHandle as string});

export const cut = (graph: Graph, {target, targetHandle}: Edge): Graph =>
  withInput(graph, target, targetHandle as string, null);

/** The edge whose line goes through a rectangle on the canvas, or null. */
export function edgeThrough(flow: Element, left: number, top: number, width: number,
                            height: number): string | null {
  for (const edge of flow.querySelectorAll<HTMLElement>('.react-flow__edge')) {
    const path = edge.querySelector<SVGPathElement>('.react-flow__edge-path');
    if (path === null) continue;
    const length = path.getTotalLength(), steps = Math.min(Math.ceil(length / 12), 100);
    for (let i = 1; i < steps; ++i) {
      const {x, y} = path.getPointAtLength(length * i / steps);
      if (x > left && x < left + width && y > top && y < top + height) {
        return edge.dataset['id'] ?? null;
      }
    }
  }
  return null;
}
