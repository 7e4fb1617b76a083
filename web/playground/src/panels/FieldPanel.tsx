// The field: its graph, what can be added to it, and the form of one call.

import type {Catalogue} from 'perlane';
import {memo, useEffect, useMemo, useRef, useState} from 'react';

import type {Pool} from '../engine/pool';
import {factoryOf, type Spot, withCall} from '../field/edit';
import type {Graph, Place} from '../field/graph';
import type {Complaint} from '../field/write';
import {focusGraph} from '../focus';
import {CallForm} from '../nodes/CallForm';
import {columnGap, freePlace, heightOf, nodeWidth, tidied, withFixedPlaces} from '../nodes/layout';
import {NodeEditor} from '../nodes/NodeEditor';
import {squareOf, Thumbnails} from '../nodes/thumbnails';
import type {Dropped} from '../nodes/useWires';
import type {View} from '../state/recipe';
import {useEvent} from '../useEvent';
import {Chooser, type Option, OptionList} from './Chooser';
import {Splitter} from './Splitter';

interface Props {
  catalogue: Catalogue;
  pool: Pool;
  graph: Graph;
  /** The place that pictures of nodes show. */
  view: View;
  complaint?: Complaint;
  /** The call that the picture shows in place of the output. */
  previewed: string | null;
  /** True if the graph fills the page. */
  isWide: boolean;
  onPreview(id: string | null): void;
  onWide(isWide: boolean): void;
  onChange(graph: Graph, key: string | null): void;
  /** The same field, with nodes elsewhere. */
  onMove(graph: Graph): void;
}

const groups = ['noise', 'fractals', 'operators', 'maps', 'chunks'] as const;
const column = nodeWidth + columnGap;
const settled = 150;  // milliseconds until pictures of nodes follow the view

const optionsOf = (catalogue: Catalogue): Option[] => groups.flatMap((group) =>
  catalogue.factories.filter((factory) => factory.group === group)
    .map(({name, help}) => ({value: name, label: name, group, says: help})));

// The list stays within the window.
const styleAt = ([x, y]: Place) => ({
  position: 'fixed', left: Math.max(Math.min(x, window.innerWidth - 310), 0),
  top: Math.max(Math.min(y, window.innerHeight - 340), 0), right: 'auto', width: 300,
}) as const;

function useThumbnails(pool: Pool, view: View): Thumbnails {
  const thumbnails = useMemo(() => new Thumbnails(pool), [pool]);
  const square = JSON.stringify(squareOf(view));
  useEffect(() => {
    const timer = setTimeout(() => thumbnails.look(JSON.parse(square)), settled);
    return () => clearTimeout(timer);
  }, [thumbnails, square]);
  return thumbnails;
}

export const FieldPanel = memo((props: Props) => {
  const {catalogue, pool, graph, view, complaint, previewed, isWide, onPreview, onWide, onChange,
         onMove} = props;
  const [wanted, setWanted] = useState<string | null>(null);
  const [sought, setSought] = useState<{id: string} | null>(null);
  const [dropped, setDropped] = useState<Dropped | null>(null);
  const form = useRef<HTMLDivElement>(null);
  const thumbnails = useThumbnails(pool, view);
  // A new node may get the name of one that was removed.
  const exists = graph.calls.some(({id}) => id === wanted);
  if (wanted !== null && !exists) setWanted(null);
  const chosen = exists ? wanted as string : graph.output;
  const options = useMemo(() => optionsOf(catalogue), [catalogue]);

  const add = useEvent((name: string, spot: Spot, at?: Place) => {
    const fixed = withFixedPlaces(graph, catalogue), factory = factoryOf(catalogue, name);
    const [x, y] = fixed.calls.find(({id}) => id === chosen)?.place ?? [0, 0];
    const left = factory.fields.length > 0 ? x + column : x - column;
    const added = withCall(fixed, catalogue, factory, spot, at ?? [left, y]);
    const call = added.graph.calls.find(({id}) => id === added.id);
    if (!at && call?.place) {
      const place = freePlace(fixed, catalogue, call.place, heightOf(catalogue, call));
      added.graph = {...added.graph, calls: added.graph.calls.map((one) =>
        one === call ? {...one, place} : one)};
    }
    onChange(added.graph, null);
    setWanted(added.id);
    setDropped(null);
  });
  // The button that asked for the node goes away.
  useEffect(() => {
    if (sought === null) return;
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    wrong ? wrong.focus() : focusGraph();
  }, [sought]);
  return (
    <div className="field">
      <div className="toolbar">
        <Chooser id="add" label="Add" text="Add noise, or an operator on the chosen node…"
          options={options} onChoose={(name) => add(name, {at: chosen})} />
        <button type="button" title="Finds places for all nodes anew"
          onClick={() => onMove(tidied(graph))}>Tidy</button>
        <button type="button" aria-pressed={isWide} onClick={() => onWide(!isWide)}
          title="The graph fills the page">Wide</button>
      </div>
      <NodeEditor catalogue={catalogue} graph={graph} thumbnails={thumbnails} chosen={chosen}
        sought={sought} previewed={previewed} complaint={complaint} onChoose={setWanted}
        onPreview={onPreview} onChange={onChange} onMove={onMove} onAdd={setDropped}
        isWide={isWide} />
      {dropped && (
        <OptionList label="Add a node here" style={styleAt(dropped.at)}
          options={options.filter(({value}) => dropped.spot.from === undefined ||
                                               factoryOf(catalogue, value).fields.length > 0)}
          onChoose={(name) => add(name, dropped.spot, dropped.place)}
          onClose={() => setDropped(null)} />
      )}
      {!isWide && <Splitter name="form" label="Height of the form" isAcross from={260} />}
      <div className="node-form" ref={form}>
        {complaint && complaint.id !== chosen && (
          <p className="error" role="alert">
            {complaint.message}{' '}
            {complaint.id && (
              <button type="button" onClick={() => {
                setWanted(complaint.id as string);
                setSought({id: complaint.id as string});
              }}>
                Show it
              </button>
            )}
          </p>
        )}
        <CallForm key={chosen} catalogue={catalogue} graph={graph} id={chosen}
          complaint={complaint} onChange={(next, key) => onChange(next, key || null)} />
        <details className="hint">
          <summary>Pointer and keys in the graph</summary>
          <dl>
            <dt>Tab, A, double click</dt><dd>add a node here, or in the connection</dd>
            <dt>drag a number</dt><dd>changes it; with Shift, finely</dd>
            <dt>click a picture, V</dt><dd>preview a node</dd>
            <dt>M</dt><dd>mute nodes</dd>
            <dt>Shift and drag</dt><dd>choose the nodes in a box</dd>
            <dt>Ctrl+A, C, X, V, D</dt><dd>choose all, copy, cut, paste, duplicate</dd>
            <dt>Delete</dt><dd>removes nodes, or cuts connections</dd>
            <dt>F</dt><dd>all of it in sight</dd>
          </dl>
        </details>
      </div>
    </div>
  );
});
