// Functions that write fields for the examples.

import type {FieldText} from './text';

type Parameters = Record<string, unknown>;

export const call = (factory: string, parameters: Parameters = {}): FieldText =>
  ({[factory]: parameters});
export const perlin = (parameters: Parameters): FieldText => call('perlin', parameters);
export const fbm = (source: FieldText, parameters: Parameters = {}): FieldText =>
  call('fbm', {source, ...parameters});
export const add = (a: FieldText, b: FieldText): FieldText => call('add', {a, b});
export const multiply = (a: FieldText, b: FieldText): FieldText => call('multiply', {a, b});
