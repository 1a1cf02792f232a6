/** Whole states for tests, with only what a test is about spelled out. */

import type { CampaignState, ConstraintRow, ContrastState, LineState, Row } from '../src/protocol';

export function row(part: Partial<Row> = {}): Row {
  return {
    input_id: 'a1', rank: 1, size: 1_911_000, count: 38_600_000, cpu_s: 0.84, cpu_s_spread: 0.02, instructions: null,
    peak_rss_bytes: 4_000_000, ratio: 38.6, origin: 'pattern: sorted', verdict: 'OK', valid: true, at_least: false,
    satisfies: [], ...part,
  };
}

export function campaign(part: Partial<CampaignState> = {}): CampaignState {
  return {
    campaign_id: 'c1', uri: 'file:///w/solution.cpp', file_name: 'solution.cpp', state: 'running', phase: 'patterns',
    elapsed_s: 7.4, progress: 0.12, executions: 12_400, executions_per_s: 1680, valid_share: 1, baseline_label: 'sample 2',
    baseline_count: 1_000_000, time_limit_s: 2, rows: [], trend: [], warnings: [], error: null, contrast_slow_id: '',
    contrast_fast_id: '', owned: true, assumed: [], format_changed: false, constraints: [], shares: [], ...part,
  };
}

export function constraint(part: Partial<ConstraintRow> = {}): ConstraintRow {
  return {
    constraint_id: 'k1', line: 12, lsp_line: 12, sentence: 'the list is long while it is searched', predicate: 'len(seen) >= 1000',
    status: 'confirmed', origin: 'built-in rule list-membership', conversation: '', satisfying: 40, violating: 61, cost_ratio: 38.6,
    p: 0.0001, evidence: 'Inputs that satisfy it cost 38.6 times as much.', checker: 'unjudged', note: '', dismissed: false,
    aimed: false, ...part,
  };
}

export function line(part: Partial<LineState> = {}): LineState {
  return { lsp_line: 3, fast: 1200, slow: 1_488_000, ratio: 1240, share: 0.4, hot: true, ...part };
}

export function contrast(part: Partial<ContrastState> = {}): ContrastState {
  return {
    uri: 'file:///w/solution.cpp', document_version: 1, stale: false, fast_label: 'sample 2', slow_label: 'sorted',
    fast_count: 1_000_000, slow_count: 38_600_000, weaknesses: [], lines: [line()], ...part,
  };
}
