// The field: its graph, what can be added to it, and the form of one call.

import type {Catalogue} from 'perlane';
import {useState} from 'react';

import {factoryOf, type Spot, withCall} from '../field/edit';
import {type Call, type Complaint, type Graph, type Place, portsOf} from '../field/graph';
import {CallForm} from '../nodes/CallForm';
import {freePlace, held, heightOf, nodeWidth, tidied} from '../nodes/layout';
import {type Dropped, NodeEditor} from '../nodes/NodeEditor';
import {Chooser, type Option, OptionList} from './Chooser';

interface Props {
  catalogue: Catalogue;
  graph: Graph;
  complaint?: Complaint;
  onChange(graph: Graph, key: string | null): void;
  /** The same field, with nodes elsewhere. */
  onMove(graph: Graph): void;
}

const groups = ['noise', 'fractals', 'operators', 'maps', 'chunks'] as const;
const column = nodeWidth + 46;

const optionsOf = (catalogue: Catalogue): Option[] => groups.flatMap((group) =>
  catalogue.factories.filter((factory) => factory.group === group)
    .map(({name, help}) => ({value: name, label: name, group, says: help})));

// The list stays within the window.
const styleAt = ([x, y]: Place) => ({
  position: 'fixed', left: Math.min(x, window.innerWidth - 300),
  top: Math.min(y, window.innerHeight - 300),
}) as const;

export function FieldPanel({catalogue, graph, complaint, onChange, onMove}: Props) {
  const [wanted, setWanted] = useState<string | null>(null);
  const [dropped, setDropped] = useState<Dropped | null>(null);
  const exists = graph.calls.some(({id}) => id === wanted);
  const chosen = exists ? wanted as string : graph.output;
  const options = optionsOf(catalogue);

  const add = (name: string, spot: Spot, place?: Place) => {
    const still = held(graph, catalogue), factory = factoryOf(catalogue, name);
    const [x, y] = still.calls.find(({id}) => id === chosen)?.place ?? [0, 0];
    const placed = (next: Graph, call: Call, user: Call | null): Call => {
      if (place && !user) return {...call, place};
      const [left, top] = user?.place ?? [x, y];
      const toRight = !user && factory.fields.length > 0;
      const ports = portsOf(factoryOf(catalogue, call.factory), call.inputs).length;
      return {...call, place: freePlace(next, catalogue,
                                        [left + (toRight ? column : -column), top],
                                        heightOf(ports))};
    };
    const added = withCall(still, catalogue, factory, spot, placed);
    onChange(added.graph, null);
    setWanted(added.id);
    setDropped(null);
  };
  return (
    <>
      <div className="toolbar">
        <Chooser id="add" label="Add" text="Add noise, or an operator on the chosen node…"
          options={options} onChoose={(name) => add(name, {at: chosen})} />
        <button type="button" title="Finds places for all nodes anew"
          onClick={() => onMove(tidied(graph))}>Tidy</button>
      </div>
      <NodeEditor catalogue={catalogue} graph={graph} chosen={chosen} complaint={complaint}
        onChoose={setWanted} onChange={(next) => onChange(next, null)} onMove={onMove}
        onDrop={setDropped} />
      {dropped && (
        <OptionList label="Add at the end of the wire" style={styleAt(dropped.at)}
          options={options.filter(({value}) => 'to' in dropped.spot ||
                                               factoryOf(catalogue, value).fields.length > 0)}
          onChoose={(name) => add(name, dropped.spot, dropped.place)}
          onClose={() => setDropped(null)} />
      )}
      {complaint && complaint.id !== chosen && (
        <p className="error" role="alert">
          {complaint.message}{' '}
          {complaint.id && (
            <button type="button" onClick={() => setWanted(complaint.id as string)}>Show it</button>
          )}
        </p>
      )}
      <CallForm key={chosen} catalogue={catalogue} graph={graph} id={chosen}
        complaint={complaint} onChange={(next, key) => onChange(next, key || null)} />
    </>
  );
}
