// The keys of the graph, and the clipboard, which holds nodes as the text of a field.

import type {Edge} from '@xyflow/react';
import type {Catalogue} from 'perlane';
import {type ClipboardEvent, type KeyboardEvent, useEffect, useRef} from 'react';

import {withCopies, withMuted, withoutCall} from '../field/edit';
import {type Graph, partOf, type Place} from '../field/graph';
import {graphOf} from '../field/parse';
import type {Sheet} from '../field/text';
import {sheetOf} from '../field/write';
import {jsonOf} from '../field/json';
import {focusGraph} from '../focus';
import {isText} from '../keys';
import {validateDepth, validateSheet} from '../state/validate';
import {cut} from './flow';
import {withFixedPlaces} from './layout';

interface Commanded {
  catalogue: Catalogue;
  graph: Graph;
  /** The call whose form is open. */
  chosen: string;
  /** Nodes and connections. */
  picked: ReadonlySet<string>;
  edges: readonly Edge[];
  onPick(ids: readonly string[]): void;
  onChoose(id: string): void;
  onPreview(id: string | null): void;
  onChange(graph: Graph, key: string | null): void;
  onSearch(): void;
  onFit(): void;
  /** The place of the pointer on the canvas. */
  pointerPlace(): Place | null;
}

const copyStep: Place = [36, 36];

// True if the user points, rather than going through the page by Tab, which adds a node only then.
function useIsByPointer() {
  const isByPointer = useRef(false);
  useEffect(() => {
    const point = () => (isByPointer.current = true);
    const step = ({key, defaultPrevented}: globalThis.KeyboardEvent) => {
      if (key === 'Tab' && !defaultPrevented) isByPointer.current = false;
    };
    window.addEventListener('pointerdown', point, true);
    window.addEventListener('keydown', step);
    return () => {
      window.removeEventListener('pointerdown', point, true);
      window.removeEventListener('keydown', step);
    };
  }, []);
  return isByPointer;
}

export function useCommands(all: Commanded) {
  const {catalogue, graph, chosen, picked, edges, onPick, onChoose, onPreview, onChange, onSearch,
         onFit, pointerPlace} = all;
  const isByPointer = useIsByPointer();
  const fixed = () => withFixedPlaces(graph, catalogue);
  const chosenCalls = () => {
    const ids = new Set(graph.calls.filter(({id}) => picked.has(id)).map(({id}) => id));
    return ids.size > 0 ? ids : new Set([chosen]);
  };
  const withoutAll = (ids: ReadonlySet<string>) =>
    [...ids].reduce((next, id) => withoutCall(next, catalogue, id), fixed());
  const addCopies = (calls: Graph['calls'], by: Place) => {
    const {graph: next, ids} = withCopies(fixed(), calls, by);
    onChange(next, null);
    onPick(ids);
    if (ids[0] !== undefined) onChoose(ids[0]);
  };
  const onCopy = (event: ClipboardEvent, isCut = false) => {
    if (isText(event.target)) return;
    event.preventDefault();
    const ids = chosenCalls();
    event.clipboardData.setData('text/plain', jsonOf(sheetOf(partOf(fixed(), ids))));
    if (!isCut) return;
    focusGraph();
    onChange(withoutAll(ids), null);
  };
  const onPaste = (event: ClipboardEvent) => {
    if (isText(event.target)) return;
    event.preventDefault();
    try {
      const text = event.clipboardData.getData('text/plain'), sheet = JSON.parse(text) as Sheet;
      validateDepth(text);
      validateSheet(sheet);
      const part = withFixedPlaces(graphOf(sheet, catalogue), catalogue), [first] = part.calls;
      const [x, y] = first?.place ?? [0, 0];
      const [toX, toY] = pointerPlace() ?? [x + copyStep[0], y + copyStep[1]];
      addCopies(part.calls, [toX - x, toY - y]);
    } catch {
      // Text of another kind.
    }
  };

  const commands: Record<string, () => void> = {
    'ctrl a': () => onPick(graph.calls.map(({id}) => id)),
    'ctrl d': () => {
      const ids = chosenCalls();
      addCopies(fixed().calls.filter(({id}) => ids.has(id)), copyStep);
    },
    m: () => onChange(withMuted(fixed(), catalogue, chosenCalls()), null),
    v: () => onPreview([...chosenCalls()][0] as string),
    f: onFit,
    a: onSearch,
    tab: onSearch,
    escape: () => {
      onPick([]);
      onPreview(null);
    },
    // A box chooses the connections of its nodes, too. They go with the nodes.
    delete: () => {
      focusGraph();
      const lines = edges.filter(({selected}) => selected);
      const gone = new Set(graph.calls.filter(({id}) => picked.has(id)).map(({id}) => id));
      onChange(gone.size > 0 ? withoutAll(gone) : lines.reduceRight(cut, fixed()), null);
      onPick([]);
    },
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isText(event.target) || event.altKey) return;
    if (event.key === 'Tab' && (!isByPointer.current || event.shiftKey)) return;
    const key = event.key === 'Backspace' ? 'delete' : event.key.toLowerCase();
    const command = commands[event.ctrlKey || event.metaKey ? `ctrl ${key}` : key];
    if (command === undefined) return;
    event.preventDefault();
    command();
  };
  return {
    onKeyDown, onCopy: (event: ClipboardEvent) => onCopy(event),
    onCut: (event: ClipboardEvent) => onCopy(event, true), onPaste,
  };
}
