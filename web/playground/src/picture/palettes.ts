// Colours of heights.

export type Colour = readonly [number, number, number];

interface Stop {
  /** From 0, the lowest land or the lowest value, to 1. */
  at: number;
  colour: Colour;
}

/** Palettes by name. Heights over the sea go from 0 to 1. */
export const palettes: Record<string, readonly Stop[]> = {
  earth: [
    {at: 0, colour: [214, 204, 160]}, {at: 0.07, colour: [140, 160, 96]},
    {at: 0.35, colour: [84, 116, 64]}, {at: 0.6, colour: [134, 124, 110]},
    {at: 0.8, colour: [226, 230, 234]}, {at: 1, colour: [240, 242, 246]},
  ],
  rock: [
    {at: 0, colour: [84, 96, 62]}, {at: 0.46, colour: [128, 118, 92]},
    {at: 1, colour: [196, 188, 178]},
  ],
  sandstone: [
    {at: 0, colour: [124, 66, 44]}, {at: 0.53, colour: [190, 112, 68]},
    {at: 1, colour: [226, 176, 120]},
  ],
  sand: [{at: 0, colour: [196, 152, 96]}, {at: 1, colour: [238, 206, 150]}],
  marble: [
    {at: 0, colour: [64, 66, 78]}, {at: 0.31, colour: [190, 188, 190]},
    {at: 1, colour: [246, 244, 240]},
  ],
  wood: [{at: 0, colour: [77, 38, 13]}, {at: 1, colour: [217, 158, 92]}],
  sky: [{at: 0, colour: [56, 117, 204]}, {at: 1, colour: [255, 255, 255]}],
  heat: [
    {at: 0, colour: [13, 8, 60]}, {at: 0.35, colour: [126, 3, 168]},
    {at: 0.65, colour: [224, 92, 80]}, {at: 1, colour: [246, 238, 90]},
  ],
  grey: [{at: 0, colour: [0, 0, 0]}, {at: 1, colour: [255, 255, 255]}],
};

const water: readonly Stop[] = [
  {at: 0, colour: [22, 52, 96]}, {at: 0.8, colour: [70, 130, 170]},
  {at: 1, colour: [122, 182, 194]},
];

function blended(stops: readonly Stop[], at: number): Colour {
  let above = 1;
  while (above + 1 < stops.length && (stops[above] as Stop).at < at) ++above;
  const low = stops[above - 1] as Stop, high = stops[above] as Stop;
  const part = Math.min(Math.max((at - low.at) / (high.at - low.at), 0), 1);
  return [0, 1, 2].map((i) => {
    const from = low.colour[i] as number;
    return from + ((high.colour[i] as number) - from) * part;
  }) as unknown as Colour;
}

/** 256 colours of a palette, of which those below `sea`, from 0 to 1, are water: r, g, b each. */
export function tableOf(palette: string, sea: number | null): Uint8ClampedArray {
  const stops = palettes[palette] ?? (palettes['earth'] as readonly Stop[]);
  const table = new Uint8ClampedArray(3 * 256);
  for (let code = 0; code < 256; ++code) {
    const at = code / 255;
    const colour = sea !== null && at < sea ? blended(water, at / sea) :
      blended(stops, sea === null ? at : (at - sea) / Math.max(1 - sea, 1e-6));
    table.set(colour, 3 * code);
  }
  return table;
}
