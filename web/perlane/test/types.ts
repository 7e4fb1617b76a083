// Calls that compile, and calls that do not: `npm test` checks this file and does not run it.

import {type Arrays, type FieldText, load, type Output, Pool} from 'perlane';
import {load as loadSmall} from 'perlane/small';

const perlane = await load(), pool = new Pool(perlane);
const {add, cellular, fbm, perlin, warp} = perlane.make;

const hills = fbm(perlin({seed: 7n, gradients: {random: {seed: 3}}, period: [4, 8]}), {octaves: 5});
const point: number = hills.add(3).warp([1, hills]).sample(1, 2);
const codes: Uint16Array<ArrayBuffer> = hills.fill({shape: [4]}, {type: 'uint16'}).values;
const floats: Float32Array<ArrayBuffer> = hills.samplePoints([1], new Float32Array(1));
const later: Promise<{values: Uint8Array}> = pool.fill(hills, {shape: [4, 4]}, {type: 'uint8'});
const text: FieldText = {
  perlane: 1,
  fields: {hills: {fbm: {source: {perlin: {frequency: 0.1}}, gain: 0.4}}},
  field: {add: {a: 'hills', b: {warp: {field: 'hills', by: [1, 'hills']}}}},
};
perlane.fromJson(text);
void [point, codes, floats, later, add(1, hills), warp(hills, [2])];

const several = perlane.fillAll([{field: hills, type: 'uint8'}, {field: hills}], {shape: [4]});
const pair: [Uint8Array<ArrayBuffer>, Float32Array<ArrayBuffer>] =
  [several[0].values, several[1].values];
const outputs: Output[] = [{field: hills, type: 'uint8'}];
const any: Arrays[keyof Arrays] = perlane.fillAll(outputs, {shape: [4]})[0]!.values;
declare const type: 'uint8' | undefined, output: Output<'uint16'> | {field: typeof hills};
const unknown = perlane.fillAll([{field: hills, ...(type && {type})}, {field: hills, type}, output],
                                {shape: [4]});
const either: (Uint8Array | Float32Array)[] = [unknown[0].values, unknown[1].values];
const other: Uint16Array | Float32Array = unknown[2].values;
void [pair, any, either, other];
const mostly: {type?: 'uint8'} = {};
const one: Uint8Array | Float32Array = hills.fill({shape: [4]}, mostly).values;
const soon: Promise<{values: Uint8Array | Float32Array}> = pool.fill(hills, {shape: [4]}, mostly);
const plain: Float32Array = hills.fill({shape: [4]}, {into: new Float32Array(4)}).values;
void [one, soon, plain];
// @ts-expect-error: there may be no type
hills.fill({shape: [4]}, mostly).values satisfies Uint8Array;
// @ts-expect-error: there may be no type
pool.fill(hills, {shape: [4]}, mostly) satisfies Promise<{values: Uint8Array}>;
// @ts-expect-error: the outputs may be codes
perlane.fillAll(outputs, {shape: [4]})[0]!.values satisfies Float32Array;
// @ts-expect-error: there may be no type
unknown[0].values satisfies Uint8Array;
// @ts-expect-error: there may be a type
unknown[0].values satisfies Float32Array;
// @ts-expect-error: the type may be undefined
unknown[1].values satisfies Uint8Array;
// @ts-expect-error: there may be a type
unknown[1].values satisfies Float32Array;
// @ts-expect-error: floats are no codes
several[1].values satisfies Uint8Array;

// @ts-expect-error: there is no such member
perlin({sed: 7});
// @ts-expect-error: there is no such choice
cellular({distance: 'euclid'});
// @ts-expect-error: the source is missing
fbm({octaves: 5});
// @ts-expect-error: a list
warp(hills, hills);
// @ts-expect-error: a coordinate is a number
hills.sample(1, undefined);
perlane.make.opensimplex2({seed: -(2n ** 63n)}).add(perlane.make.opensimplex2s({seed: '-5'}));
// @ts-expect-error: there is no such option
hills.fill({shape: [4]}, {typ: 'uint8'});
// @ts-expect-error: floats do not become codes
hills.fill({shape: [4]}, {type: 'uint8', into: new Float32Array(4)});
// @ts-expect-error: there is no such function
perlane.fromJson({perlane: 1, field: {perlinn: {}}});
// @ts-expect-error: there is no such member
perlane.fromJson({perlane: 1, field: {perlin: {sed: 1}}});
// @ts-expect-error: there is no field
perlane.fromJson({perlane: 1, fild: {}});
// @ts-expect-error: a number is no grid
hills.fill({shape: 512});

const {make} = await loadSmall();
const small: Float32Array<ArrayBuffer> =
  make.fbm(make.perlin({seed: 7n, gradients: 'axes', period: [4, 8]}), {octaves: 5})
    .ridged().fill({shape: [4]}).values;
void small;
// @ts-expect-error: the small module has no such function
make.cellular();
// @ts-expect-error: its lattices are hashed
make.perlin({lattice: 'hashed'});
// @ts-expect-error: it has no derivatives
make.perlin().fillDerivatives({shape: [4]});
