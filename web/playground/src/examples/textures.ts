// The fields of docs/terrain.md and of "Marble, wood, clouds" in docs/cookbook.md.

import {add, call, fbm, multiply, perlin} from '../field/call';
import type {Document} from '../field/text';

const of = (field: Document['field'], fields?: Document['fields']): Document =>
  fields ? {perlane: 1, fields, field} : {perlane: 1, field};

const noise = perlin({seed: 3, frequency: 1 / 160});
const land = fbm(noise, {octaves: 8});
const massif = fbm(perlin({seed: 4, frequency: 1 / 400}), {octaves: 3});

export const octaves = of(land);
export const island = of(call('subtract', {
  a: add(land, 0.3),
  b: multiply(0.9, call('pow', {
    a: call('distance', {point: [320, 200], dimensions: 2, frequency: 1 / 300}), exponent: 2,
  })),
}));
export const mountains = of(call('domain_warp', {
  field: call('ridged_multifractal', {source: noise, octaves: 8, feedback: 2}),
  frequency: 1 / 100, amplitude: 30, octaves: 3,
}));
export const canyon = of(call('terrace', {
  a: call('smoothstep', {
    a: call('abs', {
      a: add(fbm('noise', {octaves: 3}), multiply(0.06, fbm('noise', {octaves: 8}))),
    }),
    low: 0.02, high: 0.4,
  }),
  steps: 5, smoothness: 0.3,
}), {noise});
export const dunes = of(call('curve', {
  a: call('fraction', {
    a: add(add(call('coordinate', {frequency: 1 / 56}), 'noise'),
           multiply(0.15, fbm('noise', {octaves: 8}))),
  }),
  points: [[0, 0], [0.75, 1], [1, 0]],
}), {noise});
export const eroded = of(call('erode', {height: massif, scale: 110}));
export const folds = of(call('abs', {
  a: call('sine', {
    a: add(call('coordinate', {frequency: 1 / 250}), multiply(1.5, call('warp', {
      field: 'land',
      by: [multiply(150, 'land'),
           multiply(150, call('translate', {field: 'land', distance: [1000, 700]}))],
    }))),
  }),
}), {land});
export const world = of(multiply(2.5, fbm(perlin({seed: 8, frequency: 1 / 70}), {octaves: 8})));

export const marble = of(call('smoothstep', {
  a: call('abs', {a: call('sine', {
    a: add(add(call('coordinate', {axis: 0, frequency: 1 / 200}),
               call('coordinate', {axis: 1, frequency: 1 / 350})),
           multiply(0.45, call('billow', {source: perlin({seed: 4, frequency: 1 / 128})}))),
  })}),
  low: -0.3, high: 0.6,
}));
export const wood = of(call('clamp', {
  a: add(add(0.55, multiply(0.35, call('smoothstep', {
    a: call('sine', {
      a: add(multiply(3, call('sqrt', {a: add(multiply('x', 'x'), multiply('y', 'y'))})),
             perlin({seed: 8, frequency: 1 / 128})),
    }),
    low: -1, high: 0.9,
  }))), multiply(0.12, call('scale', {
    field: perlin({seed: 9, frequency: 1 / 3}), factor: [1, 24, 1, 1],
  }))),
  low: 0, high: 1,
}), {
  x: add(call('coordinate', {axis: 0, frequency: 1 / 64}), -2.2),
  y: add(call('coordinate', {axis: 1, frequency: 1 / 640}), 0.3),
});
export const clouds = of(call('smoothstep', {
  a: fbm(perlin({seed: 21, frequency: 1 / 128}), {octaves: 7, gain: 0.55}), low: -0.15, high: 0.6,
}));
