/** How a row's cost grows, in words, and what of it is drawn. */

import type { GrowthState } from '../protocol';
import type { Translate } from '../words/translate';
import { count, exact, long } from '../words/numbers';
import type { GrowthPlotData } from './messages';

/** An interval that is wider than this, highest over lowest, is said. */
const WIDE = 1.5;
/** The server's largest count: what is more is said to be more. */
const LARGEST = 1e18;

/** `about n^1.98 (1.90 to 2.06); at n = 200,000: 41.0 s`, with what else has to be known. */
export function growthText(growth: GrowthState, t: Translate): string {
  const said = t('{0}; at {1} = {2}: {3}', grows(growth, t), growth.variable, exact(growth.largest_n), atLargest(growth, t));
  return growth.remark ? `${said}\n${growth.remark}` : said;
}

function grows(growth: GrowthState, t: Translate): string {
  const power = (value: number) => value.toFixed(2);
  switch (growth.model) {
    case 'constant': return t('does not grow with {0}', growth.variable);
    case 'threshold': return growth.formula;
    case 'exponential':
      return t('about {0} ({1} to {2})', growth.formula, (2 ** growth.low).toPrecision(3), (2 ** growth.high).toPrecision(3));
    case 'polynomial': return t('about {0} ({1} to {2})', growth.formula, power(growth.low), power(growth.high));
    case 'logarithmic':
    case 'linear':
    case 'linearithmic': return t('about {0} (as a power: {1} to {2})', growth.formula, power(growth.low), power(growth.high));
  }
}

function atLargest(growth: GrowthState, t: Translate): string {
  const rate = growth.predicted_s === null ? 0 : growth.predicted_s / Math.max(1, growth.predicted);
  const cost = (steps: number) => (rate > 0 ? long(steps * rate) : t('{0} steps', count(steps)));
  if (growth.predicted >= LARGEST) return t('more than {0}', cost(LARGEST));
  if (growth.predicted_high <= WIDE * Math.max(1, growth.predicted_low)) return cost(growth.predicted);
  return t('{0} ({1} to {2})', cost(growth.predicted), cost(growth.predicted_low), cost(growth.predicted_high));
}

export function growthPlot(growth: GrowthState, t: Translate): GrowthPlotData {
  return {
    points: growth.points.map(point => ({ n: point.n, count: point.count, cut: point.at_least })),
    curve: growth.curve.map(point => ({ n: point.n, count: point.count })),
    largest: { n: growth.largest_n, count: growth.predicted, low: growth.predicted_low, high: growth.predicted_high },
    variable: growth.variable,
    isExponential: growth.model === 'exponential',
    text: growthText(growth, t),
  };
}
