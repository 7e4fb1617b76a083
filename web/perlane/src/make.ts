// Functions that make fields: those of the catalogue, by their names. Fields come first, in the
// order of the catalogue, and then an object of all else.

import {isObject, shown} from './checks.js';
import {Field, fieldFrom} from './field.js';
import {factories, type Make, type Operand} from './generated.js';
import {jsonOf} from './json.js';
import type {Memory} from './memory.js';

interface Factory {
  fields: readonly string[];
  /** The last of the fields is a list. */
  hasList: boolean;
}

/** The functions of an instance. */
export function makeOf(memory: Memory): Make {
  const make = Object.keys(factories).map((name) =>
    [name, (...given: unknown[]) => called(memory, name, given)]);
  return Object.fromEntries(make) as Make;
}

for (const [name, {fields}] of Object.entries<Factory>(factories)) {
  if (fields.length === 0) continue;
  Object.defineProperty(Field.prototype, name, {
    value(this: Field, ...given: unknown[]) {
      return called(Field.memoryOf(this), name, [this, ...given]);
    },
  });
}

/** The operands among the arguments of a function. */
function operandsOf(name: string, {fields, hasList}: Factory, given: unknown[]): Operand[] {
  const operands: Operand[] = [];
  const take = (operand: unknown, place: string) => {
    if (!(operand instanceof Field) && typeof operand !== 'number') {
      throw new TypeError(`${name}: ${place} is ${shown(operand)}; pass a field or a number`);
    }
    operands.push(operand);
  };
  for (const [i, field] of fields.entries()) {
    const operand = given[i];
    if (hasList && i === fields.length - 1) {
      if (!Array.isArray(operand)) {
        throw new TypeError(`${name}: ${field} is ${shown(operand)}; pass an array of fields`);
      }
      operand.forEach((each, at) => take(each, `${field}[${at}]`));
    } else {
      take(operand, field);
    }
  }
  return operands;
}

function called(memory: Memory, name: string, given: unknown[]): Field {
  const factory: Factory = factories[name as keyof typeof factories];
  const {fields} = factory, operands = operandsOf(name, factory, given);
  const members = given[fields.length] ?? {};
  if (given.length > fields.length + 1 || !isObject(members) ||
      members instanceof Field) {
    const all = [...fields, 'an object of the other members'].join(', ');
    throw new TypeError(`${name}: pass ${all}`);
  }
  const json = jsonOf(members, name);  // runs the caller's code, which may destroy operands
  const constants: Field[] = [];
  const fieldOf = (operand: Operand): Field => {
    if (typeof operand !== 'number') return operand;
    const constant = called(memory, 'constant', [{value: operand}]);
    constants.push(constant);
    return constant;
  };
  try {
    return memory.scoped(() => {
      const at = memory.borrow(4 * operands.length);
      for (const [i, operand] of operands.entries()) {
        const address = fieldOf(operand).addressIn(memory);
        memory.view.setUint32(at + 4 * i, address, true);
      }
      const text = memory.text(name), {address, length} = memory.text(json);
      return fieldFrom(memory, (to, error) => memory.exports.perlane_field_call(
        text.address, address, length, at, operands.length, to, error));
    });
  } finally {
    for (const constant of constants) constant.destroy();
  }
}
