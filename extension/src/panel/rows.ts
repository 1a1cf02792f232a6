/** The table's rows as words and figures, nothing left to decide; `webview/table.ts` puts them on the page. */

import type { CampaignState, Row, RowGroup } from '../protocol';
import type { Translate } from '../words/translate';
import { bytes, exact, ratio, round, seconds, spread } from '../words/numbers';
import { satisfiedLines } from './constraints';
import { growthPlot, growthText } from './growth';
import type { GrowthPlotData, RowIntent } from './messages';
import { isSure, validityView, type ValidityView } from './validity';

export interface Cell {
  text: string;
  title: string;
}

/** What stands in a row, column by column. */
export type Cells = Readonly<ReturnType<typeof cellsOf>>;
export type ColumnId = keyof Cells;

/** What stands over a column. */
export interface Column extends Cell {
  id: ColumnId;
}

export interface RowView {
  inputId: string;
  rank: number;
  group: RowGroup;
  cells: Cells;
  /** Paints its time red. */
  over: boolean;
  spread: string;
  plot: GrowthPlotData | null;
  /** The small input that is slow for the same reason; `text` says how small. */
  twin: (Cell & { inputId: string }) | null;
  actions: RowIntent[];
  tone: 'ok' | 'slow' | 'bad';
  validity: ValidityView;
  /** The cost as a share of the slowest row's, 0..1, for the bar behind it. */
  bar: number;
  /** Its place in the contrasting pair on show. */
  pair: 'slow' | 'fast' | '';
  /** The whole row as one sentence, for a screen reader. */
  label: string;
}

/** The columns from left to right. A new one is a line here and its cell in `cellsOf`. */
export function columns(t: Translate): Column[] {
  const column = (id: ColumnId, text: string, title = '') => ({ id, text, title });
  return [
    column('rank', '#'), column('time', t('Time')), column('ratio', t('× typical'), t('How many times a typical input of the same size it costs')),
    column('growth', t('Growth')), column('size', t('Size')), column('small', t('In small')), column('verdict', t('Verdict')),
    column('satisfies', t('Satisfies')), column('origin', t('Input')),
  ];
}

/**
 * Time stands against the limit. How many times a typical input of its size it costs, and how the cost grows along inputs like it, is
 * empty while nobody knows. `small` is the small input that is slow for the same reason, `satisfies` the lines of constraints.
 */
function cellsOf(row: Row, campaign: CampaignState, twin: RowView['twin'], t: Translate) {
  const cell = (text: string, title = ''): Cell => ({ text, title });
  const times = row.times_typical === null ? '' : (row.at_least ? '≥ ' : row.count_spread > 0 ? '~ ' : '') + ratio(row.times_typical);
  return {
    rank: cell(String(row.rank)),
    time: cell(timeText(row, campaign, t), timeTitle(row, campaign, t)),
    ratio: cell(times, row.typical || t('Not yet compared with typical inputs of its size')),
    growth: row.growth ? cell(row.growth.formula, growthText(row.growth, t)) : cell(''),
    size: cell(bytes(row.size), [row.sizes, t('{0} bytes', exact(row.size))].filter(Boolean).join('\n')),
    small: cell(twin?.text ?? '', twin?.title),
    verdict: cell(row.verdict, [verdictName(row.verdict, t), campaign.limit].filter(Boolean).join('\n')),
    satisfies: satisfiedLines(row.satisfies, campaign, t),
    origin: cell(row.shape, row.about),
  };
}

const GROUPS: readonly RowGroup[] = ['slow', 'large', 'doubtful'];

/** Slowest first; what is only large below, and doubtful ones below all others. */
export function rowViews(campaign: CampaignState, t: Translate): RowView[] {
  const largest = Math.max(1, ...campaign.rows.filter(isSure).map(row => row.count));
  const place = (row: Row) => GROUPS.indexOf(row.group);
  return [...campaign.rows].sort((a, b) => place(a) - place(b) || a.rank - b.rank).map(row => rowView(row, campaign, largest, t));
}

function rowView(row: Row, campaign: CampaignState, largest: number, t: Translate): RowView {
  const twin = twinOf(row, t);
  const cells = cellsOf(row, campaign, twin, t);
  const validity = validityView(row.validity, t);
  return {
    inputId: row.input_id,
    rank: row.rank,
    group: row.group,
    cells,
    over: row.over,
    spread: row.at_least || row.cpu_s_spread === 0 ? '' : spread(row.cpu_s_spread, row.cpu_s),
    plot: row.growth ? growthPlot(row.growth, t) : null,
    twin,
    actions: twin ? ['open', 'twin', 'contrast', 'save', 'replay'] : ['open', 'contrast', 'save', 'replay'],
    tone: row.verdict === 'OK' ? 'ok' : row.verdict === 'TLE' || row.verdict === 'CUT' ? 'slow' : 'bad',
    validity,
    bar: Math.min(1, row.count / largest),
    pair: row.input_id === campaign.contrast_slow_id ? 'slow'
      : row.input_id === campaign.contrast_fast_id ? 'fast' : '',
    label: [
      t('Rank {0}: {1}', row.rank, cells.time.text),
      cells.ratio.text ? t('{0} a typical input of its size', cells.ratio.text) : '',
      cells.growth.title ? t('grows {0}', cells.growth.title) : '',
      row.sizes, row.shape,
      t('verdict {0}', row.verdict), validity.title,
      twin?.title ?? '',
      cells.satisfies.text ? t('satisfies the constraints of {0}', cells.satisfies.text) : '',
    ].filter(Boolean).join(', '),
  };
}

/** `1.20 s of 1 s`. */
function timeText(row: Row, campaign: CampaignState, t: Translate): string {
  const took = (row.at_least ? '≥ ' : '') + seconds(row.cpu_s);
  return campaign.limit_s === null ? took : t('{0} of {1}', took, round(campaign.limit_s));
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

function costLines(row: Row, t: Translate): string[] {
  const lines = [t('{0} counted steps; the same on every run', exact(row.count))];
  if (row.instructions !== null) lines.push(t('{0} instructions measured', exact(row.instructions)));
  if (row.count_spread > 0) {
    lines.push(t('Runs of it differ by up to {0} steps (a clock, random numbers or state); this is the least of them.', exact(row.count_spread)));
  }
  if (row.at_least) lines.push(t('The run was cut at a limit: the true cost is larger.'));
  return lines;
}

function timeTitle(row: Row, campaign: CampaignState, t: Translate): string {
  return [
    campaign.limit,
    row.cpu_s_spread > 0
      ? t('{0} of processor time on the clean build, at least; slowest run {1} more', seconds(row.cpu_s), seconds(row.cpu_s_spread))
      : t('{0} of processor time on the clean build, in a single run', seconds(row.cpu_s)),
    t('{0} of memory at the peak', bytes(row.peak_rss_bytes)),
    ...costLines(row, t),
  ].filter(Boolean).join('\n');
}

export function verdictName(verdict: string, t: Translate): string {
  switch (verdict) {
    case 'OK': return t('Answered in time');
    case 'TLE': return t('Time limit exceeded');
    case 'MLE': return t('Memory limit exceeded');
    case 'OLE': return t('Output limit exceeded');
    case 'CUT': return t('Ended before the limit: the search had no time for more');
    case 'ILE': return t('Slept or waited until it was ended');
    case 'RE': return t('Run-time error');
    case 'WA': return t('Wrong answer');
    default: return verdict;
  }
}
