/** What the extension and its page say to each other: whole states down, intents up. */

import type { RowView } from './rows';

export type PanelKind =
  | 'untrusted' | 'starting' | 'broken' | 'empty'
  | 'preparing' | 'running' | 'paused' | 'finished' | 'stopped' | 'failed';

/** A command that the page may ask for; the provider alone knows what each one runs. */
export type ActionId =
  | 'find' | 'editFormat' | 'pause' | 'resume' | 'stop' | 'showLog' | 'trust' | 'settings' | 'restart' | 'walkthrough';

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
}

export interface PlotPoint {
  elapsed_s: number;
  count: number;
  strategy: string;
}

export interface PlotData {
  points: PlotPoint[];
  baseline: number;
  elapsed_s: number;
}

export interface PanelState {
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
  campaignId: string;
  rows: RowView[];
  plot: PlotData | null;
  /** The page's own words, translated here because a page has no translations of its own. */
  words: Words;
}

export interface Words {
  rank: string;
  cost: string;
  time: string;
  ratio: string;
  size: string;
  origin: string;
  verdict: string;
  open: string;
  contrast: string;
  save: string;
  replay: string;
  table: string;
  plot: string;
  baseline: string;
  keys: string;
}

export type RowAction = 'open' | 'contrast' | 'save' | 'replay';

export type ToPanel = { type: 'state'; state: PanelState } | { type: 'focus' };

export type FromPanel =
  | { type: 'ready' }
  | { type: 'action'; action: ActionId }
  | { type: 'row'; action: RowAction; campaignId: string; inputId: string };
