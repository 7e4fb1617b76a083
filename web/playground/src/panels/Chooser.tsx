// A button with a list that can be searched and read by keys before anything is chosen: W3C,
// "ARIA Authoring Practices Guide", combobox with a listbox.

import {
  type CSSProperties, type KeyboardEvent, type ReactNode, useEffect, useRef, useState,
} from 'react';

export interface Option {
  value: string;
  label: string;
  group: string;
  /** Said beside it. */
  says?: string;
  /** Said when the pointer rests on it. */
  title?: string;
}

interface ListProps {
  label: string;
  options: readonly Option[];
  /** The one that the list begins with. */
  value?: string;
  style?: CSSProperties;
  /** Draws each option: they stand in rows then, and not below each other. */
  picture?(value: string): ReactNode;
  onChoose(value: string): void;
  onClose(): void;
}

function matching(options: readonly Option[], typed: string): readonly Option[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const holds = (text: string) => words.every((word) => text.toLowerCase().includes(word));
  const named = options.filter(({label}) => holds(label));
  return named.length > 0 ? named :
    options.filter(({label, says = ''}) => holds(`${label} ${says}`));
}

export function OptionList({label, options, value, style, picture, onChoose, onClose}: ListProps) {
  const [typed, setTyped] = useState('');
  const [place, setPlace] = useState(Math.max(options.findIndex((one) => one.value === value), 0));
  const box = useRef<HTMLDivElement>(null);
  const [before] = useState(() => document.activeElement);
  useEffect(() => () => {
    // Focus goes back to where it came from, unless it has gone elsewhere.
    const isLost = document.activeElement === document.body;
    if (isLost && before instanceof HTMLElement) before.focus({preventScroll: true});
  }, [before]);
  const found = matching(options, typed), active = found[place];
  const idOf = (option: Option) => `option-${option.value}`;
  useEffect(() => {
    box.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({block: 'nearest'});
  }, [active?.value]);
  // The place of the option in the row below, or above, that is nearest to the active one.
  const below = (rows: 1 | -1): number => {
    const boxes = [...box.current?.querySelectorAll('[role="option"]') ?? []]
      .map((one) => one.getBoundingClientRect());
    const from = boxes[place];
    if (from === undefined) return place;
    const tops = boxes.map(({top}) => top * rows).filter((top) => top > from.top * rows + 1);
    const row = Math.min(...tops);
    const far = ({left}: DOMRect) => Math.abs(left - from.left);
    return boxes.reduce((best, one, i) => Math.abs(one.top * rows - row) > 1 ? best :
      best === place || far(one) < far(boxes[best] as DOMRect) ? i : best, place);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Record<string, number> = picture ? {
      ArrowDown: below(1), ArrowUp: below(-1), ArrowRight: place + 1, ArrowLeft: place - 1,
    } : {ArrowDown: place + 1, ArrowUp: place - 1, PageDown: place + 8, PageUp: place - 8};
    // In a text that the user types, these move the caret.
    const isCaret = event.key.startsWith('Arrow') && ['Left', 'Right'].some((side) =>
      event.key.endsWith(side)) && typed !== '';
    if (isCaret) return;
    const next = moves[event.key];
    if (next !== undefined) setPlace(Math.min(Math.max(next, 0), found.length - 1));
    else if (event.key === 'Enter') active && onChoose(active.value);
    else if (event.key === 'Escape') onClose();
    else return;
    event.preventDefault();
  };
  const groups = [...new Set(found.map(({group}) => group))];
  return (
    <div className={picture ? 'options gallery' : 'options'} ref={box} style={style}
      onBlur={(event) => event.currentTarget.contains(event.relatedTarget) || onClose()}>
      <input role="combobox" aria-label={label} aria-expanded="true" aria-controls="options"
        aria-activedescendant={active && idOf(active)} autoFocus value={typed}
        placeholder="Type to search" autoComplete="off" spellCheck={false} onKeyDown={onKeyDown}
        onChange={(event) => {
          setTyped(event.target.value);
          setPlace(0);
        }} />
      <div role="listbox" id="options" aria-label={label} tabIndex={-1}>
        {groups.map((group) => (
          <div key={group} role="group" aria-label={group}>
            <div className="group" aria-hidden="true">{group}</div>
            {found.filter((option) => option.group === group).map((option) => (
              <div key={option.value} id={idOf(option)} role="option" data-value={option.value}
                aria-selected={option === active} title={option.title}
                onClick={() => onChoose(option.value)}>
                {picture?.(option.value)}
                {option.label}{option.says && <small> {option.says}</small>}
              </div>
            ))}
          </div>
        ))}
      </div>
      {found.length === 0 && <p className="hint" role="status">Nothing is called that.</p>}
    </div>
  );
}

interface Props extends Omit<ListProps, 'style' | 'onClose'> {
  id: string;
  /** On the button. */
  text: string;
}

export function Chooser({id, text, onChoose, ...list}: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => setIsOpen(false);
  return (
    <div className="chooser">
      <button ref={button} id={id} type="button" aria-haspopup="listbox" aria-expanded={isOpen}
        aria-label={`${list.label}: ${text}`} onClick={() => setIsOpen(!isOpen)}
        onPointerDown={(event) => isOpen && event.preventDefault()}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          setIsOpen(true);
        }}>
        {text}
      </button>
      {isOpen && (
        <OptionList {...list} onClose={close} onChoose={(value) => {
          close();
          button.current?.focus();
          onChoose(value);
        }} />
      )}
    </div>
  );
}
