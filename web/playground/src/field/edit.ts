// Changes of a graph. Each returns a new one.

import type {Catalogue, Factory, Member} from 'perlane';

import {type Call, type Graph, type Place, portsOf, usersOf} from './graph';

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

// Ports of a list are counted from 0, without gaps.
function closed(inputs: Call['inputs']): Call['inputs'] {
  const counts: Record<string, number> = {};
  return Object.fromEntries(Object.entries(inputs).sort(([a], [b]) => a < b ? -1 : 1)
    .map(([port, source]) => {
      const [list, index] = port.split('.') as [string, string?];
      if (index === undefined) return [port, source];
      const count = counts[list] ?? 0;
      counts[list] = count + 1;
      return [`${list}.${count}`, source];
    }));
}

/** Connects a port with a call, or with none. A circle is left as it was. */
export function withInput(graph: Graph, id: string, port: string, source: string | null): Graph {
  if (source !== null && usersOf(graph, id).has(source)) return graph;
  return changed(graph, id, (call) => {
    const {[port]: _, ...others} = call.inputs;
    return {...call, inputs: closed(source === null ? others : {...others, [port]: source})};
  });
}

/** Moves the end of a connection from one port to another, of the same call or of another one. */
export function rerouted(graph: Graph, from: {id: string; port: string},
                         to: {id: string; port: string}, source: string): Graph {
  if (usersOf(graph, to.id).has(source)) return graph;
  if (from.id === to.id && from.port === to.port) return graph;
  // The new end first: without the old one, the ports of a list have other numbers.
  const both = changed(graph, to.id, (call) =>
    ({...call, inputs: {...call.inputs, [to.port]: source}}));
  return withInput(both, from.id, from.port, null);
}

/** Puts a node somewhere. */
export const withPlace = (graph: Graph, id: string, place: Place): Graph =>
  changed(graph, id, (call) => ({...call, place}));

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

/** The first port of a call that has to be connected and is not. */
function emptyPort(catalogue: Catalogue, call: Call): string | undefined {
  return portsOf(factoryOf(catalogue, call.factory), call.inputs).find((port) =>
    call.inputs[port] === undefined && (!port.includes('.') || port.endsWith('.0')));
}

/** Where a new call goes: in the place of a call, to the end of a wire, or to its beginning. */
export type Spot = {at: string} | {from: string} | {to: string; port: string};

/**
 * Adds a call. Its first field is the call `at`, in whose place it stands from then on, or the
 * call `from`; its other fields are numbers. If it takes no fields, it goes to the first empty
 * port of `at`, or stands by itself. A call that goes `to` a port is made of numbers.
 * `placed` finds a place for the call, and for each number that the call uses.
 */
export function withCall(graph: Graph, catalogue: Catalogue, factory: Factory, spot: Spot,
                         placed: (graph: Graph, call: Call, user: Call | null) => Call) {
  let last = Math.max(0, ...graph.calls.map(({id}) => Number(id.slice(1))));
  const id = `n${++last}`, inputs: Record<string, string> = {}, numbers: Call[] = [];
  const first = 'at' in spot ? spot.at : 'from' in spot ? spot.from : undefined;
  factory.fields.forEach((field, i) => {
    const isList = factory.most !== undefined && i === factory.fields.length - 1;
    let source = first;
    if (i > 0 || source === undefined) {
      source = `n${++last}`;
      numbers.push({id: source, factory: 'constant', members: {value: 0.5}, inputs: {}});
    }
    inputs[isList ? `${field}.0` : field] = source;
  });
  const members = Object.fromEntries(factory.members
    .filter((member) => !('default' in member)).map((member) => [member.name, beginning(member)]));
  let next = graph;
  const isOperator = factory.fields.length > 0;
  if ('at' in spot && isOperator) {
    const calls = graph.calls.map((other) => ({
      ...other, inputs: Object.fromEntries(Object.entries(other.inputs)
        .map(([port, source]) => [port, source === spot.at ? id : source])),
    }));
    next = {calls, output: graph.output === spot.at ? id : graph.output};
  }
  const call = placed(next, {id, factory: factory.name, members, inputs}, null);
  next = {...next, calls: [...next.calls, call]};
  for (const number of numbers) {
    next = {...next, calls: [...next.calls, placed(next, number, call)]};
  }
  if ('to' in spot) next = withInput(next, spot.to, spot.port, id);
  else if ('at' in spot && !isOperator) {
    const at = graph.calls.find((one) => one.id === spot.at);
    const port = at && emptyPort(catalogue, at);
    if (port !== undefined) next = withInput(next, spot.at, port, id);
  }
  return {graph: next, id};
}

/** Takes a call away. What it was made of first stands in its place. */
export function withoutCall(graph: Graph, id: string): Graph {
  const gone = graph.calls.find((call) => call.id === id);
  const heir = gone && Object.values(gone.inputs)[0];
  if (gone === undefined || (heir === undefined && graph.output === id)) return graph;
  const calls = graph.calls.filter((call) => call.id !== id).map((call) => ({
    ...call, inputs: Object.fromEntries(Object.entries(call.inputs).flatMap(([port, source]) =>
      source !== id ? [[port, source]] : heir !== undefined ? [[port, heir]] : [])),
  })).map((call) => ({...call, inputs: closed(call.inputs)}));
  return {calls, output: graph.output === id ? heir as string : graph.output};
}
