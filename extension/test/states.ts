/** Whole states for tests, with only what a test is about spelled out. */

import type { AskedState, FasterState, OptimizeState, BreakingState, BreakState, CampaignState, ConstraintRow, ContrastState, FaultRow, GrowthState, LineState, Row } from '../src/protocol';

export function row(part: Partial<Row> = {}): Row {
  return {
    input_id: 'a1', rank: 1, size: 1_911_000, count: 38_600_000, cpu_s: 0.84, cpu_s_spread: 0.02, instructions: null,
    peak_rss_bytes: 4_000_000, ratio: 38.6, origin: 'pattern: sorted', verdict: 'OK', validity: 'likely', at_least: false,
    satisfies: [], count_spread: 0, growth: null, minimised: null, over: false, group: part.validity === 'doubtful' ? 'doubtful' : 'slow', times_typical: 12.3,
    typical: '12.3 times the median of 5 random valid inputs of the same size.', shape: 'sorted, all values distinct',
    about: 'Sorted, all values distinct.\nn = 200,000.\nHow it was made: pattern: sorted.', sizes: 'n = 200,000', ...part,
  };
}

export function campaign(part: Partial<CampaignState> = {}): CampaignState {
  return {
    campaign_id: 'c1', uri: 'file:///w/solution.cpp', file_name: 'solution.cpp', state: 'running', phase: 'patterns',
    elapsed_s: 7.4, progress: 0.12, executions: 12_400, executions_per_s: 1680, baseline_label: 'sample 2',
    baseline_count: 1_000_000, time_limit_s: 2, rows: [], trend: [], warnings: [], error: null, contrast_slow_id: '',
    contrast_fast_id: '', owned: true, assumed: [], format_changed: false, constraints: [], shares: [], faults: [], doubts: [],
    limit_s: 2, limit: "The problem's time limit is 2 s.", limit_assumed: false, said: '', found: '', without_statement: false, jail: null, asked: null, settling: false, ...part,
  };
}

/** A quadratic that was measured up to 20,000 and is predicted for 200,000. */
export function growth(part: Partial<GrowthState> = {}): GrowthState {
  const sizes = [20, 200, 2000, 20_000];
  return {
    variable: 'n', points: sizes.map(n => ({ n, count: 3 * n * n, at_least: false })), model: 'polynomial', formula: 'n^1.98',
    exponent: 1.98, low: 1.9, high: 2.06, largest_n: 200_000, predicted: 1.2e11, predicted_low: 1.1e11, predicted_high: 1.3e11,
    predicted_s: 41, curve: [...sizes, 200_000].map(n => ({ n, count: 3 * n * n, at_least: false })), remark: '', ...part,
  };
}

export function fault(part: Partial<FaultRow> = {}): FaultRow {
  return {
    input_id: 'f1', size: 4, origin: 'mutation of #3', verdict: 'RE', reason: 'SIGSEGV', detail: 'ended by signal 11', validity: 'likely', ...part,
  };
}

export function constraint(part: Partial<ConstraintRow> = {}): ConstraintRow {
  return {
    constraint_id: 'k1', line: 12, lsp_line: 12, sentence: 'the list is long while it is searched', predicate: 'len(seen) >= 1000',
    status: 'confirmed', origin: 'built-in rule list-membership', conversation: '', satisfying: 40, violating: 61, ratio: 38.6,
    p: 0.0001, evidence: 'Inputs that satisfy it cost 38.6 times as much.', checker: 'unjudged', note: '', dismissed: false,
    aimed: false, ...part,
  };
}

export function line(part: Partial<LineState> = {}): LineState {
  return { lsp_line: 3, fast: 1200, slow: 1_488_000, ratio: 1240, share: 0.4, hot: true, growth: '', ...part };
}

export function contrast(part: Partial<ContrastState> = {}): ContrastState {
  return {
    uri: 'file:///w/solution.cpp', document_version: 1, stale: false, fast_label: 'sample 2', slow_label: 'sorted',
    fast_count: 1_000_000, slow_count: 38_600_000, weaknesses: [], lines: [line()], ...part,
  };
}

/** A wrong answer, made small, with all that can be known of it but lines. */
export function breaking(part: Partial<BreakingState> = {}): BreakingState {
  return {
    input_id: 'b1', size: 4, sizes: 'n = 2', origin: 'all inputs up to n = 3', failing: 'WA', reason: 'token 2 is 6, not 5',
    judged_by: 'brute.py', expected_id: 'e1', actual_id: 'a1', input_text: '2\n1 1\n', expected_text: '4 5\n', actual_text: '4 6\n',
    difference: { token: 2, line: 1, expected: '5', actual: '6' }, complaint: null, divergence: null,
    category: { category: 'structural', confidence: 0.7, evidence: ['It fails on the smallest n.'], origin: 'evidence' }, is_minimised: true, is_sure: true, doubts: [], other_text: null, ...part,
  };
}

export function search(part: Partial<BreakState> = {}): BreakState {
  return {
    break_id: 's1', uri: 'file:///w/solution.cpp', file_name: 'solution.cpp', state: 'running', phase: 'small world', elapsed_s: 1.2,
    progress: 0.02, executions: 840, executions_per_s: 700, seed: 0,
    references: [{ name: 'brute.py', role: 'brute', usable: true, reason: '' }], breaking: null, first_found_s: null, warnings: [],
    assumed: [], stale: false, asked: null, earlier: [], error: null, compared: '', jail: null, ...part,
  };
}

/** A version that gains on one input. */
export function faster(part: Partial<FasterState> = {}): FasterState {
  return {
    source_id: 's1', origin: 'py-searched-set', changes: [{ rule: 'py-searched-set', line: 6, title: 'Ask a set', reason: 'A list is searched.', conversation: '' }],
    inputs_agreed: 1812, inputs_left_out: 0, per_input: [{ name: 'slow 1', size: 117_000, before_s: 2, after_s: 0.4, ratio: 5, low: 4.8, high: 5.2, at_least: false, both_cut: false, of: '', within_limit: false }],
    geomean: 5, low: 4.8, high: 5.2, at_least: false, memory_reduction: 1, growth_before: 'n^2.0', growth_after: 'n', tests: 1, time_limit_s: 0, ...part,
  };
}

export function optimize(part: Partial<OptimizeState> = {}): OptimizeState {
  return {
    optimize_id: 'o1', uri: 'file:///w/solution.py', file_name: 'solution.py', state: 'finished', phase: '', faster: faster(), refused: [],
    warnings: [], stale: false, asked: null, error: null, jail: null, ...part,
  };
}

/** A model that was right the second time. */
export function asked(part: Partial<AskedState> = {}): AskedState {
  return {
    model: 'small', prompt_tokens: 1591, completion_tokens: 263, estimated: false, ...part,
    rounds: part.rounds ?? [
      { prompt: 'optimise-profile', sample: 1, round: 1, outcome: 'refused', reason: 'It prints something else on tiny input 14.\nThe input:\n3', idea: 'A stack.', conversation: 'c1' },
      { prompt: 'optimise-profile', sample: 1, round: 2, outcome: '', reason: '', idea: 'A `stack` of heights.', conversation: 'c2' },
    ],
  };
}
