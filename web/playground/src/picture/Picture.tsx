// The canvas: a part of a picture without borders.

import type {Perlane} from 'perlane';
import {useEffect, useLayoutEffect, useMemo, useRef, useState} from 'react';

import type {Paint, Painted} from '../engine/protocol';
import type {Pool} from '../engine/pool';
import {type Evaluated, modeOf, shownRange} from '../field/evaluate';
import {fitted} from '../field/nested';
import type {Recipe, View} from '../state/recipe';
import {farthestOf} from '../state/zoom';
import {useEvent} from '../useEvent';
import {drawOverlay} from './overlay';
import {planetView, radiusOf, turned} from './planet';
import {chunksOf, depthOf, squaresOf, type Viewport} from './squares';
import {type Progress, Tiles} from './tiles';
import {usePanZoom} from './usePanZoom';

export type Seen = Omit<Painted, 'image' | 'samples'>;

interface Props {
  perlane: Perlane;
  pool: Pool;
  recipe: Recipe;
  field: Evaluated;
  onLook(view: Partial<View>, nested?: Recipe['nested']): void;
  onProgress(progress: Progress, seen: Seen | null, cancel: () => void): void;
}

const pause = 100;  // milliseconds between reports of how far the picture is

export function paintOf(view: View, field: Evaluated): Paint {
  const range = shownRange(view, field.range);
  const mode = modeOf(view, field);
  // However relief is drawn, the whole range in so many pixels is a steep slope.
  const relief = mode === 'slope' ? Math.max(view.relief, 40 * 2 ** view.zoom) : view.relief;
  return {
    mode: mode === 'terrain' ? 'relief' : mode, range,
    palette: view.palette, sea: view.sea,
    steepness: relief / (range.max - range.min),
    ...(mode === 'planet' && {radius: radiusOf(view)}),
  };
}

export function Picture({perlane, pool, recipe, field, onLook, onProgress}: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [size, setSize] = useState({width: 0, height: 0, ratio: 1});
  const {nested, simulator} = recipe;
  const isPlanet = modeOf(recipe.view, field) === 'planet';
  const view = isPlanet ?
    planetView(recipe.view, Math.min(size.width, size.height) / size.ratio) :
    nested ? {...recipe.view, repeat: null} : recipe.view;
  const viewport: Viewport = {
    view, unit: 2 ** view.zoom / size.ratio,
    width: size.width * 2 ** view.zoom / size.ratio,
    height: size.height * 2 ** view.zoom / size.ratio,
  };
  const draw = useEvent((tiles: Tiles) => {
    const context = canvas.current?.getContext('2d');
    if (!context || size.width === 0) return;
    tiles.draw(context, viewport);
    if (simulator?.overlay && !isPlanet) drawOverlay(context, viewport, perlane, simulator);
  });
  const report = useEvent((tiles: Tiles) =>
    onProgress(tiles.latest, tiles.seen(), () => tiles.cancel()));
  const tiles = useMemo(() => {
    let isDue = false, stage = '', reported = 0;
    const made: Tiles = new Tiles(pool, () => {
      if (isDue) return;
      isDue = true;
      requestAnimationFrame((now) => {
        isDue = false;
        draw(made);
        // The page around the picture takes longer than a square.
        const {done, total, coarse, isStopped} = made.latest;
        const next = String([done === total, coarse, isStopped]);
        if (next === stage && now - reported < pause) return;
        stage = next;
        reported = now;
        report(made);
      });
    });
    return made;
  }, [pool, draw, report]);

  useEffect(() => () => tiles.destroy(), [tiles]);

  useLayoutEffect(() => {
    const target = canvas.current as HTMLCanvasElement;
    const measure = () => {
      const ratio = Math.min(window.devicePixelRatio || 1, 2);
      const box = target.getBoundingClientRect();
      const pixels = (length: number) => Math.round(length * ratio);
      setSize({width: pixels(box.width), height: pixels(box.height), ratio});
    };
    const observer = new ResizeObserver(measure);
    observer.observe(target);
    return () => observer.disconnect();
  }, []);

  const paint = paintOf(recipe.view, field), painted = JSON.stringify(paint);
  const what = JSON.stringify([field.json, paint.radius, depthOf(view, field.dimensions),
                               view.fades, nested]);
  useEffect(() => {
    if (size.width === 0) return;
    const squares = (isCoarse: boolean) => nested ?
      chunksOf(viewport, nested, isCoarse) : squaresOf(viewport, field, isCoarse);
    tiles.show(what, paint, squares(true), squares(false));
    draw(tiles);
  }, [what, painted, view.x, view.y, view.zoom, String(view.repeat), size, simulator?.overlay,
      tiles]);

  const look = (change: Pick<View, 'x' | 'y' | 'zoom'>) => {
    if (isPlanet) return onLook(turned(recipe.view, view, change));
    if (nested === undefined) return onLook(change);
    const next = fitted(nested, {...view, ...change});
    onLook(next.view, next.nested);
  };
  const handlers = usePanZoom(canvas, view, farthestOf(nested), look);
  return (
    <canvas ref={canvas} className="picture" width={size.width || 1} height={size.height || 1}
      tabIndex={0} role="img"
      aria-label={isPlanet ? 'The field on a sphere. Arrow keys turn it, plus and minus zoom.' :
        `The field, with ${view.x.toPrecision(6)}, ${view.y.toPrecision(6)} in the middle. ` +
        'Arrow keys move it, plus and minus zoom.'}
      {...handlers} />
  );
}
