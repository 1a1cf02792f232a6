/** The panel's whole state from what is known: a pure function, so every state can be drawn in a test. */

import { isLive } from '../searches/kinds';
import { isolated } from '../words/bidi';
import type { BreakState, CampaignState } from '../protocol';
import type { Translate } from '../words/translate';
import { count, elapsed, exact, rate, round } from '../words/numbers';
import type { Action, Fact, Head, Notice, PanelKind, PanelState, PlotData, Said, Words } from './messages';
import { breakingView, type BreakingView } from './breaking';
import { constraintViews, shares } from './constraints';
import { faultViews } from './faults';
import { action, askedFacts, failure, jailFacts } from './notices';
import { columns, rowViews } from './rows';
import { doubtNotice } from './validity';

/** How the server behind the panel fares. */
export type Situation =
  | { kind: 'untrusted' }
  | { kind: 'starting'; message: string }
  | { kind: 'broken'; message: string; remedy: string }
  | { kind: 'ready' };

export interface PanelInput {
  situation: Situation;
  campaign: CampaignState | undefined;
  breaking: BreakState | undefined;
  /** Whether the active editor holds a solution that a search can start on. */
  solutionOpen: boolean;
  /** Whether the user said that there is no statement to give. */
  statementDeclined: boolean;
  /** The language model that is configured, '' for none. */
  model?: string;
}

export function panelState(input: PanelInput, t: Translate): PanelState {
  return { ...slowInputs(input, t), breaking: broken(input, t) };
}

/** What hinders every search, as the head of any of them; null where nothing does. */
function hindrance(situation: Situation, t: Translate): Partial<Head> | null {
  switch (situation.kind) {
    case 'untrusted': return { kind: 'untrusted', label: t('Restricted'), detail: '', facts: [], actions: [], warnings: [], progress: null, notice: untrusted(t) };
    case 'broken': return { kind: 'broken', label: t('Not working'), actions: [], progress: null, notice: unserved(situation, t) };
    case 'starting': return { kind: 'starting', label: t('Starting'), detail: situation.message, actions: [] };
    case 'ready': return null;
  }
}

function broken({ situation, breaking }: PanelInput, t: Translate): BreakingView | null {
  if (!breaking) return null;
  const view = breakingView(breaking, t);
  const isBeginning = situation.kind === 'starting' && breaking.state === 'preparing';
  return { ...view, ...(isBeginning ? { detail: situation.message } : hindrance(situation, t)) };
}

function slowInputs(input: PanelInput, t: Translate): PanelState {
  const { situation, campaign } = input;
  if (situation.kind === 'untrusted') return withoutCampaign('untrusted', t('Restricted'), untrusted(t), t);
  const hindered = hindrance(situation, t);
  if (hindered && !(situation.kind === 'starting' && campaign?.state === 'preparing')) return { ...basis(input, t), ...hindered };
  if (!campaign) return withoutCampaign('empty', t('Ready'), empty(input.solutionOpen, t), t);
  const detail = situation.kind === 'starting' ? situation.message : '';
  const state = basis(input, t);
  return detail ? { ...state, detail } : state;
}

function basis(input: PanelInput, t: Translate): PanelState {
  const { campaign } = input;
  if (!campaign) return withoutCampaign('empty', '', null, t);
  return {
    kind: campaign.state,
    label: stateName(campaign, t),
    fileName: campaign.file_name,
    detail: detail(campaign, t),
    progress: isLive(campaign) ? Math.min(1, Math.max(0, campaign.progress)) : null,
    facts: facts(campaign, t),
    actions: actions(campaign, t),
    notice: notice(campaign, input, t),
    warnings: [...assumptions(campaign, campaign.without_statement && !input.statementDeclined, t), ...campaign.warnings],
    campaignId: campaign.campaign_id,
    said: said(campaign),
    rows: rowViews(campaign, t),
    constraints: constraintViews(campaign, t),
    faults: faultViews(campaign, t),
    breaking: null,
    shares: shares(campaign, t),
    plot: plot(campaign, t),
    columns: columns(t), words: words(t),
  };
}

function withoutCampaign(kind: PanelKind, label: string, what: Notice | null, t: Translate): PanelState {
  return {
    kind, label, fileName: '', detail: '', progress: null, facts: [], actions: [], notice: what,
    warnings: [], campaignId: '', said: null, rows: [], constraints: [], faults: [], breaking: null, shares: '', plot: null, columns: columns(t), words: words(t),
  };
}

/** What the search came to, over its rows; where there are none a notice says it. */
function said(campaign: CampaignState): Said | null {
  if (!campaign.said || campaign.rows.length === 0) return null;
  const isOver = campaign.rows.some(row => row.over && row.group !== 'doubtful');
  const sureness = campaign.state === 'finished' ? campaign.phase : '';
  return { text: `${campaign.said} ${sureness}`.trim(), tone: isOver ? 'over' : campaign.found === 'slow' ? 'slow' : 'fine' };
}

function stateName(campaign: CampaignState, t: Translate): string {
  switch (campaign.state) {
    case 'preparing': return t('Preparing');
    case 'running': return t('Running');
    case 'paused': return t('Paused');
    case 'finished': return t('Finished');
    case 'stopped': return t('Stopped');
    case 'failed': return t('Failed');
  }
}

function detail(campaign: CampaignState, t: Translate): string {
  if (!campaign.owned) return t('runs in another window');
  // Once a search is over its last words are how sure it is that there is nothing worse: they follow what it came to.
  return isLive(campaign) || (campaign.state === 'finished' && !said(campaign)) ? campaign.phase : '';
}

function facts(campaign: CampaignState, t: Translate): Fact[] {
  if (campaign.executions === 0) return [];
  const made: Fact[] = [
    { id: 'elapsed', label: t('elapsed'), value: elapsed(campaign.elapsed_s), title: t('Time spent searching, pauses left out') },
    { id: 'executions', label: t('runs'), value: count(campaign.executions), title: t('{0} executions of the program', exact(campaign.executions)) },
  ];
  if (campaign.executions_per_s > 0) {
    made.push({ id: 'speed', label: t('runs/s'), value: rate(campaign.executions_per_s), title: t('Executions per second') });
  }
  if (campaign.limit_s !== null) {
    made.push({
      id: 'limit', label: campaign.limit_assumed ? t('assumed limit') : t('limit'), value: round(campaign.limit_s),
      title: campaign.limit_assumed ? `${campaign.limit} ${t('The setting slowpath.timeLimit says how long.')}` : campaign.limit,
    });
  }
  return [...made, ...askedFacts(campaign.asked, t), ...jailFacts(campaign.jail, t)];
}

/** What had to be taken for granted; it is settled by writing the format, which the state line offers. */
function assumptions(campaign: CampaignState, isAsked: boolean, t: Translate): string[] {
  if (campaign.assumed.length === 0 || campaign.format_changed || campaign.error || isAsked) return [];
  return [t('The bounds of {0} are assumed: neither a statement nor a sample gives them.', campaign.assumed.join(', '))];
}

function actions(campaign: CampaignState, t: Translate): Action[] {
  const stop = action('stop', t('Stop'));
  const format = action('editFormat', t('Input format'));
  if (!isLive(campaign)) return [action('find', searchAgain(campaign, t), campaign.format_changed), format];
  if (!campaign.owned || !campaign.campaign_id) return [];
  const restart = campaign.format_changed ? [action('find', searchAgain(campaign, t), true)] : [];
  switch (campaign.state) {
    case 'paused': return [...restart, action('resume', t('Resume'), !campaign.format_changed), stop, format];
    case 'running': return [...restart, action('pause', t('Pause')), stop, format];
    default: return [...restart, stop];
  }
}

/** A search goes on with the format that it began with; a changed one is offered, since a restart gives up what was found. */
function searchAgain(campaign: CampaignState, t: Translate): string {
  return campaign.format_changed ? t('Search again with the changed format') : t('Search again');
}

function notice(campaign: CampaignState, { statementDeclined, model }: PanelInput, t: Translate): Notice | null {
  if (campaign.error) return failure(campaign.error, t);
  if (campaign.state === 'failed') return failure({ code: '', message: t('The search failed.'), remedy: '' }, t);
  if (campaign.without_statement && !statementDeclined && campaign.owned && !campaign.format_changed) return withoutStatement(campaign, t);
  const doubted = doubtNotice(campaign, model ?? '', t);
  if (doubted || campaign.rows.length > 0) return doubted;
  switch (campaign.state) {
    case 'preparing':
      return { tone: 'info', title: campaign.phase || t('Preparing the search'), body: t('The program is being built and run on its samples.'), actions: [] };
    case 'running':
      return {
        tone: 'info', title: campaign.executions > 0 ? t('Searching') : t('Preparing the search'),
        body: t('Inputs appear here as soon as they are confirmed on the clean build.'), actions: [],
      };
    case 'paused':
      return { tone: 'info', title: t('Paused before anything was found'), body: t('Resume to go on from here; nothing is lost.'), actions: [] };
    default:
      return { tone: 'info', title: campaign.said || t('No slow input was found'), body: t('Search again with a larger budget (slowpath.budgetSeconds), or look into the log.'), actions: [action('settings', t('Open settings'))] };
  }
}

/** Asked once, in place: nothing waits for the answer. */
function withoutStatement(campaign: CampaignState, t: Translate): Notice {
  const sizes = campaign.assumed.length === 0 ? [] : [action('askSizes', campaign.assumed.length === 1
    ? t('How large may {0} be?', campaign.assumed[0]) : t('How large may the input be?'))];
  return {
    tone: 'info', title: t('Where is the statement of {0}?', isolated(campaign.file_name)),
    body: campaign.assumed.length === 0
      ? t('None was found. What an input may be is known from the program and the samples alone, so some inputs may be invalid.')
      : t('None was found. What {0} may be is a guess until you say it, so some inputs may be invalid.', campaign.assumed.join(', ')),
    actions: [
      action('pasteStatement', t('Paste statement'), true), action('chooseStatement', t('From a file…')), ...sizes,
      action('withoutStatement', t('Go on without')),
    ],
  };
}

function untrusted(t: Translate): Notice {
  return {
    tone: 'warning', title: t('This folder is not trusted yet'),
    body: t('Finding inputs compiles and runs the program. Trust the folder to begin; until then nothing in it is executed.'),
    actions: [action('trust', t('Manage trust'), true)],
  };
}

function unserved(situation: { message: string; remedy: string }, t: Translate): Notice {
  return {
    tone: 'error', title: situation.message, body: situation.remedy,
    actions: [action('restart', t('Try again'), true), action('settings', t('Open settings')), action('showLog', t('Show log'))],
  };
}

function empty(solutionOpen: boolean, t: Translate): Notice {
  if (solutionOpen) {
    return {
      tone: 'info', title: t('What input makes this program slow?'),
      body: t('The search builds the program, learns its input format from the samples and the code, and ranks what it finds.'),
      actions: [action('find', t('Find slow inputs'), true), action('break', t('Find an input that breaks it'))],
    };
  }
  return {
    tone: 'info', title: t('Open a C++, Python or Java solution'),
    body: t('One that reads standard input; samples and a statement beside it help.'),
    actions: [action('walkthrough', t('How it works'))],
  };
}

function plot(campaign: CampaignState, t: Translate): PlotData | null {
  if (campaign.trend.length === 0) return null;
  const first = t('first inputs');
  const points = campaign.trend.map(({ elapsed_s, count: cost, strategy }) => ({ elapsed_s, count: cost, strategy: strategy || first }));
  return { points, baseline: campaign.baseline_count, baselineLabel: campaign.baseline_label, elapsed_s: campaign.elapsed_s };
}

function words(t: Translate): Words {
  return {
    told: t('What this line says, in words'), doubtful: t('Doubtful: may be invalid'), large: t('Largest: no slower than a typical input of their size'),
    time: t('Time'), size: t('Size'),
    origin: t('Origin'), picture: t('Input'), pictureOf: t('What the input looks like, for rank'),
    noPicture: t('It has nothing that can be drawn.'), other: t('other'),
    verdict: t('Verdict'), open: t('Open input'), contrast: t('Contrast with…'), save: t('Save as test'),
    replay: t('Copy replay command'), table: t('Slow inputs, slowest first'), plot: t('Best cost against time'),
    growth: t('Growth'), growthOf: t('Cost against size, for input'), plots: t('What is plotted'), predicted: t('predicted'),
    twin: t('Open the small input that is slow for the same reason'), faultsTab: t('Faults'), fault: t('How it fails'),
    faultTable: t('Inputs on which the program fails'),
    faultKeys: t('Enter opens, S saves as test, R copies the replay command'),
    keys: t('Enter opens, M opens its small twin, C contrasts, S saves as test, R copies the replay command'),
    inputsTab: t('Inputs'), constraintsTab: t('Constraints'), views: t('What is listed'),
    line: t('Line'), status: t('Status'), costs: t('Ratio'), tested: t('Inputs'), constraint: t('What must hold of the data'),
    constraintTable: t('Constraints, by line'),
    constraintKeys: t('Enter goes to the line, E explains it, I inserts the checker, A aims the search, D dismisses'),
    goto: t('Go to line'), explain: t('Explain this line'), insert: t('Insert checker'),
    aim: t('Aim the search at this constraint'), dismiss: t('Dismiss'), conversation: t('Prompt and reply'),
    breakingTab: t('Breaking input'), difference: t('Show difference'), references: t('Compared with'), evidence: t('What speaks for it'),
  };
}
