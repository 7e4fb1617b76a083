// Graphs become texts, and messages about a text lead back to the calls.

import {
  type Call, type Graph, type Input, inputsOf, sourcesOf, topologicalOrder, withoutMuted,
} from './graph';
import type {Document, FieldText, Sheet} from './text';

/** The calls that the output is not made of, and that no other call is made of. */
function looseRoots(graph: Graph): string[] {
  const used = new Set<Input>(graph.calls.flatMap((call) => Object.values(call.inputs)));
  return graph.calls.map(({id}) => id).filter((id) => id !== graph.output && !used.has(id));
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
