// The field as text, as a link and as files; and text that becomes the field.

import type {Perlane} from 'perlane';
import {memo, type RefObject, useRef, useState} from 'react';

import type {Pool} from '../engine/pool';
import {cppOf} from '../export/cpp';
import {commandOf, type Size} from '../export/render';
import type {Evaluated} from '../field/evaluate';
import {jsonOf} from '../field/json';
import {linkOf, type Recipe} from '../state/recipe';
import type {Landscape} from '../terrain/landscape';
import {PresetsForm} from './PresetsForm';
import {SaveForm} from './SaveForm';

interface Props {
  perlane: Perlane;
  pool: Pool;
  recipe: Recipe;
  field: Evaluated;
  /** The output or a preview, whichever the picture shows. */
  seenRecipe: Recipe;
  seenField: Evaluated;
  landscape: RefObject<Landscape | null>;
  /** Takes the text of a field; returns what is wrong with it. */
  onPaste(text: string): string | null;
  /** Opens a link; returns what is wrong with it. */
  onOpen(link: string): string | null;
  /** Says if the panel has to stay, hidden or not, since a save is in progress or has failed. */
  onSaving(isSaving: boolean): void;
}

const kinds = ['JSON', 'C++', 'command line', 'link'] as const;

export const SharePanel = memo((props: Props) => {
  const {perlane, pool, recipe, field, seenRecipe, seenField, landscape, onPaste, onOpen,
         onSaving} = props;
  const [kind, setKind] = useState<(typeof kinds)[number]>('JSON');
  const [size, setSize] = useState<Size>({width: 512, height: 512});
  const [copied, setCopied] = useState<{text: string; says: string} | null>(null);
  const [pasted, setPasted] = useState('');
  const [error, setError] = useState<string | null>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const texts = {
    JSON: () => jsonOf(field.document, 1),
    'C++': () => cppOf(field.graph, perlane.catalogue),
    'command line': () => commandOf(perlane, field, recipe.view, size, 16),
    link: () => new URL(`#${linkOf(recipe)}`, location.href).href,
  };
  const text = texts[kind]();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);  // a page without https has no clipboard
      setCopied({text, says: 'Copied.'});
    } catch {
      area.current?.select();
      setCopied({text, says: 'The browser refused. The text is selected; copy it yourself.'});
    }
  };
  const take = (next: string) => {
    setPasted(next);
    setError(next.trim() === '' ? null : onPaste(next));
  };
  return (
    <div className="form">
      <fieldset className="choices">
        <legend>Take it with you</legend>
        {kinds.map((one) => (
          <label key={one} className={one === kind ? 'chosen' : ''}>
            <input type="radio" name="kind" checked={one === kind} onChange={() => setKind(one)} />
            {one}
          </label>
        ))}
      </fieldset>
      <textarea ref={area} className="code" id="text" readOnly value={text} aria-label={kind}
        rows={9} />
      <button type="button" className="main" onClick={copy}>Copy as {kind}</button>
      <p role="status">{copied?.text === text && copied.says}</p>
      <SaveForm perlane={perlane} pool={pool} recipe={recipe} field={field} landscape={landscape}
        seen={{recipe: seenRecipe, field: seenField}} onSize={setSize} onSaving={onSaving} />
      <PresetsForm recipe={recipe} onOpen={onOpen} />
      <label htmlFor="paste">Paste a field as JSON</label>
      <textarea className="code" id="paste" value={pasted} rows={4} spellCheck={false}
        aria-invalid={error !== null} aria-describedby="paste-says"
        placeholder={'{"perlane": 1, "field": {"perlin": {}}}'}
        onChange={(event) => take(event.target.value)} />
      <p id="paste-says" className="error" role="alert">{error}</p>
    </div>
  );
});
