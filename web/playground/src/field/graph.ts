// A field as a graph of calls, which the node editor edits.

import type {Factory} from 'perlane';

import {jsonOf} from './json';

/** The input of a port: the id of a call, or a number. */
export type Input = string | number;

export interface Call {
  id: string;
  /** The name of a function of the catalogue. */
  factory: string;
  /** The members that differ from their defaults. */
  members: Readonly<Record<string, unknown>>;
  /** The calls or numbers that its fields are, by port: `a`, or `by.0`, `by.1` of a list. */
  inputs: Readonly<Record<string, Input>>;
  /** The numbers of ports that calls are connected with, for when these are cut off. */
  numbers?: Readonly<Record<string, number>>;
  /** If it is muted, the port whose field stands in for it, or '' if it takes no fields. */
  muted?: string;
  /** The place of its node; without one, `layout` finds it. */
  place?: Place;
}

/** The upper left corner of a node: x, y. */
export type Place = readonly [number, number];

export interface Graph {
  calls: readonly Call[];
  /** The call that is shown. */
  output: string;
}

/** The ports of a call: those of a list are as many as are used, and one more. */
export function portsOf(factory: Factory, inputs: Call['inputs']): string[] {
  if (factory.most === undefined) return factory.fields;
  const list = factory.fields.at(-1) as string;
  let used = 0;
  while (used < factory.most && inputs[`${list}.${used}`] !== undefined) ++used;
  const count = Math.min(used + 1, factory.most);
  return [...factory.fields.slice(0, -1), ...Array.from({length: count}, (_, i) => `${list}.${i}`)];
}

/** The port of the field that stands in for a call where that is left out; '' if it has none. */
export function firstPort({fields, most}: Factory): string {
  const [first = ''] = fields;
  return most !== undefined && fields.length === 1 ? `${first}.0` : first;
}

/** The inputs of a call in the order of its text. */
export const inputsOf = (inputs: Call['inputs']): [port: string, input: Input][] =>
  Object.entries(inputs).sort(([a], [b]) => a.localeCompare(b, 'en', {numeric: true}));

const isCall = (input: Input): input is string => typeof input === 'string';

/** The calls that a call is made of, in the order of its text. */
export const sourcesOf = (call: Call | undefined): string[] =>
  inputsOf(call?.inputs ?? {}).map(([, input]) => input).filter(isCall);

/** The graph without its muted calls: the first field of each stands in for it, or else 0. */
export function withoutMuted(graph: Graph): Graph {
  if (!graph.calls.some(({muted}) => muted !== undefined)) return graph;
  const byId = new Map(graph.calls.map((call) => [call.id, call]));
  const replacements = new Map<string, Input | undefined>();
  for (const id of topologicalOrder(graph, graph.calls.map((call) => call.id))) {
    const {muted, inputs} = byId.get(id) as Call;
    const first = muted === '' ? 0 : inputs[muted ?? ''];
    replacements.set(id, muted === undefined ? id :
      typeof first === 'string' ? replacements.get(first) : first);
  }
  const replacementOf = (input: Input) =>
    typeof input === 'string' ? replacements.get(input) : input;
  const calls = graph.calls.map((call) => ({
    ...call, inputs: Object.fromEntries(Object.entries(call.inputs).flatMap(([port, input]) => {
      const replacement = replacementOf(input);
      return replacement === undefined ? [] : [[port, replacement]];
    })),
  }));
  const output = replacementOf(graph.output) ?? 0;
  if (typeof output === 'string') return {calls, output};
  const number: Call = {id: graph.output, factory: 'constant', members: {value: output},
                        inputs: {}};
  return {output: number.id, calls: calls.map((call) => call.id === number.id ? number : call)};
}

/** These calls and all that they are made of, each after those that it is made of. */
export function topologicalOrder(graph: Graph, roots: readonly string[]): string[] {
  const byId = new Map(graph.calls.map((call) => [call.id, call]));
  const order: string[] = [], seen = new Set<string>();
  for (const root of roots) {
    const stack: {id: string; left: string[]}[] = [];
    const visit = (id: string) => {
      if (seen.has(id) || !byId.has(id)) return;
      seen.add(id);
      stack.push({id, left: sourcesOf(byId.get(id)).reverse()});
    };
    visit(root);
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const next = top.left.pop();
      if (next !== undefined) visit(next);
      else order.push((stack.pop() as typeof top).id);
    }
  }
  return order;
}

/** Some of the calls, as far as they are made of each other. */
export function partOf(graph: Graph, ids: ReadonlySet<string>): Graph {
  const calls = graph.calls.filter(({id}) => ids.has(id)).map((call) => ({
    ...call, inputs: Object.fromEntries(Object.entries(call.inputs).filter(([, input]) =>
      typeof input === 'number' || ids.has(input))),
  }));
  const used = new Set<Input>(calls.flatMap(({inputs}) => Object.values(inputs)));
  return {calls, output: calls.find(({id}) => !used.has(id))?.id ?? graph.output};
}

/** A call and all calls that are made of it: it may be made of none of these. */
export function selfAndDependents(graph: Graph, id: string): Set<string> {
  const users = new Map<string, string[]>();
  for (const call of graph.calls) {
    for (const source of sourcesOf(call)) {
      const known = users.get(source);
      if (known) known.push(call.id);
      else users.set(source, [call.id]);
    }
  }
  const found = new Set([id]);
  for (const one of found) for (const user of users.get(one) ?? []) found.add(user);
  return found;
}

/** True if two graphs differ in the places of their nodes alone. */
export function isSame(graph: Graph, other: Graph): boolean {
  const text = ({place: _, inputs, ...call}: Call) => jsonOf([inputsOf(inputs), call]);
  return graph.output === other.output && graph.calls.length === other.calls.length &&
    graph.calls.every((call, i) => {
      const one = other.calls[i] as Call;
      return call === one || text(call) === text(one);
    });
}

/** The graph with its nodes where those of another with the same calls stand. */
export function placedAs(graph: Graph, other: Graph): Graph {
  const same = graph.calls.length === other.calls.length &&
    graph.calls.every(({factory}, i) => factory === other.calls[i]?.factory);
  if (!same) return graph;
  return {...graph, calls: graph.calls.map((call, i) => {
    const place = other.calls[i]?.place;
    return place ? {...call, place} : call;
  })};
}
