/** The plot of best cost against time as shapes: pure geometry, drawn by the page at its own size. */

import { count, elapsed } from '../words/numbers';
import type { PlotData } from './messages';

export interface Size {
  width: number;
  height: number;
}

export interface Tick {
  at: number;
  label: string;
}

/** A stretch of the step line that one strategy's find is responsible for. */
export interface Segment {
  path: string;
  series: number;
}

export interface PlotShapes {
  frame: { left: number; top: number; right: number; bottom: number };
  xTicks: Tick[];
  yTicks: Tick[];
  segments: Segment[];
  dots: { x: number; y: number; series: number; title: string }[];
  /** Height of the baseline and what was measured for it, or null when it is unknown. */
  baseline: { y: number; label: string } | null;
  legend: { name: string; series: number }[];
}

export const SERIES = 6;
export const MARGIN = { left: 44, top: 10, right: 12, bottom: 20 };

/** Shapes in pixels; the count's axis is logarithmic in whole decades, time starts at zero. */
export function plotShapes(data: PlotData, size: Size): PlotShapes {
  const frame = { left: MARGIN.left, top: MARGIN.top, right: size.width - MARGIN.right, bottom: size.height - MARGIN.bottom };
  const end = Math.max(data.elapsed_s, data.points[data.points.length - 1]?.elapsed_s ?? 0, 1);
  const [low, high] = decades(data);
  const x = (s: number) => round(frame.left + (s / end) * (frame.right - frame.left));
  const y = (cost: number) =>
    round(frame.bottom - ((Math.log10(Math.max(cost, 1)) - low) / (high - low)) * (frame.bottom - frame.top));
  const names = [...new Set(data.points.map(point => point.strategy))];
  const series = (name: string) => names.indexOf(name) % SERIES;
  return {
    frame,
    xTicks: timeTicks(end).map(s => ({ at: x(s), label: elapsed(s) })),
    yTicks: countTicks(low, high, frame.bottom - frame.top).map(power => ({ at: y(10 ** power), label: count(10 ** power) })),
    segments: data.points.map((point, i) => {
      const until = data.points[i + 1]?.elapsed_s ?? end;
      const rise = i === 0 ? '' : `M${x(point.elapsed_s)} ${y(data.points[i - 1].count)}V${y(point.count)}`;
      return { path: `${rise || `M${x(point.elapsed_s)} ${y(point.count)}`}H${x(until)}`, series: series(point.strategy) };
    }),
    dots: data.points.map(point => ({
      x: x(point.elapsed_s), y: y(point.count), series: series(point.strategy),
      title: `${count(point.count)} · ${elapsed(point.elapsed_s)} · ${point.strategy}`,
    })),
    baseline: data.baseline > 0 ? { y: y(data.baseline), label: data.baselineLabel } : null,
    legend: names.slice(-SERIES).map(name => ({ name, series: series(name) })),
  };
}

function decades(data: PlotData): [number, number] {
  const values = data.points.map(point => point.count).concat(data.baseline > 0 ? [data.baseline] : []);
  const low = Math.floor(Math.log10(Math.max(1, Math.min(...values))));
  const high = Math.ceil(Math.log10(Math.max(1, Math.max(...values))) + 0.02);
  return [low, Math.max(high, low + 1)];
}

/** Every decade, or every second or third where they would touch. */
export function countTicks(low: number, high: number, height: number): number[] {
  const step = Math.max(1, Math.ceil((high - low) * 16 / Math.max(height, 1)));
  const ticks = [];
  for (let power = low; power <= high; power += step) ticks.push(power);
  return ticks;
}

function timeTicks(end: number): number[] {
  const steps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600];
  const step = steps.find(candidate => end / candidate <= 5) ?? end / 4;
  const ticks = [];
  for (let s = 0; s <= end + 1e-9; s += step) ticks.push(s);
  return ticks;
}

export function round(value: number): number {
  return Math.round(value * 10) / 10;
}
