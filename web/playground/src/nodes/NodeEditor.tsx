// The field as a graph: drag between ports to connect calls, and choose one to see its form.

import '@xyflow/react/dist/style.css';

import {
  Background, Controls, type Edge, type EdgeChange, MiniMap, type NodeChange, ReactFlow,
  ReactFlowProvider, useReactFlow,
} from '@xyflow/react';
import type {Catalogue} from 'perlane';
import {memo, type MouseEvent as Click, type PointerEvent, useMemo, useRef, useState} from 'react';

import {inserted, withInput, withMember, withPlace} from '../field/edit';
import {type Graph, type Place, selfAndDependents} from '../field/graph';
import type {Complaint} from '../field/write';
import {useEvent} from '../useEvent';
import {CallNode, type CallNodeType, type Editing, EditingContext} from './CallNode';
import {dataOf, edgesOf, edgeThrough, endOf} from './flow';
import {heightOf, layout, nodeWidth, withFixedPlaces} from './layout';
import type {Thumbnails} from './thumbnails';
import {useCommands} from './useCommands';
import {fit, useInSight} from './useInSight';
import {type Dropped, useWires} from './useWires';

interface Props {
  catalogue: Catalogue;
  graph: Graph;
  thumbnails: Thumbnails;
  /** The call whose form is open. */
  chosen: string;
  /** A node that the user asked to see; another object each time. */
  sought: {id: string} | null;
  /** The call that the picture shows in place of the output. */
  previewed: string | null;
  complaint?: Complaint;
  onChoose(id: string): void;
  onPreview(id: string | null): void;
  onChange(graph: Graph, key: string | null): void;
  /** The same field, with nodes elsewhere. */
  onMove(graph: Graph): void;
  onAdd(dropped: Dropped): void;
  /** True if the graph fills the page. */
  isWide: boolean;
}

const nodeTypes = {call: CallNode};
const nothing: ReadonlySet<string> = new Set();

// More nodes than this are drawn only where they are in sight.
const many = 150;

function Editor(props: Props) {
  const {catalogue, graph, thumbnails, chosen, sought, previewed, complaint, onChoose, onPreview,
         onChange, onMove, onAdd, isWide} = props;
  const {fitView, screenToFlowPosition} = useReactFlow();
  const places = useMemo(() => layout(graph, catalogue), [graph, catalogue]);
  // React Flow forgets the ports of nodes that come without the sizes that it has measured.
  const [sizes, setSizes] = useState<ReadonlyMap<string, CallNodeType['measured']>>(new Map());
  const [dragged, setDragged] = useState<ReadonlyMap<string, Place>>(new Map());
  const [picked, setPicked] = useState(nothing);
  const [aimed, setAimed] = useState<string | null>(null);  // the edge under the dragged node
  const [known] = useState(() => new Map());
  const flow = useRef<HTMLDivElement>(null);
  const pointer = useRef<Place | null>(null);

  const data = useMemo(() => dataOf(graph, catalogue, {chosen, previewed, complaint}, known),
                       [catalogue, graph, chosen, previewed, complaint, known]);
  const nodes = useMemo(() => graph.calls.map((call): CallNodeType => {
    const {id} = call, [x, y] = dragged.get(id) ?? places.get(id) as Place;
    const all = data.get(id) as CallNodeType['data'];
    return {
      id, type: 'call', position: {x, y}, measured: sizes.get(id), selected: picked.has(id),
      data: all, ariaLabel: `${all.name} (${id})${all.isMuted ? ', muted' : ''}`,
      initialWidth: nodeWidth, initialHeight: heightOf(catalogue, call),
    };
  }), [graph, catalogue, data, places, sizes, dragged, picked]);
  const edges = useMemo(() => edgesOf(graph, picked, aimed), [graph, picked, aimed]);
  // A new node may get the name of one that was removed.
  const there = useMemo(() => new Set([...nodes, ...edges].map(({id}) => id)), [nodes, edges]);
  const gone = [...picked].filter((id) => !there.has(id));
  if (gone.length > 0) setPicked(new Set([...picked].filter((id) => there.has(id))));
  const fixed = () => withFixedPlaces(graph, catalogue);

  useInSight({catalogue, graph, places, chosen, sought, isWide, flow});

  const pick = (changes: {id: string; selected: boolean}[]) => {
    if (changes.length === 0) return;
    setPicked((before) => {
      const after = new Set(before);
      for (const {id, selected} of changes) selected ? after.add(id) : after.delete(id);
      return after;
    });
  };
  const onNodes = (changes: NodeChange<CallNodeType>[]) => {
    const measured = changes.flatMap((change) =>
      change.type === 'dimensions' && change.dimensions ?
        [[change.id, change.dimensions] as const] : []);
    if (measured.length > 0) setSizes((before) => new Map([...before, ...measured]));
    const selections = changes.filter((change) => change.type === 'select');
    pick(selections);
    const selected = selections.find((change) => change.selected);
    if (selected) onChoose(selected.id);
    const moves = changes.flatMap((change) => change.type === 'position' && change.position ?
      [{...change, place: [change.position.x, change.position.y] as Place}] : []);
    if (moves.length === 0) return;
    if (moves.some(({dragging}) => dragging)) {
      const [first] = moves;
      if (moves.length === 1 && first) setAimed(aimOf(first.id, first.place));
      setDragged((before) => new Map([...before, ...moves.map(({id, place}) =>
        [id, place] as const)]));
      return;
    }
    setDragged(new Map());
    setAimed(null);
    const moved = moves.reduce((next, {id, place: [x, y]}) =>
      withPlace(next, id, [Math.round(x), Math.round(y)]), fixed());
    const edge = edges.find(({id}) => id === aimed), [first] = moves;
    const put = edge && first && inserted(moved, catalogue, first.id, endOf(edge));
    put ? onChange(put, null) : onMove(moved);
  };
  // A node that is used nowhere can be dropped on a wire.
  const aimOf = (id: string, [x, y]: Place): string | null => {
    const call = graph.calls.find((one) => one.id === id);
    const isUsed = graph.output === id || selfAndDependents(graph, id).size > 1;
    if (!call || !flow.current || isUsed) return null;
    const found = edgeThrough(flow.current, x + 16, y + 4, nodeWidth - 32,
                              heightOf(catalogue, call) - 8);
    const edge = edges.find((one) => one.id === found);
    return edge && inserted(graph, catalogue, id, endOf(edge)) ? edge.id : null;
  };
  const onEdges = (changes: EdgeChange[]) =>
    pick(changes.filter((change) => change.type === 'select'));

  const groundAt = ([x, y]: Place): Place => {
    const position = screenToFlowPosition({x, y});
    return [Math.round(position.x), Math.round(position.y)];
  };
  const wires = useWires({graph, fixed, groundAt, onChange, onAdd});
  // A search, whose choice comes to stand there: by itself, or in the connection.
  const search = (at: Place, edge?: Edge) => {
    const [x, y] = groundAt(at);
    onAdd({at, place: [x - nodeWidth / 2, y - 12], spot: edge ? {to: endOf(edge)} : {}});
  };
  const searchAtPointer = () => {
    const box = (flow.current as HTMLElement).getBoundingClientRect();
    search(pointer.current ?? [box.x + box.width / 2, box.y + box.height / 3]);
  };
  const onDoubleClick = (event: Click) => {
    if (!(event.target instanceof Element)) return;
    const {target} = event, id = target.closest<HTMLElement>('.react-flow__edge')?.dataset['id'];
    const edge = edges.find((one) => one.id === id);
    if (edge || target.matches('.react-flow__pane')) search([event.clientX, event.clientY], edge);
  };

  const {onKeyDown, ...clipboard} = useCommands({
    catalogue, graph, chosen, picked, edges, onPick: (ids) => setPicked(new Set(ids)), onChoose,
    onPreview, onChange, onSearch: searchAtPointer,
    onFit: () => void fitView(fit),
    pointerPlace: () => pointer.current && groundAt(pointer.current),
  });

  const set = useEvent<Parameters<Editing['set']>, void>((id, {name, isPort}, value) => {
    if (!isPort) onChange(withMember(graph, id, name, value), `${id}.${name}`);
    // An incomplete number changes nothing.
    else if (typeof value === 'number') {
      onChange(withInput(fixed(), id, name, value), `${id}.${name}`);
    }
  });
  const preview = useEvent((id: string) => onPreview(id === previewed ? null : id));
  const editing = useMemo(() => ({thumbnails, set, preview}), [thumbnails, set, preview]);
  return (
    <EditingContext value={editing}>
      <div className="flow" ref={flow} tabIndex={-1} onKeyDown={onKeyDown} {...clipboard}
        onDoubleClick={onDoubleClick}
        onPointerMove={({clientX, clientY}: PointerEvent) =>
          (pointer.current = [clientX, clientY])}
        onPointerLeave={() => (pointer.current = null)}>
        <ReactFlow nodes={nodes} edges={edges} nodeTypes={nodeTypes} onNodesChange={onNodes}
          onEdgesChange={onEdges} {...wires} onNodeClick={(_, {id}) => onChoose(id)}
          onPaneClick={() => flow.current?.focus({preventScroll: true})}
          deleteKeyCode={null} colorMode="system" minZoom={0.1} zoomOnDoubleClick={false}
          onlyRenderVisibleElements={graph.calls.length > many}
          aria-label="The field as a graph of calls">
          <Background />
          <Controls showInteractive={false} orientation="horizontal" />
          <MiniMap pannable zoomable nodeBorderRadius={12} />
        </ReactFlow>
      </div>
    </EditingContext>
  );
}

export const NodeEditor = memo((props: Props) => (
  <ReactFlowProvider><Editor {...props} /></ReactFlowProvider>
));
