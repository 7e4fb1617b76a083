// The simulator of "Perlin noise" by Longwelwind: gradient noise from random vectors of length 1,
// with a period, octaves, their attenuation, and without the fade if you like.

import {fbm, multiply, perlin} from './call';
import {bitsOf, type Seed, seedOf} from './seed';
import type {Document, FieldText} from './text';

export interface Simulator {
  seed: Seed;
  /** Samples from one lattice point to the next. */
  period: number;
  octaves: number;
  attenuation: number;
  /** True if the fade is applied. */
  smooth: boolean;
  /** True if the lattice and its vectors are drawn. */
  overlay: boolean;
  /** The one octave that is shown, from 0, or null for the sum of all. */
  only: number | null;
  /** True if that octave is shown as high as the first. */
  isStretched?: boolean;
}

export const plainSimulator: Simulator = {
  seed: 3, period: 128, octaves: 1, attenuation: 0.5, smooth: true, overlay: true, only: null,
};

// The first number of SplitMix64 from a state.
function splitMix64(state: bigint): bigint {
  const word = (value: bigint) => BigInt.asUintN(64, value);
  let z = word(state + 0x9e3779b97f4a7c15n);
  z = word((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n);
  z = word((z ^ (z >> 27n)) * 0x94d049bb133111ebn);
  return z ^ (z >> 31n);
}

/** The seed of an octave of a source: docs/numerics.md. */
export function octaveSeed(seed: Seed, octave: number): string {
  const own = bitsOf(seed);
  return String(octave === 0 ? own : splitMix64(splitMix64(own) + BigInt(octave)));
}

function source({seed, period, smooth}: Simulator, octave: number): FieldText {
  const own = octaveSeed(seed, octave);
  return perlin({
    seed: octave === 0 ? seed : own, frequency: 2 ** octave / period,
    gradients: {random: {seed: seedOf(BigInt.asUintN(64, bitsOf(seed) + 1n))}},
    ...(smooth ? {} : {fade: 'linear'}),
  });
}

/** The field of the simulator. Vectors of length 1 make values within sqrt(2) / 2. */
export function simulated(simulator: Simulator): Document {
  const {octaves, attenuation, only, isStretched} = simulator;
  if (only !== null) {
    let total = 0;
    for (let octave = 0; octave < octaves; ++octave) total += attenuation ** octave;
    const weight = Math.SQRT2 * (isStretched ? 1 : attenuation ** only / total);
    return {perlane: 1, field: multiply(weight, source(simulator, only))};
  }
  const first = source(simulator, 0);
  return {
    perlane: 1,
    field: multiply(Math.SQRT2, octaves === 1 ? first :
      fbm(first, {octaves, gain: attenuation, aligned: true})),
  };
}

/** The octave whose lattice is drawn: its slopes at the lattice points are its vectors. */
export function latticeOf(simulator: Simulator): {document: Document; period: number} {
  const octave = simulator.only ?? 0;
  const field = source({...simulator, smooth: true}, octave);
  return {document: {perlane: 1, field}, period: simulator.period / 2 ** octave};
}
