// What fields can be made of, as `Perlane.catalogue` has it: the functions of the C++ interface.

/** The type of a member, for people. What its JSON is, docs/text.md says. */
export type MemberType =
  | 'true or false'
  | 'whole number'
  | 'seed'
  | 'number'
  | 'name'
  | 'lattice'
  | 'gradients'
  | 'whole numbers by axis'
  | 'numbers by axis'
  | 'matrix'
  | 'range'
  | 'path'
  | 'points'
  | 'layers'
  | 'whole numbers';

/** A member of the parameters of a factory. */
export interface Member {
  name: string;
  help: string;
  type: MemberType;
  /** Numbers are larger than this. */
  above?: number;
  /** Numbers are this or more. */
  least?: number;
  /** Numbers are this or less. */
  most?: number;
  /** Of the type 'name': those that there are. */
  choices?: string[];
  /** As in JSON. There is none where the member is required. */
  default?: unknown;
}

/** A function that makes a field. */
export interface Factory {
  name: string;
  help: string;
  group: 'noise' | 'fractals' | 'operators' | 'maps' | 'chunks';
  /** The names of the fields that it takes; all are required. */
  fields: string[];
  /** If it is there, the last of `fields` stands for a list of 1 to so many fields. */
  most?: number;
  members: Member[];
}

/** All factories. */
export interface Catalogue {
  /** The version of the format of fields. */
  perlane: number;
  factories: Factory[];
}
