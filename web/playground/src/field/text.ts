// The text of a field, as the library reads it, and as the page keeps it: docs/text.md.

import type {Place} from './graph';

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
