/** Searches for faster versions: started, stopped, read, applied, their slow inputs kept. */

import type { JailState } from './campaign';
import type { AskedState } from './conversation';
import type { ErrorState } from './errors';

export const OPTIMIZE_START = 'slowpath/optimize/start';
export const OPTIMIZE_STOP = 'slowpath/optimize/stop';
export const OPTIMIZE_LIST = 'slowpath/optimize/list';
export const OPTIMIZE_CHANGED = 'slowpath/optimize/changed';
export const OPTIMIZE_READ = 'slowpath/optimize/read';
export const OPTIMIZE_APPLY = 'slowpath/optimize/apply';
export const OPTIMIZE_SAVE = 'slowpath/optimize/save';
export const COMMAND_OPTIMIZE = 'slowpath.server.optimize';
export const COMMAND_OPTIMIZE_STOP = 'slowpath.server.stopOptimizing';
export const COMMAND_OPTIMIZE_APPLY = 'slowpath.server.applyFasterVersion';

export interface OptimizeStartParams {
  uri: string;
  seconds: number | null;
  executions: number | null;
  seed: number;
}

export interface OptimizeStartResult {
  optimize_id: string;
  error: ErrorState | null;
}

export interface OptimizeParams {
  optimize_id: string;
}

/** `data_id` names a faster version, or an input that speaks against a refused one. */
export interface OptimizeReadParams {
  optimize_id: string;
  data_id: string;
  offset: number;
  limit: number;
}

/** `error` says why the document was left as it is. */
export interface OptimizeApplyResult {
  error: ErrorState | null;
}

/** Where the slow inputs were written, each with its answer beside it. */
export interface OptimizeSaveResult {
  paths: string[];
  error: ErrorState | null;
}

/** `line` is 1-based. */
export interface ChangeRow {
  rule: string;
  line: number;
  title: string;
  reason: string;
  conversation: string;
}

/**
 * CPU seconds before and after, and the ratio of paired runs with its 95% interval, which says nothing with `both_cut`. `of` names the input whose
 * largest member that the program manages this is, `within_limit` says that the version keeps to the time limit and the program did not.
 */
export interface InputSpeedRow {
  name: string;
  size: number;
  before_s: number;
  after_s: number;
  ratio: number;
  low: number;
  high: number;
  at_least: boolean;
  both_cut: boolean;
  of: string;
  within_limit: boolean;
}

/** A version that agreed with the program on `inputs_agreed` inputs, and is faster: by more than is told with `at_least`. */
export interface FasterState {
  source_id: string;
  origin: string;
  changes: ChangeRow[];
  inputs_agreed: number;
  inputs_left_out: number;
  per_input: InputSpeedRow[];
  geomean: number;
  low: number;
  high: number;
  at_least: boolean;
  memory_reduction: number;
  growth_before: string;
  growth_after: string;
  tests: number;
  time_limit_s: number;
}

/** `title` says what it would have changed, or whose it is; `input_id` names the input that spoke against it, "" where none did. */
export interface RefusedRow {
  origin: string;
  title: string;
  reason: string;
  input_id: string;
  conversation: string;
}

export type OptimizePhase = 'preparing' | 'running' | 'finished' | 'stopped' | 'failed';

/** `stale` says that the document is another program by now. */
export interface OptimizeState {
  optimize_id: string;
  uri: string;
  file_name: string;
  state: OptimizePhase;
  phase: string;
  faster: FasterState | null;
  refused: RefusedRow[];
  warnings: string[];
  stale: boolean;
  asked: AskedState | null;
  error: ErrorState | null;
  /** Null before it began here. */
  jail: JailState | null;
}
