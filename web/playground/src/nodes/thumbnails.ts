// The pictures of nodes: what each field looks like around the middle of the view. Workers compute
// them after the coarse picture.

import type {Thumbnail, Thumbnailed} from '../engine/protocol';
import type {Pool, Task} from '../engine/pool';
import type {View} from '../state/recipe';

/** In samples, as wide as a node. */
export const thumbnailWidth = 168, thumbnailHeight = 64;

/** A picture, or why there is none. */
export type ThumbnailResult =
  {picture: Thumbnail; error?: undefined} | {picture?: undefined; error: string};

interface Follower {
  /** The value number of the field. */
  valueNumber: number;
  /** The field as JSON. */
  text(): string;
  seen(result: ThumbnailResult): void;
  task: Task | null;
}

const coarser = 4;  // pixels of the picture per sample
const kept = 400;
const priority = 500;

/** Which samples show a view. */
export function squareOf({x, y, zoom, dimensions, z, w}: View): Thumbnailed {
  const step = 2 ** Math.round(zoom) * coarser;
  return {
    shape: [thumbnailWidth, thumbnailHeight], step, dimensions, depth: [z, w],
    first: [Math.round(x / step - thumbnailWidth / 2), Math.round(y / step - thumbnailHeight / 2)],
  };
}

export class Thumbnails {
  private readonly followers = new Set<Follower>();
  private readonly pictures = new Map<string, Thumbnail>();
  private square: Thumbnailed | null = null;
  private place = '';

  constructor(private readonly pool: Pool) {}

  /** Shows another place. */
  look(square: Thumbnailed): void {
    const place = JSON.stringify(square);
    if (place === this.place) return;
    this.place = place;
    this.square = square;
    for (const follower of this.followers) this.ask(follower);
  }

  /** Reports the picture of a field, now and whenever the place changes; the result ends that. */
  follow(valueNumber: number, text: () => string,
         seen: (result: ThumbnailResult) => void): () => void {
    const follower: Follower = {valueNumber, text, seen, task: null};
    this.followers.add(follower);
    this.ask(follower);
    return () => {
      this.followers.delete(follower);
      this.forget(follower);
    };
  }

  private forget(follower: Follower): void {
    const {task} = follower;
    if (task !== null) this.pool.drop((one) => one === task);
    follower.task = null;
  }

  private ask(follower: Follower): void {
    if (this.square === null) return;
    this.forget(follower);
    const key = `${follower.valueNumber} ${this.place}`, picture = this.pictures.get(key);
    if (picture !== undefined) return follower.seen({picture});
    const task: Task = {
      work: {kind: 'thumbnail', json: follower.text(), square: this.square}, priority,
      done: (picture) => {
        this.keep(key, picture as Thumbnail);
        this.tell(follower, task, {picture: picture as Thumbnail});
      },
      // An error is not kept: the next one who asks may get a picture.
      failed: (error) => this.tell(follower, task, {error}),
    };
    follower.task = task;
    this.pool.add(task);
  }

  private keep(key: string, picture: Thumbnail): void {
    this.pictures.set(key, picture);
    for (const old of this.pictures.keys()) {
      if (this.pictures.size <= kept) break;
      this.pictures.delete(old);
    }
  }

  private tell(follower: Follower, task: Task, result: ThumbnailResult): void {
    if (follower.task !== task) return;
    follower.task = null;
    follower.seen(result);
  }
}
