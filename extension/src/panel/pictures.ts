/** An input's pictures as shapes: pure geometry, drawn by the page at its own size. */

import type { DrawingState } from '../protocol';
import type { Size } from './plot';
import { round } from './plot';

export interface PictureShapes {
  frame: { left: number; top: number; right: number; bottom: number };
  /** What is written at the top and at the bottom of the left edge. */
  figures: { high: string; low: string };
  dots: { x: number; y: number; label: string }[];
  /** Lines between neighbouring values, "" where points have no order. */
  line: string;
  edges: string[];
  cells: { x: number; y: number; width: number; height: number; series: number; shade: number }[];
  legend: { name: string; series: number }[];
}

const FIGURE_WIDTH = 7;
const FEW_DOTS = 60;
const VERTEX = 9;
const SERIES = 6;
const SHADES = 5;

export function pictureShapes(drawing: DrawingState, size: Size): PictureShapes {
  const hasFigures = drawing.kind === 'values' || drawing.kind === 'points';
  const figures = hasFigures ? { high: drawing.high, low: drawing.low } : { high: '', low: '' };
  const left = 6 + FIGURE_WIDTH * Math.max(figures.high.length, figures.low.length);
  const inset = drawing.kind === 'network' ? VERTEX + 3 : 5;
  const frame = { left, top: inset, right: size.width - inset - 4, bottom: size.height - inset };
  const at = positions(drawing, frame);
  return {
    frame, figures,
    dots: at.map(([x, y], place) => ({ x, y, label: drawing.labels[place] ?? '' })),
    line: drawing.kind === 'values' && at.length > FEW_DOTS ? `M${at.map(([x, y]) => `${x} ${y}`).join('L')}` : '',
    edges: pairs(drawing.edges).map(([tail, head]) => `M${at[tail].join(' ')}L${at[head].join(' ')}`),
    cells: cells(drawing, frame),
    legend: drawing.legend.map((name, place) => ({ name, series: place % SERIES })),
  };
}

function positions(drawing: DrawingState, frame: PictureShapes['frame']): [number, number][] {
  return pairs(drawing.points).map(([x, y]) => [
    round(frame.left + x * (frame.right - frame.left)), round(frame.bottom - y * (frame.bottom - frame.top)),
  ]);
}

function cells(drawing: DrawingState, frame: PictureShapes['frame']): PictureShapes['cells'] {
  const columns = Math.max(1, ...drawing.cells.map(row => row.length));
  const side = Math.min((frame.right - frame.left) / columns, (frame.bottom - frame.top) / Math.max(1, drawing.cells.length));
  // One long row is a strip; rows of a grid keep their squares where there is room.
  const height = drawing.cells.length === 1 ? Math.min(24, frame.bottom - frame.top) : side;
  const width = drawing.cells.length === 1 ? (frame.right - frame.left) / columns : side;
  return drawing.cells.flatMap((row, y) => [...row].flatMap((digit, x) => (digit === ' ' ? [] : [{
    x: round(frame.left + x * width), y: round(frame.top + y * height), width: round(width), height: round(height),
    series: drawing.legend.length > 0 ? Number(digit) % SERIES : 1, shade: drawing.legend.length > 0 ? 1 : (Number(digit) + 1) / SHADES,
  }])));
}

function pairs(numbers: readonly number[]): [number, number][] {
  const made: [number, number][] = [];
  for (let at = 0; at + 1 < numbers.length; at += 2) made.push([numbers[at], numbers[at + 1]]);
  return made;
}
