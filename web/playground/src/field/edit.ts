// Changes of a graph. Each returns a new one.

import type {Catalogue, Factory, Member} from 'perlane';

import {
  type Call, firstPort, type Graph, type Input, inputsOf, type Place, portsOf, selfAndDependents,
} from './graph';

export const factoryOf = (catalogue: Catalogue, name: string): Factory =>
  catalogue.factories.find((factory) => factory.name === name) as Factory;

function changed(graph: Graph, id: string, change: (call: Call) => Call): Graph {
  return {...graph, calls: graph.calls.map((call) => call.id === id ? change(call) : call)};
}

/** The end of a connection: a port of a call. */
export interface End {
  id: string;
  port: string;
}

/** Sets a member; undefined leaves it out, which stands for its default. */
export function withMember(graph: Graph, id: string, name: string, value: unknown): Graph {
  return changed(graph, id, (call) => {
    const {[name]: _, ...others} = call.members;
    return {...call, members: value === undefined ? others : {...others, [name]: value}};
  });
}

// Ports of a list are counted from 0, without gaps.
function renumberedPorts(inputs: Call['inputs']): Call['inputs'] {
  const counts: Record<string, number> = {};
  return Object.fromEntries(inputsOf(inputs).map(([port, source]) => {
    const [list, index] = port.split('.') as [string, string?];
    if (index === undefined) return [port, source];
    const count = counts[list] ?? 0;
    counts[list] = count + 1;
    return [`${list}.${count}`, source];
  }));
}

/**
 * Connects a port with a call, or gives it a number. With null, its call is cut off, which leaves
 * the number that was there before. A circle is left as it was.
 */
export function withInput(graph: Graph, id: string, port: string, source: Input | null): Graph {
  if (typeof source === 'string' && selfAndDependents(graph, id).has(source)) return graph;
  return changed(graph, id, (call) => {
    const {[port]: before, ...others} = call.inputs;
    const isKept = typeof before === 'number' && typeof source === 'string' && !port.includes('.');
    const numbers = isKept ? {...call.numbers, [port]: before} : call.numbers;
    const next = source ?? (typeof before === 'string' ? numbers?.[port] : undefined);
    return {...call, ...(numbers && {numbers}),
            inputs: renumberedPorts(next === undefined ? others : {...others, [port]: next})};
  });
}

/** Leaves a port with neither a call nor a number. */
export function withoutInput(graph: Graph, id: string, port: string): Graph {
  return changed(graph, id, (call) => {
    const {[port]: _, ...others} = call.inputs, {[port]: __, ...numbers} = call.numbers ?? {};
    return {...call, numbers, inputs: renumberedPorts(others)};
  });
}

/** Moves the end of a connection from one port to another, of the same call or of another one. */
export function rerouted(graph: Graph, from: End, to: End, source: string): Graph {
  if (selfAndDependents(graph, to.id).has(source)) return graph;
  if (from.id === to.id && from.port === to.port) return graph;
  // The new end first: without the old one, the ports of a list have other numbers.
  return withInput(withInput(graph, to.id, to.port, source), from.id, from.port, null);
}

/** Inserts a call of the graph into a connection; null if that is not possible. */
export function inserted(graph: Graph, catalogue: Catalogue, id: string, to: End): Graph | null {
  const [call, user] = [id, to.id].map((one) => graph.calls.find((other) => other.id === one));
  const source = user?.inputs[to.port];
  if (!call || source === undefined) return null;
  const ports = portsOf(factoryOf(catalogue, call.factory), call.inputs);
  const port = ports.find((one) => call.inputs[one] === undefined) ?? ports[0];
  const isCircle = typeof source === 'string' && selfAndDependents(graph, id).has(source);
  if (port === undefined || isCircle || selfAndDependents(graph, to.id).has(id)) return null;
  return withInput(withInput(graph, id, port, source), to.id, to.port, id);
}

/** Mutes calls, or unmutes them if all of them are muted. */
export function withMuted(graph: Graph, catalogue: Catalogue, ids: ReadonlySet<string>): Graph {
  const all = graph.calls.filter(({id}) => ids.has(id));
  const isOn = all.some(({muted}) => muted === undefined);
  return {...graph, calls: graph.calls.map((call) => {
    if (!ids.has(call.id)) return call;
    const {muted: _, ...unmuted} = call;
    return isOn ? {...unmuted, muted: firstPort(factoryOf(catalogue, call.factory))} : unmuted;
  })};
}

const lastNumber = (graph: Graph): number =>
  Math.max(0, ...graph.calls.map(({id}) => Number(id.slice(1))));

/**
 * Adds copies of calls, so much to the right and below. The copies are made of each other as these
 * calls are, and otherwise of the same calls and numbers.
 */
export function withCopies(graph: Graph, calls: readonly Call[], [right, below]: Place) {
  let last = lastNumber(graph);
  const there = new Set(graph.calls.map(({id}) => id));
  const names = new Map(calls.map(({id}) => [id, `n${++last}`]));
  const copies = calls.map((call): Call => ({
    ...call, id: names.get(call.id) as string,
    ...(call.place && {place: [call.place[0] + right, call.place[1] + below]}),
    inputs: renumberedPorts(Object.fromEntries(inputsOf(call.inputs).flatMap(([port, input]) => {
      const source = typeof input === 'number' ? input : names.get(input) ??
        (there.has(input) ? input : undefined);
      return source === undefined ? [] : [[port, source]];
    }))),
  }));
  return {graph: {...graph, calls: [...graph.calls, ...copies]}, ids: [...names.values()]};
}

/** Moves a node. */
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

/** The spot of a new call: the place of a call, the end of a wire, or before a port. */
export type Spot = {at?: string; from?: string; to?: End};

/**
 * Adds a call. Its first field is the call `at`, in whose place it stands from then on, or the
 * call `from`, or what the port `to` was connected with; its other fields are numbers. If it takes
 * no fields, it goes to the first empty port of `at`. With neither, it stands by itself.
 */
export function withCall(graph: Graph, catalogue: Catalogue, factory: Factory, spot: Spot,
                         place: Place) {
  const id = `n${lastNumber(graph) + 1}`, inputs: Record<string, Input> = {};
  const one = (end: string | undefined) => graph.calls.find((call) => call.id === end);
  const {at, from, to} = spot, first = at ?? from ?? (to && one(to.id)?.inputs[to.port]);
  factory.fields.forEach((field, i) => {
    const isList = factory.most !== undefined && i === factory.fields.length - 1;
    const input = i > 0 ? 0.5 : first;
    if (input !== undefined) inputs[isList ? `${field}.0` : field] = input;
  });
  const members = Object.fromEntries(factory.members
    .filter((member) => !('default' in member)).map((member) => [member.name, beginning(member)]));
  const isOperator = factory.fields.length > 0;
  const all = isOperator && at !== undefined ? {
    calls: graph.calls.map((other) => ({
      ...other, inputs: Object.fromEntries(Object.entries(other.inputs)
        .map(([port, source]) => [port, source === at ? id : source])),
    })),
    output: graph.output === at ? id : graph.output,
  } : graph;
  const next = {...all, calls: [...all.calls, {id, factory: factory.name, members, inputs, place}]};
  if (to) return {id, graph: withInput(next, to.id, to.port, id)};
  const user = isOperator ? undefined : one(at), port = user && emptyPort(catalogue, user);
  return {id, graph: user && port !== undefined ? withInput(next, user.id, port, id) : next};
}

/** Removes a call. Its first field takes its place. */
export function withoutCall(graph: Graph, catalogue: Catalogue, id: string): Graph {
  const gone = graph.calls.find((call) => call.id === id);
  const replacement = gone?.inputs[firstPort(factoryOf(catalogue, gone.factory))];
  if (gone === undefined || (typeof replacement !== 'string' && graph.output === id)) return graph;
  const calls = graph.calls.filter((call) => call.id !== id).map((call) => {
    if (!Object.values(call.inputs).includes(id)) return call;
    const inputs = Object.entries(call.inputs).flatMap(([port, source]) => {
      const next = source !== id ? source : replacement ?? call.numbers?.[port];
      return next === undefined ? [] : [[port, next]];
    });
    return {...call, inputs: renumberedPorts(Object.fromEntries(inputs))};
  });
  return {calls, output: graph.output === id ? replacement as string : graph.output};
}
