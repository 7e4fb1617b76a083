// The limits of the zoom, which those who look around and those who read links share.

import type {View} from './recipe';

/** The farthest zoom. */
export const farthest = 40;

/** The closest zoom at a place: closer, binary64 could not tell the samples apart. */
export const closest = ({x, y}: Pick<View, 'x' | 'y'>): number =>
  Math.max(Math.log2(Math.max(Math.abs(x), Math.abs(y), 1)) - 44, -40);

/** The zoom of a view, or the limit that it is beyond. */
export const limitedZoom = (view: Pick<View, 'x' | 'y' | 'zoom'>): number =>
  Math.min(Math.max(view.zoom, closest(view)), farthest);
