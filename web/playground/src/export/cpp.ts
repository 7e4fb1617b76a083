// A field as C++: calls of <perlane/perlane.hpp>, or its text where a call would not be short.

import {type Call, type Graph, written} from '../field/graph';

const enumerations: Record<string, string> = {
  fade: 'Fade', distance: 'Distance', returns: 'CellularReturn', orientation: 'Orientation',
  noise_type: 'FastNoiseLite::NoiseType', fractal_type: 'FastNoiseLite::FractalType',
};
const gradients: readonly string[] = ['automatic', 'edges', 'axes', 'diagonals'];
const binary: Record<string, string> = {add: '+', subtract: '-', multiply: '*', divide: '/'};
const structured = new Set([
  'perlin', 'value', 'white', 'cellular', 'simplex', 'opensimplex2', 'opensimplex2s',
  'fastnoise_lite', 'coordinate', 'fbm', 'ridged', 'billow', 'multifractal', 'hybrid_multifractal',
  'ridged_multifractal', 'hetero_terrain', 'erode', 'domain_warp', 'domain_warp_progressive',
  'perlin2002', 'simplex2012', 'mx_noise', 'mx_cell_noise',
]);
// The order of the arguments of the others; "a" and the like are fields.
const positional: Record<string, readonly string[]> = {
  constant: ['value'], distance: ['point', 'dimensions', 'frequency'], min: ['a', 'b'],
  max: ['a', 'b'], clamp: ['a', 'low', 'high'], mix: ['a', 'b', 't'],
  smoothstep: ['low', 'high', 'a'], abs: ['a'], sqrt: ['a'], sine: ['a'], pow: ['a', 'exponent'],
  smooth_min: ['a', 'b', 'radius'], smooth_max: ['a', 'b', 'radius'],
  terrace: ['a', 'steps', 'smoothness'], curve: ['a', 'points'], remap: ['a', 'from', 'to'],
  fraction: ['a'], step: ['edge', 'a'], select: ['by', 'threshold', 'below', 'above'],
  translate: ['field', 'distance'], scale: ['field', 'factor'], rotate: ['field', 'angle'],
  loop: ['field', 'axis', 'length'], tile: ['field', 'size'], warp: ['field', 'by'],
  derivative: ['field', 'axis'], slope: ['field', 'dimensions'],
};
const doubles = new Set(['point', 'distance', 'factor', 'size', 'angle', 'length', 'frequency',
                         'jitter', 'lacunarity', 'gain', 'weight', 'fraction', 'offset', 'feedback',
                         'scale', 'strength', 'amplitude', 'axis', 'dimensions', 'octaves',
                         'seed']);

/** Says that there is no short way to write it. */
class NotShort extends Error {}

function literal(name: string, value: unknown): string {
  if (typeof value === 'number') {
    const text = String(value);
    return Number.isInteger(value) || doubles.has(name) ? text : `${text}f`;
  }
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'string' && name === 'seed' && /^\d+$/.test(value)) return `${value}u`;
  if (typeof value === 'string' && enumerations[name]) return `${enumerations[name]}::${value}`;
  if (name === 'gradients') {
    if (gradients.includes(value as string)) return `Gradients::${value}()`;
    const random = (value as {random?: {seed: number}}).random;
    if (random) return `Gradients::random(${random.seed})`;
  }
  if (name === 'lattice' && value === 'hashed') return 'Lattice::hashed()';
  if (Array.isArray(value)) return `{${value.map((one) => literal(name, one)).join(', ')}}`;
  throw new NotShort();
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

  constructor(private readonly calls: ReadonlyMap<string, Call>) {
    for (const call of calls.values()) {
      for (const id of Object.values(call.inputs)) this.uses.set(id, (this.uses.get(id) ?? 0) + 1);
    }
  }

  /** The last line, which defines the field. */
  output(id: string): string {
    const call = this.calls.get(id);
    if (call === undefined) throw new NotShort();
    return `const Field field = ${bare(this.expression(call))};`;
  }

  private of(id: string | undefined): string {
    const call = id === undefined ? undefined : this.calls.get(id);
    if (call === undefined) throw new NotShort();
    const known = this.names.get(call.id);
    if (known !== undefined) return known;
    const text = this.expression(call);
    // What is long, or used twice, gets a line and a name.
    if (call.factory === 'constant' || ((this.uses.get(call.id) ?? 0) < 2 && text.length < 60)) {
      return text;
    }
    const name = `f${this.names.size + 1}`;
    this.names.set(call.id, name);
    this.lines.push(`const Field ${name} = ${bare(text)};`);
    return name;
  }

  private expression({factory, members, inputs}: Call): string {
    if (factory === 'constant') return literal('value', members['value']);
    const operator = binary[factory];
    if (operator) return `(${this.of(inputs['a'])} ${operator} ${this.of(inputs['b'])})`;
    if (structured.has(factory)) {
      const source = Object.values(inputs).map((input) => `${bare(this.of(input))}, `).join('');
      const set = Object.entries(members)
        .map(([name, value]) => `.${name} = ${literal(name, value)}`);
      if (set.length === 0) return `${factory}(${source.replace(/, $/, '')})`;
      return `${factory}(${source}{${set.join(', ')}})`;
    }
    const order = positional[factory];
    if (order === undefined || Object.keys(members).some((name) => !order.includes(name))) {
      throw new NotShort();
    }
    const listed = Object.keys(inputs).filter((port) => port.includes('.')).sort();
    const given = order.flatMap((name) => {
      if (listed[0]?.startsWith(`${name}.`)) {
        return [`{${listed.map((port) => bare(this.of(inputs[port]))).join(', ')}}`];
      }
      if (inputs[name] !== undefined) return [bare(this.of(inputs[name]))];
      return members[name] === undefined ? [] : [literal(name, members[name])];
    });
    return `${factory}(${given.join(', ')})`;
  }
}

// A designated initialiser names members in the order of their declaration, as the catalogue does.
function sorted(graph: Graph, order: (factory: string) => readonly string[]): Map<string, Call> {
  return new Map(graph.calls.map((call) => {
    const names = order(call.factory);
    const members = Object.entries(call.members)
      .sort(([a], [b]) => names.indexOf(a) - names.indexOf(b));
    return [call.id, {...call, members: Object.fromEntries(members)}];
  }));
}

/** A definition of `field`. `order` tells the names of the members of a factory, in their order. */
export function cppOf(graph: Graph, order: (factory: string) => readonly string[]): string {
  const head = '#include <perlane/perlane.hpp>\n\nusing namespace perlane;\n\n';
  try {
    const writer = new Writer(sorted(graph, order));
    const last = writer.output(graph.output);
    return `${head}${[...writer.lines, last].join('\n')}\n`;
  } catch (error) {
    if (!(error instanceof NotShort)) throw error;
    const text = JSON.stringify(written(graph).document);
    return `${head}const Field field = from_json(R"json(${text})json");\n`;
  }
}
