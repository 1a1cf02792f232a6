/** A search for a breaking input as it is drawn: words and figures, nothing left for the page to decide. */

import { isolated } from '../words/bidi';
import type { BreakingState, BreakState, Category, CategoryState, DivergenceState, Failing, LineRemark, ReferenceState } from '../protocol';
import type { Translate } from '../words/translate';
import { isLive } from '../searches/kinds';
import { bytes, count, elapsed, exact, percent, rate } from '../words/numbers';
import type { Action, Fact, Head, Notice } from './messages';
import type { Cell } from './rows';
import { action, askedFacts, failure, jailFacts } from './notices';

export type BreakAction = 'open' | 'difference' | 'save' | 'replay';

/** From this confidence on the kind of bug is said without "perhaps". */
const SURE = 0.5;

/** One of the texts side by side; `mark` is the part that is wrong, as offsets, null where nothing is. */
export interface TextView {
  id: 'input' | 'expected' | 'actual' | 'other';
  title: string;
  text: string;
  mark: { start: number; end: number } | null;
}

export interface ValueView {
  name: string;
  here: string;
  there: string;
  differs: boolean;
}

/** What is known of one line; `line` is its number on the screen. */
export interface PlaceView {
  /** 0-based, null where the line was edited since: then it can't be gone to. */
  lspLine: number | null;
  line: string;
  sentence: string;
  values: ValueView[];
}

export interface FoundView {
  inputId: string;
  tag: Cell;
  tone: 'bad' | 'slow';
  headline: string;
  /** Small remarks: how small, by whom judged, where from. */
  remarks: Cell[];
  category: (Cell & { evidence: string[] }) | null;
  texts: TextView[];
  places: PlaceView[];
  actions: BreakAction[];
  /** All of it as one sentence, for a screen reader. */
  label: string;
}

export interface ReferenceView {
  name: string;
  role: string;
  usable: boolean;
  title: string;
}

export interface BreakingView extends Head {
  breakId: string;
  found: FoundView | null;
  references: ReferenceView[];
  /** How outputs are compared; what was taken for granted and what went wrong, once there is a find: it stands below it then. */
  notes: string[];
  /** Over the values of a line: here, and in the accepted version. */
  here: string;
  there: string;
}

export function breakingView(state: BreakState, t: Translate): BreakingView {
  const remarks = [...assumptions(state, t), ...state.warnings];
  return {
    kind: state.state,
    label: stateName(state, t),
    fileName: state.file_name,
    detail: isLive(state) ? state.phase : '',
    progress: isLive(state) ? Math.min(1, Math.max(0, state.progress)) : null,
    facts: facts(state, t),
    actions: actions(state, t),
    notice: notice(state, t),
    warnings: state.breaking ? [] : remarks,
    breakId: state.break_id,
    found: state.breaking && foundView(state.breaking, state.stale, t),
    references: state.references.map(reference => referenceView(reference, t)),
    notes: [...comparison(state, t), ...(state.breaking ? remarks : [])],
    here: t('here'),
    there: t('accepted'),
  };
}

function isBroken(state: BreakState): boolean {
  return state.breaking !== null && state.breaking.is_sure;
}

function stateName(state: BreakState, t: Translate): string {
  switch (state.state) {
    case 'preparing': return t('Preparing');
    case 'running': return isBroken(state) ? t('Broken') : t('Breaking');
    case 'finished': return isBroken(state) ? t('Broken') : state.breaking ? t('Perhaps broken') : t('Not broken');
    case 'stopped': return isBroken(state) ? t('Broken') : t('Stopped');
    case 'failed': return t('Failed');
  }
}

function facts(state: BreakState, t: Translate): Fact[] {
  const made: Fact[] = state.executions === 0 ? [] : [
    { id: 'elapsed', label: t('elapsed'), value: elapsed(state.elapsed_s), title: t('Time spent searching') },
    { id: 'executions', label: t('runs'), value: count(state.executions), title: t('{0} executions of the program', exact(state.executions)) },
  ];
  if (isLive(state) && state.executions_per_s > 0) {
    made.push({ id: 'speed', label: t('runs/s'), value: rate(state.executions_per_s), title: t('Executions per second') });
  }
  if (state.first_found_s !== null) {
    made.push({ id: 'found', label: t('to the first'), value: soon(state.first_found_s), title: t('Time until the first breaking input') });
  }
  return [...made, ...askedFacts(state.asked, t), ...jailFacts(state.jail, t)];
}

function soon(total: number): string {
  return total < 10 ? `${total.toFixed(1)} s` : elapsed(total);
}

function actions(state: BreakState, t: Translate): Action[] {
  const asked: Action[] = state.asked ? [{ id: 'breakAsked', label: t('Prompts and replies'), primary: false }] : [];
  if (isLive(state)) return state.break_id ? [{ id: 'stopBreaking', label: t('Stop'), primary: false }, ...asked] : [];
  return [
    { id: 'breakAgain', label: t('Search again'), primary: false },
    { id: 'breakAgainst', label: t('Against…'), primary: false },
    { id: 'compareOutputs', label: t('Comparison'), primary: false },
    { id: 'editFormat', label: t('Input format'), primary: false },
    ...asked,
  ];
}

function notice(state: BreakState, t: Translate): Notice | null {
  if (state.error) return failure(state.error, t);
  if (state.breaking) return state.breaking.is_sure ? null : doubtNotice(state.breaking, t);
  const against = state.references.filter(reference => reference.usable).map(reference => isolated(reference.name)).join(', ');
  switch (state.state) {
    case 'preparing':
      return { tone: 'info', title: state.phase || t('Preparing the search'), body: t('The program is being built, and what it is compared with.'), actions: [] };
    case 'running':
      return {
        tone: 'info', title: t('Looking for an input that breaks it'),
        body: against ? t('Small inputs first; answers are compared with {0}.', against)
          : t('Small inputs first. Without a reference only crashes, limits, undefined behaviour and the samples\' answers can show a fault.'),
        actions: [],
      };
    case 'failed': return failure({ code: '', message: t('The search failed.'), remedy: '' }, t);
    default:
      return {
        tone: 'info', title: state.earlier.length > 0 ? t('No other input was found that breaks it') : t('No input was found that breaks it'),
        body: unbroken(state, against, t),
        actions: [{ id: 'breakAgainst', label: t('Choose a reference…'), primary: !against }],
      };
  }
}

/** What the search came to where it broke nothing; `against` are the usable references, "" for none. */
function unbroken(state: BreakState, against: string, t: Translate): string {
  if (state.earlier.length > 0) return t('Earlier breaking inputs are in the test explorer: {0}.', state.earlier.map(known).join('; '));
  if (state.executions === 0) return t('Nothing was run before it ended: search longer (slowpath.budgetSeconds).');
  if (!against) return t('Nothing to compare with: give a solution that is right, or a simple slow one.');
  const agree = state.executions === 1 ? t('One run agrees with {0}.', against) : t('{0} runs agree with {1}.', exact(state.executions), against);
  return `${agree} ${t('That proves nothing for inputs that were not tried.')}`;
}

/** What speaks against a find that isn't sure, and what to do about it. */
function doubtNotice(found: BreakingState, t: Translate): Notice {
  return {
    tone: 'warning', title: t('No sure breaking input was found, perhaps this is one'), body: found.doubts.map(doubt => `• ${doubt}`).join('\n'),
    actions: [action('editFormat', t('Edit input format'), true), action('breakAgainst', t('Choose a reference…')), action('compareOutputs', t('Comparison'))],
  };
}

/** How outputs are compared, which can be changed. */
function comparison(state: BreakState, t: Translate): string[] {
  return state.compared ? [t('Outputs are compared: {0}.', state.compared)] : [];
}

/** A find in a few words: WA, n = 2. */
export function known(breaking: BreakingState): string {
  return breaking.sizes ? `${breaking.failing}, ${breaking.sizes}` : breaking.failing;
}

/** What had to be taken for granted, which writing the format settles. */
function assumptions(state: BreakState, t: Translate): string[] {
  if (state.assumed.length === 0) return [];
  return [t('The bounds of {0} are assumed: neither a statement nor a sample gives them.', state.assumed.join(', '))];
}

function foundView(found: BreakingState, stale: boolean, t: Translate): FoundView {
  const name = failingName(found.failing, t);
  const headline = headlineOf(found, t);
  const remarks = remarksOf(found, stale, t);
  const category = found.category && categoryCell(found.category, t);
  return {
    inputId: found.input_id,
    tag: found.is_sure ? { text: found.failing, title: name } : { text: `${found.failing}?`, title: t('perhaps {0}', name) },
    tone: found.failing === 'TLE' || found.failing === 'UB' || !found.is_sure ? 'slow' : 'bad',
    headline,
    remarks,
    category,
    texts: textsOf(found, t),
    places: placesOf(found, t),
    actions: found.expected_id || found.actual_id ? ['open', 'difference', 'save', 'replay'] : ['open', 'save', 'replay'],
    label: [name, headline, ...remarks.map(remark => remark.text), category?.text ?? ''].filter(Boolean).join(', '),
  };
}

function categoryCell({ category, confidence, evidence }: CategoryState, t: Translate): NonNullable<FoundView['category']> {
  const name = categoryName(category, t);
  return { text: confidence < SURE ? t('perhaps {0}', name) : name, title: t('{0} sure', percent(confidence)), evidence };
}

function headlineOf(found: BreakingState, t: Translate): string {
  const difference = found.difference && { token: found.difference.token, expected: isolated(found.difference.expected), actual: isolated(found.difference.actual) };
  if (found.failing !== 'WA' || !difference) return capital(found.reason) || failingName(found.failing, t);
  if (!difference.actual) return t('The output ends before its token {0}, which should be {1}', difference.token, difference.expected);
  if (!difference.expected) return t('The output should end before its token {0}, which is {1}', difference.token, difference.actual);
  return t('Token {0} of the output is {1} and should be {2}', difference.token, difference.actual, difference.expected);
}

function remarksOf(found: BreakingState, stale: boolean, t: Translate): Cell[] {
  const made: Cell[] = [
    { text: [found.sizes, bytes(found.size)].filter(Boolean).join(' · '), title: t('{0} bytes', exact(found.size)) + (found.is_minimised ? `\n${t('Made as small as it still fails')}` : '') },
  ];
  if (found.judged_by) made.push({ text: t('judged by {0}', isolated(found.judged_by)), title: t('Whose answer counts as right') });
  made.push({ text: found.origin, title: t('Where the input came from') });
  if (stale) made.push({ text: t('the program was edited since'), title: t('Run it again in the test explorer, or search again') });
  return made;
}

function textsOf(found: BreakingState, t: Translate): TextView[] {
  const { input_text: input, expected_text: expected, actual_text: actual, other_text: other, difference } = found;
  if (input === null) return [];
  const made: TextView[] = [{ id: 'input', title: t('Input'), text: input, mark: null }];
  if (expected !== null) made.push({ id: 'expected', title: t('Expected'), text: expected, mark: difference && tokenAt(expected, difference.token) });
  if (actual !== null) made.push({ id: 'actual', title: t('Actual'), text: actual, mark: difference && tokenAt(actual, difference.token) });
  if (other !== null) made.push({ id: 'other', title: t('The input it was held against'), text: other, mark: null });
  return made;
}

/** Where the token of that number (from 1) stands, null where the text has fewer. */
export function tokenAt(text: string, number: number): { start: number; end: number } | null {
  let seen = 0;
  for (const match of text.matchAll(/\S+/g)) {
    seen += 1;
    if (seen === number) return { start: match.index, end: match.index + match[0].length };
  }
  return null;
}

function placesOf(found: BreakingState, t: Translate): PlaceView[] {
  const made: PlaceView[] = [];
  const { complaint, divergence } = found;
  if (complaint && complaint.line !== null) {
    made.push({ ...place(complaint.line, complaint.lsp_line), sentence: capital(complaint.message), values: [] });
  }
  if (divergence) {
    made.push({
      ...place(divergence.line, divergence.lsp_line), sentence: diverging(divergence, t),
      values: divergence.values.map(({ name, value, accepted_value }) => ({ name, here: value, there: accepted_value, differs: value !== accepted_value })),
    });
  }
  return made;
}

/** Where both go the same way, it is the first line that ran of those that were changed. */
function diverging(divergence: DivergenceState, t: Translate): string {
  const times = (hits: number) => (hits === 1 ? t('once') : t('{0} times', exact(hits)));
  const { accepted_line: theirs, hits, accepted_hits: right } = divergence;
  if (theirs === null) return t('Here it first goes another way than the accepted version: this line runs {0}, and is not there.', times(hits));
  if (hits === right) return t('Here it first differs from the accepted version (its line {0}).', theirs);
  return t('Here it first goes another way than the accepted version: this line runs {0}, its line {1} {2}.', times(hits), theirs, times(right));
}

function place(line: number, lspLine: LineRemark['lsp_line']): { lspLine: number | null; line: string } {
  return { lspLine, line: lspLine === null ? `(${line})` : String(lspLine + 1) };
}

function referenceView(reference: ReferenceState, t: Translate): ReferenceView {
  return {
    name: reference.name, role: roleName(reference.role, t), usable: reference.usable,
    title: reference.usable ? t('Right on the samples') : reference.reason || t('Not usable'),
  };
}

export function roleName(role: ReferenceState['role'], t: Translate): string {
  switch (role) {
    case 'given': return t('chosen');
    case 'accepted': return t('accepted solution');
    case 'brute': return t('simple solution');
    case 'model': return t('written by a model');
    case 'wider': return t('itself with wider integers');
  }
}

export function failingName(failing: Failing, t: Translate): string {
  switch (failing) {
    case 'WA': return t('Wrong answer');
    case 'TLE': return t('Time limit exceeded');
    case 'MLE': return t('Memory limit exceeded');
    case 'RE': return t('Run-time error');
    case 'OLE': return t('Output limit exceeded');
    case 'ND': return t('Its answer changes from run to run');
    case 'UB': return t('Undefined behaviour, though the answer is right');
  }
}

function categoryName(category: Category, t: Translate): string {
  switch (category) {
    case 'dp': return t('DP state or transition');
    case 'greedy': return t('greedy choice');
    case 'constraint': return t('constraint misread');
    case 'tle': return t('too slow');
    case 'mle': return t('too much memory');
    case 'numeric': return t('numeric boundary or overflow');
    case 'structural': return t('structural edge case');
  }
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
