/** What is said of a faster version and of those that were refused, in a sentence and as Markdown. Knows no editor. */

import { askedSentence, roundName, roundOutcome } from '../models/asked';
import { parts } from './codeText';
import { jailWords } from '../words/jail';
import { bytes, exact, ratio, seconds } from '../words/numbers';
import type { AskedState, FasterState, OptimizeState, RefusedRow } from '../protocol';
import type { Translate } from '../words/translate';

/** How much faster: 5.49×, or at least that where the program as it was had to be cut. */
export function gain(faster: FasterState, t: Translate): string {
  return faster.at_least ? t('at least {0}', ratio(faster.geomean)) : ratio(faster.geomean);
}

/**
 * Now within the time limit of 2 s, 5.49× faster (5.02× to 6.01×), the same output on 812 inputs, 2 more not compared: no time, or no answer,
 * growth n^2.0, now n.
 */
export function fasterSentence(faster: FasterState, t: Translate): string {
  const parts = [
    ...withinLimit(faster, t),
    t('{0} faster ({1} to {2})', gain(faster, t), ratio(faster.low), ratio(faster.high)),
    t('the same output on {0} inputs', exact(faster.inputs_agreed)),
    ...faster.inputs_left_out > 0 ? [t('{0} more not compared: no time, or no answer', exact(faster.inputs_left_out))] : [],
    ...growth(faster, t),
  ];
  return parts.join(', ');
}

/** What was changed and why, what it gains on each input, and what isn't offered. */
export function summary(state: OptimizeState, t: Translate): string {
  const { faster } = state;
  const found = faster ? [
    `# ${t('{0}: {1} faster', plain(state.file_name), gain(faster, t))}`,
    sentence(fasterSentence(faster, t)),
    state.stale ? `**${t('The program was edited since, so this can not be applied to it.')}**` : '',
    t('No input was found on which both differ. That is no proof that there is none.'),
    `## ${t('Changes')}`,
    faster.changes.map(each => `- ${t('Line {0}: {1}', each.line, plain(each.title.replace(/\.$/, '')))}. ${plain(sentence(each.reason))}`).join('\n'),
    `## ${t('On inputs that were slow')}`,
    speeds(faster, t),
    memory(faster, t),
  ] : [`# ${t('{0}: no faster version is shown', plain(state.file_name))}`];
  return `${[...found, ...warnings(state), ...held(state, t), ...refused(state.refused, t), ...asked(state.asked, t)].filter(Boolean).join('\n\n')}\n`;
}

/** Why there is none, in a sentence: what hindered it, else that nothing was found. */
export function whyNone(state: OptimizeState, t: Translate): string {
  const said = state.warnings.at(-1);
  if (said) return said;
  if (state.refused.length > 0) return t('Whatever was tried printed something else, or was not faster.');
  return state.state === 'stopped' ? t('It was stopped before anything was proven.') : t('Nothing was found that makes it faster.');
}

/** The best that can be said: it ends in time where the program does not. */
export function withinLimit(faster: FasterState, t: Translate): string[] {
  return faster.per_input.some(each => each.within_limit) ? [t('now within the time limit of {0}', seconds(faster.time_limit_s))] : [];
}

function growth({ growth_before: before, growth_after: after }: FasterState, t: Translate): string[] {
  return before && after ? [t('growth {0}, now {1}', before, after)] : [];
}

function speeds(faster: FasterState, t: Translate): string {
  const head = [t('Input'), t('Size'), t('Before'), t('After'), t('Faster'), t('95% interval')];
  const rows = faster.per_input.map(each => [
    plain(each.name) + (each.within_limit ? `, ${t('now within the time limit of {0}', seconds(faster.time_limit_s))}` : ''), together(bytes(each.size)), together(`${each.at_least ? '≥ ' : ''}${seconds(each.before_s)}`), together(`${each.both_cut ? '≥ ' : ''}${seconds(each.after_s)}`),
    ...each.both_cut ? [t('not measured'), t('both were cut')]
      : [together(`${each.at_least ? '≥ ' : ''}${ratio(each.ratio)}`), t('{0} to {1}', ratio(each.low), ratio(each.high))],
  ]);
  return [head, head.map((_, column) => column === 0 ? '---' : '---:'), ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n');
}

/** A remark as a sentence of its own. */
function sentence(text: string): string {
  return /[^.!?]$/.test(text) ? `${text[0].toUpperCase()}${text.slice(1)}.` : text;
}

/** A number and its unit don't part, however narrow the column is. */
function together(cell: string): string {
  return cell.replace(/ /g, '\u00a0');
}

function memory(faster: FasterState, t: Translate): string {
  if (faster.memory_reduction >= 1.05) return t('It takes {0} less memory.', ratio(faster.memory_reduction));
  return faster.memory_reduction <= 0.95 ? t('It takes {0} more memory.', ratio(1 / faster.memory_reduction)) : '';
}

function warnings(state: OptimizeState): string[] {
  return [...state.warnings, ...(state.error ? [`${state.error.message} ${state.error.remedy}`.trim()] : [])].map(plain);
}

/** What held the programs that were run. */
function held(state: OptimizeState, t: Translate): string[] {
  return state.jail ? [plain(sentence(`${jailWords(state.jail, t).sentence} (${jailWords(state.jail, t).name})`))] : [];
}

function refused(rows: RefusedRow[], t: Translate): string[] {
  if (rows.length === 0) return [];
  return [`## ${t('Refused')}`, rows.map(each => `- ${plain(each.title)}: ${plain(each.reason)}`).join('\n')];
}

/** What a model was asked; the exact words are opened from the list of the command of that name. */
function asked(all: AskedState | null, t: Translate): string[] {
  if (!all) return [];
  const rounds = all.rounds.map(row => {
    const { outcome, detail } = roundOutcome(row, t);
    return `- ${plain(roundName(row, t))}: ${plain([outcome, detail].filter(Boolean).join('. '))}`;
  });
  return [`## ${t('Asked of a language model')}`, `${plain(askedSentence(all, t))}.`, rounds.join('\n'),
    t('"Slowpath: Prompts and Replies of Faster Version" opens the exact words.')];
}

/** Text as Markdown that shows it as it is, but for names between backticks, which are code. */
function plain(text: string): string {
  return parts(text).map(part => part.code ? `\`${part.text}\`` : escaped(part.text)).join('');
}

function escaped(text: string): string {
  return text.replace(/[\\`*_{}[\]()#+!|<>~-]/g, '\\$&').replace(/\s+/g, ' ');
}
