// A field as a graph of calls, which the node editor edits, and its text: docs/text.md.

import type {Catalogue, Factory} from 'perlane';

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

/** A field of docs/text.md: a call, a number or a name. */
export type FieldText = number | string | {[factory: string]: Record<string, unknown>};

export interface Document {
  perlane: 1;
  fields?: Record<string, FieldText>;
  field: FieldText;
}

/** A document, and what the library does not read: calls that the output is not made of. */
export interface Sheet extends Document {
  loose?: FieldText[];
  /** The places of all nodes, in the order of `order` below. */
  places?: Place[];
  /** Places in that order: the calls that are muted. The document has them, too. */
  muted?: number[];
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

/** A text that is not a field that the editor knows. */
export class TextError extends Error {}

/** A call whose fields are being read. */
interface Reading {
  factory: string;
  members: Record<string, unknown>;
  inputs: Record<string, Input>;
  /** The fields that are not read yet, the last first. */
  left: [port: string, text: FieldText][];
  /** The names of the call. */
  names: string[];
  /** Receives its id. */
  found(id: string): void;
}

/** Reads calls, each after those that it is made of. */
class Reader {
  readonly calls: Call[] = [];
  readonly factories: ReadonlyMap<string, Factory>;
  readonly #fields: Readonly<Record<string, FieldText>>;
  readonly #named = new Map<string, string>();  // ids by name
  readonly #open = new Set<string>();  // names whose fields are being read, or are read
  // Not by recursion: a text may have more calls one after another than a stack has room for.
  readonly #stack: Reading[] = [];

  constructor(fields: Sheet['fields'], catalogue: Catalogue) {
    this.#fields = fields ?? {};
    this.factories = new Map(catalogue.factories.map((factory) => [factory.name, factory]));
  }

  /** Reads a field and what it is made of, and returns its id. */
  read(field: FieldText): string {
    let result = '';
    this.#begin(field, (id) => (result = id));
    for (let top = this.#stack.at(-1); top !== undefined; top = this.#stack.at(-1)) {
      const {inputs} = top, next = top.left.pop();
      if (next === undefined) {
        this.#stack.pop();
        this.#add(top);
        continue;
      }
      const [port, text] = next;
      if (typeof text === 'number') inputs[port] = text;
      else this.#begin(text, (id) => (inputs[port] = id));
    }
    return result;
  }

  #begin(text: FieldText, found: Reading['found']): void {
    const names: string[] = [];
    while (typeof text === 'string') {
      const id = this.#named.get(text);
      if (id !== undefined) return found(id);
      if (this.#open.has(text) || !Object.hasOwn(this.#fields, text)) {
        throw new TextError(`no field: ${text}`);
      }
      this.#open.add(text);
      names.push(text);
      text = this.#fields[text] as FieldText;
    }
    if (typeof text === 'number') {
      return this.#add({factory: 'constant', members: {value: text}, inputs: {}, names, found});
    }
    const [name, parameters] = Object.entries(text ?? {})[0] ?? [];
    const factory = this.factories.get(name ?? '');
    if (factory === undefined || parameters === undefined) throw new TextError(`no field: ${name}`);
    this.#stack.push({factory: factory.name, inputs: {}, names, found,
                      ...membersAndFields(factory, parameters)});
  }

  #add({factory, members, inputs, names, found}: Omit<Reading, 'left'>): void {
    const id = `n${this.calls.length + 1}`;
    this.calls.push({id, factory, members, inputs});
    for (const name of names) this.#named.set(name, id);
    found(id);
  }
}

/** The members of a call, and the texts of its ports, the last first. */
function membersAndFields(factory: Factory, parameters: Record<string, unknown>):
    Pick<Reading, 'members' | 'left'> {
  const members: [string, unknown][] = [], left: Reading['left'] = [];
  for (const [key, value] of Object.entries(parameters)) {
    if (!factory.fields.includes(key)) members.push([key, value]);
    else if (Array.isArray(value)) {
      value.forEach((one: FieldText, i) => left.push([`${key}.${i}`, one]));
    } else if (factory.most !== undefined && key === factory.fields.at(-1)) {
      left.push([`${key}.0`, value as FieldText]);
    } else left.push([key, value as FieldText]);
  }
  // A member named __proto__ is like any other.
  return {members: Object.fromEntries(members), left: left.reverse()};
}

/** The graph of a text that the library accepts. */
export function graphOf(sheet: Sheet, catalogue: Catalogue): Graph {
  if (sheet.perlane !== catalogue.perlane) throw new TextError('another version of the format');
  const reader = new Reader(sheet.fields, catalogue), output = reader.read(sheet.field);
  sheet.loose?.forEach((field) => reader.read(field));
  const {calls, factories} = reader, {places} = sheet, muted = new Set(sheet.muted);
  const hasPlaces = places?.length === calls.length;
  return {output, calls: calls.map((call, i) => ({
    ...call, ...(hasPlaces && {place: places[i]}),
    ...(muted.has(i) && {muted: firstPort(factories.get(call.factory) as Factory)}),
  }))};
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

/** The calls that the output is not made of, and that no other call is made of. */
function looseRoots(graph: Graph): string[] {
  const used = new Set<Input>(graph.calls.flatMap((call) => Object.values(call.inputs)));
  return graph.calls.map(({id}) => id).filter((id) => id !== graph.output && !used.has(id));
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

/** The text of a graph, and where in it each call is. */
export interface Written {
  document: Document;
  /** Paths such as "field.fbm.source.perlin", and the calls that stand there. */
  places: readonly {path: string; id: string}[];
}

// A text may have 32 fields within fields.
const deepest = 24;

// Writes some calls, and what they are made of. Those that are used twice get names.
function textsOf(graph: Graph, roots: readonly string[]) {
  const byId = new Map(graph.calls.map((call) => [call.id, call]));
  const order = topologicalOrder(graph, roots);
  const uses = new Map<string, number>(roots.map((id) => [id, 1]));
  const depths = new Map<string, number>();
  for (const id of order) {
    const sources = sourcesOf(byId.get(id));
    depths.set(id, 1 + Math.max(0, ...sources.map((source) => depths.get(source) ?? 0)));
    for (const source of sources) uses.set(source, (uses.get(source) ?? 0) + 1);
  }
  const places: {path: string; id: string}[] = [];
  const fields: Record<string, FieldText> = {}, names = new Map<string, string>();
  const named: Call[] = [];  // whose texts are still to be written
  const write = (id: string, path: string): FieldText => {
    const call = byId.get(id);
    if (call === undefined) return 0;
    if ((uses.get(id) as number) < 2 && (depths.get(id) as number) % deepest !== 0) {
      return body(call, path);
    }
    if (!names.has(id)) {
      names.set(id, `f${names.size + 1}`);
      named.push(call);
    }
    return names.get(id) as string;
  };
  const body = (call: Call, path: string): FieldText => {
    const here = `${path}.${call.factory}`;
    places.push({path: here, id: call.id});
    const parameters: Record<string, unknown> = {...call.members};
    for (const [port, input] of inputsOf(call.inputs)) {
      const [field, index] = port.split('.') as [string, string?];
      const place = (parameters[field] as FieldText[] | undefined)?.length ?? 0;
      const at = index === undefined ? field : `${field}[${place}]`;
      const text = typeof input === 'number' ? input : write(input, `${here}.${at}`);
      if (index === undefined) parameters[field] = text;
      else parameters[field] = [...((parameters[field] as FieldText[]) ?? []), text];
    }
    return {[call.factory]: parameters};
  };
  const texts = roots.map((id, i) => {
    const call = byId.get(id), path = i === 0 ? 'field' : `loose[${i - 1}]`;
    if (call === undefined) return 0;
    // Loose calls may be made of the output.
    return (uses.get(id) as number) > 1 ? write(id, path) : body(call, path);
  });
  for (let call = named.shift(); call !== undefined; call = named.shift()) {
    const name = names.get(call.id) as string;
    fields[name] = body(call, `fields.${name}`);
  }
  const [field = 0, ...loose] = texts;
  const document: Document = names.size > 0 ? {perlane: 1, fields, field} : {perlane: 1, field};
  return {document, loose, places, order};
}

/** Writes what the output is made of, without muted calls. */
export function written(graph: Graph): Written {
  const unmuted = withoutMuted(graph), {document, places} = textsOf(unmuted, [unmuted.output]);
  return {document, places};
}

/** Writes all calls, with their places if they have some. */
export function sheetOf(graph: Graph): Sheet {
  const {document, loose, order} = textsOf(graph, [graph.output, ...looseRoots(graph)]);
  const byId = new Map(graph.calls.map((call) => [call.id, call]));
  const all = order.map((id) => byId.get(id) as Call);
  const places = all.map(({place}) => place);
  const muted = all.flatMap(({muted}, i) => muted === undefined ? [] : [i]);
  return {
    ...document, ...(loose.length > 0 && {loose}), ...(muted.length > 0 && {muted}),
    ...(places.every((place) => place !== undefined) && {places}),
  };
}

/** A message of the library about a member of a call. */
export interface Complaint {
  message: string;
  /** The call, if the path of the message leads to one. */
  id?: string;
  /** The member or the port. */
  member?: string;
}

/** Finds the call that a message speaks of: "field.perlin.frequency is -1; use ...". */
export function complaintOf(message: string, {places}: Written): Complaint {
  const path = message.split(/[ :]/, 1)[0] as string;
  const held = places.filter((place) => path === place.path || path.startsWith(`${place.path}.`));
  const best = held.sort((a, b) => b.path.length - a.path.length)[0];
  if (best === undefined) return {message};
  const rest = path.slice(best.path.length + 1).split(/[.[]/)[0] as string;
  const after = message.slice(path.length);
  const says = rest ? rest + after : `${best.path.split('.').at(-1)}${after}`;
  return {message: says, id: best.id, member: rest || undefined};
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
