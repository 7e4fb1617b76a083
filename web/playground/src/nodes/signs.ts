// A number for each call that stands for the field that it makes: equal fields have equal ones, so
// that pictures of nodes are computed anew only where the field has changed.

import {type Call, type Graph, inputsOf, sorted, unmuted} from '../field/graph';

const known = new Map<string, number>();

/** By the id of the call. */
export function signsOf(graph: Graph): ReadonlyMap<string, number> {
  const heard = unmuted(graph), byId = new Map(heard.calls.map((call) => [call.id, call]));
  const signs = new Map<string, number>();
  for (const id of sorted(heard, heard.calls.map((call) => call.id))) {
    const {factory, members, inputs, muted} = byId.get(id) as Call;
    const made = inputsOf(inputs).map(([port, input]) =>
      [port, typeof input === 'string' ? `#${signs.get(input)}` : input]);
    const text = JSON.stringify([factory, members, made, muted]);
    const sign = known.get(text) ?? known.size;
    known.set(text, sign);
    signs.set(id, sign);
  }
  return signs;
}
