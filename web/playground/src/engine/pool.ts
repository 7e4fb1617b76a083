// Workers that share one queue, which is sorted by priority. A task is cancelled while it waits, or
// by ending the Worker that computes it. A Worker has a few short tasks at a time, so that it does
// not wait for the page after each. (The pool of the package perlane fills one grid with all
// Workers, and has no priorities.)

import type {FromWorker, Result, Results, ToWorker, Work} from './protocol';

export interface Task {
  work: Work;
  /** Smaller is sooner. */
  priority: number;
  done(result: Result): void;
  failed(message: string): void;
}

interface Member {
  /** Null if it broke, until there is work. */
  worker: Worker | null;
  /** It computes the first of them, and replies in this order. */
  tasks: Task[];
}

const short = 10;  // milliseconds
const most = 4;  // short tasks of a Worker

/** The speed of the pool, lately. */
export interface Rate {
  workers: number;
  /** Samples per second, of all workers while all of them work. */
  samples: number;
}

export class Pool {
  private readonly members: Member[] = [];
  private waiting: Task[] = [];
  private readonly recent: {samples: number; milliseconds: number}[] = [];
  /** The number of samples that it has computed so far. */
  computed = 0;

  constructor(private readonly module: WebAssembly.Module, count: number) {
    for (let i = 0; i < count; ++i) this.members.push(this.hired());
  }

  get rate(): Rate {
    let samples = 0, milliseconds = 0;
    for (const one of this.recent) {
      samples += one.samples;
      milliseconds += one.milliseconds;
    }
    const workers = this.members.length;
    return {workers, samples: milliseconds > 0 ? 1000 * workers * samples / milliseconds : 0};
  }

  private isShort({work}: Task): boolean {
    const {workers, samples} = this.rate;
    return work.kind === 'paint' && 1000 * workers * work.square.size ** 2 < short * samples;
  }

  add(task: Task): void {
    this.queue([task]);
    this.advance();
  }

  private queue(tasks: Task[]): void {
    this.waiting = [...this.waiting, ...tasks].sort((a, b) => a.priority - b.priority);
  }

  /** Forgets what waits and fulfils the condition, and returns it. */
  drop(condition: (task: Task) => boolean): Task[] {
    const dropped = this.waiting.filter(condition);
    if (dropped.length > 0) this.waiting = this.waiting.filter((task) => !condition(task));
    return dropped;
  }

  /** Forgets what fulfils the condition, and ends the Workers that compute it. */
  stop(condition: (task: Task) => boolean): void {
    this.drop(condition);
    for (const [index, {worker, tasks}] of this.members.entries()) {
      if (!tasks.some(condition)) continue;
      worker?.terminate();
      this.members[index] = this.hired();
      this.queue(tasks.filter((task) => !condition(task)));
    }
    this.advance();
  }

  /** One piece of work, as a promise. A signal cancels it. */
  ask<Kind extends Work['kind']>(work: Work & {kind: Kind}, priority = 0,
                                 signal?: AbortSignal): Promise<Results[Kind]> {
    return new Promise((resolve, reject) => {
      this.askAll([work], priority, resolve, signal).catch(reject);
    });
  }

  /**
   * Several pieces of work. `done` takes each result and the index of its work. If one fails, or
   * the signal aborts, the others are cancelled, and the promise is rejected.
   */
  askAll<Kind extends Work['kind']>(all: readonly (Work & {kind: Kind})[], priority: number,
                                    done: (result: Results[Kind], index: number) => void,
                                    signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const tasks = new Set<Task>();
      const cancel = (reason: unknown) => {
        signal?.removeEventListener('abort', aborted);
        reject(reason);
        this.stop((task) => tasks.has(task));
      };
      const aborted = () => cancel(signal?.reason);
      signal?.addEventListener('abort', aborted);
      for (const [index, work] of all.entries()) {
        const task: Task = {
          work, priority, failed: (message) => cancel(new Error(message)), done: (result) => {
            done(result as Results[Kind], index);
            tasks.delete(task);
            if (tasks.size > 0) return;
            signal?.removeEventListener('abort', aborted);
            resolve();
          },
        };
        tasks.add(task);
      }
      this.queue([...tasks]);
      this.advance();
    });
  }

  private hired(): Member {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), {type: 'module'});
    const member: Member = {worker, tasks: []};
    worker.onmessage = ({data}: MessageEvent<FromWorker>) => this.received(member, data);
    // Its script did not load, or it broke without a reply.
    worker.onerror = (event) => {
      event.preventDefault();
      this.lost(member, 'A Worker, which computes the picture, could not be started. ' +
                'Reload the page, or change something to try again.');
    };
    worker.postMessage({module: this.module} satisfies ToWorker);
    return member;
  }

  // A Worker that broke is replaced as soon as there is work.
  private lost(member: Member, message: string): void {
    const [task, ...others] = member.tasks;
    member.worker?.terminate();
    member.worker = null;
    member.tasks = [];
    this.queue(others);
    task?.failed(message);
    this.advance();
  }

  private received(member: Member, message: FromWorker): void {
    if ('error' in message && message.isBroken) {
      this.lost(member, message.error);
      return;
    }
    const task = member.tasks.shift();
    if ('error' in message) {
      task?.failed(message.error);
      this.advance();
      return;
    }
    this.advance();
    const {samples, milliseconds} = message;
    if (samples > 0) {
      this.computed += samples;
      this.recent.push({samples, milliseconds});
      if (this.recent.length > 64) this.recent.shift();
    }
    task?.done(message.result);
  }

  private advance(): void {
    for (;;) {
      const [task] = this.waiting;
      if (task === undefined) return;
      const least = Math.min(...this.members.map(({tasks}) => tasks.length));
      const index = this.members.findIndex(({tasks}) => tasks.length === least);
      const free = this.members[index] as Member;
      const isFree = [task, ...free.tasks].every((one) => this.isShort(one)) && least < most;
      if (least > 0 && !isFree) return;
      this.waiting.shift();
      const member = free.worker ? free : this.hired();
      this.members[index] = member;
      member.tasks.push(task);
      member.worker?.postMessage({work: task.work} satisfies ToWorker);
    }
  }
}
