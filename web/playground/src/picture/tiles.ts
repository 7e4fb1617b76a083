// The picture, square by square: coarse ones first, then fine ones, and those of the field before
// until there are new ones.

import type {Paint, Painted, Samples} from '../engine/protocol';
import type {Pool, Task} from '../engine/pool';
import {copiesOf, type Placed, tileOf, type Viewport} from './squares';

interface Tile extends Placed {
  image: ImageBitmap;
  painted: Omit<Painted, 'image' | 'samples'>;
  samples: Samples;
  /** The paint that it has, as JSON. */
  paint: string;
}

/** The progress of the picture. */
export interface Progress {
  done: number;
  total: number;
  /** Milliseconds from the last change to the first whole picture, and to the fine one. */
  coarse: number | null;
  fine: number | null;
  /** True if the user cancelled it. */
  isStopped: boolean;
  error: string | null;
}

const priorities = {coarse: 0, fine: 1000};
const kept = 400;

export class Tiles {
  private tiles = new Map<string, Tile>();
  private stale: Tile[] = [];
  private wanted: Placed[] = [];
  private coarse: Placed[] = [];
  private readonly asked = new Map<string, Task>();
  private what = '';
  private paint = '';
  private place = '';  // the squares in sight
  private began = 0;
  private before: Tile['painted'] | null = null;
  private progress: Progress =
    {done: 0, total: 0, coarse: null, fine: null, isStopped: false, error: null};

  constructor(private readonly pool: Pool, private readonly changed: () => void) {}

  get latest(): Progress {
    return this.progress;
  }

  /**
   * Shows these squares from now on. `what` names all that their samples depend on but the place.
   * Another paint needs no other samples.
   */
  show(what: string, paint: Paint, coarse: Placed[], fine: Placed[]): void {
    const painted = JSON.stringify(paint);
    if (what !== this.what || painted !== this.paint) {
      if (what !== this.what) {
        if (this.tiles.size > 0) this.keepStale([...this.tiles.values()]);
        this.tiles = new Map();
      }
      this.forget(() => true);
      if (what !== this.what) this.asked.clear();
      this.what = what;
      this.paint = painted;
      this.began = performance.now();
      this.progress = {...this.progress, coarse: null, fine: null, isStopped: false, error: null};
    }
    const place = fine.map(({key}) => key).sort().join(';');
    // After an error, only other squares are evaluated.
    if (place !== this.place || this.progress.error === null) {
      this.place = place;
      this.progress = {...this.progress, isStopped: false, error: null};
    }
    this.coarse = coarse;
    this.wanted = fine;
    const needed = new Set([...coarse, ...fine].map(({key}) => key));
    this.forget((key) => !needed.has(key));
    if (!this.progress.isStopped) {
      coarse.forEach((placed, i) => this.ask(placed, paint, priorities.coarse + i));
      fine.forEach((placed, i) => this.ask(placed, paint, priorities.fine + i));
    }
    this.report();
  }

  /** Ends what is being computed; what there is stays. */
  cancel(): void {
    const tasks = new Set(this.asked.values());
    this.pool.stop((task) => tasks.has(task));
    this.asked.clear();
    this.progress.isStopped = true;
    this.report();
  }

  /** Cancels it, and forgets all squares. */
  destroy(): void {
    this.cancel();
    this.keepStale([]);
    for (const {image} of this.tiles.values()) image.close();
    this.tiles.clear();
  }

  draw(context: CanvasRenderingContext2D, viewport: Viewport): void {
    const {view, width, height, unit} = viewport, tile = tileOf(viewport);
    context.clearRect(0, 0, context.canvas.width, context.canvas.height);
    // Once the picture is whole, it is made of its own samples, and not of finer ones beside them.
    const fine = this.wanted.map(({key}) => this.tiles.get(key));
    const isWhole = fine.every((tile): tile is Tile => tile?.paint === this.paint);
    const current = isWhole ? fine :
      [...this.tiles.values()].sort((a, b) => b.square.step - a.square.step);
    for (const copy of copiesOf(viewport)) {
      const pixelX = (x: number) => Math.round((copy.x + x - view.x + width / 2) / unit);
      const pixelY = (y: number) => Math.round((copy.y + y - view.y + height / 2) / unit);
      if (tile) {
        const [left, top] = [pixelX(0), pixelY(0)];
        context.save();
        context.beginPath();
        context.rect(left, top, pixelX(tile[0]) - left, pixelY(tile[1]) - top);
        context.clip();
      }
      for (const {x, y, width: edge, square, image} of [...this.stale, ...current]) {
        if (tile && (x >= tile[0] || y >= tile[1] || x + edge <= 0 || y + edge <= 0)) continue;
        const left = pixelX(x), top = pixelY(y);
        context.imageSmoothingEnabled = square.size !== Math.round(edge / unit);
        context.drawImage(image, left, top, pixelX(x + edge) - left, pixelY(y + edge) - top);
      }
      if (tile) context.restore();
    }
  }

  /**
   * The distribution of the values in sight, from the finest squares that are done, or else the
   * last one.
   */
  seen(): Tile['painted'] | null {
    const whole = [this.wanted, this.coarse]
      .find((all) => all.every(({key}) => this.isDone(key)));
    if (whole === undefined || whole.length === 0) return this.before;
    const histogram = new Uint32Array(256);
    let min = Infinity, max = -Infinity;
    for (const {key} of whole) {
      const {painted} = this.tiles.get(key) as Tile;
      painted.histogram.forEach((count, i) => (histogram[i] = (histogram[i] as number) + count));
      min = Math.min(min, painted.min);
      max = Math.max(max, painted.max);
    }
    this.before = {histogram, min, max};
    return this.before;
  }

  private isDone(key: string): boolean {
    return this.tiles.get(key)?.paint === this.paint;
  }

  private isNeeded(key: string): boolean {
    return [...this.coarse, ...this.wanted].some((one) => one.key === key);
  }

  private ask(placed: Placed, paint: Paint, priority: number): void {
    const {key, json, square} = placed, {what, paint: painted} = this;
    if (this.isDone(key) || this.asked.has(key)) return;
    const there = this.tiles.get(key)?.samples;
    const isEnough = there?.slopes || paint.mode === 'grey' || paint.mode === 'planet';
    const samples = isEnough ? there : undefined;
    const task: Task = {
      work: {kind: 'paint', json, square, paint, ...(samples && {samples})}, priority,
      done: (result) => {
        if (what !== this.what) return;
        if (this.asked.get(key) === task) this.asked.delete(key);
        this.keep(placed, painted, {...(samples && {samples}), ...result as Painted});
        // The paint may have changed while it was computed.
        if (this.isNeeded(key)) this.ask(placed, JSON.parse(this.paint) as Paint, priority);
        this.report();
      },
      failed: (message) => {
        if (what !== this.what) return;
        this.asked.delete(key);
        if (!this.isNeeded(key)) return;
        this.forget(() => true);
        this.progress.isStopped = true;
        this.progress.error = message;
        this.report();
      },
    };
    this.asked.set(key, task);
    this.pool.add(task);
  }

  private keep(placed: Placed, paint: string, {image, samples, ...painted}: Painted): void {
    this.tiles.get(placed.key)?.image.close();
    this.tiles.set(placed.key, {...placed, image, painted, paint, samples: samples as Samples});
    const needed = new Set([...this.coarse, ...this.wanted].map(({key}) => key));
    for (const key of this.tiles.keys()) {
      if (this.tiles.size <= kept) break;
      if (needed.has(key)) continue;
      this.tiles.get(key)?.image.close();
      this.tiles.delete(key);
    }
  }

  private keepStale(tiles: Tile[]): void {
    for (const {image} of this.stale) image.close();
    this.stale = tiles;
  }

  // Cancels tasks that wait. Workers finish those that they have begun.
  private forget(condition: (key: string) => boolean): void {
    const keys = new Map<Task, string>();
    for (const [key, task] of this.asked) if (condition(key)) keys.set(task, key);
    if (keys.size === 0) return;
    for (const task of this.pool.drop((one) => keys.has(one))) {
      this.asked.delete(keys.get(task) as string);
    }
  }

  private report(): void {
    const {progress} = this;
    const left = (all: Placed[]) => all.filter(({key}) => !this.isDone(key)).length;
    const total = this.coarse.length + this.wanted.length;
    const fine = left(this.wanted), coarse = left(this.coarse);
    const now = performance.now() - this.began;
    if (coarse === 0) {
      this.keepStale([]);
      progress.coarse ??= now;
    }
    if (fine === 0) progress.fine ??= now;
    this.progress = {...progress, total, done: total - fine - coarse};
    this.changed();
  }
}
