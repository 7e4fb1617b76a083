// Texts become graphs.

import type {Catalogue, Factory} from 'perlane';

import {type Call, firstPort, type Graph, type Input} from './graph';
import type {FieldText, Sheet} from './text';

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
