/** The plot of cost against size as shapes: both axes logarithmic, but sizes in equal steps where growth is exponential. */

import { count, exact } from '../words/numbers';
import type { GrowthPlotData } from './messages';
import { countTicks, MARGIN, round, type Size, type Tick } from './plot';

export interface GrowthShapes {
  frame: { left: number; top: number; right: number; bottom: number };
  xTicks: Tick[];
  yTicks: Tick[];
  dots: { x: number; y: number; cut: boolean; title: string }[];
  /** The fitted model as far as sizes were measured, and beyond. */
  fit: string;
  beyond: string;
  /** The prediction at the largest size, where that lies beyond what was measured and inside the picture. */
  predicted: { x: number; y: number; low: number; high: number; title: string } | null;
}

/** How far above the dearest run the picture goes: an exponential would leave no room for anything else. */
const HEADROOM = 1e4;

/** Shapes in pixels. */
export function growthShapes(data: GrowthPlotData, size: Size): GrowthShapes {
  const frame = { left: MARGIN.left, top: MARGIN.top, right: size.width - MARGIN.right, bottom: size.height - MARGIN.bottom };
  const dearest = Math.max(1, ...data.points.map(point => point.count));
  const drawn = data.curve.filter(point => point.count <= dearest * HEADROOM);
  const measured = Math.max(...data.points.filter(point => !point.cut).map(point => point.n));
  const shown = [...data.points, ...drawn];
  const isBeyond = data.largest.n > measured && data.largest.count <= dearest * HEADROOM;
  const costs = [...shown.map(point => point.count), ...(isBeyond ? [Math.min(data.largest.high, dearest * HEADROOM)] : [])];
  const [low, high] = span(costs);
  const [least, most] = [Math.max(1, Math.min(...shown.map(point => point.n))), Math.max(...shown.map(point => point.n))];
  const along = data.isExponential ? (n: number) => (n - least) / Math.max(1, most - least)
    : (n: number) => Math.log(Math.max(n, 1) / least) / Math.max(1e-9, Math.log(most / least));
  const x = (n: number) => round(frame.left + Math.min(1, Math.max(0, along(n))) * (frame.right - frame.left));
  const y = (cost: number) =>
    round(frame.bottom - ((Math.log10(Math.max(cost, 1)) - low) / (high - low)) * (frame.bottom - frame.top));
  const inside = (cost: number) => y(Math.min(Math.max(cost, 10 ** low), 10 ** high));
  const edge = drawn.filter(point => point.n <= measured);
  return {
    frame,
    xTicks: sizeTicks(least, most, data.isExponential).map(n => ({ at: x(n), label: n < 10_000 ? exact(n) : count(n) })),
    yTicks: countTicks(low, high, frame.bottom - frame.top).map(power => ({ at: y(10 ** power), label: count(10 ** power) })),
    dots: data.points.map(point => ({
      x: x(point.n), y: y(point.count), cut: point.cut, title: `${data.variable} = ${exact(point.n)} · ${point.cut ? '≥ ' : ''}${count(point.count)}`,
    })),
    fit: line(edge.map(point => [x(point.n), inside(point.count)])),
    beyond: line([...edge.slice(-1), ...drawn.filter(point => point.n > measured)].map(point => [x(point.n), inside(point.count)])),
    predicted: isBeyond ? {
      x: x(data.largest.n), y: inside(data.largest.count), low: inside(data.largest.low), high: inside(data.largest.high),
      title: data.text,
    } : null,
  };
}

function line(points: [number, number][]): string {
  return points.length < 2 ? '' : `M${points.map(([x, y]) => `${x} ${y}`).join('L')}`;
}

/** Whole decades around the costs. */
function span(costs: readonly number[]): [number, number] {
  const low = Math.floor(Math.log10(Math.max(1, Math.min(...costs))));
  const high = Math.ceil(Math.log10(Math.max(1, Math.max(...costs))) + 0.02);
  return [low, Math.max(high, low + 1)];
}

/** Powers of ten, with 2 and 5 between them where there are few; equal steps on an axis of equal steps. */
function sizeTicks(least: number, most: number, isLinear: boolean): number[] {
  if (isLinear) {
    const step = [1, 2, 5, 10, 20, 50, 100, 200, 500].find(candidate => (most - least) / candidate <= 6) ?? (most - least) / 4;
    return Array.from({ length: 8 }, (_, i) => (Math.ceil(least / step) + i) * step).filter(n => n <= most);
  }
  const factors = most / least >= 100 ? [1] : [1, 2, 5];
  const ticks = [];
  for (let power = 10 ** Math.floor(Math.log10(least)); power <= most; power *= 10) {
    ticks.push(...factors.map(factor => factor * power).filter(n => n >= least && n <= most));
  }
  return ticks;
}
