/**
 * Slowpath's own messages over LSP: the mirror of `server/slowpath/lsp/protocol.py`.
 *
 * Names are snake_case because they are the wire's names; a test compares both sides field by field.
 */

export const CAMPAIGN_START = 'slowpath/campaign/start';
export const CAMPAIGN_CONTROL = 'slowpath/campaign/control';
export const CAMPAIGN_LIST = 'slowpath/campaign/list';
export const CAMPAIGN_CHANGED = 'slowpath/campaign/changed';
export const CONTRAST_CHANGED = 'slowpath/contrast/changed';
export const INPUT_READ = 'slowpath/input/read';
export const INPUT_SAVE = 'slowpath/input/save';
export const INPUT_REPLAY = 'slowpath/input/replayCommand';
export const INPUT_CONTRAST = 'slowpath/input/contrast';
export const FORMAT_OPEN = 'slowpath/format/open';
export const LINE_EXPLAIN = 'slowpath/line/explain';
export const CONVERSATION_READ = 'slowpath/conversation/read';
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
export const OPTIMIZE_START = 'slowpath/optimize/start';
export const OPTIMIZE_STOP = 'slowpath/optimize/stop';
export const OPTIMIZE_LIST = 'slowpath/optimize/list';
export const OPTIMIZE_CHANGED = 'slowpath/optimize/changed';
export const OPTIMIZE_READ = 'slowpath/optimize/read';
export const OPTIMIZE_APPLY = 'slowpath/optimize/apply';
export const OPTIMIZE_SAVE = 'slowpath/optimize/save';
export const COMMAND_FIND = 'slowpath.server.findSlowInputs';
export const COMMAND_CONTROL = 'slowpath.server.control';
export const COMMAND_EDIT_FORMAT = 'slowpath.server.editInputFormat';
export const COMMAND_SET_BOUNDS = 'slowpath.server.setBounds';
export const COMMAND_INSERT_CHECKER = 'slowpath.server.insertChecker';
export const COMMAND_INSERT_CHECKERS = 'slowpath.server.insertAllCheckers';
export const COMMAND_REMOVE_CHECKERS = 'slowpath.server.removeAllCheckers';
export const COMMAND_AIM = 'slowpath.server.aimAtConstraint';
export const COMMAND_DISMISS = 'slowpath.server.dismissConstraint';
export const COMMAND_RESTORE = 'slowpath.server.showDismissedConstraints';
export const COMMAND_EXPLAIN = 'slowpath.server.explainLine';
export const COMMAND_BREAK = 'slowpath.server.findBreakingInput';
export const COMMAND_BREAK_STOP = 'slowpath.server.stopBreaking';
export const COMMAND_OPTIMIZE = 'slowpath.server.optimize';
export const COMMAND_OPTIMIZE_STOP = 'slowpath.server.stopOptimizing';
export const COMMAND_OPTIMIZE_APPLY = 'slowpath.server.applyFasterVersion';

export interface StartParams {
  uri: string;
  seconds: number | null;
  executions: number | null;
  seed: number;
  aimed: string;
}

export interface StartResult {
  campaign_id: string;
  error: ErrorState | null;
}

export interface ErrorState {
  code: string;
  message: string;
  remedy: string;
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

/** A valid input on which the program fails. */
export interface FaultRow {
  input_id: string;
  size: number;
  origin: string;
  verdict: string;
  reason: string;
  detail: string;
}

/** One line of the table: times in seconds, sizes in bytes, `ratio` against the baseline. */
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
  valid: boolean;
  at_least: boolean;
  satisfies: string[];
  count_spread: number;
  growth: GrowthState | null;
  minimised: MinimisedState | null;
}

export type CheckerKind = 'faithful' | 'unjudged' | 'refused' | 'none';

/** `line` is 1-based in the text that ran, `lsp_line` 0-based in that of now, null where it was edited. */
export interface ConstraintRow {
  constraint_id: string;
  line: number;
  lsp_line: number | null;
  sentence: string;
  predicate: string;
  status: 'confirmed' | 'hypothesis';
  origin: string;
  conversation: string;
  satisfying: number;
  violating: number;
  cost_ratio: number | null;
  p: number | null;
  evidence: string;
  checker: CheckerKind;
  note: string;
  dismissed: boolean;
  aimed: boolean;
}

export interface ShareRow {
  strategy: string;
  satisfying: number;
  valid: number;
}

export interface TrendRow {
  executions: number;
  elapsed_s: number;
  count: number;
  strategy: string;
}

export type CampaignPhase = 'preparing' | 'running' | 'paused' | 'finished' | 'stopped' | 'failed';

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
  valid_share: number;
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
}

/** One executable line; `lsp_line` is 0-based. */
export interface LineState {
  lsp_line: number;
  fast: number;
  slow: number;
  ratio: number;
  share: number;
  hot: boolean;
}

export interface ContrastState {
  uri: string;
  document_version: number | null;
  stale: boolean;
  fast_label: string;
  slow_label: string;
  fast_count: number;
  slow_count: number;
  weaknesses: string[];
  lines: LineState[];
}

export interface InputParams {
  campaign_id: string;
  input_id: string;
}

export interface InputContrastParams {
  campaign_id: string;
  slow_id: string;
  fast_id: string;
}

export interface InputReadParams {
  campaign_id: string;
  input_id: string;
  offset: number;
  limit: number;
}

/** A chunk as base64; `next_offset` is null at the end. */
export interface InputReadResult {
  data: string;
  size: number;
  next_offset: number | null;
}

export interface InputSaveResult {
  path: string;
  replay_path: string;
  error: ErrorState | null;
}

export interface ReplayCommandResult {
  command: string;
}

export interface FormatParams {
  uri: string;
}

/** `saved` is false while there is no file, and the text is the inferred one; `unknown` says why it is a mere skeleton. */
export interface FormatResult {
  path: string;
  text: string;
  saved: boolean;
  unknown: string;
  error: ErrorState | null;
}

export interface LineParams {
  uri: string;
  lsp_line: number;
}

/** Markdown; `title` names it in a tab. */
export interface Explanation {
  title: string;
  markdown: string;
}

export interface ConversationParams {
  conversation: string;
}

export interface ConversationResult {
  text: string;
  error: ErrorState | null;
}

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
  error: ErrorState | null;
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
}

/** CPU seconds before and after, and the ratio of paired runs with its 95% interval. */
export interface InputSpeedRow {
  name: string;
  size: number;
  before_s: number;
  after_s: number;
  ratio: number;
  low: number;
  high: number;
  at_least: boolean;
}

/** A version that agreed with the program on `inputs_agreed` inputs, and is faster. */
export interface FasterState {
  source_id: string;
  origin: string;
  changes: ChangeRow[];
  inputs_agreed: number;
  per_input: InputSpeedRow[];
  geomean: number;
  low: number;
  high: number;
  memory_reduction: number;
  growth_before: string;
  growth_after: string;
  tests: number;
}

/** `input_id` names the input that spoke against it, "" where none did. */
export interface RefusedRow {
  origin: string;
  reason: string;
  input_id: string;
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
  error: ErrorState | null;
}
