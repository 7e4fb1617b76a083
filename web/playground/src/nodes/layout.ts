// Where calls stand: the output on the right, and what it is made of to the left of it.

import type {Graph} from '../field/graph';

export interface Position {
  x: number;
  y: number;
}

const columnWidth = 182;
const rowHeight = 34;
const gap = 26;

/** How tall a call is drawn. */
export const heightOf = (ports: number): number => 46 + rowHeight * 0.65 * ports;

export function layout(graph: Graph): Map<string, Position> {
  const byId = new Map(graph.calls.map((call) => [call.id, call]));
  const columns = new Map<string, number>();
  const place = (id: string, column: number): void => {
    if ((columns.get(id) ?? -1) >= column) return;
    columns.set(id, column);
    Object.values(byId.get(id)?.inputs ?? {}).forEach((input) => place(input, column + 1));
  };
  place(graph.output, 0);
  const used = new Set(graph.calls.flatMap((call) => Object.values(call.inputs)));
  for (const {id} of graph.calls) {
    if (!columns.has(id) && !used.has(id)) place(id, 0);
  }
  const positions = new Map<string, Position>(), bottoms: number[] = [];
  const ordered = [...columns].sort(([, a], [, b]) => a - b);
  for (const [id, column] of ordered) {
    const y = bottoms[column] ?? 0;
    positions.set(id, {x: -column * columnWidth, y});
    bottoms[column] = y + heightOf(Object.keys(byId.get(id)?.inputs ?? {}).length) + gap;
  }
  // Columns are centred on each other.
  for (const [id, column] of ordered) {
    const position = positions.get(id) as Position;
    positions.set(id, {...position, y: position.y - (bottoms[column] as number) / 2});
  }
  return positions;
}
