// The limits of places and zooms, which those who look around and those who read links share.

import type {Recipe, View} from './recipe';

/** The farthest zoom. In a nested world, a chunk is 16 pixels wide then. */
export const farthestOf = (nested: Recipe['nested']): number => nested ? -4 : 40;

/** The most positions of a path in a nested world: each picture of a chunk reads all of them. */
export const longestPath = 1000;

/** The closest zoom at a place: closer, binary64 could not tell the samples apart. */
export const closest = ({x, y}: Pick<View, 'x' | 'y'>): number =>
  Math.max(Math.log2(Math.max(Math.abs(x), Math.abs(y), 1)) - 44, -40);

/** The largest x and y, as a power of 2: there, the closest zoom is the farthest one, too. */
export const outermostOf = (nested: Recipe['nested']): number => farthestOf(nested) + 44;

/** The largest width and height of a tile that is repeated, as a power of 2. */
export const largestTile = outermostOf(undefined);

/** True if a tile of this width and height can be repeated. */
export const isTile = (edges: readonly unknown[]): edges is [number, number] =>
  edges.length === 2 && edges.every((edge) =>
    typeof edge === 'number' && edge > 0 && edge <= 2 ** largestTile);

/** The zoom of a view, or the limit that it is beyond. */
export const limitedZoom = (view: Pick<View, 'x' | 'y' | 'zoom'>, farthest: number): number =>
  Math.min(Math.max(view.zoom, closest(view)), farthest);

/** The view, or the nearest one within all limits. */
export function limitedView(view: View, nested: Recipe['nested']): View {
  const most = 2 ** outermostOf(nested);
  const limited = (place: number) => Math.min(Math.max(place, -most), most);
  const place = {...view, x: limited(view.x), y: limited(view.y)};
  return {...place, zoom: limitedZoom(place, farthestOf(nested))};
}
