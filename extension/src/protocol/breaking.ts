/** Searches for breaking inputs: started, stopped, read, kept, tried again. */

import type { JailState } from './campaign';
import type { AskedState } from './conversation';
import type { ErrorState } from './errors';

export const BREAK_REFERENCES = 'slowpath/break/references';
export const BREAK_START = 'slowpath/break/start';
export const BREAK_STOP = 'slowpath/break/stop';
export const BREAK_LIST = 'slowpath/break/list';
export const BREAK_CHANGED = 'slowpath/break/changed';
export const BREAK_READ = 'slowpath/break/read';
export const BREAK_SAVE = 'slowpath/break/save';
export const BREAK_REPLAY = 'slowpath/break/replayCommand';
export const BREAK_TESTS = 'slowpath/break/tests';
export const BREAK_RETRY = 'slowpath/break/retry';
export const COMMAND_BREAK = 'slowpath.server.findBreakingInput';
export const COMMAND_BREAK_STOP = 'slowpath.server.stopBreaking';

export interface BreakFileParams {
  uri: string;
}

export type ReferenceRole = 'given' | 'accepted' | 'brute' | 'model';

export interface ReferenceChoice {
  path: string;
  name: string;
  role: ReferenceRole;
}

/** The references that are taken where none is named, the most trusted first. */
export interface ReferencesResult {
  references: ReferenceChoice[];
  error: ErrorState | null;
}

/** `references` are paths; null takes those that lie beside the program, an empty list none. */
export interface BreakStartParams {
  uri: string;
  seconds: number | null;
  executions: number | null;
  seed: number;
  references: string[] | null;
  others: boolean;
  /** Flags of the ICPC judge; "" leaves it to the problem. */
  compare: string;
}

export interface BreakStartResult {
  break_id: string;
  error: ErrorState | null;
}

export interface BreakParams {
  break_id: string;
}

export interface BreakInputParams {
  break_id: string;
  input_id: string;
}

/** `data_id` names an input, or an output on it. */
export interface BreakReadParams {
  break_id: string;
  data_id: string;
  offset: number;
  limit: number;
}

export interface ReferenceState {
  name: string;
  role: ReferenceRole;
  usable: boolean;
  reason: string;
}

/** Where the output differs first, token and line of the expected output counted from 1; "" where one has ended. */
export interface DifferenceState {
  token: number;
  line: number;
  expected: string;
  actual: string;
}

/** `line` is 1-based in the text that ran, `lsp_line` 0-based in that of now; null where it isn't known or was edited. */
export interface LineRemark {
  kind: string;
  message: string;
  line: number | null;
  lsp_line: number | null;
}

/** A variable in the program and in the accepted version; "" where it isn't. */
export interface ValueRow {
  name: string;
  value: string;
  accepted_value: string;
}

/** The first line at which the program leaves the accepted version. */
export interface DivergenceState {
  line: number;
  lsp_line: number | null;
  accepted_line: number | null;
  hits: number;
  accepted_hits: number;
  values: ValueRow[];
}

export type Category = 'dp' | 'greedy' | 'constraint' | 'tle' | 'mle' | 'numeric' | 'structural';

export interface CategoryState {
  category: Category;
  confidence: number;
  evidence: string[];
  origin: string;
}

export type Failing = 'WA' | 'TLE' | 'MLE' | 'RE' | 'OLE' | 'ND' | 'UB';

/** A valid input on which the program fails; its texts are there where all of them are short. */
export interface BreakingState {
  input_id: string;
  size: number;
  sizes: string;
  origin: string;
  failing: Failing;
  reason: string;
  judged_by: string;
  expected_id: string;
  actual_id: string;
  input_text: string | null;
  expected_text: string | null;
  actual_text: string | null;
  difference: DifferenceState | null;
  complaint: LineRemark | null;
  divergence: DivergenceState | null;
  category: CategoryState | null;
  is_minimised: boolean;
  /** One that isn't sure is no break: `doubts` says why it may be invalid, or no failure. */
  is_sure: boolean;
  doubts: string[];
}

export type BreakPhase = 'preparing' | 'running' | 'finished' | 'stopped' | 'failed';

export interface BreakState {
  break_id: string;
  uri: string;
  file_name: string;
  state: BreakPhase;
  phase: string;
  elapsed_s: number;
  progress: number;
  executions: number;
  executions_per_s: number;
  seed: number;
  references: ReferenceState[];
  breaking: BreakingState | null;
  first_found_s: number | null;
  warnings: string[];
  assumed: string[];
  stale: boolean;
  asked: AskedState | null;
  earlier: BreakingState[];
  error: ErrorState | null;
  /** How outputs are compared. */
  compared: string;
  /** Null before it began here. */
  jail: JailState | null;
}

/** `answer_path` is "" where nobody knows the right answer. */
export interface BreakSaveResult {
  path: string;
  answer_path: string;
  replay_path: string;
  error: ErrorState | null;
}

export interface SavedTest {
  name: string;
  path: string;
}

/** An input of a search, or a saved one by its path. */
export interface RetryParams {
  uri: string;
  break_id: string;
  input_id: string;
  path: string;
}

/** `failing` is "" where the program does all right now. */
export interface RetryResult {
  failing: Failing | '';
  reason: string;
  expected: string | null;
  actual: string | null;
  lsp_line: number | null;
  elapsed_s: number;
  error: ErrorState | null;
}
