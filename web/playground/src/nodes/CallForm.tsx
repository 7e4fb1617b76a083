// The form of a call: its members and what it is made of, from the catalogue.

import type {Catalogue, Member} from 'perlane';

import {
  factoryOf, withInput, withMember, withMuted, withOutput, withoutCall, withoutInput,
} from '../field/edit';
import {firstPort, type Graph, type Input, portsOf, selfAndDependents} from '../field/graph';
import type {Complaint} from '../field/write';
import {focusGraph} from '../focus';
import {Button} from '../panels/Button';
import {Select} from '../panels/Select';
import {withFixedPlaces} from './layout';
import {MemberInput} from './MemberInput';
import {NumberText} from './NumberText';

interface Props {
  catalogue: Catalogue;
  graph: Graph;
  id: string;
  complaint?: Complaint;
  onChange(graph: Graph, key: string): void;
}

function limitsOf({above, least, most, smallest}: Member): string {
  const from = smallest === undefined ? least : `0, or ${smallest}`;
  const parts = [above !== undefined && `above ${above}`, from !== undefined && `from ${from}`,
                 most !== undefined && `to ${most}`];
  return parts.filter(Boolean).join(' ');
}

const sourceOf = (input: Input | undefined): string =>
  typeof input === 'number' ? 'number' : input ?? '';

export function CallForm({catalogue, graph, id, complaint, onChange}: Props) {
  const call = graph.calls.find((one) => one.id === id);
  if (call === undefined) return <p className="hint">Choose a node to see its form.</p>;
  const factory = factoryOf(catalogue, call.factory);
  const own = complaint?.id === id ? complaint : undefined;
  const dependents = selfAndDependents(graph, id);
  const others = graph.calls.filter((other) => !dependents.has(other.id));
  const replacement = call.inputs[firstPort(factory)];
  const fixed = () => withFixedPlaces(graph, catalogue);
  const known = [...factory.members.map(({name}) => name), ...factory.fields];
  return (
    <form className="form" aria-label={`${factory.name}: ${factory.help}`}
      onSubmit={(event) => event.preventDefault()}>
      <h2>{factory.name} <small>{factory.help}</small></h2>
      {own && !known.includes(own.member ?? '') && (
        <p className="error" role="alert">{own.message}</p>
      )}
      {portsOf(factory, call.inputs).map((port) => (
        <div key={port} className="row">
          <label htmlFor={`port-${port}`}>{port.replace('.', ' ')}</label>
          <div className="number-row">
            <Select id={`port-${port}`} aria-invalid={own?.member === port.split('.')[0]}
              value={sourceOf(call.inputs[port])}
              onChange={({target: {value}}) =>
                onChange(value === '' ? withoutInput(fixed(), id, port) :
                  withInput(fixed(), id, port, value === 'number' ? 0.5 : value), '')}>
              <option value="">nothing</option>
              <option value="number">a number</option>
              {others.map((other) => (
                <option key={other.id} value={other.id}>{other.factory} ({other.id})</option>
              ))}
            </Select>
            {typeof call.inputs[port] === 'number' && (
              <NumberText id={`port-${port}-number`} label={`${port}, number`}
                value={call.inputs[port]} onChange={(value) => typeof value === 'number' &&
                  onChange(withInput(graph, id, port, value), `${id}.${port}`)} />
            )}
          </div>
          {own?.member === port.split('.')[0] && (
            <p className="error" role="alert">{own?.message}</p>
          )}
        </div>
      ))}
      {factory.members.map((member) => {
        const error = own?.member === member.name ? own.message : undefined;
        const input = `member-${member.name}`;
        return (
          <div key={`${id}.${member.name}`} className="row">
            <label htmlFor={input}>{member.name.replaceAll('_', ' ')}</label>
            <MemberInput id={input} member={member} error={error}
              value={call.members[member.name] ?? member.default}
              onChange={(value) => onChange(withMember(graph, id, member.name, value),
                                            `${id}.${member.name}`)} />
            <p id={`${input}-says`} className={error ? 'error' : 'hint'} role={error && 'alert'}>
              {error ?? [member.help, limitsOf(member)].filter(Boolean).join('; ')}
            </p>
          </div>
        );
      })}
      <div className="buttons">
        <Button disabled={graph.output === id}
          onClick={() => onChange(withOutput(fixed(), id), '')}>Show this</Button>
        <button type="button" aria-pressed={call.muted !== undefined}
          onClick={() => onChange(withMuted(fixed(), catalogue, new Set([id])), '')}>Mute</button>
        <button type="button" disabled={graph.output === id && typeof replacement !== 'string'}
          onClick={() => {
            focusGraph();
            onChange(withoutCall(fixed(), catalogue, id), '');
          }}>Remove</button>
      </div>
    </form>
  );
}
