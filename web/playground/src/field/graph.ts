// A field as a graph of calls, which the node editor edits, and its text: docs/text.md.

import type {Catalogue, Factory} from 'perlane';

export interface Call {
  id: string;
  /** The name of a function of the catalogue. */
  factory: string;
  /** The members that differ from their defaults. */
  members: Readonly<Record<string, unknown>>;
  /** The calls that its fields are, by port: `a`, or `by.0`, `by.1` of a list. */
  inputs: Readonly<Record<string, string>>;
}

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

/** The ports of a call: those of a list are as many as are used, and one more. */
export function portsOf(factory: Factory, inputs: Readonly<Record<string, string>>): string[] {
  if (factory.most === undefined) return factory.fields;
  const list = factory.fields.at(-1) as string;
  let used = 0;
  while (used < factory.most && inputs[`${list}.${used}`] !== undefined) ++used;
  const count = Math.min(used + 1, factory.most);
  return [...factory.fields.slice(0, -1), ...Array.from({length: count}, (_, i) => `${list}.${i}`)];
}

/** Says that a text is no field that the editor knows. */
export class TextError extends Error {}

/** The graph of a text that the library accepts. */
export function graphOf(document: Document, catalogue: Catalogue): Graph {
  const calls: Call[] = [], named = new Map<string, string>();
  const factories = new Map(catalogue.factories.map((factory) => [factory.name, factory]));
  const added = (factory: string, members: Call['members'], inputs: Call['inputs']): string => {
    const id = `n${calls.length + 1}`;
    calls.push({id, factory, members, inputs});
    return id;
  };
  const read = (text: FieldText): string => {
    if (typeof text === 'number') return added('constant', {value: text}, {});
    if (typeof text === 'string') {
      let id = named.get(text);
      if (id === undefined) {
        id = read(document.fields?.[text] as FieldText);
        named.set(text, id);
      }
      return id;
    }
    const [name, parameters] = Object.entries(text)[0] ?? [];
    const factory = factories.get(name ?? '');
    if (factory === undefined || parameters === undefined) throw new TextError(`no field: ${name}`);
    const members: Record<string, unknown> = {}, inputs: Record<string, string> = {};
    for (const [key, value] of Object.entries(parameters)) {
      if (!factory.fields.includes(key)) members[key] = value;
      else if (Array.isArray(value)) {
        value.forEach((one: FieldText, i) => (inputs[`${key}.${i}`] = read(one)));
      } else if (factory.most !== undefined && key === factory.fields.at(-1)) {
        inputs[`${key}.0`] = read(value as FieldText);
      } else inputs[key] = read(value as FieldText);
    }
    return added(factory.name, members, inputs);
  };
  const output = read(document.field);
  return {calls, output};
}

/** The text of a graph, and where in it each call is. */
export interface Written {
  document: Document;
  /** Paths such as "field.fbm.source.perlin", and the calls that stand there. */
  places: readonly {path: string; id: string}[];
}

// A text may have 32 fields within fields.
const deepest = 24;

/** Writes what the output is made of. Calls that are used twice get names. */
export function written(graph: Graph): Written {
  const byId = new Map(graph.calls.map((call) => [call.id, call]));
  const uses = new Map<string, number>(), depths = new Map<string, number>();
  const count = (id: string): number => {
    uses.set(id, (uses.get(id) ?? 0) + 1);
    const known = depths.get(id);
    if (known !== undefined) return known;
    const below = Object.values(byId.get(id)?.inputs ?? {}).map(count);
    const depth = 1 + Math.max(0, ...below);
    depths.set(id, depth);
    return depth;
  };
  count(graph.output);

  const places: {path: string; id: string}[] = [];
  const fields: Record<string, FieldText> = {}, names = new Map<string, string>();
  const write = (id: string, path: string): FieldText => {
    const call = byId.get(id);
    if (call === undefined) return 0;
    const isNumber = call.factory === 'constant' && typeof call.members['value'] === 'number';
    const cut = (depths.get(id) as number) % deepest === 0;
    if (!isNumber && ((uses.get(id) as number) > 1 || cut) && id !== graph.output) {
      let name = names.get(id);
      if (name === undefined) {
        name = `f${names.size + 1}`;
        names.set(id, name);
        fields[name] = body(call, `fields.${name}`);
      }
      return name;
    }
    if (isNumber) {
      places.push({path, id});
      return call.members['value'] as number;
    }
    return body(call, path);
  };
  const body = (call: Call, path: string): FieldText => {
    const here = `${path}.${call.factory}`;
    places.push({path: here, id: call.id});
    const parameters: Record<string, unknown> = {...call.members};
    for (const port of Object.keys(call.inputs).sort()) {
      const [field, index] = port.split('.') as [string, string?];
      const place = (parameters[field] as FieldText[] | undefined)?.length ?? 0;
      const at = index === undefined ? field : `${field}[${place}]`;
      const text = write(call.inputs[port] as string, `${here}.${at}`);
      if (index === undefined) parameters[field] = text;
      else parameters[field] = [...((parameters[field] as FieldText[]) ?? []), text];
    }
    return {[call.factory]: parameters};
  };
  const field = write(graph.output, 'field');
  const document: Document = Object.keys(fields).length > 0 ?
    {perlane: 1, fields, field} : {perlane: 1, field};
  return {document, places};
}

/** What the library says of a member of a call. */
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

/** Whether a call is made of another, so that the other must not be made of it. */
export function isMadeOf(graph: Graph, id: string, other: string): boolean {
  if (id === other) return true;
  const call = graph.calls.find((one) => one.id === id);
  return Object.values(call?.inputs ?? {}).some((input) => isMadeOf(graph, input, other));
}
