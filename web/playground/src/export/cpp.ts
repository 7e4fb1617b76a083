// A field as C++: calls of <perlane/perlane.hpp>, or its text where a call would not be short.

import type {Catalogue, Factory, Member} from 'perlane';

import {factoryOf} from '../field/edit';
import {
  type Call, firstPort, type Graph, type Input, inputsOf, sourcesOf, topologicalOrder,
  withoutMuted,
} from '../field/graph';
import {written} from '../field/write';
import {jsonOf} from '../field/json';
import {gradients} from '../field/names';
import {isSeed, type Seed} from '../field/seed';

/** Thrown where a field has no short form in C++. */
class NotShort extends Error {}

const floats: readonly string[] = ['float', 'Range', 'std::vector<std::array<float, 2>>'];
const doubles: readonly string[] = ['double', 'PerAxis<double>'];

// An integer literal initialises a float or a double only if that holds it exactly.
function numberLiteral(value: number, cpp: string): string {
  const isFloat = floats.includes(cpp), text = String(value);
  const exact = isFloat ? 2 ** 24 : doubles.includes(cpp) ? 2 ** 53 : Infinity;
  if (Object.is(value, -0) && exact < Infinity) return isFloat ? '-0.0f' : '-0.0';
  if (Number.isInteger(value) && Math.abs(value) <= exact) return text;
  return (exact < Infinity && !/[.e]/.test(text) ? `${text}.0` : text) + (isFloat ? 'f' : '');
}

// Strings hold seeds beyond 2^53: some have no signed type.
const seedLiteral = (seed: Seed): string => typeof seed === 'string' ? `${seed}u` : `${seed}`;

function literal(member: Member, value: unknown): string {
  const {cpp, choices} = member;
  if (typeof value === 'number') return numberLiteral(value, cpp);
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'string' && cpp === 'Seed' && /^\d+$/.test(value)) return seedLiteral(value);
  if (typeof value === 'string' && choices !== undefined) return `${cpp}::${value}`;
  if (cpp === 'Gradients') {
    if (gradients.includes(value as string)) return `Gradients::${value}()`;
    const random = (value as {random?: {seed?: unknown}} | null)?.random, {seed = 0} = random ?? {};
    if (random && isSeed(seed)) return `Gradients::random(${seedLiteral(seed)})`;
  }
  if (cpp === 'Lattice' && value === 'hashed') return 'Lattice::hashed()';
  // Rows of an array need more braces.
  if (!Array.isArray(value) || member.type === 'matrix') throw new NotShort();
  // A list of one number would not say whether it is for every axis.
  const list = value.length === 1 && cpp.startsWith('PerAxis') ? [...value, 0] : value;
  return `{${list.map((one) => literal(member, one)).join(', ')}}`;
}

// Without a pair of brackets around all of it.
function bare(text: string): string {
  if (!text.startsWith('(')) return text;
  let depth = 0;
  for (let i = 0; i < text.length; ++i) {
    if (text[i] === '(') ++depth;
    else if (text[i] === ')') --depth;
    if (depth === 0) return i === text.length - 1 ? text.slice(1, -1) : text;
  }
  return text;
}

class Writer {
  readonly lines: string[] = [];
  private readonly names = new Map<string, string>();
  private readonly uses = new Map<string, number>();

  constructor(private readonly calls: ReadonlyMap<string, Call>,
              private readonly catalogue: Catalogue) {
    for (const call of calls.values()) {
      for (const id of sourcesOf(call)) this.uses.set(id, (this.uses.get(id) ?? 0) + 1);
    }
  }

  /** The last line, which defines the field. */
  output(id: string): string {
    const call = this.calls.get(id);
    if (call === undefined) throw new NotShort();
    return `const Field field = ${bare(this.expression(call))};`;
  }

  private of(input: Input | undefined): string {
    if (typeof input === 'number') return numberLiteral(input, 'float');
    const call = input === undefined ? undefined : this.calls.get(input);
    if (call === undefined) throw new NotShort();
    const known = this.names.get(call.id);
    if (known !== undefined) return known;
    const text = this.expression(call);
    // A long call, or one that is used twice, gets a line and a name.
    if ((this.uses.get(call.id) ?? 0) < 2 && text.length < 60) return text;
    const name = `f${this.names.size + 1}`;
    this.names.set(call.id, name);
    this.lines.push(`const Field ${name} = ${bare(text)};`);
    return name;
  }

  private expression({factory: name, members, inputs}: Call): string {
    const factory = factoryOf(this.catalogue, name);
    // Numbers alone would not make a field.
    const isAlone = Object.values(inputs).every((input) => typeof input === 'number');
    const of = (port: string) => {
      const text = this.of(inputs[port]);
      return isAlone && port === firstPort(factory) ? `constant(${text})` : text;
    };
    if (factory.infix !== undefined) {
      const [a, b] = factory.fields.map(of);
      return `(${a} ${factory.infix} ${b})`;
    }
    const {arguments: names} = factory;
    if (factory.members.some((member) => members[member.name] !== undefined &&
                             !names.includes(member.name) &&
                             !names.includes(member.structure ?? ''))) {
      throw new NotShort();
    }
    const listed = inputsOf(inputs).map(([port]) => port).filter((port) => port.includes('.'));
    const given = names.map((argument) => {
      if (listed[0]?.startsWith(`${argument}.`)) {
        return `{${listed.map((port) => bare(of(port))).join(', ')}}`;
      }
      if (factory.fields.includes(argument)) return bare(of(argument));
      return this.argument(factory, argument, members);
    });
    // In C++, `pow` with a number as exponent is another function.
    const isPow = name === 'pow_of_fields';
    if (isPow && typeof inputs['exponent'] === 'number') throw new NotShort();
    // Those before the last that is given have their defaults.
    while (given.length > 0 && given.at(-1) === undefined) given.pop();
    const all = given.map((text, i) => text ?? this.fallback(factory, names[i] as string));
    return `${isPow ? 'pow' : name}(${all.join(', ')})`;
  }

  // A member, or a structure of members; undefined if none of them is set.
  private argument(factory: Factory, name: string, set: Call['members']): string | undefined {
    const member = factory.members.find((one) => one.name === name && one.structure === undefined);
    if (member !== undefined) {
      return set[name] === undefined ? undefined : literal(member, set[name]);
    }
    // A designated initialiser names members in the order of their declaration, as the catalogue.
    const texts = factory.members
      .filter((one) => one.structure === name && set[one.name] !== undefined)
      .map((one) => `.${one.name} = ${literal(one, set[one.name])}`);
    return texts.length === 0 ? undefined : `{${texts.join(', ')}}`;
  }

  private fallback(factory: Factory, name: string): string {
    const member = factory.members.find((one) => one.name === name && one.structure === undefined);
    if (member === undefined) return '{}';
    if (member.default === undefined) throw new NotShort();
    return literal(member, member.default);
  }
}

const readable = 500;  // calls; the writer nests as deeply

/** A definition of `field`. */
export function cppOf(all: Graph, catalogue: Catalogue): string {
  const head = '#include <perlane/perlane.hpp>\n\nusing namespace perlane;\n\n';
  const graph = withoutMuted(all);
  try {
    const shown = new Set(topologicalOrder(graph, [graph.output]));
    if (shown.size > readable) throw new NotShort();
    const calls = graph.calls.filter(({id}) => shown.has(id));
    const writer = new Writer(new Map(calls.map((call) => [call.id, call])), catalogue);
    const last = writer.output(graph.output);
    return `${head}${[...writer.lines, last].join('\n')}\n`;
  } catch (error) {
    if (!(error instanceof NotShort)) throw error;
    const text = jsonOf(written(graph).document);
    return `${head}const Field field = from_json(R"json(${text})json");\n`;
  }
}
