// Copies the modules and the licence to where the package has them, and writes src/generated.ts,
// the types of the functions that make fields and of texts, from the catalogue of the module,
// src/generated_small.ts, the same for the small module, and src/golden.ts, with the golden hashes.

import {copyFile, mkdir, readFile, writeFile} from 'node:fs/promises';

const here = (path) => new URL(path, import.meta.url);
const file = here('dist/perlane.wasm');
await mkdir(here('dist'), {recursive: true});
await copyFile(here('../../build/wasm/src/wasm/perlane.wasm'), file);
await copyFile(here('../../build/wasm/src/wasm/perlane-small.wasm'),
               here('dist/perlane-small.wasm'));
await copyFile(here('../../LICENSE'), here('LICENSE'));

const nothing = () => 58;  // not supported
const imports = {clock_time_get: nothing, fd_close: nothing, fd_seek: nothing, fd_write: nothing};
const {instance: {exports}} =
  await WebAssembly.instantiate(await readFile(file), {wasi_snapshot_preview1: imports});
exports._initialize();
const begin = exports.perlane_catalogue(), bytes = new Uint8Array(exports.memory.buffer);
const text = new TextDecoder().decode(bytes.subarray(begin, bytes.indexOf(0, begin)));
const {factories} = JSON.parse(text);

const types = {
  'true or false': 'boolean',
  'whole number': 'number',
  'number': 'number',
  'lattice': 'Lattice',
  'gradients': 'Gradients',
  'whole numbers by axis': 'PerAxis',
  'numbers by axis': 'PerAxis',
  'matrix': 'readonly (readonly number[])[]',
  'range': 'readonly [number, number]',
  'path': 'readonly (readonly [number, number, number])[]',
  'points': 'readonly (readonly [number, number])[]',
  'layers': 'readonly (readonly [number, number])[]',
  'whole numbers': 'readonly Seed[]',
};

// Seeds of 64 bits, which not all numbers of JavaScript are.
const isSeed = ({type, cpp}) => type === 'seed' || cpp === 'std::int64_t';
const seeds = factories.flatMap(({members}) => members.filter(isSeed).map(({name}) => name));

const typeOf = (member) => {
  const {type, choices, name} = member;
  if (choices) return choices.map((choice) => `'${choice}'`).join(' | ');
  if (isSeed(member)) return 'Seed';
  if (!types[type]) throw new Error(`${name} has the unknown type ${type}`);
  return types[type];
};
const camel = (name) => name.replace(/(?:^|_)(\w)/g, (_, letter) => letter.toUpperCase());
const limitsOf = ({above, least, most, smallest}) => {
  if (above !== undefined) return `above ${above}`;
  if (least === undefined) return '';
  const from = smallest === undefined ? least : `0, or ${smallest}`;
  return most === undefined ? `${from} or more` : `${from} to ${most}`;
};
const docOf = (member) => {
  const limits = limitsOf(member);
  const standard = 'default' in member ? `. Default ${JSON.stringify(member.default)}` : '';
  return `  /** ${member.help}${limits ? `; ${limits}` : ''}${standard} */`;
};
const membersOf = ({name, members}) => [
  `export interface ${camel(name)}Members {`,
  ...members.flatMap((member) =>
    [docOf(member), `  ${member.name}${'default' in member ? '?' : ''}: ${typeOf(member)};`]),
  '}',
];
const isList = ({fields, most}, field) => most !== undefined && field === fields.at(-1);
const fieldsOf = (factory, type, separator, skip = 0) => factory.fields.slice(skip).map((field) =>
  `${field}: ${isList(factory, field) ? `readonly ${type}[]` : type}${separator}`);
const parametersOf = (factory, skip) => {
  const {name, members} = factory, parameters = fieldsOf(factory, 'Operand', '', skip);
  if (members.length > 0) {
    const optional = members.every((member) => 'default' in member) ? '?' : '';
    parameters.push(`members${optional}: ${camel(name)}Members`);
  }
  return parameters.join(', ');
};
const functionOf = (factory, skip = 0) =>
  [`  /** ${factory.help} */`, `  ${factory.name}(${parametersOf(factory, skip)}): Field;`];

const lines = [
  '// build.mjs wrote this file, from the catalogue.',
  '',
  "import type {Field} from './field.js';",
  "import type {Gradients, Lattice, PerAxis, Seed} from './members.js';",
  '',
  '/** A field, or a number in its place. */',
  'export type Operand = Field | number;',
  '',
  '/** The fields that functions take; the last may be a list. */',
  'export const factories = {',
  ...factories.map((factory) => {
    const names = factory.fields.map((field) => `'${field}'`).join(', ');
    return `  ${factory.name}: {fields: [${names}], hasList: ${factory.most !== undefined}},`;
  }),
  '} as const;',
  '',
  '/** The members that are seeds of 64 bits, in whatever function. */',
  `export const seeds: ReadonlySet<string> = new Set(${JSON.stringify([...new Set(seeds)])});`,
  '',
  ...factories.flatMap((factory) => [...membersOf(factory), '']),
  '/** Functions that make fields. */',
  'export interface Make {',
  ...factories.flatMap((factory) => functionOf(factory)),
  '}',
  '',
  '/** The functions that take a field first, as methods of that field. */',
  'export interface Methods {',
  ...factories.filter(({fields}) => fields.length > 0).flatMap((factory) =>
    functionOf(factory, 1)),
  '}',
  '',
  '/** The members of calls in texts, by the names of functions. */',
  'export interface Calls {',
  ...factories.map((factory) => {
    const fields = fieldsOf(factory, 'NodeText', '', 0).join('; ');
    return `  ${factory.name}: ${camel(factory.name)}Members${fields ? ` & {${fields}}` : ''};`;
  }),
  '}',
  '',
  '/** A field within a text: a call, a number, or a name that `fields` defines. */',
  'export type NodeText =',
  '  {[Name in keyof Calls]: {[Key in Name]: Calls[Name]}}[keyof Calls] | number | string;',
  '',
];
await writeFile(here('src/generated.ts'), lines.join('\n'));

// The factories of the small module, numbered as they are there, in the order of the catalogue.
// src/graph/catalogue/factory.hpp has their names.
const list = await readFile(here('../../src/graph/catalogue/factory.hpp'), 'utf8');
const [, names] = /small_catalogue\[\] = \{([^}]*)\}/.exec(list);
const few = factories.filter(({name}) => names.includes(`"${name}"`));
// Lattices of one's own, and gradients, are texts and tables; members are numbered with them.
const smallMembersOf = ({members}) => members.map(({name, type, choices, least, most}) =>
  JSON.stringify({name, type, choices, least, most})).join(',\n    ');
const smallParametersOf = ({name, fields}, skip) => [
  ...fields.slice(skip).map((field) => `${field}: SmallField`),
  `members?: Small<${camel(name)}Members>`,
].join(', ');
const smallFunctionOf = (factory, skip = 0) => [
  `  /** ${factory.help} */`,
  `  ${factory.name}(${smallParametersOf(factory, skip)}): SmallField;`,
];
await writeFile(here('src/generated_small.ts'), [
  '// build.mjs wrote this file, from the catalogue.',
  '',
  'import type {',
  ...few.map(({name}) => `  ${camel(name)}Members,`),
  "} from './generated.js';",
  "import type {Small, SmallField} from './small.js';",
  '',
  '/** The functions, and the members of each, in order. */',
  'export const factories = {',
  ...few.map((factory) =>
    `  ${factory.name}: {fields: ${factory.fields.length}, members: [\n    ` +
    `${smallMembersOf(factory)},\n  ]},`),
  '};',
  '',
  '/** The functions that only the whole module has, and those that take a field first. */',
  `export const missing = ${JSON.stringify(factories.filter((factory) => !few.includes(factory))
    .map(({name, fields}) => [name, fields.length > 0]))} as const;`,
  '',
  '/** Functions that make fields. */',
  'export interface SmallMake {',
  ...few.flatMap((factory) => smallFunctionOf(factory)),
  '}',
  '',
  '/** The functions that take a field, as methods of that field. */',
  'export interface SmallMethods {',
  ...few.filter(({fields}) => fields.length > 0).flatMap((factory) => smallFunctionOf(factory, 1)),
  '}',
  '',
].join('\n'));

const golden = async (name) => {
  const text = await readFile(here(`../../src/text/golden/${name}`), 'utf8');
  return JSON.stringify(text.split('\n').filter((line) => /^[^#]/.test(line)), null, 1);
};
await writeFile(here('src/golden.ts'), `// build.mjs wrote this file, from src/text/golden.

export const fields: readonly string[] = ${await golden('fields.jsonl')};

export const hashes: readonly string[] = ${await golden('hashes.csv')};
`);
