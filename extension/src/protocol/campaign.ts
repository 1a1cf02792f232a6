/** Campaigns: started, controlled, and their whole states. */

import type { ConstraintRow, ShareRow } from './constraints';
import type { ErrorState } from './errors';

export const CAMPAIGN_START = 'slowpath/campaign/start';
export const CAMPAIGN_CONTROL = 'slowpath/campaign/control';
export const CAMPAIGN_LIST = 'slowpath/campaign/list';
export const CAMPAIGN_CHANGED = 'slowpath/campaign/changed';
export const COMMAND_FIND = 'slowpath.server.findSlowInputs';
export const COMMAND_CONTROL = 'slowpath.server.control';

export interface StartParams {
  uri: string;
  seconds: number | null;
  executions: number | null;
  seed: number;
  aimed: string;
  time_limit_s: number | null;
}

export interface StartResult {
  campaign_id: string;
  error: ErrorState | null;
}

export interface ControlParams {
  campaign_id: string;
  action: 'pause' | 'resume' | 'stop';
}

/** One measured member of a family; `at_least`: its run was cut. */
export interface GrowthPointRow {
  n: number;
  count: number;
  at_least: boolean;
}

export type GrowthModel = 'constant' | 'logarithmic' | 'linear' | 'linearithmic' | 'polynomial' | 'exponential' | 'threshold';

/** How the cost grows along inputs of one kind; `predicted_s` is null where nobody knows the time of a step. */
export interface GrowthState {
  variable: string;
  points: GrowthPointRow[];
  model: GrowthModel;
  formula: string;
  exponent: number;
  low: number;
  high: number;
  largest_n: number;
  predicted: number;
  predicted_low: number;
  predicted_high: number;
  predicted_s: number | null;
  curve: GrowthPointRow[];
  remark: string;
}

/** A small input that is slow for the same reason; `sizes` says how small. */
export interface MinimisedState {
  input_id: string;
  size: number;
  sizes: string;
  count: number;
  cpu_s: number;
  ratio: number;
}

/** How sure it is that an input is valid. */
export type Validity = 'confirmed' | 'likely' | 'doubtful';

/** Why inputs of the format may be invalid; `line` (1-based) and `quote` are the statement's, 0 and '' for none. */
export interface DoubtRow {
  kind: string;
  text: string;
  line: number;
  quote: string;
}

/** An input on which the program fails. */
export interface FaultRow {
  input_id: string;
  size: number;
  origin: string;
  verdict: string;
  reason: string;
  detail: string;
  validity: Validity;
}

/** Under which heading a row stands: `large` costs no more than inputs of its size do. */
export type RowGroup = 'slow' | 'large' | 'doubtful';

/**
 * One line of the table: times in seconds, sizes in bytes, `ratio` against the baseline. `over`: it takes longer than the limit.
 * `typical` is what stands behind `times_typical`, `about` all that is known of its `shape`.
 */
export interface Row {
  input_id: string;
  rank: number;
  size: number;
  count: number;
  cpu_s: number;
  cpu_s_spread: number;
  instructions: number | null;
  peak_rss_bytes: number;
  ratio: number;
  origin: string;
  verdict: string;
  validity: Validity;
  at_least: boolean;
  satisfies: string[];
  count_spread: number;
  growth: GrowthState | null;
  minimised: MinimisedState | null;
  over: boolean;
  group: RowGroup;
  times_typical: number | null;
  typical: string;
  shape: string;
  about: string;
  sizes: string;
}

export interface TrendRow {
  executions: number;
  elapsed_s: number;
  count: number;
  strategy: string;
}

export type CampaignPhase = 'preparing' | 'running' | 'paused' | 'finished' | 'stopped' | 'failed';

/** What holds the programs that are run: a name, "off" for nothing, and what it keeps. */
export interface JailState {
  name: string;
  promise: string;
}

/** `limit` says where `limit_s` is from; `said` is what the search came to in a sentence or two, `found` the same in a word. */
export interface CampaignState {
  campaign_id: string;
  uri: string;
  file_name: string;
  state: CampaignPhase;
  phase: string;
  elapsed_s: number;
  progress: number;
  executions: number;
  executions_per_s: number;
  baseline_label: string;
  baseline_count: number;
  time_limit_s: number | null;
  rows: Row[];
  trend: TrendRow[];
  warnings: string[];
  error: ErrorState | null;
  contrast_slow_id: string;
  contrast_fast_id: string;
  owned: boolean;
  assumed: string[];
  format_changed: boolean;
  constraints: ConstraintRow[];
  shares: ShareRow[];
  faults: FaultRow[];
  doubts: DoubtRow[];
  limit_s: number | null;
  limit: string;
  limit_assumed: boolean;
  said: string;
  found: 'slow' | 'large' | 'none' | '';
  without_statement: boolean;
  jail: JailState | null;
}
