// Several threads: Workers, each with an instance of its own, that share the pieces of a grid.

import type {Field} from './field.js';
import {copyOf, type Grid, gridOfPiece, type Piece, piecesOf, samplesOf} from './grid.js';
import {PerlaneError} from './memory.js';
import type {Perlane} from './perlane.js';
import type {Reply, Request, Work} from './protocol.js';
import type {Filled} from './base_field.js';
import {type Arrays, type FillOptions, OutputArray, type Range} from './output_array.js';

export interface PoolOptions {
  /** The most Workers to start; one per core unless you say another. */
  workers?: number;
}

export interface PoolFillOptions<Type extends keyof Arrays = 'float32'> extends FillOptions<Type> {
  /** Cancels the call: its promise is rejected, and `into` holds some of the values. */
  signal?: AbortSignal;
  /** Receives the part that is done, from 0 to 1. */
  onProgress?: (part: number) => void;
}

/** A Worker of a browser or of Node. */
interface Thread {
  post(request: Request): void;
  end(): void;
  /** While it is busy, Node waits for it. */
  setBusy(isBusy: boolean): void;
}

interface Listener {
  onReply(reply: Reply): void;
  onFailure(error: Error): void;
}

const unreadable = 'its values cannot be read, perhaps for want of memory';

async function startThread({onReply, onFailure}: Listener): Promise<Thread> {
  const failed = (message: string) => onFailure(new Error(`a Worker failed: ${message}`));
  if (typeof Worker === 'function') {
    const worker = new Worker(new URL('./worker.js', import.meta.url), {type: 'module'});
    worker.onmessage = ({data}) => onReply(data as Reply);
    worker.onerror = ({message}) => failed(message ?? 'it was not loaded');
    worker.onmessageerror = () => failed(unreadable);
    return {
      post: (request) => worker.postMessage(request),
      end: () => worker.terminate(),
      setBusy: () => {},
    };
  }
  const threads = await import(/* @vite-ignore */ 'node:worker_threads');
  // Flags of the program may be none of a file's, such as those of --eval.
  const worker = new threads.Worker(new URL('./worker.js', import.meta.url), {execArgv: []});
  worker.on('message', onReply);
  worker.on('error', ({message}) => failed(message));
  worker.on('messageerror', () => failed(unreadable));
  return {
    post: (request) => worker.postMessage(request),
    end: () => void worker.terminate(),
    setBusy: (isBusy) => isBusy ? worker.ref() : worker.unref(),
  };
}

/** A call of `fill`. */
interface Job {
  work: Omit<Work, 'grid'>;
  grid: Grid;
  pieces: Piece[];  // those that no Worker has begun
  take(piece: Piece, reply: Reply): void;
  fail(reason: unknown): void;
}

/** A thread, and the piece that it evaluates. */
interface PoolWorker {
  thread: Thread;
  job?: Job;
  piece?: Piece;
}

/** A few pieces for each Worker, none too small to be worth a message. */
const piecesPerWorker = 4, leastSamples = 2 ** 14, mostSamples = 2 ** 22;

/**
 * Workers that fill grids together, while this thread continues. They are started when they are
 * needed. In Node, they keep the program running only while they fill.
 */
export class Pool {
  readonly #perlane: Perlane;
  readonly #most: number;
  #started = 0;
  #workers: PoolWorker[] = [];
  #idle: PoolWorker[] = [];
  readonly #jobs = new Set<Job>();
  #failure?: Error;

  /** @param perlane whose fields it fills grids with */
  constructor(perlane: Perlane, {workers}: PoolOptions = {}) {
    const most = workers ?? globalThis.navigator?.hardwareConcurrency ?? 4;
    if (!Number.isSafeInteger(most) || most < 1 || most > 1024) {
      throw new RangeError(`workers is ${workers}; use a whole number of 1 to 1024`);
    }
    this.#perlane = perlane;
    this.#most = most;
  }

  /** Returns later what `Field.fill` returns, with the same bits. */
  fill<Type extends keyof Arrays>(
    field: Field, grid: Grid,
    options: PoolFillOptions<Type> & {type: Type}): Promise<Filled<Type>>;
  fill(field: Field, grid: Grid, options?: PoolFillOptions): Promise<Filled<'float32'>>;
  fill<Type extends keyof Arrays>(
    field: Field, grid: Grid, options: PoolFillOptions<Type>): Promise<Filled<Type | 'float32'>>;
  async fill(field: Field, grid: Grid,
             options: PoolFillOptions<keyof Arrays> = {}): Promise<Filled> {
    const count = samplesOf(grid), copy = copyOf(grid);
    const {values} = new OutputArray(options, count, ['signal', 'onProgress']);
    const {signal, onProgress, codes} = options, type: keyof Arrays = options.type ?? 'float32';
    signal?.throwIfAborted();
    field.range(copy);  // rejects what is wrong with any piece before any is written
    const most = Math.ceil(count / (this.#most * piecesPerWorker));
    const pieces = [...piecesOf(copy.shape, Math.min(Math.max(most, leastSamples), mostSamples))];
    const work = {json: field.toJson(), type, codes: codes && {min: codes.min, max: codes.max}};
    if (this.#failure === undefined) onProgress?.(0);
    signal?.throwIfAborted();
    if (this.#failure !== undefined) throw this.#failure;  // perhaps onProgress destroyed the pool
    return new Promise((resolve, reject) => {
      const seen: Range = {min: Infinity, max: -Infinity};
      let left = pieces.length, done = 0;
      const end = () => {
        left = pieces.length = 0;
        this.#jobs.delete(job);
        signal?.removeEventListener('abort', abort);
      };
      const abort = () => job.fail(signal!.reason);
      const job: Job = {
        work, grid: copy, pieces,
        take: ({begin, samples}, reply) => {
          if (left === 0) return;
          if ('message' in reply) {
            throw reply.kind === undefined ? new Error(reply.message) :
              new PerlaneError(reply.message, reply.kind);
          }
          (values as Float32Array).set(reply.values, begin);
          seen.min = Math.min(seen.min, reply.min);
          seen.max = Math.max(seen.max, reply.max);
          done += samples;
          onProgress?.(done / count);
          if (--left > 0) return;
          end();
          resolve({values, ...seen});
        },
        fail: (reason) => {
          end();
          reject(reason);
        },
      };
      signal?.addEventListener('abort', abort);
      this.#jobs.add(job);
      this.#dispatch();
    });
  }

  /** Ends the Workers, and rejects calls that are not done. */
  destroy(): void {
    this.#fail(new PerlaneError('the pool was destroyed; make another'));
  }

  /** Gives pieces to Workers that have none, and starts more where there are too few. */
  #dispatch(): void {
    for (const job of this.#jobs) {
      while (job.pieces.length > 0) {
        const worker = this.#idle.pop();
        if (worker === undefined) {
          this.#startMore();
          return;
        }
        const piece = job.pieces.shift()!;
        try {
          worker.thread.post({...job.work, grid: gridOfPiece(job.grid, piece)});
        } catch (error) {  // perhaps there is no memory for the message
          this.#idle.push(worker);
          job.fail(error);
          break;
        }
        Object.assign(worker, {job, piece});
        worker.thread.setBusy(true);
      }
    }
  }

  /** Starts a Worker for each piece that waits for one, up to the most. */
  #startMore(): void {
    let pieces = 0;
    for (const job of this.#jobs) pieces += job.pieces.length;
    const starting = this.#started - this.#workers.length;
    const more = Math.min(pieces - starting, this.#most - this.#started);
    for (let i = 0; i < more; ++i) void this.#start();
  }

  async #start(): Promise<void> {
    ++this.#started;
    try {
      const thread = await startThread({
        onReply: (reply) => this.#take(worker, reply),
        onFailure: (error) => this.#fail(error),
      });
      const worker: PoolWorker = {thread};
      if (this.#failure !== undefined) return thread.end();
      thread.post(this.#perlane.module);
      this.#workers.push(worker);
      this.#becomeIdle(worker);
    } catch (error) {
      this.#fail(error as Error);
    }
  }

  #take(worker: PoolWorker, reply: Reply): void {
    const {job, piece} = worker;
    try {
      job!.take(piece!, reply);
    } catch (error) {
      job!.fail(error);
    }
    delete worker.job;  // it holds the caller's array
    delete worker.piece;
    this.#becomeIdle(worker);
  }

  #becomeIdle(worker: PoolWorker): void {
    worker.thread.setBusy(false);
    this.#idle.push(worker);
    this.#dispatch();
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    for (const {thread} of this.#workers) thread.end();
    this.#workers = this.#idle = [];
    for (const job of [...this.#jobs]) job.fail(this.#failure);
  }
}
