// A thread of a Pool: an instance of its own, which fills what it is sent.

import type {Field} from './field.js';
import {PerlaneError} from './memory.js';
import {instanceOf, type Perlane} from './perlane.js';
import type {Reply, Request, Work} from './protocol.js';

/** The part that the two kinds of Workers have in common. */
interface Port {
  onmessage: ((event: {data: Request}) => void) | null;
  postMessage(reply: Reply, transfer: ArrayBuffer[]): void;
}

function serve(port: Port): void {
  let perlane: Promise<Perlane>, last: {json: string; field: Field} | undefined;

  async function filled({json, grid, type, codes}: Work) {
    const library = await perlane;
    if (last?.json !== json) {
      last?.field.destroy();
      last = undefined;
      last = {json, field: library.fromJson(json)};
    }
    return last.field.fill(grid, codes === undefined ? {type} : {type, codes});
  }

  port.onmessage = async ({data}) => {
    if (data instanceof WebAssembly.Module) {
      perlane = instanceOf(data);
      perlane.catch(() => {});  // the first piece of work says it
      return;
    }
    try {
      const {values, min, max} = await filled(data);
      port.postMessage({values, min, max}, [values.buffer]);
    } catch (error) {
      const {message} = error as Error;
      if (error instanceof PerlaneError) {
        port.postMessage({message, kind: error.kind}, []);
      } else {
        last = undefined;
        perlane = perlane.then(({module}) => instanceOf(module));  // it may have trapped
        perlane.catch(() => {});
        port.postMessage({message}, []);
      }
    }
  };
}

// Node's Workers have a port, and those of browsers are one.
if (typeof postMessage === 'function') {
  serve(globalThis as unknown as Port);
} else {
  void import(/* @vite-ignore */ 'node:worker_threads').then(({parentPort}) =>
    serve(parentPort as unknown as Port));
}
