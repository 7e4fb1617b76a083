// The field as text, as a link and as files; and text that becomes the field.

import type {Perlane} from 'perlane';
import {memo, useState} from 'react';

import type {Pool} from '../engine/pool';
import {cppOf} from '../export/cpp';
import {commandOf, download, fileOf, type Format, formats, nameOf} from '../export/render';
import type {Evaluated} from '../field/evaluate';
import type {Recipe} from '../state/recipe';

interface Props {
  perlane: Perlane;
  pool: Pool;
  recipe: Recipe;
  field: Evaluated;
  /** Takes the text of a field; returns what is wrong with it. */
  onPaste(text: string): string | null;
}

const sizes = [256, 512, 1024, 2048] as const;
const titles: Record<Format, string> = {png16: 'PNG, 16 bits', png8: 'PNG, 8 bits', r16: 'r16'};
const kinds = ['JSON', 'C++', 'command line', 'link'] as const;

export const SharePanel = memo(({perlane, pool, recipe, field, onPaste}: Props) => {
  const [kind, setKind] = useState<(typeof kinds)[number]>('JSON');
  const [size, setSize] = useState<number>(512);
  const [says, setSays] = useState('');
  const [pasted, setPasted] = useState('');
  const [error, setError] = useState<string | null>(null);
  const texts = {
    JSON: () => JSON.stringify(field.document, null, 1),
    'C++': () => cppOf(recipe.graph, perlane.catalogue),
    'command line': () => commandOf(perlane, field, recipe.view, size, 16),
    link: () => location.href,
  };
  const text = texts[kind]();
  const copy = () => navigator.clipboard.writeText(text)
    .then(() => setSays('Copied.'), () => setSays('The browser refused; select the text instead.'));
  const save = async (format: Format) => {
    setSays('Computing…');
    const file = await fileOf(pool, field, recipe.view, size, format);
    download(file, nameOf(field, recipe.view, size, format));
    setSays('Saved.');
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
      <textarea className="code" id="text" readOnly value={text} aria-label={kind} rows={9} />
      <button type="button" className="main" onClick={copy}>Copy as {kind}</button>
      <div className="row">
        <label htmlFor="size">size of files</label>
        <select id="size" value={size} onChange={(event) => setSize(Number(event.target.value))}>
          {sizes.map((one) => <option key={one} value={one}>{one} × {one}</option>)}
        </select>
        <p className="hint">Samples in the middle of the picture,
          {` ${2 ** Math.round(recipe.view.zoom)} `}apart, as heights: colours are left out
          {recipe.view.mode === 'planet' && ', and so is the sphere'}.</p>
      </div>
      <div className="buttons">
        {formats.map((format) => (
          <button type="button" key={format} disabled={recipe.nested !== undefined}
            onClick={() => save(format).catch((problem: Error) => setSays(problem.message))}>
            {titles[format]}
          </button>
        ))}
      </div>
      <p role="status">{says}</p>
      <label htmlFor="paste">Paste a field as JSON</label>
      <textarea className="code" id="paste" value={pasted} rows={4} spellCheck={false}
        aria-invalid={error !== null} aria-describedby="paste-says"
        placeholder={'{"perlane": 1, "field": {"perlin": {}}}'}
        onChange={(event) => take(event.target.value)} />
      <p id="paste-says" className="error" role="alert">{error}</p>
    </div>
  );
});
