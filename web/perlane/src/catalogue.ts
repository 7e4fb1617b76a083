// The functions that make fields, those of the C++ interface, as `Perlane.catalogue` lists them.

/** The type of a member, for people. docs/text.md says what its JSON is. */
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
  /** Its type in C++, where a choice is an enumerator of it. */
  cpp: string;
  /** The C++ structure that it is a member of; if none, it is an argument. */
  structure?: string;
  /** Numbers are larger than this. */
  above?: number;
  /** Numbers are this or more. */
  least?: number;
  /** Numbers are this or less. */
  most?: number;
  /** Numbers are 0, or this or more. */
  smallest?: number;
  /** The names that a member of the type 'name' may have. */
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
  /**
   * The arguments of the C++ function, in order: names of fields, of members, and of structures of
   * members. A member that is in none of them is not an argument of the function.
   */
  arguments: string[];
  /** The operator that the C++ function is. */
  infix?: string;
  members: Member[];
}

/** All factories. */
export interface Catalogue {
  /** The version of the format of fields. */
  perlane: number;
  factories: Factory[];
}
