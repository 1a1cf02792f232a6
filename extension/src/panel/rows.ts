/** The table's rows as they are drawn: words and figures, nothing left for the page to decide. */

import type { CampaignState, Row } from '../protocol';
import type { Translate } from '../translate';
import { bytes, count, exact, ratio, seconds, spread } from '../numbers';
import { satisfiedLines } from './constraints';
import { growthPlot, growthText } from './growth';
import type { GrowthPlotData, RowIntent } from './messages';
import { isSure, validityView, type ValidityView } from './validity';

export interface Cell {
  text: string;
  title: string;
}

export interface RowView {
  inputId: string;
  rank: number;
  cost: Cell;
  time: Cell;
  spread: string;
  ratio: Cell;
  size: Cell;
  /** How the cost grows along inputs like it, empty while nobody measured that. */
  growth: Cell;
  plot: GrowthPlotData | null;
  /** The small input that is slow for the same reason; `text` says how small. */
  twin: (Cell & { inputId: string }) | null;
  actions: RowIntent[];
  origin: Cell;
  /** The lines of the constraints that it satisfies. */
  satisfies: Cell;
  verdict: Cell;
  tone: 'ok' | 'slow' | 'bad';
  validity: ValidityView;
  /** The cost as a share of the slowest row's, 0..1, for the bar behind it. */
  bar: number;
  /** Its place in the contrasting pair on show. */
  pair: 'slow' | 'fast' | '';
  /** The whole row as one sentence, for a screen reader. */
  label: string;
}

/** Slowest first, doubtful ones below all others. */
export function rowViews(campaign: CampaignState, t: Translate): RowView[] {
  const largest = Math.max(1, ...campaign.rows.filter(isSure).map(row => row.count));
  return [...campaign.rows].sort((a, b) => Number(isSure(b)) - Number(isSure(a)) || a.rank - b.rank).map(row => rowView(row, campaign, largest, t));
}

function rowView(row: Row, campaign: CampaignState, largest: number, t: Translate): RowView {
  const least = row.at_least ? '≥ ' : '';
  const cost = { text: (least || (row.count_spread > 0 ? '~ ' : '')) + count(row.count), title: costTitle(row, t) };
  const growth = row.growth ? { text: row.growth.formula, title: growthText(row.growth, t) } : { text: '', title: '' };
  const twin = twinOf(row, t);
  const time = { text: least + seconds(row.cpu_s), title: timeTitle(row, t) };
  const times = ratio(row.ratio);
  const baseline = campaign.baseline_label || t('the baseline');
  const verdict = verdictCell(row, campaign, t);
  const satisfies = satisfiedLines(row.satisfies, campaign, t);
  const validity = validityView(row.validity, t);
  return {
    inputId: row.input_id,
    rank: row.rank,
    cost,
    time,
    spread: row.at_least || row.cpu_s_spread === 0 ? '' : spread(row.cpu_s_spread, row.cpu_s),
    ratio: { text: times, title: t('{0} the cost of {1}', times, baseline) },
    size: { text: bytes(row.size), title: t('{0} bytes', exact(row.size)) },
    growth,
    plot: row.growth ? growthPlot(row.growth, t) : null,
    twin,
    actions: twin ? ['open', 'twin', 'contrast', 'save', 'replay'] : ['open', 'contrast', 'save', 'replay'],
    origin: { text: row.origin, title: row.origin },
    satisfies,
    verdict,
    tone: row.verdict === 'OK' ? 'ok' : row.verdict === 'TLE' ? 'slow' : 'bad',
    validity,
    bar: Math.min(1, row.count / largest),
    pair: row.input_id === campaign.contrast_slow_id ? 'slow'
      : row.input_id === campaign.contrast_fast_id ? 'fast' : '',
    label: t('Rank {0}: cost {1}, {2}, {3} the cost of {4}, {5}, from {6}, verdict {7}',
      row.rank, cost.text, time.text, times, baseline, bytes(row.size), row.origin, row.verdict)
      + `, ${validity.title}`
      + (growth.title ? `, ${t('grows {0}', growth.title)}` : '')
      + (twin ? `, ${twin.title}` : '')
      + (satisfies.text ? `, ${t('satisfies the constraints of {0}', satisfies.text)}` : ''),
  };
}

function twinOf(row: Row, t: Translate): RowView['twin'] {
  const twin = row.minimised;
  if (!twin) return null;
  const small = twin.sizes || bytes(twin.size);
  return {
    inputId: twin.input_id,
    text: small,
    title: t('The same slowness with {0}: {1} the cost of a random input of that size', small, ratio(twin.ratio)),
  };
}

function costTitle(row: Row, t: Translate): string {
  const lines = [t('{0} counted steps; the same on every run', exact(row.count))];
  if (row.instructions !== null) lines.push(t('{0} instructions measured', exact(row.instructions)));
  if (row.count_spread > 0) {
    lines.push(t('Runs of it differ by up to {0} steps (a clock, random numbers or state); this is the least of them.', exact(row.count_spread)));
  }
  if (row.at_least) lines.push(t('The run was cut at a limit: the true cost is larger.'));
  return lines.join('\n');
}

function timeTitle(row: Row, t: Translate): string {
  return [
    row.cpu_s_spread > 0
      ? t('{0} of processor time on the clean build, at least; slowest run {1} more', seconds(row.cpu_s), seconds(row.cpu_s_spread))
      : t('{0} of processor time on the clean build, in a single run', seconds(row.cpu_s)),
    t('{0} of memory at the peak', bytes(row.peak_rss_bytes)),
  ].join('\n');
}

function verdictCell(row: Row, campaign: CampaignState, t: Translate): Cell {
  const limit = campaign.time_limit_s;
  const against = limit === null ? t('no time limit is known') : t('time limit {0}', seconds(limit));
  return { text: row.verdict, title: `${verdictName(row.verdict, t)} (${against})` };
}

export function verdictName(verdict: string, t: Translate): string {
  switch (verdict) {
    case 'OK': return t('Answered in time');
    case 'TLE': return t('Time limit exceeded');
    case 'MLE': return t('Memory limit exceeded');
    case 'OLE': return t('Output limit exceeded');
    case 'RE': return t('Run-time error');
    case 'WA': return t('Wrong answer');
    default: return verdict;
  }
}
