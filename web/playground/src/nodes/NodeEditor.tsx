// The field as a graph: drag between ports to connect calls, and choose one to see its form.

import '@xyflow/react/dist/style.css';

import {
  Background, type Connection, Controls, type Edge, type EdgeChange, type FinalConnectionState,
  type NodeChange, ReactFlow, ReactFlowProvider, useReactFlow, useStoreApi,
} from '@xyflow/react';
import type {Catalogue} from 'perlane';
import {type KeyboardEvent, useEffect, useMemo, useRef, useState} from 'react';

import {
  factoryOf, rerouted, type Spot, withInput, withoutCall, withPlace,
} from '../field/edit';
import {
  type Call, type Complaint, type Graph, type Place, portsOf, sorted, usersOf,
} from '../field/graph';
import {type CallData, CallNode, type CallNodeType} from './CallNode';
import {held, heightOf, layout, nodeWidth} from './layout';

/** The end of a wire that was dropped where there is no port. */
export interface Dropped {
  spot: Spot;
  /** In pixels of the window, and where a node would stand. */
  at: Place;
  place: Place;
}

interface Props {
  catalogue: Catalogue;
  graph: Graph;
  /** The call whose form is open. */
  chosen: string;
  complaint?: Complaint;
  onChoose(id: string): void;
  onChange(graph: Graph): void;
  /** The same field, with nodes elsewhere. */
  onMove(graph: Graph): void;
  onDrop(dropped: Dropped): void;
}

const nodeTypes = {call: CallNode};
const nothing: ReadonlySet<string> = new Set();

// More nodes than this are drawn only where they are in sight.
const many = 150;

// Names can be read from this zoom on.
const legible = 0.5;

function detailOf({factory, members}: Call): string {
  if (factory === 'constant') return String(members['value']);
  return Object.entries(members).filter(([, value]) => typeof value !== 'object').slice(0, 2)
    .map(([name, value]) =>
      `${name} ${typeof value === 'number' ? Number(value.toPrecision(3)) : value}`).join(', ');
}

function edgesOf(graph: Graph, picked: ReadonlySet<string>): Edge[] {
  const names = new Map(graph.calls.map(({id, factory}) => [id, `${factory} (${id})`]));
  return graph.calls.flatMap(({id, inputs}) => Object.entries(inputs).map(
    ([port, source]): Edge => ({
      id: `${id}.${port}`, source, target: id, targetHandle: port, reconnectable: 'target',
      selected: picked.has(`${id}.${port}`),
      ariaLabel: `${names.get(source)} to ${port.replace('.', ' ')} of ${names.get(id)}`,
    })));
}

function pointOf(event: MouseEvent | TouchEvent): Place {
  const {clientX, clientY} = 'changedTouches' in event ? event.changedTouches[0] as Touch : event;
  return [clientX, clientY];
}

function Editor(props: Props) {
  const {catalogue, graph, chosen, complaint, onChoose, onChange, onMove, onDrop} = props;
  const {fitView, screenToFlowPosition} = useReactFlow();
  const store = useStoreApi();
  const places = useMemo(() => layout(graph, catalogue), [graph, catalogue]);
  // React Flow forgets the ports of nodes that come without the sizes that it has measured.
  const [sizes, setSizes] = useState<ReadonlyMap<string, CallNodeType['measured']>>(new Map());
  const [dragged, setDragged] = useState<ReadonlyMap<string, Place>>(new Map());
  const [picked, setPicked] = useState(nothing);
  const isFitted = useRef(false);
  const wire = useRef<Place | null>(null);  // where an end of a connection was taken

  const data = useMemo(() => {
    const used = new Set(sorted(graph, [graph.output]));
    return new Map(graph.calls.map((call): [string, CallData] => [call.id, {
      name: call.factory, detail: detailOf(call),
      ports: portsOf(factoryOf(catalogue, call.factory), call.inputs),
      isOutput: call.id === graph.output, isLoose: !used.has(call.id),
      isChosen: call.id === chosen, isWrong: call.id === complaint?.id,
    }]));
  }, [catalogue, graph, chosen, complaint?.id]);
  const nodes = useMemo(() => graph.calls.map(({id}): CallNodeType => {
    const [x, y] = dragged.get(id) ?? places.get(id) as Place;
    const all = data.get(id) as CallData;
    return {
      id, type: 'call', position: {x, y}, measured: sizes.get(id), selected: picked.has(id),
      data: all, ariaLabel: `${all.name} (${id}) ${all.detail}`,
      initialWidth: nodeWidth, initialHeight: heightOf(all.ports.length),
    };
  }), [graph, data, places, sizes, dragged, picked]);
  const edges = useMemo(() => edgesOf(graph, picked), [graph, picked]);

  // A graph from elsewhere is fitted into sight, and so is one whose new node would not be seen.
  const shape = graph.calls.map(({id, inputs}) => id + Object.values(inputs).join()).join(';');
  const isHeld = graph.calls.some(({place}) => place);
  useEffect(() => {
    const {width, height, transform: [left, top, zoom]} = store.getState();
    const isSeen = (id: string) => {
      const [x, y] = places.get(id) ?? [0, 0];
      return x * zoom + left >= 0 && y * zoom + top >= 0 &&
        (x + nodeWidth) * zoom + left <= width && (y + 60) * zoom + top <= height;
    };
    if (isFitted.current && isHeld && isSeen(chosen)) return;
    isFitted.current = true;
    // All of it where names can be read then, or what is on the left of the chosen one.
    const at = (id: string) => (places.get(id) as Place)[0], all = [...places.keys()];
    const span = (width || 480) / legible - nodeWidth;
    const right = Math.max(...all.map(at)) - Math.min(...all.map(at)) <= span ?
      Infinity : at(chosen);
    const near = right === Infinity ? all :
      all.filter((id) => at(id) <= right && at(id) >= right - span);
    const frame = requestAnimationFrame(() =>
      void fitView({padding: 0.06, maxZoom: 1, nodes: near.map((id) => ({id}))}));
    return () => cancelAnimationFrame(frame);
  }, [shape, isHeld, graph.calls.length]);

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
      setDragged((before) => new Map([...before, ...moves.map(({id, place}) =>
        [id, place] as const)]));
      return;
    }
    setDragged(new Map());
    onMove(moves.reduce((next, {id, place: [x, y]}) =>
      withPlace(next, id, [Math.round(x), Math.round(y)]), held(graph, catalogue)));
  };
  const onEdges = (changes: EdgeChange[]) =>
    pick(changes.filter((change) => change.type === 'select'));
  const cut = (still: Graph, {target, targetHandle}: Edge) =>
    withInput(still, target, targetHandle as string, null);

  const onConnect = ({source, target, targetHandle}: Connection) =>
    onChange(withInput(held(graph, catalogue), target, targetHandle as string, source));
  const onConnectEnd = (event: MouseEvent | TouchEvent, state: FinalConnectionState) => {
    const {fromHandle, fromNode, toNode} = state;
    if (wire.current || toNode || !fromHandle || !fromNode) return;
    const [x, y] = pointOf(event), position = screenToFlowPosition({x, y});
    const isSource = fromHandle.type === 'source';
    onDrop({
      at: [x, y], place: [position.x - (isSource ? 0 : nodeWidth), position.y - 24],
      spot: isSource ? {from: fromNode.id} : {to: fromNode.id, port: fromHandle.id as string},
    });
  };
  const onReconnect = (edge: Edge, {source, target, targetHandle}: Connection) =>
    onChange(rerouted(held(graph, catalogue), {id: edge.target, port: edge.targetHandle as string},
                      {id: target, port: targetHandle as string}, source));
  const onReconnectEnd = (event: MouseEvent | TouchEvent, edge: Edge, _: unknown,
                          {toNode}: FinalConnectionState) => {
    const [x, y] = pointOf(event), [fromX, fromY] = wire.current ?? [x, y];
    wire.current = null;
    // An end that is dropped where nothing is cuts the connection; a click does not.
    if (!toNode && Math.hypot(x - fromX, y - fromY) > 12) {
      onChange(cut(held(graph, catalogue), edge));
    }
  };
  // Chosen connections go first, so that no node goes with them.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Delete' && event.key !== 'Backspace') return;
    const lines = edges.filter(({selected}) => selected);
    const gone = graph.calls.filter(({id}) => picked.has(id));
    const still = held(graph, catalogue);
    if (lines.length > 0) onChange(lines.reduceRight(cut, still));
    else if (gone.length > 0) onChange(gone.reduce((next, {id}) => withoutCall(next, id), still));
    setPicked(nothing);
  };
  return (
    <div className="flow" onKeyDown={onKeyDown}>
      <ReactFlow nodes={nodes} edges={edges} nodeTypes={nodeTypes} onNodesChange={onNodes}
        onEdgesChange={onEdges} onConnect={onConnect} onConnectEnd={onConnectEnd}
        isValidConnection={({source, target}) => !usersOf(graph, target).has(source)}
        onReconnectStart={(event) => (wire.current = [event.clientX, event.clientY])}
        onReconnect={onReconnect} onReconnectEnd={onReconnectEnd}
        deleteKeyCode={null} colorMode="system" minZoom={0.1}
        onlyRenderVisibleElements={graph.calls.length > many}
        aria-label="The field as a graph of calls">
        <Background />
        <Controls showInteractive={false} />
      </ReactFlow>
    </div>
  );
}

export const NodeEditor = (props: Props) => (
  <ReactFlowProvider><Editor {...props} /></ReactFlowProvider>
);
