// Where calls stand: the output at the bottom, and what it is made of above it.

import type {Graph} from '../field/graph';

export interface Position {
  x: number;
  y: number;
}

const columnWidth = 176;
const rowHeight = 86;

export function layout(graph: Graph): Map<string, Position> {
  const byId = new Map(graph.calls.map((call) => [call.id, call]));
  const rows = new Map<string, number>();
  const place = (id: string, row: number): void => {
    if ((rows.get(id) ?? -1) >= row) return;
    rows.set(id, row);
    Object.values(byId.get(id)?.inputs ?? {}).forEach((input) => place(input, row + 1));
  };
  place(graph.output, 0);
  const used = new Set(graph.calls.flatMap((call) => Object.values(call.inputs)));
  for (const {id} of graph.calls) {
    if (!rows.has(id) && !used.has(id)) place(id, 0);
  }
  const counts: number[] = [];
  for (const row of rows.values()) counts[row] = (counts[row] ?? 0) + 1;
  const positions = new Map<string, Position>(), filled: number[] = [];
  for (const [id, row] of [...rows].sort(([, a], [, b]) => a - b)) {
    const column = filled[row] ?? 0;
    filled[row] = column + 1;
    // Rows are centred on each other.
    const x = (column - ((counts[row] as number) - 1) / 2) * columnWidth;
    positions.set(id, {x, y: -row * rowHeight});
  }
  return positions;
}
