/** The list of constraints as it is drawn: words and figures, nothing left for the page to decide. */

import type { CampaignState, ConstraintRow } from '../protocol';
import type { Translate } from '../words/translate';
import { exact, percent, ratio } from '../words/numbers';
import type { ConstraintAction } from './messages';
import type { Cell } from './rows';

export interface ConstraintView {
  constraintId: string;
  line: Cell;
  status: Cell;
  tone: 'confirmed' | 'hypothesis' | 'dismissed';
  ratio: Cell;
  tested: Cell;
  sentence: Cell;
  predicate: string;
  origin: string;
  /** A word beside it: that the search is about it. */
  mark: string;
  actions: ConstraintAction[];
  /** The whole row as one sentence, for a screen reader. */
  label: string;
}

/** In the order of lines; dismissed ones last. */
export function constraintViews(campaign: CampaignState, t: Translate): ConstraintView[] {
  return [...campaign.constraints]
    .sort((a, b) => Number(a.dismissed) - Number(b.dismissed) || a.line - b.line)
    .map(row => constraintView(row, t));
}

function constraintView(row: ConstraintRow, t: Translate): ConstraintView {
  const line = String(row.lsp_line === null ? row.line : row.lsp_line + 1);
  const status = statusName(row, t);
  const times = row.ratio === null ? '' : ratio(row.ratio);
  const tested = `${exact(row.satisfying)} : ${exact(row.violating)}`;
  return {
    constraintId: row.constraint_id,
    line: row.lsp_line === null
      ? { text: `(${line})`, title: t('Line {0} was edited since the search', line) } : { text: line, title: '' },
    status: { text: status, title: row.evidence },
    tone: row.dismissed ? 'dismissed' : row.status,
    ratio: { text: times, title: row.evidence },
    tested: { text: tested, title: t('{0} inputs satisfy it, {1} do not', exact(row.satisfying), exact(row.violating)) },
    sentence: { text: row.sentence, title: [row.sentence, row.predicate, row.evidence, row.note].filter(Boolean).join('\n') },
    predicate: row.predicate,
    origin: row.origin,
    mark: row.aimed ? t('aimed at') : '',
    actions: actions(row),
    label: [t('Line {0}', line), status, row.sentence, row.evidence, row.aimed ? t('aimed at') : ''].filter(Boolean).join(', '),
  };
}

function actions(row: ConstraintRow): ConstraintAction[] {
  const there = row.lsp_line !== null;
  const made: ConstraintAction[] = there ? ['goto', 'explain'] : [];
  if (there && (row.checker === 'faithful' || row.checker === 'unjudged')) made.push('insert');
  if (row.checker !== 'none' && !row.aimed) made.push('aim');
  if (row.conversation) made.push('conversation');
  if (!row.dismissed) made.push('dismiss');
  return made;
}

function statusName(row: ConstraintRow, t: Translate): string {
  if (row.dismissed) return t('dismissed');
  switch (row.status) {
    case 'confirmed': return t('confirmed');
    case 'hypothesis': return t('hypothesis');
  }
}

/** The lines of the constraints that an input satisfies: short enough for a column. */
export function satisfiedLines(ids: readonly string[], campaign: CampaignState, t: Translate): Cell {
  const found = campaign.constraints.filter(row => ids.includes(row.constraint_id) && !row.dismissed);
  const lines = [...new Set(found.map(row => row.lsp_line === null ? row.line : row.lsp_line + 1))].sort((a, b) => a - b);
  return {
    text: lines.map(line => t('L{0}', line)).join(' '),
    title: found.map(row => t('Line {0}: {1}', (row.lsp_line ?? row.line - 1) + 1, row.sentence)).join('\n'),
  };
}

/** Where satisfying inputs come from: `aimed 98%, mutation 41%`, the best strategy first. */
export function shares(campaign: CampaignState, t: Translate): string {
  const made = campaign.shares.filter(share => share.satisfying > 0 && share.valid > 0);
  if (made.length === 0 || campaign.constraints.length === 0) return '';
  const told = [...made].sort((a, b) => b.satisfying / b.valid - a.satisfying / a.valid)
    .map(share => `${share.strategy} ${percent(share.satisfying / share.valid)}`);
  return t('Inputs that satisfy one, by strategy: {0}', told.join(', '));
}
