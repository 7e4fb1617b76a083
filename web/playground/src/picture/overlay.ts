// The lattice over the noise, and the gradient vectors at its points.

import type {FieldText, Perlane} from 'perlane';

import {latticeOf, type Simulator} from '../field/simulator';
import type {Viewport} from './squares';

type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

const most = 1500;  // more vectors than this would hide the noise

/** Draws them. At a lattice point, the slope of the noise is its vector. */
export function drawOverlay(context: Context, viewport: Viewport, perlane: Perlane,
                            simulator: Simulator): void {
  const {view, width, height, unit} = viewport;
  const {document, period} = latticeOf(simulator);
  const left = Math.floor((view.x - width / 2) / period);
  const right = Math.ceil((view.x + width / 2) / period);
  const top = Math.floor((view.y - height / 2) / period);
  const bottom = Math.ceil((view.y + height / 2) / period);
  const columns = right - left + 1, rows = bottom - top + 1;
  if (columns * rows > most) return;
  const x = (i: number) => Math.round((i * period - view.x + width / 2) / unit) + 0.5;
  const y = (j: number) => Math.round((j * period - view.y + height / 2) / unit) + 0.5;
  context.lineWidth = 1;
  context.strokeStyle = 'rgba(20, 184, 166, 0.7)';
  context.beginPath();
  for (let i = left; i <= right; ++i) {
    context.moveTo(x(i), 0);
    context.lineTo(x(i), context.canvas.height);
  }
  for (let j = top; j <= bottom; ++j) {
    context.moveTo(0, y(j));
    context.lineTo(context.canvas.width, y(j));
  }
  context.stroke();

  const field = perlane.fromJson(document as FieldText);
  const {derivatives: [east, south]} = field.fillDerivatives(
    {shape: [columns, rows], step: [period, period], first: [left, top]});
  field.destroy();
  const reach = 0.4 * period / unit, head = Math.min(Math.max(reach * 0.22, 3), 9);
  for (let at = 0; at < columns * rows; ++at) {
    const dx = east?.[at] ?? 0, dy = south?.[at] ?? 0, length = Math.hypot(dx, dy) || 1;
    arrow(context, x(left + at % columns), y(top + Math.floor(at / columns)),
          dx / length, dy / length, reach, head);
  }
}

// A dark arrow with a light border is seen on black and on white.
function arrow(context: Context, x: number, y: number, dx: number, dy: number,
               reach: number, head: number): void {
  const endX = x + dx * reach, endY = y + dy * reach;
  const shape = () => {
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(endX, endY);
    context.moveTo(endX - head * (dx + 0.6 * dy), endY - head * (dy - 0.6 * dx));
    context.lineTo(endX, endY);
    context.lineTo(endX - head * (dx - 0.6 * dy), endY - head * (dy + 0.6 * dx));
    context.stroke();
  };
  context.lineCap = context.lineJoin = 'round';
  context.strokeStyle = 'rgba(255, 255, 255, 0.9)';
  context.lineWidth = 4;
  shape();
  context.strokeStyle = '#b45309';
  context.lineWidth = 2;
  shape();
}
