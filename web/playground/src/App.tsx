// The page: the picture, and the panels that change it.

import type {Perlane} from 'perlane';
import {lazy, Suspense, useMemo, useRef, useState} from 'react';

import type {Pool} from './engine/pool';
import {type Example, examples, recipeOfExample} from './examples';
import {beyond, type Evaluated, evaluated, modeOf} from './field/evaluate';
import {type Graph, isSame, placedAs} from './field/graph';
import {graphOf} from './field/parse';
import type {Document} from './field/text';
import {simulated, type Simulator} from './field/simulator';
import {focusPicture} from './focus';
import {Gallery} from './panels/Gallery';
import {Header} from './panels/Header';
import {BitsPanel} from './panels/BitsPanel';
import {ErrorBoundary} from './panels/ErrorBoundary';
import {FieldPanel} from './panels/FieldPanel';
import {Modes} from './panels/Modes';
import {SharePanel} from './panels/SharePanel';
import {Splitter} from './panels/Splitter';
import {SimulatorPanel} from './panels/SimulatorPanel';
import {StatusLine} from './panels/StatusLine';
import {type TabName, Tabs} from './panels/Tabs';
import {ViewPanel} from './panels/ViewPanel';
import {Inspector} from './inspect/Inspector';
import {Picture, type Seen} from './picture/Picture';
import type {Progress} from './picture/tiles';
import {recipeOf, type View} from './state/recipe';
import type {Landscape} from './terrain/landscape';
import {useEvent} from './useEvent';
import {useRecipe} from './useRecipe';

const Terrain = lazy(() => import('./terrain/Terrain'));

interface Status {
  progress: Progress;
  seen: Seen | null;
  cancel(): void;
}

export function App({perlane, pool}: {perlane: Perlane; pool: Pool}) {
  const {catalogue} = perlane;
  const state = useRecipe(perlane);
  const {recipe, change, look, open: openRecipe, opened} = state;
  const {view, simulator, nested} = recipe;
  const [tab, setTab] = useState<TabName>('Simulator');
  const [latest, setStatus] = useState<Status | null>(null);
  const landscape = useRef<Landscape | null>(null);
  const [wide, setWide] = useState(false);
  const [isSaving, setIsSaving] = useState(false);
  const [wanted, setPreviewed] = useState<string | null>(null);
  const [failedIn3D, setFailedIn3D] = useState<string | null>(null);
  // Nodes of another field have the same names.
  const [latestOpened, setLatestOpened] = useState(opened);
  if (opened !== latestOpened) {
    setLatestOpened(opened);
    setPreviewed(null);
  }

  const dimensions = view.mode === 'planet' ? 3 : view.dimensions;
  const verdict = useMemo(() => evaluated(perlane, recipe.graph, dimensions),
                          [perlane, recipe.graph, dimensions]);
  // While something is wrong, the last field that was right stays in sight.
  const [field, setField] = useState<Evaluated | null>(null);
  if (verdict.field && verdict.field !== field) setField(verdict.field);

  // In 3D there is no picture whose squares could be counted.
  const status = view.mode === 'terrain' ? null : latest;
  const failure = view.mode === 'terrain' ? failedIn3D : status?.progress.error ?? null;
  const complaint = useMemo(() => verdict.complaint ??
    (failure === null ? undefined : beyond(perlane, recipe.graph, view)),
                            [verdict, failure, perlane, recipe.graph, view]);

  // A new node may get the name of one that was removed.
  const isThere = recipe.graph.calls.some(({id}) => id === wanted);
  if (wanted !== null && !isThere) setPreviewed(null);
  const previewed = isThere && wanted !== recipe.graph.output ? wanted : null;
  const preview = useMemo(() => previewed === null ? null :
    evaluated(perlane, {...recipe.graph, output: previewed}, dimensions),
                          [perlane, recipe.graph, previewed, dimensions]);
  const seen = preview?.field ? {
    field: preview.field,
    recipe: {graph: recipe.graph, view: {...view, range: null, sea: null}},
  } : {field, recipe};

  // The same field goes on being the example, the simulator's or the world that it is.
  const setGraph = useEvent((graph: Graph, key: string | null) => {
    if (!isSame(graph, recipe.graph)) change({graph, view}, key);
  });
  const setSimulator = useEvent((next: Simulator, key: string) =>
    change({
      ...recipe, graph: placedAs(graphOf(simulated(next), catalogue), recipe.graph),
      simulator: next,
    }, key));
  const move = useEvent((graph: Graph) => change({...recipe, graph}, null));
  const setView = (next: Partial<View>, key: string) =>
    change({...recipe, view: {...view, ...next}}, `view.${key}`);
  const open = (id: string) => {
    const found = examples.find((one) => one.id === id) as Example;
    openRecipe(recipeOfExample(found, catalogue));
  };
  const openLink = useEvent((link: string): string | null => {
    try {
      openRecipe(recipeOf(link, perlane));
      return null;
    } catch (error) {
      return `It cannot be opened: ${(error as Error).message}.`;
    }
  });
  const paste = useEvent((text: string): string | null => {
    try {
      perlane.fromJson(text).destroy();
      openRecipe({graph: graphOf(JSON.parse(text) as Document, catalogue), view});
      return null;
    } catch (error) {
      return (error as Error).message;
    }
  });

  const known = examples.find(({id}) => id === recipe.example);
  const names: TabName[] = [...(simulator ? ['Simulator' as const] : []), 'Field', 'View', 'Share',
                            'Same bits'];
  const shown = names.includes(tab) ? tab : 'Field';
  const isWide = wide && shown === 'Field';
  const isPlane = !nested && seen.field && !['planet', 'terrain'].includes(
    modeOf(view, seen.field));
  const nameOf = (id: string | null) =>
    `${recipe.graph.calls.find((call) => call.id === id)?.factory} (${id})`;
  return (
    <div className="app">
      <Header {...state}>
        <Gallery perlane={perlane} pool={pool} example={recipe.example ?? ''}
          onOpenLink={(link) => state.complain(openLink(link))}
          onOpen={(id) => {
            open(id);
            if (id === 'simulator') setTab('Simulator');
          }} />
      </Header>
      <main className={isWide ? 'wide' : undefined}>
        <section className="stage" aria-label="Picture">
          <Modes view={view} field={seen.field} isNested={nested !== undefined}
            onChange={(mode) => setView({mode}, 'mode')} />
          {preview && (
            <p className="bar" role="status">
              {preview.complaint ? `No preview of ${nameOf(previewed)}: ` +
                preview.complaint.message : `A preview of ${nameOf(previewed)}`}
              <button type="button" onClick={() => {
                focusPicture();
                setPreviewed(null);
              }}>
                Back to the output
              </button>
            </p>
          )}
          <Inspector perlane={perlane} view={view}
            field={isPlane && seen.field ? seen.field : null}>
            {seen.field && view.mode !== 'terrain' && (
              <Picture perlane={perlane} pool={pool} {...seen} field={seen.field} onLook={look}
                onProgress={(progress, seen, cancel) => setStatus({progress, seen, cancel})} />
            )}
            {seen.field && view.mode === 'terrain' && (
              <ErrorBoundary says={'The view in 3D could not be loaded: there is no connection, ' +
                'or the page has changed since it was opened. Reload it. The other views work.'}>
                <Suspense fallback={<p className="notice">Loading the view in 3D…</p>}>
                  <Terrain pool={pool} field={seen.field} view={seen.recipe.view}
                    handle={landscape} onFailed={setFailedIn3D} />
                </Suspense>
              </ErrorBoundary>
            )}
          </Inspector>
          <StatusLine perlane={perlane} pool={pool} recipe={recipe} status={status} />
          {known && <p className="says">{known.says}</p>}
          {state.problem && <p className="error" role="alert">{state.problem}</p>}
          {(complaint ? shown !== 'Field' : failure) && (
            <p className="error" role="alert">{complaint?.message ?? failure}</p>
          )}
        </section>
        {!isWide && <Splitter name="aside" label="Width of the panels" from={480} />}
        <aside>
          <Tabs names={names} chosen={shown} onChoose={setTab}>
            {shown === 'Simulator' && simulator &&
              <SimulatorPanel simulator={simulator} onChange={setSimulator} />}
            {shown === 'Field' && (
              <FieldPanel key={opened} catalogue={catalogue} pool={pool} graph={recipe.graph}
                view={view} complaint={complaint} previewed={previewed} isWide={isWide}
                onPreview={setPreviewed} onWide={setWide} onChange={setGraph} onMove={move} />
            )}
            {shown === 'View' && field && (
              <ViewPanel view={view} field={field} catalogue={catalogue} isPlane={Boolean(isPlane)}
                seen={status?.seen ?? null} onChange={setView} onLook={look} />
            )}
            {(shown === 'Share' || isSaving) && field && seen.field && (
              <div hidden={shown !== 'Share'}>
                <SharePanel perlane={perlane} pool={pool} recipe={recipe} field={field}
                  seenRecipe={seen.recipe} seenField={seen.field} landscape={landscape}
                  onPaste={paste} onOpen={openLink} onSaving={setIsSaving} />
              </div>
            )}
            {shown === 'Same bits' && <BitsPanel pool={pool} />}
          </Tabs>
          {nested && <p className="says">Path of {nested.path.length} chunks:{' '}
            <code>{nested.path.slice(-4).map((p) => p.slice(0, 2).join()).join(' › ')}</code></p>}
        </aside>
      </main>
    </div>
  );
}
