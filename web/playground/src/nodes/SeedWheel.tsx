// A wheel that turns through seeds.

import {type KeyboardEvent, type PointerEvent, useRef} from 'react';

interface Props {
  id: string;
  seed: number;
  onChange(seed: number): void;
}

const steps: Record<string, number> = {
  ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1, PageUp: 100, PageDown: -100,
};

const notch = 8;  // pixels from one seed to the next

export function SeedWheel({id, seed, onChange}: Props) {
  const grip = useRef<{x: number; seed: number} | null>(null);
  const turn = (to: number) => onChange(Math.min(Math.max(Math.round(to), 0), 2 ** 32 - 1));
  const onPointerDown = (event: PointerEvent) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    grip.current = {x: event.clientX, seed};
  };
  const onPointerMove = (event: PointerEvent) => {
    if (grip.current) turn(grip.current.seed + (grip.current.x - event.clientX) / notch);
  };
  const onPointerUp = () => (grip.current = null);
  const onKeyDown = (event: KeyboardEvent) => {
    const change = steps[event.key];
    if (change === undefined) return;
    event.preventDefault();
    turn(seed + change);
  };
  return (
    <div className="wheel-row">
      <div className="wheel" role="slider" tabIndex={0} aria-label="Seed wheel" aria-valuemin={0}
        aria-valuemax={2 ** 32 - 1} aria-valuenow={seed} title="Drag, or use the arrow keys"
        style={{backgroundPositionX: `${-(seed % 10) * notch}px`}}
        onPointerDown={onPointerDown} onPointerMove={onPointerMove} onPointerUp={onPointerUp}
        onPointerCancel={onPointerUp} onKeyDown={onKeyDown} />
      <input id={id} type="number" min={0} value={seed} aria-label="Seed"
        onChange={(event) => turn(Number(event.target.value))} />
      <button type="button" aria-label="A seed by chance" title="A seed by chance"
        onClick={() => turn(Math.random() * 10000)}>⚄</button>
    </div>
  );
}
