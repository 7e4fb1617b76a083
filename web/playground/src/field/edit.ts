// Changes of a graph. Each returns a new one.

import type {Catalogue, Factory, Member} from 'perlane';

import {type Call, type Graph, isMadeOf} from './graph';

export const factoryOf = (catalogue: Catalogue, name: string): Factory =>
  catalogue.factories.find((factory) => factory.name === name) as Factory;

function changed(graph: Graph, id: string, change: (call: Call) => Call): Graph {
  return {...graph, calls: graph.calls.map((call) => call.id === id ? change(call) : call)};
}

/** Sets a member; undefined leaves it out, which stands for its default. */
export function withMember(graph: Graph, id: string, name: string, value: unknown): Graph {
  return changed(graph, id, (call) => {
    const {[name]: _, ...others} = call.members;
    return {...call, members: value === undefined ? others : {...others, [name]: value}};
  });
}

/** Connects a port with a call, or with none. A circle is left as it was. */
export function withInput(graph: Graph, id: string, port: string, source: string | null): Graph {
  if (source !== null && isMadeOf(graph, source, id)) return graph;
  return changed(graph, id, (call) => {
    const {[port]: _, ...others} = call.inputs;
    return {...call, inputs: source === null ? others : {...others, [port]: source}};
  });
}

export const withOutput = (graph: Graph, output: string): Graph => ({...graph, output});

// Members without a default begin with these.
const beginnings: Record<Member['type'], unknown> = {
  'true or false': false, 'whole number': 0, seed: 0, number: 1, name: '', lattice: 'hashed',
  gradients: 'automatic', 'whole numbers by axis': [], 'numbers by axis': [1, 1],
  matrix: [[1, 0, 0, 0, 0], [0, 1, 0, 0, 0], [0, 0, 1, 0, 0], [0, 0, 0, 1, 0]], range: [-1, 1],
  path: [[0, 0, 0]], points: [[-1, -1], [0, 0], [1, 1]], layers: [[0, 1]],
  'whole numbers': [1, 2, 3, 4],
};

function beginning(member: Member): unknown {
  if (member.name === 'low') return 0;
  if (member.name === 'dimensions' || member.name === 'exponent') return 2;
  if (member.name === 'steps') return 5;
  if (member.name === 'radius') return 0.1;
  if (member.name === 'length') return 256;
  if (member.name === 'factor') return [2, 2, 1, 1];
  if (member.name === 'size') return [256, 256];
  return beginnings[member.type];
}

/**
 * Adds a call. If it takes fields, its first is the call `at`, in whose place it stands from then
 * on, and the others are numbers. If it takes none, it goes to the first empty port of `at`.
 */
export function withCall(graph: Graph, factory: Factory, at: string): {graph: Graph; id: string} {
  let last = Math.max(0, ...graph.calls.map(({id}) => Number(id.slice(1))));
  const id = `n${++last}`, inputs: Record<string, string> = {}, more: Call[] = [];
  factory.fields.forEach((field, i) => {
    const isList = factory.most !== undefined && i === factory.fields.length - 1;
    let source = at;
    if (i > 0) {
      source = `n${++last}`;
      more.push({id: source, factory: 'constant', members: {value: 0.5}, inputs: {}});
    }
    inputs[isList ? `${field}.0` : field] = source;
  });
  const members = Object.fromEntries(factory.members
    .filter((member) => !('default' in member)).map((member) => [member.name, beginning(member)]));
  const call: Call = {id, factory: factory.name, members, inputs};
  if (factory.fields.length === 0) return {graph: {...graph, calls: [...graph.calls, call]}, id};
  const calls = graph.calls.map((other) => ({
    ...other, inputs: Object.fromEntries(Object.entries(other.inputs)
      .map(([port, source]) => [port, source === at ? id : source])),
  }));
  const output = graph.output === at ? id : graph.output;
  return {graph: {calls: [...calls, ...more, call], output}, id};
}

/** Takes a call away. What it was made of first stands in its place. */
export function withoutCall(graph: Graph, id: string): Graph {
  const gone = graph.calls.find((call) => call.id === id);
  const heir = gone && Object.values(gone.inputs)[0];
  if (gone === undefined || (heir === undefined && graph.output === id)) return graph;
  const calls = graph.calls.filter((call) => call.id !== id).map((call) => ({
    ...call, inputs: Object.fromEntries(Object.entries(call.inputs).flatMap(([port, source]) =>
      source !== id ? [[port, source]] : heir !== undefined ? [[port, heir]] : [])),
  }));
  return {calls, output: graph.output === id ? heir as string : graph.output};
}
