// Lengths on the picture, from pixels to coordinates and back, and numbers as texts.

import type {View} from '../state/recipe';

export interface Point {
  x: number;
  y: number;
}

/** The size of the picture, in pixels of the page. */
export interface Size {
  width: number;
  height: number;
}

export const coordinatesOf = ({x, y}: Point, view: View, {width, height}: Size): Point => ({
  x: view.x + (x - width / 2) * 2 ** view.zoom, y: view.y + (y - height / 2) * 2 ** view.zoom,
});

export const pixelsOf = ({x, y}: Point, view: View, {width, height}: Size): Point => ({
  x: (x - view.x) / 2 ** view.zoom + width / 2, y: (y - view.y) / 2 ** view.zoom + height / 2,
});

/** A round length, 1, 2 or 5 times a power of 10, and its pixels: as many as there may be. */
export function scaleBar(zoom: number, most: number): {length: number; pixels: number} {
  const unit = 2 ** zoom, power = 10 ** Math.floor(Math.log10(most * unit));
  const times = [5, 2, 1].find((n) => n * power / unit <= most) ?? 1;
  return {length: Number((times * power).toPrecision(3)), pixels: times * power / unit};
}

/** A number with four digits. */
export const short = (value: number): string => String(Number(value.toPrecision(4)));

/** A coordinate with as many digits as a pixel has. */
export const placeText = (value: number, zoom: number): string =>
  value.toFixed(Math.min(Math.max(Math.ceil(-zoom * 0.3), 0), 15));
