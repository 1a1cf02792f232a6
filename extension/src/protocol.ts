/**
 * Slowpath's own messages over LSP. Written by extension/dev/protocol.py from server/slowpath/lsp/protocol/.
 *
 * Names are snake_case because they are the wire's names.
 */

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
export const CAMPAIGN_START = 'slowpath/campaign/start';
export const CAMPAIGN_CONTROL = 'slowpath/campaign/control';
export const CAMPAIGN_LIST = 'slowpath/campaign/list';
export const CAMPAIGN_CHANGED = 'slowpath/campaign/changed';
export const COMMAND_FIND = 'slowpath.server.findSlowInputs';
export const COMMAND_CONTROL = 'slowpath.server.control';
export const COMPANION_LISTEN = 'slowpath/companion/listen';
export const COMPANION_ARRIVED = 'slowpath/companion/arrived';
export const COMMAND_INSERT_CHECKER = 'slowpath.server.insertChecker';
export const COMMAND_INSERT_CHECKERS = 'slowpath.server.insertAllCheckers';
export const COMMAND_REMOVE_CHECKERS = 'slowpath.server.removeAllCheckers';
export const COMMAND_AIM = 'slowpath.server.aimAtConstraint';
export const COMMAND_DISMISS = 'slowpath.server.dismissConstraint';
export const COMMAND_RESTORE = 'slowpath.server.showDismissedConstraints';
export const CONTRAST_CHANGED = 'slowpath/contrast/changed';
export const CONVERSATION_READ = 'slowpath/conversation/read';
export const FORMAT_OPEN = 'slowpath/format/open';
export const FORMAT_BOUNDS = 'slowpath/format/bounds';
export const FORMAT_SETTLE = 'slowpath/format/settle';
export const FORMAT_SENTENCES = 'slowpath/format/sentences';
export const STATEMENT_SAVE = 'slowpath/statement/save';
export const COMMAND_EDIT_FORMAT = 'slowpath.server.editInputFormat';
export const COMMAND_SET_BOUNDS = 'slowpath.server.setBounds';
export const INPUT_READ = 'slowpath/input/read';
export const INPUT_SAVE = 'slowpath/input/save';
export const INPUT_REPLAY = 'slowpath/input/replayCommand';
export const INPUT_PICTURE = 'slowpath/input/picture';
export const INPUT_CONTRAST = 'slowpath/input/contrast';
export const LINE_EXPLAIN = 'slowpath/line/explain';
export const COMMAND_EXPLAIN = 'slowpath.server.explainLine';
export const MODEL_ASK = 'slowpath/model/ask';
export const MODEL_WITHDRAW = 'slowpath/model/withdraw';
export const MODEL_SAID = 'slowpath/model/said';
export const MODEL_ENDED = 'slowpath/model/ended';
export const MODEL_LOCAL = 'slowpath/model/local';
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

export type ReferenceRole = 'given' | 'accepted' | 'brute' | 'model' | 'wider';

export type Category = 'dp' | 'greedy' | 'constraint' | 'tle' | 'mle' | 'numeric' | 'structural';

export type Failing = 'WA' | 'TLE' | 'MLE' | 'RE' | 'OLE' | 'ND' | 'UB';

export type FailingNow = 'WA' | 'TLE' | 'MLE' | 'RE' | 'OLE' | 'ND' | 'UB' | '';

export type SearchPhase = 'preparing' | 'running' | 'finished' | 'stopped' | 'failed';

/** The program at `uri`. */
export interface BreakFileParams {
  uri: string;
}

/** A file whose answers may be taken for right; `role` is why: "accepted" or "brute" (simple, and perhaps slow). */
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

/**
 * Search for a breaking input of a document; a running search of the same kind on it is stopped first.
 *
 * `references` are paths; null takes those that lie beside the program, an empty list none. With `others` it looks for
 * inputs that break this very text in another way than what is known. `compare` says how outputs are compared, as
 * flags of the ICPC judge; "" leaves it to the problem.
 */
export interface BreakStartParams {
  uri: string;
  seconds: number | null;
  executions: number | null;
  seed: number;
  references: string[] | null;
  others: boolean;
  compare: string;
}

/** The search's id; `error` is set (and the id empty) when it can't start. */
export interface BreakStartResult {
  break_id: string;
  error: ErrorState | null;
}

/** Names one search for a breaking input. */
export interface BreakParams {
  break_id: string;
}

/** Names one input that a search found. */
export interface BreakInputParams {
  break_id: string;
  input_id: string;
}

/** Read up to `limit` bytes from `offset` of an input or an output that a search's state names. */
export interface BreakReadParams {
  break_id: string;
  data_id: string;
  offset: number;
  limit: number;
}

/** A reference and whether it is believed; `reason` says why not. `role` is as in `model.breaking.Role`. */
export interface ReferenceState {
  name: string;
  role: ReferenceRole;
  usable: boolean;
  reason: string;
}

/** Where the output differs first: the `token`-th, on line `line` of the expected output, both from 1. */
export interface DifferenceState {
  token: number;
  line: number;
  expected: string;
  actual: string;
}

/**
 * What a sanitizer says of a line. `line` is 1-based in the text that ran, `lsp_line` 0-based in that of now, null
 * where the line was edited or isn't known.
 */
export interface LineRemark {
  kind: string;
  message: string;
  line: number | null;
  lsp_line: number | null;
}

/** A variable where the program first goes another way, in it and in the accepted version; "" where it isn't. */
export interface ValueRow {
  name: string;
  value: string;
  accepted_value: string;
}

/**
 * The first line at which the program leaves the accepted version; lines as in `LineRemark`. `hits` are how often
 * it ran, `accepted_hits` how often its counterpart did.
 */
export interface DivergenceState {
  line: number;
  lsp_line: number | null;
  accepted_line: number | null;
  hits: number;
  accepted_hits: number;
  values: ValueRow[];
}

/**
 * What kind of bug it is: `category` is dp, greedy, constraint, tle, mle, numeric or structural, `confidence` 0..1;
 * `evidence` are sentences, `origin` is evidence or model.
 */
export interface CategoryState {
  category: Category;
  confidence: number;
  evidence: string[];
  origin: string;
}

/**
 * A valid input on which the program fails. `failing` is WA, TLE, MLE, RE, OLE, ND (its answer changes from run to
 * run) or UB (undefined behaviour that no judge would see).
 *
 * `expected_id` and `actual_id` name the outputs, "" where there is none. `input_text`, `expected_text`, `actual_text`
 * and `other_text`, the input it was held against, are there where all of them are short, else null. `sizes` says how
 * small it is ("n = 3").
 * One that isn't sure is no break: `doubts` says in sentences why it may be invalid, or no failure.
 */
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
  is_sure: boolean;
  doubts: string[];
  other_text: string | null;
}

/**
 * The whole state of a search for a breaking input, ready to draw. `state`, `phase`, `progress`, `warnings`,
 * `assumed` and `error` are as in `CampaignState`, without pauses. `stale` means that the text was changed since.
 * `asked` is null where no language model was asked. `earlier` are what searches of the same text found before, newest
 * first: it looks for others. `compared` says how outputs are compared. `jail` is known once it began here.
 */
export interface BreakState {
  break_id: string;
  uri: string;
  file_name: string;
  state: SearchPhase;
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
  compared: string;
  jail: JailState | null;
}

/** Where the input, its right answer ("" where nobody knows it) and its replay file were written. */
export interface BreakSaveResult {
  path: string;
  answer_path: string;
  replay_path: string;
  error: ErrorState | null;
}

/** A breaking input that was saved as a test. */
export interface SavedTest {
  name: string;
  path: string;
}

/** Run the program as the editor has it on an input of a search (`break_id`, `input_id`), or on a saved one. */
export interface RetryParams {
  uri: string;
  break_id: string;
  input_id: string;
  path: string;
}

/**
 * `failing` is "" where the program does all right now, else as in `BreakingState`, with `reason`; `expected` and
 * `actual` are the beginnings of the outputs, null where there is none. `elapsed_s` is the time of the run.
 */
export interface RetryResult {
  failing: FailingNow;
  reason: string;
  expected: string | null;
  actual: string | null;
  lsp_line: number | null;
  elapsed_s: number;
  error: ErrorState | null;
}

export type Validity = 'confirmed' | 'likely' | 'doubtful';

export type ControlAction = 'pause' | 'resume' | 'stop';

export type CampaignPhase = 'preparing' | 'running' | 'paused' | 'finished' | 'stopped' | 'failed';

export type Found = 'slow' | 'large' | 'none' | '';

/**
 * Start a campaign on a document; a running one on the same document is stopped first.
 *
 * `aimed` is the id of a constraint whose satisfying inputs the search is to be about, "" for none. `time_limit_s` is
 * what times are held against where the problem states no limit, null for the default. With `ask` the language model
 * that is configured reads the statement before the search begins, whatever the settings say of asking.
 */
export interface StartParams {
  uri: string;
  seconds: number | null;
  executions: number | null;
  seed: number;
  aimed: string;
  time_limit_s: number | null;
  ask: boolean;
}

/** The campaign's id; `error` is set (and the id empty) when it can't start. */
export interface StartResult {
  campaign_id: string;
  error: ErrorState | null;
}

/** `action` is pause, resume or stop. */
export interface ControlParams {
  campaign_id: string;
  action: ControlAction;
}

/**
 * Why inputs of the format may be invalid. `line` and `quote` are the statement's, 0 and "" for none; `proposal`
 * has lines of format that may say it, "" where none is known.
 */
export interface DoubtRow {
  kind: string;
  text: string;
  line: number;
  quote: string;
  proposal: string;
}

/** An input on which the program fails; `size` in bytes, `validity` as of a slow input. */
export interface FaultRow {
  input_id: string;
  size: number;
  origin: string;
  verdict: string;
  reason: string;
  detail: string;
  validity: Validity;
}

/** The best count when it last rose. */
export interface TrendRow {
  executions: number;
  elapsed_s: number;
  count: number;
  strategy: string;
}

/** What holds the programs that are run: a name, "off" for nothing, and what it keeps, in a sentence. */
export interface JailState {
  name: string;
  promise: string;
}

/**
 * The whole state of one campaign, ready to draw.
 *
 * `state` is preparing, running, paused, finished, stopped or failed; `phase` what it does now in a few
 * words. `progress` is the spent share of the budget, 0..1. `owned` is false when another window runs
 * the campaign and this one only watches. `error` is set in state failed; `warnings` are shown small.
 * `assumed` names the variables whose bounds no source gave; `format_changed` says that the user's input format
 * was saved since the search began. `constraints` are sorted by line, `shares` by strategy. `faults` are the
 * inputs on which the program fails, `doubts` why inputs of the format may be invalid. `limit_s` is what times are
 * held against, `limit` says where it is from, and `limit_assumed` that the problem states none. `said` is what the
 * search came to in a sentence or two, `found` the same in a word: slow, large, none, "" while nobody knows.
 * `without_statement` says that there is none, and that the input format is only inferred. `jail` is known
 * once a search was begun here. `asked` is what a language model was asked, null for nothing.
 * `settling` says that some doubts were settled in the format since, and that `doubts` are those which are left.
 */
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
  found: Found;
  without_statement: boolean;
  jail: JailState | null;
  asked: AskedState | null;
  settling: boolean;
}

/**
 * Put problems below `folder`. Each begins with a copy of the file `template`, else with an empty program of
 * `language` ("cpp").
 */
export interface CompanionParams {
  folder: string;
  language: string;
  template: string;
}

/** The port at which problems are taken, 0 for none; `held` says who has which of the other known ones. */
export interface CompanionState {
  port: number;
  held: string[];
  error: ErrorState | null;
}

/** A problem and its program's path; `is_new` is false where the program was there before. */
export interface ArrivedProblem {
  name: string;
  path: string;
  samples: number;
  is_new: boolean;
  notes: string[];
}

/**
 * A problem, or those of a contest together; `missing` are those that the browser announced and didn't send.
 * `error` says what became of the rest.
 */
export interface ArrivedProblems {
  contest: string;
  problems: ArrivedProblem[];
  missing: number;
  error: ErrorState | null;
}

export type CheckerKind = 'faithful' | 'unjudged' | 'refused' | 'none';

export type ConstraintStatus = 'confirmed' | 'hypothesis';

/**
 * One constraint that measurements speak for. `line` (1-based) is its line in the text that ran, `lsp_line`
 * (0-based) where that stands now, null where it was edited.
 *
 * `status` is confirmed or hypothesis. `ratio` is how many times as much satisfying inputs cost as violating ones
 * (`ConstraintEvidence.ratio`), `p` the test that they cost more; null while one side is empty. `checker` is
 * "faithful", "unjudged",
 * "refused" or "none" (said in words only), `note` a sentence about it. `conversation` names the model's prompt and
 * reply, "" for rules. `dismissed` says that the user doesn't want to see it, `aimed` that the search is about it.
 */
export interface ConstraintRow {
  constraint_id: string;
  line: number;
  lsp_line: number | null;
  sentence: string;
  predicate: string;
  status: ConstraintStatus;
  origin: string;
  conversation: string;
  satisfying: number;
  violating: number;
  ratio: number | null;
  p: number | null;
  evidence: string;
  checker: CheckerKind;
  note: string;
  dismissed: boolean;
  aimed: boolean;
}

/** How many of the valid inputs that a strategy made satisfy at least one constraint. */
export interface ShareRow {
  strategy: string;
  satisfying: number;
  valid: number;
}

/**
 * One executable line. `lsp_line` is 0-based and already shifted for edits since the run. `growth` is how often it
 * runs as a formula of the size ("n^2.00"), "" while nobody knows.
 */
export interface LineState {
  lsp_line: number;
  fast: number;
  slow: number;
  ratio: number;
  share: number;
  hot: boolean;
  growth: string;
}

/**
 * The per-line contrast to draw on a document; no lines means: clear it.
 *
 * `stale` is true when the text has changed since the run in more than trailing blanks: what is left is
 * shown greyed, never as fresh (an edit above may change what runs below). `document_version` is the
 * version that `lsp_line` refers to.
 */
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

/** Names a question to a language model and its reply. */
export interface ConversationParams {
  conversation: string;
}

/** The exact prompt and reply as text, "" with an error. */
export interface ConversationResult {
  text: string;
  error: ErrorState | null;
}

/**
 * One question to a language model and what became of the reply; `sample` and `round` count from 1.
 *
 * `outcome` is "" where what came back was taken, else in a word why not, with `reason`. `idea` is the model's own
 * word for it. `conversation` names the exact prompt and reply, "" where nothing was said.
 */
export interface AskedRow {
  prompt: string;
  sample: number;
  round: number;
  outcome: string;
  reason: string;
  idea: string;
  conversation: string;
}

/** All that a search asked a language model; `estimated` says that the endpoint didn't count the tokens. */
export interface AskedState {
  model: string;
  rounds: AskedRow[];
  prompt_tokens: number;
  completion_tokens: number;
  estimated: boolean;
}

/** A failure with its remedy; `code` is `SlowpathError.code`. */
export interface ErrorState {
  code: string;
  message: string;
  remedy: string;
}

/** The input format of the solution at `uri`. */
export interface FormatParams {
  uri: string;
}

/**
 * The format's file and text; `saved` is false while there is no such file, and the text is the inferred one.
 *
 * `unknown` says in a sentence why the text is a mere skeleton, "" where the format is known. `error` is set, and the
 * rest empty, where the solution can't be read.
 */
export interface FormatResult {
  path: string;
  text: string;
  saved: boolean;
  unknown: string;
  error: ErrorState | null;
}

export type SettleAction = 'take' | 'dismiss' | 'accept';

/**
 * Settle what the format of the solution at `uri` leaves open: take a `line` of format for the doubt of this
 * `kind`, `text` and `quote`, dismiss it as not about the input, or accept the format as it is (all are settled).
 */
export interface SettleParams {
  uri: string;
  action: SettleAction;
  kind: string;
  text: string;
  quote: string;
  line: string;
}

/** The format's file. `restarted` says that the search began anew, since nothing is left to settle by a click. */
export interface SettleResult {
  path: string;
  restarted: boolean;
  error: ErrorState | null;
}

/**
 * A variable whose bounds no source gives, and usual ones to choose from, as a format has them ("1..10^5").
 * `is_size` says that it is how many there are of something.
 */
export interface BoundsRow {
  variable: string;
  is_size: boolean;
  offered: string[];
}

/** The variables whose bounds are assumed, sizes first. `error` is set where the solution can't be read. */
export interface FormatBounds {
  rows: BoundsRow[];
  error: ErrorState | null;
}

export type Mark = 'used' | 'other' | 'unclear';

/**
 * A sentence of the statement in its `line` (1-based), from `begin` to `end` (UTF-16 columns, from 0).
 *
 * `mark` says what became of it: the format says it (`says`, in its lines `format_lines`, 1-based), it is about
 * something else or was settled, or the format leaves it open, for the reason `why`.
 */
export interface SentenceRow {
  line: number;
  begin: number;
  end: number;
  mark: Mark;
  says: string[];
  why: string;
  format_lines: number[];
}

/**
 * The files of the statement and of the format, and the statement's sentences in order. `error` is set, and the
 * rest empty, where there is no statement or no format.
 */
export interface FormatSentences {
  statement: string;
  format: string;
  rows: SentenceRow[];
  error: ErrorState | null;
}

/** A statement for the solution at `uri`: HTML or plain text. */
export interface StatementParams {
  uri: string;
  text: string;
}

/** Where the statement is kept now, "" with an error. */
export interface StatementResult {
  path: string;
  error: ErrorState | null;
}

export type DrawingKind = 'values' | 'points' | 'network' | 'grid';

/** Names one input of one campaign. */
export interface InputParams {
  campaign_id: string;
  input_id: string;
}

/** Show `slow_id` against `fast_id` ("" = the campaign's own fast input). */
export interface InputContrastParams {
  campaign_id: string;
  slow_id: string;
  fast_id: string;
}

/** Read up to `limit` bytes of an input from `offset`. */
export interface InputReadParams {
  campaign_id: string;
  input_id: string;
  offset: number;
  limit: number;
}

/** A chunk as base64; `size` is the whole input's, `next_offset` null at the end. */
export interface InputReadResult {
  data: string;
  size: number;
  next_offset: number | null;
}

/** Where the input was written as a test of the problem, and its replay file; both "" with an error. */
export interface InputSaveResult {
  path: string;
  replay_path: string;
  error: ErrorState | null;
}

/** A shell command that writes the same bytes again. */
export interface ReplayCommandResult {
  command: string;
}

/**
 * One picture, ready to draw. `kind` is values, points, network or grid; `title` names what is drawn, `low` and
 * `high` are the figures at the bottom and at the top.
 *
 * `points` holds x and y of each point by turns, both 0..1, y upwards; of a network they are the vertices, `labels`
 * their numbers, and `edges` holds by turns the places of both ends. Of a grid `cells` are its rows, each a string of
 * digits that are places in `legend` (shades where that is empty); a blank is no cell.
 */
export interface DrawingState {
  kind: DrawingKind;
  title: string;
  words: string;
  low: string;
  high: string;
  points: number[];
  edges: number[];
  labels: string[];
  cells: string[];
  legend: string[];
}

/** What an input looks like; `note` is said of the drawings, "" where nothing has to be. */
export interface InputPicture {
  input_id: string;
  drawings: DrawingState[];
  note: string;
}

/** One line of an open solution, 0-based. */
export interface LineParams {
  uri: string;
  lsp_line: number;
}

/** All that is known of a line, as Markdown; `title` names it in a tab. */
export interface Explanation {
  title: string;
  markdown: string;
}

/** One message of a conversation; `role` is user or assistant. */
export interface ModelTurn {
  role: string;
  content: string;
}

/** Ask the editor's model `model` ("vendor/id"); the reply is to have `max_tokens` at most. */
export interface ModelAsk {
  id: number;
  model: string;
  messages: ModelTurn[];
  max_tokens: number;
  temperature: number;
}

/** Nobody waits for the reply to question `id` any more. */
export interface ModelWithdraw {
  id: number;
}

/** The next piece of the reply to question `id`. */
export interface ModelSaid {
  id: number;
  text: string;
}

/**
 * Nothing more comes to question `id`. `finish` is stop or length; `model` is who answered. With an `error` there
 * is no reply.
 */
export interface ModelEnded {
  id: number;
  finish: string;
  model: string;
  error: ErrorState | null;
}

/** A model that an endpoint on this machine offers; `name` is the endpoint's ("Ollama"). */
export interface LocalModel {
  name: string;
  base_url: string;
  model: string;
}

/** What was found at the usual ports. */
export interface LocalModels {
  models: LocalModel[];
}

/** Look for a faster version of a document; a running search of the same kind on it is stopped first. */
export interface OptimizeStartParams {
  uri: string;
  seconds: number | null;
  executions: number | null;
  seed: number;
}

/** The search's id; `error` is set (and the id empty) when it can't start. */
export interface OptimizeStartResult {
  optimize_id: string;
  error: ErrorState | null;
}

/** Names one search for a faster version. */
export interface OptimizeParams {
  optimize_id: string;
}

/** Read up to `limit` bytes from `offset` of a faster version, or of an input, that a search's state names. */
export interface OptimizeReadParams {
  optimize_id: string;
  data_id: string;
  offset: number;
  limit: number;
}

/** `error` says why the document was left as it is: it was edited since, or isn't open. */
export interface OptimizeApplyResult {
  error: ErrorState | null;
}

/** Where the slow inputs were written, each with its answer beside it; those that were there already as well. */
export interface OptimizeSaveResult {
  paths: string[];
  error: ErrorState | null;
}

/**
 * One change of a faster version: the rule it is from, its 1-based line, and in a sentence why it is faster.
 * `conversation` names the prompt and reply that it came from, "" for rules.
 */
export interface ChangeRow {
  rule: string;
  line: number;
  title: string;
  reason: string;
  conversation: string;
}

/**
 * How much faster a version is on one input: CPU seconds before and after, the ratio of paired runs with its 95%
 * interval. `at_least` says that the program as it was had to be cut; with `both_cut` the version had to be cut as
 * well, so that the ratio says nothing. `of` names the input whose largest member that the program manages this is, ""
 * for an input of its own. `within_limit` says that the version keeps to the time limit, and the program didn't.
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

/**
 * A version that agreed with the program on `inputs_agreed` inputs, and is faster: `geomean` with its 95% interval
 * over all inputs, more than that with `at_least`, since the program as it was had to be cut. On `inputs_left_out`
 * more nothing was compared, for want of time or of the program's answer. `source_id` names its text. `growth_before`
 * and `growth_after` are formulas ("n^2.0", "n log n"), "" where the growth couldn't be measured. `tests` is how many
 * of the slow inputs can be kept as tests. `time_limit_s` is the problem's, 0 where nobody says.
 */
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

/**
 * A version that isn't offered, and why in a sentence. `title` says what it would have changed, or whose it is.
 * `input_id` names the input that spoke against it, "" where none did, `conversation` the prompt and reply that it
 * came from, "" for rules.
 */
export interface RefusedRow {
  origin: string;
  title: string;
  reason: string;
  input_id: string;
  conversation: string;
}

/**
 * The whole state of a search for a faster version, ready to draw. `state`, `phase`, `warnings` and `error` are as
 * in `BreakState`, as are `asked` and `jail`. `stale` says that the document is another program by now: nothing is
 * applied.
 */
export interface OptimizeState {
  optimize_id: string;
  uri: string;
  file_name: string;
  state: SearchPhase;
  phase: string;
  faster: FasterState | null;
  refused: RefusedRow[];
  warnings: string[];
  stale: boolean;
  asked: AskedState | null;
  error: ErrorState | null;
  jail: JailState | null;
}

export type GrowthModel = 'constant' | 'logarithmic' | 'linear' | 'linearithmic' | 'polynomial' | 'exponential' | 'threshold';

export type RowGroup = 'slow' | 'large' | 'doubtful';

/** One measured member of a family; `at_least` says that its run was cut. */
export interface GrowthPointRow {
  n: number;
  count: number;
  at_least: boolean;
}

/**
 * How the cost grows along inputs of one kind, as `model.growth.Growth` has it.
 *
 * `predicted_s` is null where no run was long enough to tell the time of a step. `curve` is the model, for drawing.
 */
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

/** A small input that is slow for the same reason; `sizes` says in a few words how small ("n = 37"). */
export interface MinimisedState {
  input_id: string;
  size: number;
  sizes: string;
  count: number;
  cpu_s: number;
  ratio: number;
}

/**
 * One line of the panel's table. `ratio` is against the baseline; times in seconds, sizes in bytes.
 *
 * `over` says that it takes longer than the limit that times are held against, `group` is "slow", "large" (it costs no
 * more than inputs of its size do) or "doubtful". `times_typical` is how many times a typical input of its size it
 * costs, null while nobody knows, and `typical` what stands behind that; `shape` what it looks like, `about` all that
 * is known of that and of how it was made, `sizes` its size in words.
 * `satisfies` are the ids of those of the state's constraints that its run satisfied. `count_spread` isn't 0 where
 * repeated runs count differently. `validity` is confirmed, likely or doubtful.
 * `growth` and `minimised` are there once they were measured.
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
