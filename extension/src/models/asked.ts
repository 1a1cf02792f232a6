/** What is said of what a language model was asked: in a sentence, and round by round. Knows no editor. */

import { exact } from '../words/numbers';
import type { AskedRow, AskedState } from '../protocol';
import type { Translate } from '../words/translate';

/** recorded was asked 3 times: 1,591 tokens sent, 263 received. */
export function askedSentence(asked: AskedState, t: Translate): string {
  const times = asked.rounds.length === 1 ? t('once') : t('{0} times', exact(asked.rounds.length));
  const tokens = t('{0} tokens sent, {1} received', exact(asked.prompt_tokens), exact(asked.completion_tokens));
  return t('{0} was asked {1}: {2}', asked.model, times, asked.estimated ? t('about {0}', tokens) : tokens);
}

/** optimise-profile, sample 1, round 2. */
export function roundName(row: AskedRow, t: Translate): string {
  return t('{0}, sample {1}, round {2}', row.prompt, row.sample, row.round);
}

/** What became of the reply, and why in the first line of the reasons; of one that was taken, the model's own word for it. */
export function roundOutcome(row: AskedRow, t: Translate): { outcome: string; detail: string } {
  if (!row.outcome) return { outcome: t('taken'), detail: row.idea };
  return { outcome: row.outcome, detail: row.reason.trim().split('\n')[0] || row.idea };
}
