// The library's verdict on a graph, on the thread of the page: it only reads the text.

import {type FieldText, type Perlane, PerlaneError, type Range} from 'perlane';

import type {Mode, View} from '../state/recipe';
import {type Graph, topologicalOrder, withoutMuted} from './graph';
import type {Document} from './text';
import {type Complaint, complaintOf, written} from './write';
import {jsonOf} from './json';

/** A field that can be shown. */
export interface Evaluated {
  graph: Graph;
  json: string;
  document: Document;
  /** The number of dimensions in which it is seen. */
  dimensions: 2 | 3 | 4;
  /** Those that it has. */
  least: number;
  most: number;
  hasDerivatives: boolean;
  /** Proven bounds. */
  range: Range;
}

export type Verdict = {field: Evaluated; complaint?: undefined} |
  {field?: undefined; complaint: Complaint};

/** The field of a graph, or what is wrong with it. */
export function evaluated(perlane: Perlane, graph: Graph, wanted: View['dimensions']): Verdict {
  const text = written(graph);
  try {
    const field = perlane.fromJson(text.document as FieldText);
    const {least, most} = field.dimensions;
    if (most < 2) {
      return {complaint: {message: 'the field has 1 dimension; use one that has 2 or more'}};
    }
    const dimensions = Math.min(Math.max(wanted, least), most) as View['dimensions'];
    const {hasDerivatives} = field, range = field.range(dimensions);
    field.destroy();
    const {document} = text;
    return {field: {graph, json: jsonOf(document), document, dimensions, least, most,
                    hasDerivatives, range}};
  } catch (error) {
    if (error instanceof PerlaneError) return {complaint: complaintOf(error.message, text)};
    throw error;
  }
}

const most = 300;  // calls that are searched

/**
 * The call that is responsible if a field cannot be evaluated in sight: the first one that cannot
 * by itself, since its coordinates are beyond all lattices there.
 */
export function beyond(perlane: Perlane, all: Graph, view: View): Complaint | undefined {
  const {x, y, z, w, zoom} = view, graph = withoutMuted(all);
  const ids = topologicalOrder(graph, [graph.output]);
  const cannot = (id: string): boolean => {
    const verdict = evaluated(perlane, {...graph, output: id}, 2);
    if (!verdict.field) return false;
    const field = perlane.fromJson(verdict.field.json);
    try {
      const far = 512 * 2 ** zoom, axes = verdict.field.dimensions;
      field.fill({
        shape: [2, 2, 1, 1].slice(0, axes), step: [2 * far, 2 * far, 1, 1].slice(0, axes),
        origin: [x - far, y - far, z, w].slice(0, axes),
      });
      return false;
    } catch (error) {
      return error instanceof PerlaneError;
    } finally {
      field.destroy();
    }
  };
  const id = ids.length > most ? undefined : ids.find(cannot);
  const call = graph.calls.find((one) => one.id === id);
  if (id === undefined || call === undefined) return undefined;
  const member = ['frequency', 'factor', 'matrix'].find((name) => name in call.members);
  return {id, member, message: `${member ?? call.factory} leads beyond 2^51 cells from 0 here; ` +
          `use a smaller one, or a place nearer to 0`};
}

/** The view that is shown: a planet needs a field in three dimensions. */
export function modeOf({mode}: View, {least, most}: Evaluated): Mode {
  return mode === 'planet' && (least > 3 || most < 3) ? 'relief' : mode;
}

/** The values that become the first and the last colour, which are two floats. */
export function shownRange(view: View, proven: Range): Range {
  const [min, max] = view.range ?? [proven.min, proven.max];
  if (!Number.isFinite(min) || !Number.isFinite(max)) return {min: -1, max: 1};
  if (Math.fround(min) < Math.fround(max)) return {min, max};
  const width = Math.max(1, Math.abs(min) * 2 ** -20);
  return min > 0 ? {min: min - width, max: min} : {min, max: min + width};
}
