// The examples of the page.

import type {Catalogue} from 'perlane';

import {graphOf} from '../field/parse';
import type {Document} from '../field/text';
import {chunkOf, type Nested} from '../field/nested';
import {plainSimulator, simulated, type Simulator} from '../field/simulator';
import {plainView, type Recipe, type View} from '../state/recipe';
import {chunkWorld, improved, looping, periodic, valueMap} from './articles';
import * as textures from './textures';

export interface Example {
  id: string;
  title: string;
  group: 'Articles' | 'Landscapes' | 'Textures';
  /** Something to see and to try. */
  says: string;
  document: Document;
  view: Partial<View>;
  simulator?: Simulator;
  nested?: Nested;
}

export const examples: readonly Example[] = [
  {
    id: 'simulator', title: 'Perlin noise: the simulator', group: 'Articles',
    says: 'Gradient vectors at the points of a lattice. It is light where a vector points to, ' +
      'and dark behind it.',
    document: simulated(plainSimulator), view: {range: [-1, 1], x: 192, y: 192},
    simulator: plainSimulator,
  },
  {
    id: 'improved', title: 'Improved noise and its derivatives', group: 'Articles',
    says: 'Ken Perlin\'s noise of 2002 as published; normals are made of its exact derivatives.',
    document: improved, view: {mode: 'normals', zoom: -6, dimensions: 3, z: 0.5, relief: 3},
  },
  {
    id: 'looping', title: 'Looping and tiling', group: 'Articles',
    says: 'It tiles after 256 samples along x and y, and repeats after 100 along z. Play it.',
    document: looping, view: {dimensions: 3, range: [-0.7, 0.7], x: 256, y: 192},
  },
  {
    id: 'periodic', title: 'Tiling by a period', group: 'Articles',
    says: 'A period of 4 cells costs nothing, and has no seam: it repeats after 128 samples.',
    document: periodic, view: {range: [-0.6, 0.6]},
  },
  {
    id: 'nested', title: 'Chunks within chunks', group: 'Articles',
    says: 'Zoom in or out, far: every chunk is made of 16 x 16 smaller ones. The address of the ' +
      'one that you see is the path to it.',
    document: chunkOf(chunkWorld, chunkWorld.path), nested: chunkWorld,
    view: {mode: 'relief', zoom: -6.5, range: [-0.5, 0.5], sea: -0.05, relief: 1.5},
  },
  {
    id: 'value-map', title: 'A map of random values', group: 'Articles',
    says: '16 x 16 random values with smoothstep between them, which wrap at all borders.',
    document: valueMap, view: {zoom: -0.5},
  },
  {
    id: 'erosion', title: 'Terrain with erosion', group: 'Landscapes',
    says: 'Gullies along the slopes, and narrower ones that branch off. Look at it in 3D.',
    document: textures.eroded,
    view: {mode: 'relief', palette: 'rock', range: [-0.6, 0.7], relief: 150, x: 320, y: 200},
  },
  {
    id: 'coast', title: 'A coast', group: 'Landscapes',
    says: 'Eight octaves of noise, each twice as fine and half as high.',
    document: textures.octaves, view: {mode: 'relief', range: [-0.7, 0.7], sea: 0, relief: 80},
  },
  {
    id: 'island', title: 'An island', group: 'Landscapes',
    says: 'What is far from the middle is lowered, more and more.',
    document: textures.island,
    view: {mode: 'relief', range: [-0.7, 0.7], sea: 0, relief: 80, x: 320, y: 200},
  },
  {
    id: 'mountains', title: 'Mountains', group: 'Landscapes',
    says: 'Crests, with rough heights over smooth valleys, bent by a warp.',
    document: textures.mountains, view: {mode: 'relief', palette: 'rock', relief: 80},
  },
  {
    id: 'canyon', title: 'A canyon', group: 'Landscapes',
    says: 'Terraces beside a river that runs where the hills cross 0.',
    document: textures.canyon,
    view: {mode: 'relief', palette: 'sandstone', range: [0, 1], relief: 50},
  },
  {
    id: 'dunes', title: 'Dunes', group: 'Landscapes',
    says: 'A ramp that noise bends counts them; a curve draws the profile of each.',
    document: textures.dunes, view: {mode: 'relief', palette: 'sand', range: [0, 1], relief: 28},
  },
  {
    id: 'planet', title: 'A planet', group: 'Landscapes',
    says: 'Points of a sphere are samples of noise in 3D. Turn it by z.',
    document: textures.world,
    view: {mode: 'planet', range: [-1, 1], sea: 0, dimensions: 3},
  },
  {
    id: 'marble', title: 'Marble', group: 'Textures', says: 'Turbulence bends stripes.',
    document: textures.marble,
    view: {mode: 'relief', palette: 'marble', range: [0, 1], relief: 0.1},
  },
  {
    id: 'folds', title: 'Folded marble', group: 'Textures',
    says: 'Noise looked up where noise moves it, and a sine of that for veins.',
    document: textures.folds,
    view: {mode: 'relief', palette: 'marble', range: [0, 1], relief: 0.1},
  },
  {
    id: 'wood', title: 'Wood', group: 'Textures', says: 'Rings around an axis, and a fine grain.',
    document: textures.wood, view: {mode: 'relief', palette: 'wood', range: [0, 1], relief: 0.1},
  },
  {
    id: 'clouds', title: 'Clouds', group: 'Textures', says: 'One sum of octaves.',
    document: textures.clouds, view: {mode: 'relief', palette: 'sky', range: [0, 1], relief: 0.1},
  },
];

/** The recipe that an example opens. */
export function recipeOfExample(example: Example, catalogue: Catalogue): Recipe {
  const {id, document, view, simulator, nested} = example;
  return {
    graph: graphOf(document, catalogue), view: {...plainView, ...view}, example: id,
    ...(simulator && {simulator}), ...(nested && {nested}),
  };
}
