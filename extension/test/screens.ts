/** Every screen of the panel as a state, for the pictures and checks of the real editor (tests/e2e/editor/scenarios_screens.mjs). */

import type { PanelState } from '../src/panel/messages';
import { panelState, type PanelInput } from '../src/panel/panelState';
import type { DrawingState, InputPicture } from '../src/protocol';
import { untranslated } from '../src/words/translate';
import { asked, breaking, campaign, constraint, fault, growth, row, search } from './states';

export interface Screen {
  state: PanelState;
  listing: 'inputs' | 'constraints' | 'faults' | 'breaking';
  pictures?: Record<string, InputPicture>;
}

const jail = { name: 'bubblewrap', promise: 'no network; nothing to read but the system\'s files' };

function shown(part: Partial<PanelInput>, listing: Screen['listing'] = 'inputs', more: Partial<Screen> = {}): Screen {
  const input: PanelInput = { situation: { kind: 'ready' }, campaign: undefined, breaking: undefined, solutionOpen: true, statementDeclined: false, ...part };
  return { state: panelState(input, untranslated), listing, ...more };
}

const twin = { input_id: 't1', size: 24, sizes: 'n = 8', count: 120, cpu_s: 0.001, ratio: 6.2 };
const rows = [
  row({ growth: growth(), over: true, verdict: 'TLE', cpu_s: 2.4, validity: 'confirmed', minimised: twin, satisfies: ['k1'] }),
  row({ input_id: 'a2', rank: 2, cpu_s: 0.62, count: 24_000_000, shape: 'reversed, the last of them large', at_least: true, group: 'slow' }),
  row({ input_id: 'a3', rank: 3, cpu_s: 0.04, count: 900_000, times_typical: 1.1, group: 'large', shape: 'random' }),
  row({ input_id: 'a4', rank: 4, cpu_s: 0.03, count: 700_000, validity: 'doubtful', shape: 'all values equal' }),
];
const found = {
  state: 'finished' as const, rows, jail, said: 'The slowest takes 2.40 s of 2 s, 12.3× a typical input of its size. The cost grows like n^1.98.',
  found: 'slow' as const, contrast_slow_id: 'a1', contrast_fast_id: 'a3', phase: 'The last 80% of the search found nothing slower.',
  trend: [['', 0.5, 1_000_000], ['patterns', 2, 20_000_000], ['small worlds', 5, 38_600_000]].map(([strategy, elapsed_s, count]) => ({
    strategy: String(strategy), elapsed_s: Number(elapsed_s), count: Number(count), executions: 100,
  })),
  constraints: [
    constraint({ line: 12 }), constraint({ constraint_id: 'k2', line: 20, status: 'hypothesis', sentence: 'one bucket of the table holds most keys', predicate: '' }),
    constraint({ constraint_id: 'k3', line: 31, dismissed: true }),
  ],
  faults: [fault(), fault({ input_id: 'f2', validity: 'doubtful' })],
};
function picture(input_id: string, ...drawings: Partial<DrawingState>[]): InputPicture {
  const nothing: DrawingState = { kind: 'values', title: '', words: '', low: '', high: '', points: [], edges: [], labels: [], cells: [], legend: [] };
  return { input_id, note: '', drawings: drawings.map(part => ({ ...nothing, ...part })) };
}

const values = picture('a1', { title: 'a', words: 'sorted', points: Array.from({ length: 50 }, (_, at) => [at / 49, at / 49]).flat(), low: '1', high: '1,000,000,000' });
const others = picture('a1',
  { kind: 'network', title: 'a tree', words: 'a path', points: [0.1, 0.5, 0.4, 0.2, 0.7, 0.6, 0.95, 0.3], edges: [0, 1, 1, 2, 2, 3], labels: ['1', '2', '3', '4'] },
  { kind: 'grid', title: 'map', words: '', cells: ['0011', '0110', '1100'], legend: ['.', '#'] });
const doubts = [
  { kind: 'sentence', text: 'this sentence may restrict the input.', line: 7, quote: 'מובטח שכל המספרים שונים זה מזה (n ≤ 100)', proposal: 'where distinct a' },
  { kind: 'language', text: 'the statement is in a language that is not read.', line: 1, quote: 'Даны n целых чисел; 数列の長さは n である。', proposal: '' },
];

export const screens: Record<string, Screen> = {
  untrusted: shown({ situation: { kind: 'untrusted' } }),
  broken: shown({ situation: { kind: 'broken', message: 'Python was not found.', remedy: 'Install Python 3.10 or newer, or set slowpath.interpreter.' } }),
  empty: shown({}),
  running: shown({ campaign: campaign({ ...found, state: 'running', said: '', jail }) }),
  asked: shown({ campaign: campaign({ ...found, state: 'running', said: '', without_statement: true, assumed: ['n', 'a'], constraints: [], faults: [] }) }),
  found: shown({ campaign: campaign(found) }, 'inputs', { pictures: { a1: values } }),
  pictures: shown({ campaign: campaign(found) }, 'inputs', { pictures: { a1: others } }),
  constraints: shown({ campaign: campaign(found) }, 'constraints'),
  faults: shown({ campaign: campaign(found) }, 'faults'),
  doubted: shown({ campaign: campaign({ ...found, file_name: 'פתרון.cpp', doubts, warnings: ['The memory limit is assumed.'] }) }),
  failed: shown({ campaign: campaign({ state: 'failed', error: { code: 'tool-missing', message: 'g++ was not found.', remedy: 'Install it: sudo apt install g++' } }) }),
  breaking: shown({
    breaking: search({
      state: 'finished', jail, asked: asked(), compared: 'token by token', references: [
        { name: 'brute.py', role: 'brute', usable: true, reason: '' }, { name: 'old.cpp', role: 'given', usable: false, reason: 'It is wrong on sample 1.' }],
      breaking: breaking({
        divergence: {
          line: 12, lsp_line: 11, accepted_line: 14, hits: 3, accepted_hits: 2,
          values: [{ name: 'best', value: '6', accepted_value: '5' }, { name: 'i', value: '2', accepted_value: '2' }],
        },
      }),
    }),
  }, 'breaking'),
  rightToLeft: shown({
    breaking: search({
      state: 'finished', file_name: 'פתרון.py', jail, breaking: breaking({
        input_text: '2\nשלום 12 עולם 7\n', expected_text: 'שלום 12\n', actual_text: 'עולם 7\n',
        difference: { token: 1, line: 1, expected: 'שלום', actual: 'עולם' }, is_sure: false,
        doubts: ['this sentence may restrict the input. [\u2068מובטח שכל המילים שונות\u2069]'],
      }),
    }),
  }, 'breaking'),
  notBroken: shown({ breaking: search({ state: 'finished', jail }) }, 'breaking'),
};
