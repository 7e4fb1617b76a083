// A call in the node editor: its name, its picture with the proven range, its ports and numbers.

import {Handle, type Node, type NodeProps, Position} from '@xyflow/react';
import {createContext, memo, useContext, useEffect, useRef, useState} from 'react';

import type {Thumbnail} from '../engine/protocol';
import {NumberText} from './NumberText';
import type {Row} from './rows';
import {thumbnailHeight, type ThumbnailResult, type Thumbnails, thumbnailWidth} from './thumbnails';

export type CallData = {
  name: string;
  rows: Row[];
  isOutput: boolean;
  /** True if the output is not made of it. */
  isLoose: boolean;
  /** True if its form is open. */
  isChosen: boolean;
  isMuted: boolean;
  /** True if the picture shows it in place of the output. */
  isPreviewed: boolean;
  isWrong: boolean;
  /** The value number of its field, whose JSON is `text`. */
  valueNumber: number;
  text(): string;
};

export type CallNodeType = Node<CallData, 'call'>;

/** Changes that nodes make. */
export interface Editing {
  thumbnails: Thumbnails;
  /** Sets a port or a member; undefined removes its number. */
  set(id: string, row: Row, value: number | string | undefined): void;
  preview(id: string): void;
}

export const EditingContext = createContext<Editing | null>(null);

const short = (value: number) => {
  const size = Math.abs(value);
  return size < 1e5 && (size >= 1e-3 || size === 0) ? String(Number(value.toPrecision(3))) :
    value.toExponential(1);
};

// Grey from the smallest to the largest value in it, so that even small waves are seen.
function draw(canvas: HTMLCanvasElement, {values, min, max}: Thumbnail): void {
  const image = new ImageData(thumbnailWidth, thumbnailHeight);
  const scale = max > min ? 255 / (max - min) : 0;
  for (let i = 0; i < values.length; ++i) {
    const code = scale > 0 ? ((values[i] as number) - min) * scale : 128;
    image.data.set([code, code, code, 255], 4 * i);
  }
  canvas.getContext('2d')?.putImageData(image, 0, 0);
}

function NodePicture({valueNumber, text}: Pick<CallData, 'valueNumber' | 'text'>) {
  const {thumbnails} = useContext(EditingContext) as Editing;
  const canvas = useRef<HTMLCanvasElement>(null);
  const [result, setResult] = useState<ThumbnailResult | null>(null);
  useEffect(() => thumbnails.follow(valueNumber, text, setResult),
            [thumbnails, valueNumber, text]);
  useEffect(() => {
    if (canvas.current && result?.picture) draw(canvas.current, result.picture);
  }, [result]);
  return (
    <>
      <canvas ref={canvas} width={thumbnailWidth} height={thumbnailHeight}
        hidden={result?.error !== undefined} />
      {result && (
        <span className="call-range">
          {result.picture ?
            `${short(result.picture.range.min)} … ${short(result.picture.range.max)}` :
            'no picture yet'}
        </span>
      )}
    </>
  );
}

export const CallNode = memo(({id, data}: NodeProps<CallNodeType>) => {
  const {set, preview} = useContext(EditingContext) as Editing;
  const classes = ['call', data.isWrong && 'wrong', data.isOutput && 'output',
                   data.isLoose && 'loose', data.isChosen && 'chosen', data.isMuted && 'muted',
                   data.isPreviewed && 'previewed'];
  return (
    <div className={classes.filter(Boolean).join(' ')}>
      <div className="call-name">{data.name}</div>
      <button type="button" className="call-picture" tabIndex={-1} aria-pressed={data.isPreviewed}
        title="Preview it" onClick={() => preview(id)}>
        <span className="for-readers">Preview {data.name} ({id})</span>
        <NodePicture valueNumber={data.valueNumber} text={data.text} />
      </button>
      {data.rows.map((row) => (
        <div key={row.name} className={row.isPort ? 'port' : 'port member'}>
          {row.isPort && <Handle type="target" id={row.name} position={Position.Left} />}
          <span>{row.name.replace('.', ' ').replaceAll('_', ' ')}</span>
          {row.value !== undefined && (
            <div className="nodrag nopan">
              <NumberText id={`${id}-${row.name}`} value={row.value} isStop={false}
                digits={5}
                label={`${row.name} of ${data.name} (${id})`} limits={row.limits}
                fallback={row.fallback} onChange={(value) => set(id, row, value)} />
            </div>
          )}
        </div>
      ))}
      <Handle type="source" position={Position.Right} />
    </div>
  );
});
