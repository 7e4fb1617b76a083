// Value numbering of calls: equal fields have equal numbers, so that pictures of nodes are computed
// anew only where the field has changed.

import {type Call, type Graph, inputsOf, topologicalOrder, withoutMuted} from '../field/graph';
import {jsonOf} from '../field/json';

// Those that were used last are at the end.
const known = new Map<string, number>();
const kept = 4096;
let last = 0;

/** By the id of the call. */
export function valueNumbersOf(graph: Graph): ReadonlyMap<string, number> {
  const unmuted = withoutMuted(graph), byId = new Map(unmuted.calls.map((call) => [call.id, call]));
  const numbers = new Map<string, number>();
  for (const id of topologicalOrder(unmuted, unmuted.calls.map((call) => call.id))) {
    const {factory, members, inputs, muted} = byId.get(id) as Call;
    const made = inputsOf(inputs).map(([port, input]) =>
      [port, typeof input === 'string' ? `#${numbers.get(input)}` : input]);
    const text = jsonOf([factory, members, made, muted]);
    const number = known.get(text) ?? ++last;
    known.delete(text);
    known.set(text, number);
    numbers.set(id, number);
  }
  for (const old of known.keys()) {
    if (known.size <= Math.max(kept, numbers.size)) break;
    known.delete(old);
  }
  return numbers;
}
