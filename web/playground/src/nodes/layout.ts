// Places for nodes that have none yet: the parts of a call are on its left.
// dagre: E. R. Gansner et al., "A Technique for Drawing Directed Graphs", 1993.

import {Graph as Drawing, layout as draw} from '@dagrejs/dagre';
import type {Catalogue} from 'perlane';

import {type Call, type Graph, type Place, sourcesOf, topologicalOrder} from '../field/graph';
import {rowsOf} from './rows';
import {thumbnailHeight, thumbnailWidth} from './thumbnails';

// As style.css draws them.
export const nodeWidth = thumbnailWidth + 2;
export const heightOf = (catalogue: Catalogue, call: Call): number =>
  36 + thumbnailHeight + 22 * rowsOf(catalogue, call).length;

/** The distance of the first port from the top. */
export const firstPortAt = 26 + thumbnailHeight + 11;

const gap = 20;
export const columnGap = 46;

// dagre takes seconds for more.
const many = 300;

export type Places = ReadonlyMap<string, Place>;

function drawn(graph: Graph, heights: ReadonlyMap<string, number>): Places {
  const drawing = new Drawing();
  drawing.setGraph({rankdir: 'LR', nodesep: gap, ranksep: columnGap});
  for (const [id, height] of heights) drawing.setNode(id, {width: nodeWidth, height});
  for (const call of graph.calls) {
    for (const source of sourcesOf(call)) drawing.setEdge(source, call.id, {});
  }
  draw(drawing);
  return new Map(graph.calls.map(({id}) => {
    const {x, y} = drawing.node(id) as {x: number; y: number};
    return [id, [x - nodeWidth / 2, y - (heights.get(id) as number) / 2]];
  }));
}

// In columns, by the number of calls that a call is made of one after another.
function columns(graph: Graph, heights: ReadonlyMap<string, number>): Places {
  const byId = new Map(graph.calls.map((call) => [call.id, call]));
  const depths = new Map<string, number>(), places = new Map<string, Place>();
  const filled: number[] = [];
  for (const id of topologicalOrder(graph, graph.calls.map((call) => call.id))) {
    const sources = sourcesOf(byId.get(id));
    const depth = Math.max(0, ...sources.map((source) => 1 + (depths.get(source) ?? 0)));
    depths.set(id, depth);
    places.set(id, [depth * (nodeWidth + columnGap), filled[depth] ?? 0]);
    filled[depth] = (filled[depth] ?? 0) + (heights.get(id) as number) + gap;
  }
  return places;
}

const heightsOf = (graph: Graph, catalogue: Catalogue): Map<string, number> =>
  new Map(graph.calls.map((call) => [call.id, heightOf(catalogue, call)]));

let last: {shape: string; places: Places} | null = null;

/** The places of all nodes: those that they have, and found ones. */
export function layout(graph: Graph, catalogue: Catalogue): Places {
  if (graph.calls.every(({place}) => place)) {
    return new Map(graph.calls.map(({id, place}) => [id, place as Place]));
  }
  const shape = JSON.stringify(graph.calls.map(({id, factory, inputs}) => [id, factory, inputs]));
  if (last?.shape !== shape) {
    const heights = heightsOf(graph, catalogue);
    const places = graph.calls.length > many ? columns(graph, heights) : drawn(graph, heights);
    last = {shape, places};
  }
  const {places} = last;
  return new Map(graph.calls.map(({id, place}) => [id, place ?? places.get(id) as Place]));
}

/** The graph with all nodes fixed where they stand, so that none moves when others come. */
export function withFixedPlaces(graph: Graph, catalogue: Catalogue): Graph {
  const places = layout(graph, catalogue);
  const round = ([x, y]: Place): Place => [Math.round(x), Math.round(y)];
  return {...graph, calls: graph.calls.map((call) =>
    call.place ? call : {...call, place: round(places.get(call.id) as Place)})};
}

/** The graph without places, so that `layout` finds all anew. */
export const tidied = (graph: Graph): Graph =>
  ({...graph, calls: graph.calls.map(({place: _, ...call}) => call)});

/** The place nearest below one where nothing stands. */
export function freePlace(graph: Graph, catalogue: Catalogue, [x, y]: Place,
                          height: number): Place {
  const heights = heightsOf(graph, catalogue);
  const taken = graph.calls.flatMap(({id, place}) =>
    place && Math.abs(place[0] - x) < nodeWidth + gap ?
      [{top: place[1], bottom: place[1] + (heights.get(id) ?? 0)}] : []);
  for (const {top, bottom} of taken.sort((a, b) => a.top - b.top)) {
    if (y < bottom + gap && top < y + height + gap) y = bottom + gap;
  }
  return [Math.round(x), Math.round(y)];
}
