// The place, the speed, and a bar for long computations.

import type {Perlane} from 'perlane';
import {useEffect, useState} from 'react';

import type {Pool} from '../engine/pool';
import {focusPicture} from '../focus';
import {placeText} from '../inspect/scale';
import type {Progress} from '../picture/tiles';
import type {Recipe} from '../state/recipe';

interface Props {
  perlane: Perlane;
  pool: Pool;
  recipe: Recipe;
  status: {progress: Progress; cancel(): void} | null;
}

const patience = 400;  // milliseconds without a bar

export function StatusLine({perlane, pool, recipe: {view}, status}: Props) {
  const progress = status?.progress;
  const isBusy = progress !== undefined && progress.done < progress.total && !progress.isStopped;
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    setIsLong(false);
    if (!isBusy) return;
    const timer = setTimeout(() => setIsLong(true), patience);
    return () => clearTimeout(timer);
  }, [isBusy]);
  const {workers, samples} = pool.rate;
  const time = progress?.fine ?? null;
  return (
    <div className="status" data-state={isBusy ? 'busy' : progress?.isStopped ? 'stopped' : 'rest'}
      data-coarse={progress?.coarse ?? ''} data-fine={progress?.fine ?? ''}
      data-computed={pool.computed}>
      <span>x {placeText(view.x, view.zoom)}, y {placeText(view.y, view.zoom)}, {' '}
        {view.zoom <= 0 ? `${Number((2 ** -view.zoom).toPrecision(3))} : 1` :
          `1 : ${Number((2 ** view.zoom).toPrecision(3))}`}</span>
      <span>{(samples / 1e6).toPrecision(3)} M samples/s, {workers} workers, {perlane.activeIsa}
        {time !== null && `, ${time.toFixed(0)} ms`}</span>
      {isBusy && isLong && progress && (
        <span className="bar">
          <progress value={progress.done} max={progress.total} aria-label="The picture" />
          <button type="button" onClick={() => {
            focusPicture();
            status?.cancel();
          }}>
            Cancel
          </button>
        </span>
      )}
      {progress?.isStopped && !progress.error && (
        <span role="status">Cancelled. Any change goes on.</span>
      )}
    </div>
  );
}
