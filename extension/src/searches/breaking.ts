/** Breaks programs: the use cases behind the commands that speak of a breaking input. */

import * as path from 'node:path';
import * as vscode from 'vscode';
import type { Breaks } from './breaks';
import { ENDINGS } from '../languages';
import type { Server } from '../server/client';
import { breakUri } from '../inputs/inputDocuments';
import { roleName } from '../panel/breaking';
import type { PanelProvider } from '../panel/provider';
import {
  BREAK_REFERENCES, BREAK_REPLAY, BREAK_SAVE, BREAK_START,
  type BreakFileParams, type BreakingState, type BreakInputParams, type BreakSaveResult, type BreakStartParams, type BreakStartResult,
  type BreakState, type ReferencesResult, type ReplayCommandResult,
} from '../protocol';
import type { Search } from './search';
import { readSettings } from '../settings';

/** What the panel passes: an input, or a line (0-based). */
interface BreakArgument {
  breakId: string;
  inputId: string;
  lspLine: number;
}

interface Found {
  search: BreakState;
  breaking: BreakingState;
}

/** Paths of references; null for those beside the program. */
type References = string[] | null;

export class Breaking {
  /** What the user chose for a program to be compared with, for as long as the window lives. */
  private readonly chosen = new Map<string, References>();

  constructor(
    private readonly server: Server,
    private readonly breaks: Breaks,
    private readonly search: Search,
    private readonly panel: PanelProvider,
    private readonly saved: (uri: string) => void,
  ) {}

  /**
   * Looks for an input that breaks the document at `uri`, else that in the active editor. What it is compared with is asked for
   * where that isn't plain, or with `ask`. With `former` others than what that search came to are looked for.
   */
  async find(uri?: vscode.Uri, ask = false, former?: BreakState): Promise<void> {
    const document = await this.search.solution(uri);
    if (!document) return;
    await this.panel.begin('breaking');
    if (!vscode.workspace.isTrusted) return;
    await this.server.ensure(true);
    if (this.server.state.kind !== 'running') return;
    const key = document.uri.toString();
    const references = await this.choose(document.uri, ask);
    if (references === undefined) return;
    this.chosen.set(key, references);
    await this.start(document, references, former ? former.seed + 1 : 0, former !== undefined);
  }

  /** Searches the program on show once more, in another order and for other inputs than those that are known. */
  async again(): Promise<void> {
    const shown = this.breaks.shown();
    if (!shown) return this.find();
    const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(shown.uri));
    if (!this.chosen.has(document.uri.toString())) return this.find(document.uri, false, shown);
    await this.panel.begin('breaking');
    await this.start(document, this.chosen.get(document.uri.toString()) ?? null, shown.seed + 1, true);
  }

  async against(uri?: vscode.Uri): Promise<void> {
    const shown = this.breaks.shown();
    await this.find(uri ?? (vscode.window.activeTextEditor || !shown ? undefined : vscode.Uri.parse(shown.uri)), true);
  }

  async open(argument?: unknown): Promise<void> {
    const found = this.named(argument);
    if (!found) return;
    const title = vscode.l10n.t('breaking input of {0}', found.search.file_name);
    const document = await vscode.workspace.openTextDocument(breakUri(found.search.break_id, found.breaking.input_id, `${title}.in`));
    await vscode.window.showTextDocument(document, { preview: true });
  }

  /** The right answer beside the program's; where only one of them is there, that one. */
  async difference(argument?: unknown): Promise<void> {
    const found = this.named(argument);
    if (!found) return;
    const { search, breaking } = found;
    const expected = breaking.expected_id && breakUri(search.break_id, breaking.expected_id, vscode.l10n.t('expected of {0}', `${search.file_name}.out`));
    const actual = breaking.actual_id && breakUri(search.break_id, breaking.actual_id, vscode.l10n.t('actual of {0}', `${search.file_name}.out`));
    const sizes = breaking.sizes ? `, ${breaking.sizes}` : '';
    if (expected && actual) {
      await vscode.commands.executeCommand('vscode.diff', expected, actual,
        vscode.l10n.t('{0}: expected ↔ actual{1}', search.file_name, sizes), { preview: true });
      return;
    }
    const only = expected || actual;
    if (only) await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(only), { preview: true });
  }

  async save(argument?: unknown): Promise<void> {
    const found = this.named(argument);
    if (!found) return;
    const result = await this.server.request<BreakSaveResult>(BREAK_SAVE, namesOf(found));
    if (result.error) throw new Error(`${result.error.message} ${result.error.remedy}`.trim());
    this.saved(found.search.uri);
    const open = vscode.l10n.t('Open');
    const message = vscode.l10n.t('Saved as {0}', vscode.workspace.asRelativePath(result.path));
    if (await vscode.window.showInformationMessage(message, open) === open) await vscode.window.showTextDocument(vscode.Uri.file(result.path));
  }

  async copyReplay(argument?: unknown): Promise<void> {
    const found = this.named(argument);
    if (!found) return;
    const { command } = await this.server.request<ReplayCommandResult>(BREAK_REPLAY, namesOf(found));
    await vscode.env.clipboard.writeText(command);
    vscode.window.setStatusBarMessage(vscode.l10n.t('$(check) Replay command copied'), 4000);
  }

  /** Puts the caret where the panel says; without an argument at the first line that something is known of. */
  async goTo(argument?: unknown): Promise<void> {
    const { breakId, lspLine } = (argument ?? {}) as Partial<BreakArgument>;
    const search = breakId ? this.breaks.byId(breakId) : this.breaks.shown();
    const { complaint, divergence } = search?.breaking ?? {};
    const line = lspLine ?? complaint?.lsp_line ?? divergence?.lsp_line;
    if (!search || line == null) return;
    await vscode.window.showTextDocument(vscode.Uri.parse(search.uri), { selection: new vscode.Range(line, 0, line, 0) });
  }

  private async start(document: vscode.TextDocument, references: References, seed: number, others: boolean): Promise<void> {
    const key = document.uri.toString();
    const fileName = path.basename(document.uri.fsPath);
    this.breaks.preparing(key, fileName, { seed });
    const { budgetSeconds, compare } = readSettings(document.uri);
    const params: BreakStartParams = { uri: key, seconds: budgetSeconds, executions: null, seed, references, others, compare };
    await this.breaks.started(key, fileName, this.server.request<BreakStartResult>(BREAK_START, params), vscode.l10n.t('The log says more.'));
  }

  /** What was chosen before; else the one beside the program where there is one; else what is chosen now. Undefined: none of it. */
  private async choose(uri: vscode.Uri, ask: boolean): Promise<References | undefined> {
    const key = uri.toString();
    if (!ask && this.chosen.has(key)) return this.chosen.get(key) ?? null;
    const beside = (await this.server.request<ReferencesResult>(BREAK_REFERENCES, { uri: key } satisfies BreakFileParams)).references;
    if (!ask && beside.length === 1) return null;
    const all = beside.length === 0 ? [] : [{
      label: beside.length === 1 ? beside[0].name : vscode.l10n.t('All {0} references', beside.length),
      description: beside.map(({ name, role }) => `${name} (${roleName(role, vscode.l10n.t)})`).join(', '), value: 'all' as const, path: '',
    }];
    const each = beside.length < 2 ? [] : beside.map(({ path: file, name, role }) => ({
      label: name, description: roleName(role, vscode.l10n.t), value: 'one' as const, path: file,
    }));
    const picked = await vscode.window.showQuickPick([
      ...all, ...each,
      { label: vscode.l10n.t('Choose a file…'), description: vscode.l10n.t('a solution that is right, or simple and slow'), value: 'file' as const, path: '' },
      {
        label: vscode.l10n.t('Without a reference'), description: vscode.l10n.t('crashes, limits, undefined behaviour, and the samples\' answers'),
        value: 'none' as const, path: '',
      },
    ], { title: vscode.l10n.t('What is {0} to be compared with?', path.basename(uri.fsPath)), matchOnDescription: true });
    switch (picked?.value) {
      case undefined: return undefined;
      case 'all': return null;
      case 'one': return [picked.path];
      case 'none': return [];
      case 'file': return this.file(uri);
    }
  }

  private async file(uri: vscode.Uri): Promise<References | undefined> {
    const [chosen] = await vscode.window.showOpenDialog({
      defaultUri: vscode.Uri.joinPath(uri, '..'), canSelectMany: false, title: vscode.l10n.t('A reference for {0}', path.basename(uri.fsPath)),
      filters: { [vscode.l10n.t('Solutions')]: [...ENDINGS] },
    }) ?? [];
    return chosen && [chosen.fsPath];
  }

  /** What the panel passes, else what is on show; says so where nothing was found yet. */
  private named(argument: unknown): Found | undefined {
    const { breakId } = (argument ?? {}) as Partial<BreakArgument>;
    const search = breakId ? this.breaks.byId(breakId) : this.breaks.shown();
    if (search?.breaking) return { search, breaking: search.breaking };
    void vscode.window.showInformationMessage(vscode.l10n.t('Slowpath: no breaking input is known yet.'));
    return undefined;
  }
}

function namesOf({ search, breaking }: Found): BreakInputParams {
  return { break_id: search.break_id, input_id: breaking.input_id };
}
