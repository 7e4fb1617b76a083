// The field as a graph: drag between ports to connect calls, and choose one to see its form.

import '@xyflow/react/dist/style.css';

import {
  Background, type Connection, Controls, type Edge, type EdgeChange, type NodeChange, ReactFlow,
  ReactFlowProvider, useReactFlow,
} from '@xyflow/react';
import type {Catalogue} from 'perlane';
import {useEffect, useMemo, useState} from 'react';

import {factoryOf, withInput, withoutCall} from '../field/edit';
import {type Call, type Complaint, type Graph, portsOf} from '../field/graph';
import {CallNode, type CallNodeType} from './CallNode';
import {layout, type Position} from './layout';

interface Props {
  catalogue: Catalogue;
  graph: Graph;
  selected: string;
  complaint?: Complaint;
  onSelect(id: string): void;
  onChange(graph: Graph): void;
}

const nodeTypes = {call: CallNode};

function detailOf({factory, members}: Call): string {
  if (factory === 'constant') return String(members['value']);
  return Object.entries(members).filter(([, value]) => typeof value !== 'object').slice(0, 2)
    .map(([name, value]) =>
      `${name} ${typeof value === 'number' ? Number(value.toPrecision(3)) : value}`).join(', ');
}

function Editor({catalogue, graph, selected, complaint, onSelect, onChange}: Props) {
  const [moved, setMoved] = useState<ReadonlyMap<string, Position>>(new Map());
  const {fitView} = useReactFlow();
  const positions = useMemo(() => layout(graph), [graph]);
  const nodes = graph.calls.map((call): CallNodeType => ({
    id: call.id, type: 'call', selected: call.id === selected,
    position: moved.get(call.id) ?? positions.get(call.id) ?? {x: 0, y: 0},
    ariaLabel: `${call.factory} ${detailOf(call)}`,
    data: {
      name: call.factory, detail: detailOf(call),
      ports: portsOf(factoryOf(catalogue, call.factory), call.inputs),
      isOutput: call.id === graph.output, isWrong: call.id === complaint?.id,
    },
  }));
  const edges = graph.calls.flatMap(({id, inputs}) => Object.entries(inputs).map(
    ([port, source]): Edge => ({id: `${id}.${port}`, source, target: id, targetHandle: port})));

  const shape = graph.calls.map(({id, inputs}) => id + Object.values(inputs).join()).join(';');
  useEffect(() => {
    setMoved(new Map());
    const later = setTimeout(() => void fitView({padding: 0.06, minZoom: 0.3, maxZoom: 1}), 60);
    return () => clearTimeout(later);
  }, [shape, fitView]);

  const onNodes = (changes: NodeChange<CallNodeType>[]) => {
    for (const change of changes) {
      if (change.type === 'position' && change.position !== undefined) {
        const {id, position} = change;
        setMoved((before) => new Map(before).set(id, position));
      } else if (change.type === 'select' && change.selected) onSelect(change.id);
      else if (change.type === 'remove') onChange(withoutCall(graph, change.id));
    }
  };
  const onEdges = (changes: EdgeChange[]) => {
    for (const change of changes) {
      if (change.type !== 'remove') continue;
      const edge = edges.find(({id}) => id === change.id);
      if (edge) onChange(withInput(graph, edge.target, edge.targetHandle as string, null));
    }
  };
  const onConnect = ({source, target, targetHandle}: Connection) =>
    onChange(withInput(graph, target, targetHandle as string, source));
  return (
    <ReactFlow nodes={nodes} edges={edges} nodeTypes={nodeTypes} onNodesChange={onNodes}
      onEdgesChange={onEdges} onConnect={onConnect} colorMode="system" minZoom={0.15} fitView
      aria-label="The field as a graph of calls">
      <Background />
      <Controls showInteractive={false} />
    </ReactFlow>
  );
}

export const NodeEditor = (props: Props) => (
  <ReactFlowProvider>
    <div className="flow"><Editor {...props} /></div>
  </ReactFlowProvider>
);
