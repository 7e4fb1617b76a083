// The view of a planet: from straight before it, as wide as the picture allows. Its radius
// follows the zoom, so that the field is as wide on it as in the other views.

import type {View} from '../state/recipe';

/** Along z, and the radian: so much z turns the planet by one. */
export const planetTurn = 190;
/** Along z, and a whole turn. */
export const planetPeriod = 2 * Math.PI * planetTurn;

/** Its radius in units of coordinates. */
export const radiusOf = ({zoom}: View): number => planetTurn * 2 ** zoom;

/** The view that shows all of it in a picture so wide, in pixels of the page. */
export function planetView(view: View, edge: number): View {
  const zoom = Math.log2(2 * radiusOf(view) / (0.9 * Math.max(edge, 1)));
  return {...view, x: 0, y: 0, zoom, repeat: null};
}

/** Turns and zooms the planet as a change of `planetView` would move it. */
export function turned(view: View, seen: View, to: Pick<View, 'x' | 'zoom'>): Partial<View> {
  if (to.zoom !== seen.zoom) return {zoom: view.zoom + to.zoom - seen.zoom};
  const z = view.z + (to.x - seen.x) / radiusOf(view) * planetTurn;
  return {z: Number((((z % planetPeriod) + planetPeriod) % planetPeriod).toFixed(3))};
}
