// Examples and presets, with a picture of each that one sees before one chooses.

import type {Perlane} from 'perlane';
import {useEffect, useMemo, useRef, useState} from 'react';

import type {Pool} from '../engine/pool';
import {type Example, examples, recipeOfExample} from '../examples';
import {Shots, shotSize} from '../picture/shots';
import {type Preset, usePresets} from '../state/presets';
import {type Recipe, recipeOf} from '../state/recipe';
import {Chooser} from './Chooser';

interface Props {
  perlane: Perlane;
  pool: Pool;
  /** The example that is shown; '' if none is. */
  example: string;
  onOpen(id: string): void;
  onOpenLink(link: string): void;
}

const groups = ['Articles', 'Landscapes', 'Textures'] as const;
const ownPrefix = 'own-';

function Shot({shots, name, make}: {shots: Shots; name: string; make(): Recipe}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isWrong, setIsWrong] = useState(false);
  useEffect(() => {
    let isHere = true;
    Promise.resolve().then(() => shots.of(name, make)).then(
      (image) => canvas.current?.getContext('2d')?.drawImage(image, 0, 0),
      () => isHere && setIsWrong(true));
    return () => {
      isHere = false;
    };
  }, [shots, name]);
  return (
    <canvas ref={canvas} width={shotSize} height={shotSize} aria-hidden="true"
      className={isWrong ? 'shot wrong' : 'shot'} />
  );
}

export function Gallery({perlane, pool, example, onOpen, onOpenLink}: Props) {
  const shots = useMemo(() => new Shots(perlane, pool), [perlane, pool]);
  const presets = usePresets();
  const own = presets.map(({name}, i) =>
    ({value: `${ownPrefix}${i}`, label: name, group: 'Your own'}));
  const options = [...own, ...groups.flatMap((group) => examples
    .filter((one) => one.group === group)
    .map(({id, title, says}) => ({value: id, label: title, group, title: says})))];
  const presetOf = (value: string) =>
    value.startsWith(ownPrefix) ? presets[Number(value.slice(ownPrefix.length))] : undefined;
  const shotOf = (value: string) => {
    const preset = presetOf(value);
    const make = () => preset ? recipeOf(preset.link, perlane) :
      recipeOfExample(examples.find(({id}) => id === value) as Example, perlane.catalogue);
    return <Shot key={preset?.link} shots={shots} name={preset?.link ?? value} make={make} />;
  };
  return (
    <Chooser id="example" label="Example" value={example} options={options} picture={shotOf}
      text={examples.find(({id}) => id === example)?.title ?? 'your own'}
      onChoose={(value) => {
        const preset = presetOf(value);
        preset ? onOpenLink((preset as Preset).link) : onOpen(value);
      }} />
  );
}
