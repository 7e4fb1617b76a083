// The field: its graph, what can be added to it, and the form of one call.

import type {Catalogue} from 'perlane';
import {useState} from 'react';

import {factoryOf, withCall} from '../field/edit';
import type {Complaint, Graph} from '../field/graph';
import {CallForm} from '../nodes/CallForm';
import {NodeEditor} from '../nodes/NodeEditor';

interface Props {
  catalogue: Catalogue;
  graph: Graph;
  complaint?: Complaint;
  onChange(graph: Graph, key: string | null): void;
}

const groups = ['noise', 'fractals', 'operators', 'maps', 'chunks'] as const;

export function FieldPanel({catalogue, graph, complaint, onChange}: Props) {
  const [chosen, setChosen] = useState<string | null>(null);
  const exists = graph.calls.some(({id}) => id === chosen);
  const selected = exists ? chosen as string : graph.output;
  const add = (name: string) => {
    const added = withCall(graph, factoryOf(catalogue, name), selected);
    onChange(added.graph, null);
    setChosen(added.id);
  };
  return (
    <>
      <div className="toolbar">
        <label htmlFor="add">Add</label>
        <select id="add" value="" onChange={(event) => add(event.target.value)}>
          <option value="" disabled>noise, or an operator on the chosen node…</option>
          {groups.map((group) => (
            <optgroup key={group} label={group}>
              {catalogue.factories.filter((factory) => factory.group === group).map((factory) => (
                <option key={factory.name} value={factory.name}>
                  {factory.name}: {factory.help}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      </div>
      <NodeEditor catalogue={catalogue} graph={graph} selected={selected} complaint={complaint}
        onSelect={setChosen} onChange={(next) => onChange(next, null)} />
      {complaint && complaint.id !== selected && (
        <p className="error" role="alert">
          {complaint.message}{' '}
          {complaint.id && (
            <button type="button" onClick={() => setChosen(complaint.id as string)}>Show it</button>
          )}
        </p>
      )}
      <CallForm key={selected} catalogue={catalogue} graph={graph} id={selected}
        complaint={complaint} onChange={(next, key) => onChange(next, key || null)} />
    </>
  );
}
