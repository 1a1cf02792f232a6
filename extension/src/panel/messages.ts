/** What the extension and its page say to each other: whole states down, intents up. */

import type { BreakAction, BreakingView } from './breaking';
import type { ConstraintView } from './constraints';
import type { FaultView } from './faults';
import type { Column, RowView } from './rows';
import type { DoubtAction, DoubtView } from './validity';
import type { DoubtRow, InputPicture } from '../protocol';

export type PanelKind =
  | 'untrusted' | 'starting' | 'broken' | 'empty'
  | 'preparing' | 'running' | 'paused' | 'finished' | 'stopped' | 'failed';

/** A command that the page may ask for; the provider alone knows what each one runs. */
export type ActionId =
  | 'find' | 'pasteStatement' | 'chooseStatement' | 'askSizes' | 'withoutStatement' | 'editFormat' | 'acceptFormat' | 'askModel' | 'pause' | 'resume' | 'stop' | 'showLog' | 'trust' | 'settings' | 'restart' | 'walkthrough'
  | 'break' | 'breakAgain' | 'breakAgainst' | 'breakAsked' | 'compareOutputs' | 'stopBreaking';

export interface Action {
  id: ActionId;
  label: string;
  primary: boolean;
}

/** One figure of the state line. */
export interface Fact {
  id: string;
  label: string;
  value: string;
  title: string;
}

export interface Notice {
  tone: 'info' | 'warning' | 'error';
  title: string;
  body: string;
  actions: Action[];
  /** Reasons that can be settled one by one. */
  doubts?: DoubtView[];
}

export interface PlotPoint {
  elapsed_s: number;
  count: number;
  strategy: string;
}

export interface PlotData {
  points: PlotPoint[];
  baseline: number;
  /** What was measured for it: a sample, or a random input. */
  baselineLabel: string;
  elapsed_s: number;
}

/** What is drawn of how the cost grows along inputs like one row. */
export interface GrowthPlotData {
  points: { n: number; count: number; cut: boolean }[];
  curve: { n: number; count: number }[];
  /** The cost at the largest size, with its interval. */
  largest: { n: number; count: number; low: number; high: number };
  variable: string;
  /** Sizes on an axis of equal steps: what grows exponentially is a straight line there. */
  isExponential: boolean;
  /** What the picture says, in a sentence. */
  text: string;
}

/** What stands over the list on show: the state of its search. */
export interface Head {
  kind: PanelKind;
  label: string;
  fileName: string;
  detail: string;
  /** 0..1, or null where there is nothing to measure. */
  progress: number | null;
  facts: Fact[];
  actions: Action[];
  notice: Notice | null;
  warnings: string[];
}

/** What the search came to, in a sentence or two. */
export interface Said {
  text: string;
  tone: 'over' | 'slow' | 'fine';
}

export interface PanelState extends Head {
  campaignId: string;
  said: Said | null;
  columns: Column[];
  rows: RowView[];
  constraints: ConstraintView[];
  faults: FaultView[];
  /** The search for a breaking input, with a head of its own; null where there was none. */
  breaking: BreakingView | null;
  /** What share of each strategy's inputs satisfies a constraint, as a line of text; "" where nothing is known of it. */
  shares: string;
  plot: PlotData | null;
  /** The page's own words, translated here because a page has no translations of its own. */
  words: Words;
}

export interface Words {
  told: string;
  large: string;
  time: string;
  picture: string;
  pictureOf: string;
  noPicture: string;
  other: string;
  size: string;
  origin: string;
  verdict: string;
  open: string;
  contrast: string;
  save: string;
  replay: string;
  table: string;
  plot: string;
  growth: string;
  growthOf: string;
  plots: string;
  predicted: string;
  twin: string;
  faultsTab: string;
  fault: string;
  faultTable: string;
  faultKeys: string;
  keys: string;
  doubtful: string;
  inputsTab: string;
  constraintsTab: string;
  views: string;
  line: string;
  status: string;
  costs: string;
  tested: string;
  constraint: string;
  constraintTable: string;
  constraintKeys: string;
  goto: string;
  explain: string;
  insert: string;
  aim: string;
  dismiss: string;
  conversation: string;
  breakingTab: string;
  difference: string;
  references: string;
  evidence: string;
}

export type ConstraintAction = 'goto' | 'explain' | 'insert' | 'aim' | 'dismiss' | 'conversation';

export type RowAction = 'open' | 'contrast' | 'save' | 'replay';

/** What a row's buttons and keys ask for: `twin` opens its small input. */
export type RowIntent = RowAction | 'twin';

/** Which search was begun last, and when (milliseconds): the page then shows it, whatever it showed before. */
export interface Front {
  listing: 'inputs' | 'breaking';
  since: number;
}

/** `picture` is null where there is none. */
export type ToPanel = { type: 'state'; state: PanelState; front: Front } | { type: 'focus' }
  | { type: 'picture'; inputId: string; picture: InputPicture | null };

export type FromPanel =
  | { type: 'ready' }
  | { type: 'action'; action: ActionId }
  | { type: 'doubt'; action: DoubtAction; doubt: DoubtRow }
  | { type: 'picture'; campaignId: string; inputId: string }
  | { type: 'row'; action: RowAction; campaignId: string; inputId: string }
  | { type: 'breaking'; action: BreakAction; breakId: string; inputId: string }
  | { type: 'breakingLine'; breakId: string; lspLine: number }
  | { type: 'constraint'; action: ConstraintAction; campaignId: string; constraintId: string };
