// Fields of the library from their texts.

import type {Field, Perlane} from 'perlane';

/** Reads a field whose octaves fade for samples so far apart; 0 if they do not fade. */
export function fieldOf(perlane: Perlane, text: Parameters<Perlane['fromJson']>[0],
                        footprint: number): Field {
  const read = perlane.fromJson(text);
  if (footprint === 0) return read;
  const faded = read.withFootprint(footprint);
  read.destroy();
  return faded;
}
