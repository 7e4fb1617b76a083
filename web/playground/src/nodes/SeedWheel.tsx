// A wheel that turns through seeds, and the seed as a number.

import {type KeyboardEvent, type PointerEvent, useEffect, useRef, useState} from 'react';

import {bitsOf, type Seed, seedOf, type Seeds, typedSeed} from '../field/seed';

interface Props {
  /** That of the input, which has a label. */
  id: string;
  /** Names the wheel and the button. */
  name: string;
  seed: Seed;
  seeds: Seeds;
  onChange(seed: Seed): void;
}

const steps: Record<string, number> = {
  ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1, PageUp: 100, PageDown: -100,
};

const notch = 8;  // pixels from one seed to the next

export function SeedWheel({id, name, seed, seeds, onChange}: Props) {
  const {least, most} = seeds;
  const grip = useRef<{x: number; seed: bigint} | null>(null);
  const [text, setText] = useState(String(seed));
  useEffect(() => setText((before) =>
    typedSeed(before, seeds) === seed ? before : String(seed)), [seed, seeds]);
  const isWrong = typedSeed(text, seeds) === null;
  const turn = (from: bigint, by: number) => {
    const to = from + BigInt(Math.round(by));
    onChange(seedOf(to < least ? least : to > most ? most : to));
  };
  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    grip.current = {x: event.clientX, seed: bitsOf(seed)};
  };
  const onPointerMove = (event: PointerEvent) => {
    if (grip.current) turn(grip.current.seed, (grip.current.x - event.clientX) / notch);
  };
  const onPointerUp = () => (grip.current = null);
  const onKeyDown = (event: KeyboardEvent) => {
    const change = steps[event.key];
    if (change === undefined) return;
    event.preventDefault();
    turn(bitsOf(seed), change);
  };
  return (
    <div className="wheel-row">
      <div className="wheel" role="slider" tabIndex={0} aria-label={`${name}, wheel`}
        aria-valuemin={Number(least)} aria-valuemax={Number(most)} aria-valuenow={Number(seed)}
        aria-valuetext={String(seed)} title="Drag, or use the arrow keys"
        style={{backgroundPositionX: `${-Number(bitsOf(seed) % 10n) * notch}px`}}
        onPointerDown={onPointerDown} onPointerMove={onPointerMove} onPointerUp={onPointerUp}
        onPointerCancel={onPointerUp} onKeyDown={onKeyDown} />
      <input id={id} inputMode="numeric" value={text} aria-invalid={isWrong}
        aria-describedby={isWrong ? `${id}-wrong` : undefined} autoComplete="off"
        onBlur={() => setText(String(seed))}
        onChange={(event) => {
          const next = typedSeed(event.target.value, seeds);
          setText(event.target.value);
          if (next !== null) onChange(next);
        }} />
      <button type="button" aria-label={`Another ${name} by chance`}
        title={`Another ${name} by chance`}
        onClick={() => onChange(Math.floor(Math.random() * 10000))}>⚄</button>
      {isWrong && (
        <p id={`${id}-wrong`} className="error">
          {`Use a whole number from ${least} to ${most}.`}
        </p>
      )}
    </div>
  );
}
