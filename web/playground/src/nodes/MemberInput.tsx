// The input of a member, by its type in the catalogue.

import type {Member} from 'perlane';
import {useEffect, useState} from 'react';

import {gradients} from '../field/names';
import {jsonOf, textOf} from '../field/json';
import {isSeed, seedsOf} from '../field/seed';
import {Button} from '../panels/Button';
import {Select} from '../panels/Select';
import {NumberText} from './NumberText';
import {numberLimitsOf} from './rows';
import {SeedWheel} from './SeedWheel';

interface Props {
  id: string;
  member: Member;
  value: unknown;
  /** The library's message, if it is wrong. */
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
  const step = numberLimitsOf(member).isWhole ? 1 : 0.01;
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
        says={`${id}-says`} limits={numberLimitsOf(member)} onChange={onChange} />
    </div>
  );
}

// The JSON of what a text means, without its blanks and zeros; null if it is not JSON.
function meaningOf(text: string): string | null {
  try {
    return jsonOf(JSON.parse(text));
  } catch {
    return null;
  }
}

// The input keeps a typed text while the text means the value: [0.0] may become [0.05].
// `label` says what it is where the label of the member is another input's.
function JsonInput({id, member, value, error, label, onChange}: Props & {label?: string}) {
  const json = jsonOf(value);
  const [text, setText] = useState(json);
  useEffect(() => setText((before) => meaningOf(before) === json ? before : json), [json]);
  const isWrong = text !== json && meaningOf(text) === null;
  const typed = (next: string) => {
    setText(next);
    if (meaningOf(next) !== null) onChange(JSON.parse(next));
  };
  return (
    <>
      <input id={label ? `${id}-json` : id} aria-label={label} value={text} spellCheck={false}
        aria-invalid={isWrong || error !== undefined}
        aria-describedby={`${id}-says`} onChange={(event) => typed(event.target.value)}
        placeholder={JSON.stringify(member.default)} />
      {isWrong && <p className="error">This is not JSON yet.</p>}
    </>
  );
}

const axes = ['x', 'y', 'z', 'w'], ends = ['low', 'high'];

// A list of numbers, each of which has a name: those of axes, or the ends of a range.
function NumbersInput({id, member, value, error, onChange}: Props & {value: readonly number[]}) {
  const isRange = member.type === 'range', names = isRange ? ends : axes;
  const limits = numberLimitsOf(member);
  const set = (at: number, next: number | string | undefined) =>
    typeof next === 'number' && onChange(value.map((one, i) => i === at ? next : one));
  return (
    <div className="axes">
      {value.map((one, i) => (
        <NumberText key={i} id={i === 0 ? id : `${id}-${i}`} value={one} limits={limits}
          label={`${member.name.replaceAll('_', ' ')}, ${names[i]}`} isWrong={error !== undefined}
          says={`${id}-says`} onChange={(next) => set(i, next)} />
      ))}
      {!isRange && (
        <>
          <Button title="One axis more" aria-label={`${member.name}: one axis more`}
            id={value.length === 0 ? id : undefined} disabled={value.length === axes.length}
            onClick={() => onChange([...value, value.at(-1) ?? 4])}>+</Button>
          <Button title="One axis less" aria-label={`${member.name}: one axis less`}
            disabled={value.length === 0} onClick={() => onChange(value.slice(0, -1))}>−</Button>
        </>
      )}
    </div>
  );
}

// The choices of a list; all else is JSON.
const kinds: Partial<Record<Member['type'], readonly [name: string, value: unknown][]>> = {
  gradients: [...gradients.map((name) => [name, name] as [string, unknown]),
              ['random', {random: {seed: 1}}]],
  lattice: [['hashed', 'hashed'], ['permutation', {permutation: {size: 256}}]],
};

function KindInput({kinds, ...props}: Props & {kinds: readonly [string, unknown][]}) {
  const {id, member, value, onChange} = props;
  const name = typeof value === 'string' ? value : Object.keys(value as object)[0] ?? '';
  return (
    <div className="kinds">
      <Select id={id} value={name} onChange={(event) =>
        onChange(kinds.find(([one]) => one === event.target.value)?.[1])}>
        {kinds.map(([one]) => <option key={one}>{one}</option>)}
        {!kinds.some(([one]) => one === name) && <option>{name}</option>}
      </Select>
      {typeof value !== 'string' && <JsonInput {...props} label={`${member.name} as JSON`} />}
    </div>
  );
}

const isNumbers = (value: unknown): value is number[] => Array.isArray(value) &&
  value.length <= axes.length && value.every((one) => typeof one === 'number');

export function MemberInput(props: Props) {
  const {id, member, value, onChange} = props, seeds = seedsOf(member);
  if (seeds && isSeed(value, seeds)) {
    return (
      <SeedWheel id={id} name={member.name.replaceAll('_', ' ')} seed={value} seeds={seeds}
        onChange={onChange} />
    );
  }
  switch (member.type) {
    case 'true or false':
      return (
        <input id={id} type="checkbox" checked={value === true}
          onChange={(event) => onChange(event.target.checked)} />
      );
    case 'name':
      return (
        <Select id={id} value={textOf(value)} onChange={(event) => onChange(event.target.value)}>
          {member.choices?.map((choice) => <option key={choice}>{choice}</option>)}
        </Select>
      );
    case 'number':
    case 'whole number':
      return <NumberInput {...props} />;
    case 'numbers by axis':
    case 'whole numbers by axis':
    case 'range':
      // An incomplete number changes nothing: it would bring another input.
      if (typeof value === 'number') {
        return (
          <NumberInput {...props} onChange={(next) => typeof next === 'number' && onChange(next)} />
        );
      }
      if (isNumbers(value)) return <NumbersInput {...props} value={value} />;
      return <JsonInput {...props} />;
    case 'gradients':
    case 'lattice':
      if (typeof value === 'string' || (typeof value === 'object' && value !== null)) {
        return <KindInput {...props} kinds={kinds[member.type] ?? []} />;
      }
      return <JsonInput {...props} />;
    default:
      return <JsonInput {...props} />;
  }
}
