// Small pictures of recipes, in their colours.

import type {Perlane} from 'perlane';

import type {Pool} from '../engine/pool';
import {evaluated} from '../field/evaluate';
import type {Recipe} from '../state/recipe';
import {paintOf} from './Picture';
import {planetView} from './planet';
import {depthOf} from './squares';

/** Pixels along each edge. */
export const recipePictureSize = 112;

const across = 448;  // pixels of the page that it shows
const priority = 300;

/** The view of a recipe in such a picture. */
function viewOf({view, nested}: Recipe): Recipe['view'] {
  if (nested) return {...view, x: 0.5, y: 0.5, zoom: -Math.log2(across)};
  return view.mode === 'planet' ? planetView(view, across) : view;
}

export class RecipePictures {
  private readonly known = new Map<string, Promise<ImageBitmap>>();

  constructor(private readonly perlane: Perlane, private readonly pool: Pool) {}

  /** The picture of a recipe, which is computed once, unless that fails. `key` names it. */
  of(key: string, make: () => Recipe): Promise<ImageBitmap> {
    const there = this.known.get(key);
    if (there) return there;
    const made = this.made(make());
    this.known.set(key, made);
    made.catch(() => this.known.delete(key));
    return made;
  }

  private async made(recipe: Recipe): Promise<ImageBitmap> {
    const isPlanet = recipe.view.mode === 'planet';
    const {field, complaint} = evaluated(this.perlane, recipe.graph,
                                         isPlanet ? 3 : recipe.view.dimensions);
    if (complaint) throw new Error(complaint.message);
    const view = viewOf(recipe), step = 2 ** view.zoom * across / recipePictureSize;
    const first = (middle: number) => Math.round(middle / step) - recipePictureSize / 2;
    const {image} = await this.pool.ask({
      kind: 'paint', json: field.json, paint: paintOf(recipe.view, field), square: {
        size: recipePictureSize, step, first: [first(view.x), first(view.y)],
        depth: depthOf(view, field.dimensions), footprint: isPlanet ? 0 : step,
      },
    }, priority);
    return image;
  }
}
