// The input of a member, by its type in the catalogue.

import type {Member} from 'perlane';
import {useEffect, useState} from 'react';

import {isSeed} from '../field/seed';
import {NumberText} from './NumberText';
import {SeedWheel} from './SeedWheel';

interface Props {
  id: string;
  member: Member;
  value: unknown;
  /** What is wrong with it. */
  error?: string;
  onChange(value: unknown): void;
}

// Numbers above 0 are chosen by their logarithm.
const least = -12, most = 12;

function Slider({member, value, onChange}: Props & {value: number}) {
  const label = `${member.name}, slider`;
  if (member.above === 0) {
    const log = value > 0 ? Math.log2(value) : least;
    return (
      <input type="range" min={least} max={most} step={0.01} value={log} aria-label={label}
        onChange={(event) => onChange(Number((2 ** Number(event.target.value)).toPrecision(4)))} />
    );
  }
  const step = member.type === 'whole number' ? 1 : 0.01;
  const low = Math.max(member.least ?? -2, -2);
  const high = member.most !== undefined && member.most <= 64 ? member.most :
    Math.max(4, 2 * Number(member.default ?? 8));
  return (
    <input type="range" min={low} max={high} step={step} value={value} aria-label={label}
      onChange={(event) => onChange(Number(event.target.value))} />
  );
}

function NumberInput(props: Props) {
  const {id, member, value, error, onChange} = props;
  return (
    <div className="number-row">
      {typeof value === 'number' && <Slider {...props} value={value} />}
      <NumberText id={id} value={value} fallback={member.default} isWrong={error !== undefined}
        says={`${id}-says`} limits={{...member, isWhole: member.type === 'whole number'}}
        onChange={onChange} />
    </div>
  );
}

function JsonInput({id, member, value, error, onChange}: Props) {
  const [text, setText] = useState(JSON.stringify(value));
  const [isWrong, setIsWrong] = useState(false);
  useEffect(() => setText(JSON.stringify(value)), [value]);
  const typed = (next: string) => {
    setText(next);
    try {
      const parsed: unknown = JSON.parse(next);
      setIsWrong(false);
      onChange(parsed);
    } catch {
      setIsWrong(true);
    }
  };
  return (
    <>
      <input id={id} value={text} spellCheck={false} aria-invalid={isWrong || error !== undefined}
        aria-describedby={`${id}-says`} onChange={(event) => typed(event.target.value)}
        placeholder={JSON.stringify(member.default)} />
      {isWrong && <p className="error">This is no JSON yet.</p>}
    </>
  );
}

export function MemberInput(props: Props) {
  const {id, member, value, onChange} = props;
  switch (member.type) {
    case 'true or false':
      return (
        <input id={id} type="checkbox" checked={value === true}
          onChange={(event) => onChange(event.target.checked)} />
      );
    case 'seed':
      if (isSeed(value)) return <SeedWheel id={id} seed={value} onChange={onChange} />;
      return <JsonInput {...props} />;
    case 'name':
      return (
        <select id={id} value={String(value)} onChange={(event) => onChange(event.target.value)}>
          {member.choices?.map((choice) => <option key={choice}>{choice}</option>)}
        </select>
      );
    case 'number':
    case 'whole number':
      return <NumberInput {...props} />;
    default:
      return <JsonInput {...props} />;
  }
}
