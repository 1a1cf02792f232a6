/** How sure it is that an input is valid, in words, and what to do where it is doubtful. */

import { isolated } from '../words/bidi';
import type { CampaignState, DoubtRow, Validity } from '../protocol';
import type { Translate } from '../words/translate';
import type { Notice } from './messages';
import { action } from './notices';

export interface ValidityView {
  mark: string;
  /** What the mark means: the hover, and what a screen reader says. */
  title: string;
  tone: Validity;
}

const MOST_DOUBTS = 4;

export function isSure(row: { validity: Validity }): boolean {
  return row.validity !== 'doubtful';
}

export function validityView(validity: Validity, t: Translate): ValidityView {
  switch (validity) {
    case 'confirmed': return { mark: '✓', title: t('confirmed valid: a validator accepted it'), tone: validity };
    case 'doubtful': return { mark: '?', title: t('doubtful: it may be invalid'), tone: validity };
    default: return { mark: '', title: t('likely valid'), tone: 'likely' };
  }
}

/** A doubt with what can be done about it at once: a line of format to take, to say that it isn't about the input, or to write a line. */
export interface DoubtView {
  text: string;
  proposal: string;
  buttons: { action: DoubtAction; label: string }[];
  doubt: DoubtRow;
}

export type DoubtAction = 'take' | 'dismiss' | 'write';

/**
 * What speaks against the format, and what to do about it; null where nothing does, or a validator confirmed all that is shown. `model` is
 * the language model that is configured, '' for none.
 */
export function doubtNotice(campaign: CampaignState, model: string, t: Translate): Notice | null {
  const { doubts, rows, faults } = campaign;
  const shown = [...rows, ...faults];
  const isOld = campaign.format_changed && !campaign.settling;
  if (doubts.length === 0 || isOld || (shown.length > 0 && shown.every(isSure))) return null;
  const ask = model && !campaign.asked && campaign.owned ? [action('askModel', t('Ask the model'))] : [];
  return {
    tone: 'warning', title: t('The inputs found may be invalid: the input format is doubtful'),
    body: doubts.length > MOST_DOUBTS ? t('and {0} more', doubts.length - MOST_DOUBTS) : '',
    doubts: doubts.slice(0, MOST_DOUBTS).map(doubt => doubtView(doubt, campaign.owned, t)),
    actions: [action('editFormat', t('Edit input format'), true), action('acceptFormat', t('This format is right')), ...ask],
  };
}

function doubtView(doubt: DoubtRow, isOurs: boolean, t: Translate): DoubtView {
  const say: DoubtView['buttons'][number] = doubt.proposal
    ? { action: 'take', label: t('Take this line') } : { action: 'write', label: t('Write a line…') };
  const canSettle = isOurs && doubt.kind === 'sentence';
  return {
    text: doubtText(doubt, t), proposal: doubt.proposal, doubt,
    buttons: canSettle ? [say, { action: 'dismiss', label: t('Not about the input') }] : [],
  };
}

function doubtText(doubt: DoubtRow, t: Translate): string {
  const what = `${kindName(doubt.kind, t)}: ${isolated(doubt.text)}`;
  if (!doubt.quote) return what;
  const quote = isolated(doubt.quote.replace(/\s+/g, ' ').trim());
  return doubt.line > 0 ? `${what} ${t('Line {0} of the statement: “{1}”', doubt.line, quote)}` : `${what} “${quote}”`;
}

function kindName(kind: string, t: Translate): string {
  switch (kind) {
    case 'sentence': return t('Not understood');
    case 'bounds': return t('Bounds unknown');
    case 'samples': return t('A sample speaks against it');
    case 'no-statement': return t('No statement');
    case 'language': return t('Language not read');
    case 'unread': return t('Not read');
    case 'reading': return t('The program reads something else');
    case 'failing': return t('The program fails on many inputs');
    case 'model': return t('The validator of the language model refuses it');
    case 'objection': return t('The language model objects');
    default: return t('Doubt');
  }
}
