// The settings of the view: its kind, colours, and light.

import type {Catalogue} from 'perlane';
import {useEffect, useState} from 'react';

import {type Evaluated, modeOf, shownRange} from '../field/evaluate';
import {periodOf} from '../field/period';
import {NumberText} from '../nodes/NumberText';
import type {Seen} from '../picture/Picture';
import {palettes} from '../picture/palettes';
import {planetPeriod} from '../picture/planet';
import type {View} from '../state/recipe';
import {isTile, largestTile} from '../state/zoom';
import {useEvent} from '../useEvent';
import {Histogram} from './Histogram';
import {Select} from './Select';

interface Props {
  view: View;
  field: Evaluated;
  catalogue: Catalogue;
  /** True if the picture is a plane of samples. */
  isPlane: boolean;
  seen: Seen | null;
  onChange(view: Partial<View>, key: string): void;
  /** Changes the view without a step of the history. */
  onLook(view: Partial<View>): void;
}

interface SlideProps {
  name: string;
  label: string;
  value: number;
  least: number;
  most: number;
  step: number;
  /** Said beside it in place of the value. */
  says?: string;
  onChange(value: number): void;
}

function Slide({name, label, value, least, most, step, says, onChange}: SlideProps) {
  return (
    <div className="row">
      <label htmlFor={name}>{label}</label>
      <div className="number-row">
        <input id={name} type="range" min={least} max={most} step={step} value={value}
          onChange={(event) => onChange(Number(event.target.value))} />
        <output htmlFor={name}>{says ?? Number(value.toPrecision(3))}</output>
      </div>
    </div>
  );
}

// Three digits that hold all that is seen; null if that is not a range, as where all is NaN.
const rounded = (seen: Seen): [number, number] | null => {
  const unit = 10 ** Math.floor(Math.log10(Math.max(seen.max - seen.min, 1e-30)) - 1);
  const digits = (value: number) => Number(value.toPrecision(12));
  const low = digits(Math.floor(seen.min / unit) * unit);
  const high = digits(Math.ceil(seen.max / unit) * unit);
  return [low, high].every((end) => Number.isFinite(Math.fround(end))) ? [low, high] : null;
};

// The complaint about numbers that the user types, until they have other values or lose the focus.
function useComplaint(values: readonly number[] | null) {
  const [complaint, complain] = useState<string | null>(null);
  useEffect(() => complain(null), [String(values)]);
  return {complaint, complain, onBlur: () => complain(null)};
}

// The two ends of the range as numbers. A complaint says if they are not a range.
function RangeInputs({range, onChange}: {
  range: readonly [number, number]; onChange(range: [number, number]): void;
}) {
  const [low, high] = range, {complaint, complain, onBlur} = useComplaint(range);
  const set = (next: readonly (number | string | undefined)[]) => {
    const [a, b] = next.map((one) => typeof one === 'number' ? Math.fround(one) : NaN);
    const isRange = Number.isFinite(a) && Number.isFinite(b) && (a as number) < (b as number);
    complain(isRange ? null : 'Use two numbers, the one of black below the one of white.');
    if (isRange) onChange(next as [number, number]);
  };
  return (
    <div className="row">
      <label htmlFor="range-low">black, white</label>
      <div className="pair" onBlur={onBlur}>
        <NumberText id="range-low" label="black" value={low} says="range-says"
          isWrong={complaint !== null} onChange={(value) => set([value, high])} />
        <NumberText id="range-high" label="white" value={high} says="range-says"
          isWrong={complaint !== null} onChange={(value) => set([low, value])} />
      </div>
      <p id="range-says" className="error" role="alert">{complaint}</p>
    </div>
  );
}

const tileLimits = {above: 0, most: 2 ** largestTile};

// The tile that is shown again and again. A field that has a period suggests it.
function RepeatInputs({repeat, field, catalogue, onChange}: {
  repeat: View['repeat']; field: Evaluated; catalogue: Catalogue; onChange: Props['onChange'];
}) {
  const {complaint, complain, onBlur} = useComplaint(repeat);
  const set = (next: readonly (number | string | undefined)[]) => {
    complain(isTile(next) ? null :
      `A tile needs a width and a height above 0, up to 2^${largestTile}.`);
    if (isTile(next)) onChange({repeat: next}, 'tile');
  };
  return (
    <>
      <label className="check">
        <input type="checkbox" checked={repeat !== null}
          onChange={(event) => onChange({repeat: event.target.checked ?
            periodOf(field.document, catalogue) ?? [256, 256] : null}, 'repeat')} />
        Repeat a tile, to look at its seams
      </label>
      {repeat && (
        <div className="row">
          <label htmlFor="tile-width">from 0 to</label>
          <div className="pair" onBlur={onBlur}>
            <NumberText id="tile-width" label="width of the tile" value={repeat[0]}
              says="tile-says" isWrong={complaint !== null} limits={tileLimits}
              onChange={(value) => set([value, repeat[1]])} />
            <NumberText id="tile-height" label="height of the tile" value={repeat[1]}
              says="tile-says" isWrong={complaint !== null} limits={tileLimits}
              onChange={(value) => set([repeat[0], value])} />
          </div>
          <p id="tile-says" className={complaint ? 'error' : 'hint'}
            role={complaint ? 'alert' : undefined}>
            {complaint ??
              'In units of coordinates. Tiles narrower than 32 pixels, or wider than 2^44, ' +
                'are not repeated.'}
          </p>
        </div>
      )}
    </>
  );
}

export function ViewPanel({view, field, catalogue, isPlane, seen, onChange, onLook}: Props) {
  const range = shownRange(view, field.range);
  const span = range.max - range.min;
  const sight = seen && rounded(seen);
  const choice = view.range === null ? 'proven' :
    sight && String(sight) === String(view.range) ? 'sight' : 'typed';
  const [isPlaying, setIsPlaying] = useState(false);
  const isPlanet = modeOf(view, field) === 'planet';
  const period = isPlanet ? planetPeriod : 200;  // of z, when it plays
  const advance = useEvent(() => onLook({z: (view.z + 1) % period}));
  const plays = isPlaying && field.dimensions > 2;
  useEffect(() => {
    if (!plays) return;
    const timer = setInterval(advance, 66);
    return () => clearInterval(timer);
  }, [plays, advance]);
  const dimensions = ([2, 3, 4] as const).filter((n) => n >= field.least && n <= field.most &&
    (n === 3 || !isPlanet));
  return (
    <div className="form">
      {seen && (
        <Histogram seen={seen} range={range}
          onChange={(next) => onChange({range: next}, 'dragged range')} />
      )}
      <fieldset className="choices">
        <legend>From black to white</legend>
        <label className={view.range === null ? 'chosen' : ''}>
          <input type="radio" name="range" checked={view.range === null}
            onChange={() => onChange({range: null}, 'range')} />
          the proven range
        </label>
        <label className={choice === 'sight' ? 'chosen' : ''}>
          <input type="radio" name="range" checked={choice === 'sight'} disabled={sight === null}
            onChange={() => sight && onChange({range: sight}, 'range')} />
          what is in sight
        </label>
        <label className={choice === 'typed' ? 'chosen' : ''}>
          <input type="radio" name="range" checked={choice === 'typed'}
            onChange={() => onChange({range: [range.min, range.max]}, 'range')} />
          these numbers
        </label>
      </fieldset>
      <RangeInputs range={[range.min, range.max]}
        onChange={(next) => onChange({range: next}, 'typed range')} />
      <div className="row">
        <label htmlFor="palette">palette</label>
        <Select id="palette" value={view.palette}
          onChange={(event) => onChange({palette: event.target.value}, 'palette')}>
          {Object.keys(palettes).map((name) => <option key={name}>{name}</option>)}
        </Select>
      </div>
      <label className="check">
        <input type="checkbox" checked={view.sea !== null}
          onChange={(event) => onChange({sea: event.target.checked ?
            Math.min(Math.max(0, range.min), range.max) : null}, 'has sea')} />
        Sea
      </label>
      {view.sea !== null && (
        <Slide name="sea" label="sea level" value={view.sea} least={range.min} most={range.max}
          step={span / 200} onChange={(sea) => onChange({sea}, 'sea')} />
      )}
      <Slide name="relief" label="steepness" value={Math.log2(Math.max(view.relief, 1e-6))}
        least={-6} most={12} step={0.1} says={String(Number(view.relief.toPrecision(3)))}
        onChange={(log) => onChange({relief: Number((2 ** log).toPrecision(3))}, 'relief')} />
      {isPlane && <RepeatInputs repeat={view.repeat} field={field} catalogue={catalogue}
        onChange={onChange} />}
      <label className="check">
        <input type="checkbox" checked={view.fades}
          onChange={(event) => onChange({fades: event.target.checked}, 'fades')} />
        Fade octaves that are finer than the pixels
      </label>
      <fieldset className="choices">
        <legend>Dimensions</legend>
        {dimensions.map((n) => (
          <label key={n} className={n === field.dimensions ? 'chosen' : ''}>
            <input type="radio" name="dimensions" checked={n === field.dimensions}
              onChange={() => onChange({dimensions: n}, 'dimensions')} />
            {n}
          </label>
        ))}
      </fieldset>
      {field.dimensions > 2 && (
        <>
          <Slide name="z" label={isPlanet ? 'turn' : 'z, or time'} value={view.z} least={0}
            most={period} step={0.25} onChange={(z) => onChange({z}, 'z')}
            says={isPlanet ? `${Math.round(360 * view.z / period)}°` : undefined} />
          <button type="button" aria-pressed={isPlaying} onClick={() => setIsPlaying(!isPlaying)}>
            {isPlaying ? 'Pause' : 'Play'}
          </button>
        </>
      )}
      {field.dimensions > 3 && (
        <Slide name="w" label="w" value={view.w} least={0} most={200} step={0.25}
          onChange={(w) => onChange({w}, 'w')} />
      )}
    </div>
  );
}
