// Files: the view as one sees it, and samples of the field.

import type {Perlane} from 'perlane';
import {type KeyboardEvent, type RefObject, useEffect, useRef, useState} from 'react';

import type {Pool} from '../engine/pool';
import {
  complaintOfSize, download, fileOf, type Format, formats, nameOf, nameOfPicture, pictureOf,
  type Size,
} from '../export/render';
import {type Evaluated, modeOf} from '../field/evaluate';
import {NumberText} from '../nodes/NumberText';
import type {Recipe} from '../state/recipe';
import type {Landscape} from '../terrain/landscape';
import {Button} from './Button';

interface Props {
  perlane: Perlane;
  pool: Pool;
  recipe: Recipe;
  field: Evaluated;
  /** The recipe and the field that the picture shows. */
  seen: {recipe: Recipe; field: Evaluated};
  landscape: RefObject<Landscape | null>;
  /** Gets sizes that can be saved. */
  onSize(size: Size): void;
  /** Says if a save is in progress or has failed. */
  onSaving(isSaving: boolean): void;
}

const titles: Record<Format, string> = {
  png16: 'PNG, 16 bits', png8: 'PNG, 8 bits', r16: 'r16', tiff: 'TIFF, 32-bit floats',
  normals: 'Normals, PNG', mesh: 'Mesh, glTF',
};

// The size is not a part of the recipe: undo there is the browser's.
const stopUndo = (event: KeyboardEvent) => {
  if (event.ctrlKey || event.metaKey) event.stopPropagation();
};

export function SaveForm(props: Props) {
  const {perlane, pool, recipe, field, seen, landscape, onSize, onSaving} = props;
  const [size, setSize] = useState<Size>({width: 512, height: 512});
  const [says, setSays] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [saving, setSaving] = useState<AbortController | null>(null);
  const cancel = useRef<HTMLButtonElement>(null);
  const isSaving = saving !== null || error !== null;
  useEffect(() => onSaving(isSaving), [onSaving, isSaving]);
  const {view, nested} = recipe, mode = modeOf(seen.recipe.view, seen.field);
  const set = (edge: Partial<Record<keyof Size, unknown>>) => {
    const next = {...size, ...edge} as Size;
    const complaint = complaintOfSize(next);
    setSize(next);
    setError(complaint);
    if (complaint === null) onSize(next);
  };
  const save = async (format: Format | undefined, pressed: HTMLElement) => {
    const complaint = complaintOfSize(size, format);
    setError(complaint);
    setSays('');
    if (complaint !== null) return;
    const onProgress = (done: number) =>
      setSays(done < 1 ? `Computing, ${Math.floor(100 * done)} %…` : 'Writing the file…');
    const controller = new AbortController(), {signal} = controller, job = {signal, onProgress};
    setSaving(controller);
    onProgress(0);
    try {
      const across = document.querySelector('.canvas')?.clientWidth ?? 512;
      const file = format ? await fileOf(pool, field, view, size, format, job) :
        await pictureOf(perlane, pool, seen.recipe, seen.field, landscape.current, across, size,
                        job);
      signal.throwIfAborted();
      download(file, format ? nameOf(field, view, size, format) :
        nameOfPicture(seen.field, mode, size));
      setSays('Saved.');
    } catch (problem) {
      setSays(signal.aborted ? 'Cancelled.' : '');
      if (!signal.aborted) setError(`The file could not be made: ${(problem as Error).message}`);
    } finally {
      if (document.activeElement === cancel.current) pressed.focus();
      setSaving(null);
    }
  };
  const edge = (name: keyof Size) => (
    <NumberText id={`save-${name}`} label={`${name} of files`} value={size[name]} says="save-says"
      isWrong={error !== null} limits={{least: 1, most: 8192, isWhole: true}}
      onChange={(value) => set({[name]: value ?? ''})} />
  );
  const button = (format: Format | undefined, title: string) => (
    <Button key={title} disabled={nested !== undefined || saving !== null}
      onClick={({currentTarget}) => save(format, currentTarget)}>
      {title}
    </Button>
  );
  return (
    <>
      <div className="row">
        <label htmlFor="save-width">size of files</label>
        <div className="pair" onKeyDown={stopUndo}>{edge('width')}{edge('height')}</div>
        <p id="save-says" className="error" role="alert">{error}</p>
      </div>
      {nested && <p className="hint">Chunks within chunks cannot be saved.</p>}
      <fieldset className="choices">
        <legend>The {mode === 'terrain' ? 'landscape' : 'picture'} as you see it</legend>
        {button(undefined, 'Picture, PNG')}
      </fieldset>
      <fieldset className="choices">
        <legend>Samples in the middle, {2 ** Math.round(view.zoom)} apart</legend>
        {formats.map((format) => button(format, titles[format]))}
      </fieldset>
      <div className="bar">
        <p role="status">{says}</p>
        {saving && (
          <button ref={cancel} type="button" onClick={() => saving.abort()}>Cancel</button>
        )}
      </div>
    </>
  );
}
