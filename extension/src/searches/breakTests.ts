/**
 * Breaking inputs in the test explorer: for each program what was found in this window, and what was saved as a test.
 *
 * A find is a test that failed, with both outputs to compare; running it runs the program as it is now.
 */

import * as vscode from 'vscode';
import type { Breaks } from './breaks';
import { isLive } from './kinds';
import type { Request } from '../inputs/inputDocuments';
import { bytes } from '../words/numbers';
import { outputsOf } from './outputs';
import { failingName, known } from '../panel/breaking';
import {
  BREAK_READ, BREAK_RETRY, BREAK_TESTS,
  type BreakFileParams, type BreakingState, type BreakReadParams, type BreakState, type InputReadResult, type RetryParams, type RetryResult, type SavedTest,
} from '../protocol';

const SHOWN_BYTES = 65_536;

/** What running a test needs; those that were found are named by their search. */
type Target = { uri: string; breakId: string; inputId: string; path: string };

export class BreakTests implements vscode.Disposable {
  private readonly controller = vscode.tests.createTestController('slowpath.breaking', 'Slowpath');
  private readonly targets = new WeakMap<vscode.TestItem, Target>();
  /** The finding of each search, so that what is made smaller replaces what it was made from. */
  private readonly found = new Map<string, string>();
  private readonly reported = new Set<string>();
  private readonly subscription: { dispose(): void };

  /** `fail` hears of what went wrong where nobody waits for it. */
  constructor(private readonly request: Request, breaks: Breaks, private readonly fail: (error: unknown) => void) {
    this.controller.createRunProfile(vscode.l10n.t('Run again'), vscode.TestRunProfileKind.Run, (asked, cancelled) => this.run(asked, cancelled), true);
    this.controller.refreshHandler = async () => {
      for (const [uri] of this.controller.items) await this.list(uri);
    };
    this.subscription = breaks.onChange(state => void this.follow(state).catch(this.fail));
  }

  /** Shows the tests that were saved for a program; nobody has to wait for it. */
  show(uri: string): void {
    this.list(uri).catch(this.fail);
  }

  dispose(): void {
    this.subscription.dispose();
    this.controller.dispose();
  }

  private async list(uri: string): Promise<void> {
    const saved = await this.request<SavedTest[]>(BREAK_TESTS, { uri } satisfies BreakFileParams);
    if (saved.length === 0 && !this.controller.items.get(uri)) return;
    const file = this.file(uri);
    const kept = new Set(saved.map(test => test.path));
    for (const [id] of file.children) if (id.startsWith('saved:') && !kept.has(id.slice('saved:'.length))) file.children.delete(id);
    for (const test of saved) {
      const id = `saved:${test.path}`;
      if (file.children.get(id)) continue;
      const item = this.controller.createTestItem(id, test.name, vscode.Uri.file(test.path));
      item.description = vscode.l10n.t('saved');
      this.targets.set(item, { uri, breakId: '', inputId: '', path: test.path });
      file.children.add(item);
    }
    this.tidy(file);
  }

  private async follow(state: BreakState): Promise<void> {
    const { breaking } = state;
    for (const earlier of state.earlier) await this.place(state, earlier, `earlier ${state.uri} ${earlier.input_id}`);
    if (!breaking) return;
    const former = this.found.get(state.break_id);
    if (former && former !== breaking.input_id) this.file(state.uri).children.delete(former);
    this.found.set(state.break_id, breaking.input_id);
    await this.place(state, breaking, `${state.break_id} ${breaking.input_id}`);
  }

  /** A find among the tests of its program; once its search is over it is reported as failed, `news` tells whether that was done. */
  private async place(state: BreakState, breaking: BreakingState, news: string): Promise<void> {
    const file = this.file(state.uri);
    const item = file.children.get(breaking.input_id) ?? this.controller.createTestItem(breaking.input_id, '', file.uri);
    item.label = known(breaking);
    item.description = bytes(breaking.size);
    const line = breaking.complaint?.lsp_line ?? breaking.divergence?.lsp_line;
    item.range = line == null ? undefined : new vscode.Range(line, 0, line, 0);
    this.targets.set(item, { uri: state.uri, breakId: state.break_id, inputId: breaking.input_id, path: '' });
    file.children.add(item);
    if (isLive(state) || this.reported.has(news)) return;
    this.reported.add(news).add(`earlier ${state.uri} ${breaking.input_id}`);
    const message = await this.messageOf(state, breaking);
    const run = this.controller.createTestRun(new vscode.TestRunRequest([item], undefined, undefined, false, true), vscode.l10n.t('Breaking input'), false);
    run.failed(item, message);
    run.end();
  }

  private async messageOf(state: BreakState, breaking: BreakingState): Promise<vscode.TestMessage> {
    const text = `${failingName(breaking.failing, vscode.l10n.t)}: ${breaking.reason}`;
    const { expected, actual } = await outputsOf(breaking, id => this.output(state.break_id, id), this.fail);
    const line = breaking.complaint?.lsp_line ?? breaking.divergence?.lsp_line ?? null;
    return failureMessage(text, expected, actual, vscode.Uri.parse(state.uri), line);
  }

  private async output(breakId: string, id: string): Promise<string> {
    const params: BreakReadParams = { break_id: breakId, data_id: id, offset: 0, limit: SHOWN_BYTES };
    const chunk = await this.request<InputReadResult>(BREAK_READ, params);
    return Buffer.from(chunk.data, 'base64').toString('utf8') + (chunk.next_offset === null ? '' : '\n…');
  }

  private async run(asked: vscode.TestRunRequest, cancelled: vscode.CancellationToken): Promise<void> {
    const run = this.controller.createTestRun(asked);
    const excluded = new Set(asked.exclude ?? []);
    const all = (asked.include ?? [...this.controller.items].map(([, item]) => item)).flatMap(leaves).filter(item => !excluded.has(item));
    all.forEach(item => run.enqueued(item));
    for (const item of all) {
      if (cancelled.isCancellationRequested) run.skipped(item);
      else await this.retry(run, item);
    }
    run.end();
  }

  private async retry(run: vscode.TestRun, item: vscode.TestItem): Promise<void> {
    const target = this.targets.get(item);
    if (!target) return run.skipped(item);
    run.started(item);
    try {
      const params: RetryParams = { uri: target.uri, break_id: target.breakId, input_id: target.inputId, path: target.path };
      const result = await this.request<RetryResult>(BREAK_RETRY, params);
      const duration = result.elapsed_s * 1000;
      if (result.error) return run.errored(item, new vscode.TestMessage(`${result.error.message} ${result.error.remedy}`.trim()), duration);
      if (!result.failing) {
        run.appendOutput(`${item.label}: ${result.reason || vscode.l10n.t('nothing is wrong')}\r\n`, undefined, item);
        return run.passed(item, duration);
      }
      const text = `${failingName(result.failing, vscode.l10n.t)}: ${result.reason}`;
      run.appendOutput(`${item.label}: ${text}\r\n`, undefined, item);
      run.failed(item, failureMessage(text, result.expected, result.actual, vscode.Uri.parse(target.uri), result.lsp_line), duration);
    } catch (error) {
      run.errored(item, new vscode.TestMessage(error instanceof Error ? error.message : String(error)));
    }
  }

  private file(uri: string): vscode.TestItem {
    const known = this.controller.items.get(uri);
    if (known) return known;
    const location = vscode.Uri.parse(uri);
    const made = this.controller.createTestItem(uri, vscode.workspace.asRelativePath(location), location);
    this.controller.items.add(made);
    return made;
  }

  private tidy(file: vscode.TestItem): void {
    if (file.children.size === 0) this.controller.items.delete(file.id);
  }
}

/** `line` is 0-based, null where nobody knows one: then it stands in the test results alone. */
function failureMessage(text: string, expected: string | null, actual: string | null, uri: vscode.Uri, line: number | null): vscode.TestMessage {
  const message = expected !== null && actual !== null ? vscode.TestMessage.diff(text, expected, actual) : new vscode.TestMessage(text);
  if (line !== null) message.location = new vscode.Location(uri, new vscode.Position(line, 0));
  return message;
}

function leaves(item: vscode.TestItem): vscode.TestItem[] {
  return item.children.size === 0 ? [item] : [...item.children].flatMap(([, child]) => leaves(child));
}
