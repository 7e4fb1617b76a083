// The form of the simulator.

import {memo} from 'react';

import {unsigned} from '../field/seed';
import type {Simulator} from '../field/simulator';
import {SeedWheel} from '../nodes/SeedWheel';

interface Props {
  simulator: Simulator;
  onChange(simulator: Simulator, key: string): void;
}

interface Numbered {
  name: 'period' | 'octaves' | 'attenuation';
  least: number;
  most: number;
  step: number;
  says: string;
}

const numbers: readonly Numbered[] = [
  {name: 'period', least: 8, most: 256, step: 8,
   says: 'Samples from one lattice point to the next'},
  {name: 'octaves', least: 1, most: 8, step: 1, says: 'Each has half the period of the one before'},
  {name: 'attenuation', least: 0.05, most: 1, step: 0.05,
   says: 'Amplitude of each octave relative to the one before'},
];

export const SimulatorPanel = memo(({simulator, onChange}: Props) => {
  const set = (change: Partial<Simulator>) =>
    onChange({...simulator, ...change}, `simulator.${Object.keys(change)[0]}`);
  const {octaves, only} = simulator;
  return (
    <form className="form" aria-label="Simulator" onSubmit={(event) => event.preventDefault()}>
      <div className="row">
        <label htmlFor="seed">seed</label>
        <SeedWheel id="seed" name="seed" seed={simulator.seed} seeds={unsigned}
          onChange={(seed) => set({seed})} />
      </div>
      {numbers.map(({name, least, most, step, says}) => (
        <div key={name} className="row">
          <label htmlFor={name}>{name}</label>
          <div className="number-row">
            <input id={name} type="range" min={least} max={most} step={step} value={simulator[name]}
              onChange={(event) => {
                const value = Number(event.target.value);
                const gone = name === 'octaves' && only !== null && only >= value;
                set({[name]: value, ...(gone && {only: null})});
              }} />
            <output htmlFor={name}>{simulator[name]}</output>
          </div>
          <p className="hint">{says}</p>
        </div>
      ))}
      <label className="check">
        <input type="checkbox" checked={simulator.smooth}
          onChange={(event) => set({smooth: event.target.checked})} />
        Smoothing: the fade 6t⁵ − 15t⁴ + 10t³
      </label>
      <label className="check">
        <input type="checkbox" checked={simulator.overlay}
          onChange={(event) => set({overlay: event.target.checked})} />
        The lattice and its gradient vectors
      </label>
      <fieldset className="choices">
        <legend>Octaves one by one</legend>
        {[null, ...Array.from({length: octaves}, (_, i) => i)].map((octave) => (
          <label key={String(octave)} className={octave === only ? 'chosen' : ''}>
            <input type="radio" name="only" checked={octave === only}
              onChange={() => set({only: octave})} />
            {octave === null ? 'sum' : octave + 1}
          </label>
        ))}
      </fieldset>
      {only !== null && (
        <label className="check">
          <input type="checkbox" checked={simulator.isStretched ?? false}
            onChange={(event) => set({isStretched: event.target.checked})} />
          Stretch this octave to the whole range
        </label>
      )}
    </form>
  );
});
