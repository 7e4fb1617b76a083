// How the values in sight are distributed over the range.

import type {Seen} from '../picture/Picture';

interface Props {
  seen: Seen;
  range: {min: number; max: number};
}

const short = (value: number) => String(Number(value.toPrecision(4)));

export function Histogram({seen, range}: Props) {
  const inner = seen.histogram.slice(1, 255);
  const most = Math.max(1, ...inner);
  const total = seen.histogram.reduce((sum, count) => sum + count, 0);
  const beyond = ((seen.histogram[0] ?? 0) + (seen.histogram[255] ?? 0)) / Math.max(total, 1);
  const points = Array.from(seen.histogram, (count, i) =>
    `${i},${(60 - 60 * Math.min(count / most, 1)).toFixed(1)}`);
  return (
    <figure className="histogram">
      <svg viewBox="0 0 255 60" preserveAspectRatio="none" role="img"
        aria-label={`Values in sight are from ${short(seen.min)} to ${short(seen.max)}`}>
        <polygon points={`0,60 ${points.join(' ')} 255,60`} />
      </svg>
      <figcaption>
        <span>{short(range.min)}</span>
        <span>in sight: {short(seen.min)} to {short(seen.max)}
          {beyond > 0.02 && `, ${Math.round(100 * beyond)} % at the ends`}</span>
        <span>{short(range.max)}</span>
      </figcaption>
    </figure>
  );
}
