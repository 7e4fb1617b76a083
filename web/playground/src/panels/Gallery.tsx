// Examples and presets, with a picture of each that one sees before one chooses.

import type {Perlane} from 'perlane';
import {useEffect, useMemo, useRef, useState} from 'react';

import type {Pool} from '../engine/pool';
import {type Example, examples, recipeOfExample} from '../examples';
import {RecipePictures, recipePictureSize} from '../picture/recipePictures';
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

function RecipePicture({pictures, name, make}: {
  pictures: RecipePictures; name: string; make(): Recipe;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isWrong, setIsWrong] = useState(false);
  useEffect(() => {
    let isHere = true;
    Promise.resolve().then(() => pictures.of(name, make)).then(
      (image) => canvas.current?.getContext('2d')?.drawImage(image, 0, 0),
      () => isHere && setIsWrong(true));
    return () => {
      isHere = false;
    };
  }, [pictures, name]);
  return (
    <canvas ref={canvas} width={recipePictureSize} height={recipePictureSize} aria-hidden="true"
      className={isWrong ? 'recipe-picture wrong' : 'recipe-picture'} />
  );
}

export function Gallery({perlane, pool, example, onOpen, onOpenLink}: Props) {
  const pictures = useMemo(() => new RecipePictures(perlane, pool), [perlane, pool]);
  const presets = usePresets();
  const own = presets.map(({name}, i) =>
    ({value: `${ownPrefix}${i}`, label: name, group: 'Your own'}));
  const options = [...own, ...groups.flatMap((group) => examples
    .filter((one) => one.group === group)
    .map(({id, title, says}) => ({value: id, label: title, group, title: says})))];
  const presetOf = (value: string) =>
    value.startsWith(ownPrefix) ? presets[Number(value.slice(ownPrefix.length))] : undefined;
  const pictureOf = (value: string) => {
    const preset = presetOf(value);
    const make = () => preset ? recipeOf(preset.link, perlane) :
      recipeOfExample(examples.find(({id}) => id === value) as Example, perlane.catalogue);
    return (
      <RecipePicture key={preset?.link} pictures={pictures} name={preset?.link ?? value}
        make={make} />
    );
  };
  return (
    <Chooser id="example" label="Example" value={example} options={options} picture={pictureOf}
      text={examples.find(({id}) => id === example)?.title ?? 'your own'}
      onChoose={(value) => {
        const preset = presetOf(value);
        preset ? onOpenLink((preset as Preset).link) : onOpen(value);
      }} />
  );
}
