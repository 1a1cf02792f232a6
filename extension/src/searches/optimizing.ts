/** Makes programs faster: the use cases behind the commands that speak of a faster version, and the documents that show it. */

import * as path from 'node:path';
import * as vscode from 'vscode';
import { openConversation } from '../models/askedRounds';
import type { Server } from '../server/client';
import { withoutTicks } from './codeText';
import { KINDS, isLive } from './kinds';
import { KnownStates } from './knownStates';
import { fasterSentence, gain, summary, whyNone } from './faster';
import { PROPOSED_SCHEME, optimizeUri } from '../inputs/inputDocuments';
import {
  OPTIMIZE_APPLY, OPTIMIZE_SAVE, OPTIMIZE_START,
  type FasterState, type OptimizeApplyResult, type OptimizeParams, type OptimizeSaveResult, type OptimizeStartParams, type OptimizeStartResult, type OptimizeState,
  type RefusedRow,
} from '../protocol';
import type { Search } from './search';
import { readSettings } from '../settings';

/** Summaries, `slowpath-faster:/<title>.md?<optimize id>`; the faster versions themselves are read from the server. */
export const FASTER_SCHEME = 'slowpath-faster';

interface Shown {
  state: OptimizeState;
  faster: FasterState;
}

export class Optimizing extends KnownStates<OptimizeState> implements vscode.TextDocumentContentProvider {
  private readonly told = new Set<string>();
  private readonly followed = new Set<string>();
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.changed.event;

  constructor(private readonly server: Server, private readonly search: Search, private readonly fail: (error: unknown) => void) {
    super();
  }

  protected idOf(state: OptimizeState): string {
    return state.optimize_id;
  }

  /** The server's news of a search; when it is over, what came of it is shown. */
  override update(state: OptimizeState): void {
    super.update(state);
    this.changed.fire(summaryUri(state));
    this.setContext();
    this.follow(state);
    if (isLive(state) || this.told.has(state.optimize_id)) return;
    this.told.add(state.optimize_id);
    this.tellOutcome(state).catch(this.fail);
  }

  /** The server has been started: what it kept from before is known, and nothing of it is told again. */
  override restore(states: readonly OptimizeState[]): void {
    states.filter(state => !isLive(state)).forEach(state => this.told.add(state.optimize_id));
    super.restore(states);
  }

  /** The server is gone, and with it every version that it found. */
  lost(): void {
    for (const [uri, state] of this.byUri) {
      if (isLive(state)) void vscode.window.showWarningMessage(vscode.l10n.t('Slowpath: the server ended, and with it the search for a faster {0}.', state.file_name));
      this.byUri.delete(uri);
      this.changed.fire(summaryUri(state));
    }
    this.setContext();
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    const state = this.byId(uri.query);
    return state ? summary(state, vscode.l10n.t) : vscode.l10n.t('This search isn\'t known any more. Make the program faster again.');
  }

  /** Looks for a faster version of the document at `uri`, else of that in the active editor. */
  async find(uri?: vscode.Uri): Promise<void> {
    const document = await this.search.solution(uri);
    if (!document) return;
    if (!vscode.workspace.isTrusted) return this.untrusted();
    await this.server.ensure(true);
    const key = document.uri.toString();
    const params: OptimizeStartParams = { uri: key, seconds: readSettings(document.uri).budgetSeconds, executions: null, seed: 0 };
    const { error } = await this.server.request<OptimizeStartResult>(OPTIMIZE_START, params);
    if (error) throw new Error(`${error.message} ${error.remedy}`.trim());
  }

  /** The program as it is beside the faster version. */
  async show(): Promise<void> {
    const shown = this.shownFaster();
    if (shown) await this.difference(shown);
  }

  /** All that is known of it, as it reads. */
  async summarise(): Promise<void> {
    const state = this.shown();
    if (state) await vscode.commands.executeCommand('markdown.showPreviewToSide', summaryUri(state));
    else this.nothing();
  }

  /** Puts the faster version in the program's place, as one edit that one undo takes back; saving is the user's. */
  async apply(): Promise<void> {
    const shown = this.shownFaster();
    if (!shown) return;
    const { state, faster } = shown;
    await vscode.window.showTextDocument(vscode.Uri.parse(state.uri), { preview: false });
    const { error } = await this.server.request<OptimizeApplyResult>(OPTIMIZE_APPLY, { optimize_id: state.optimize_id } satisfies OptimizeParams);
    if (error) return void vscode.window.showWarningMessage(`Slowpath: ${error.message} ${error.remedy}`.trim());
    await this.closeDifference(state);
    const keep = vscode.l10n.t('Keep Slow Inputs as Tests');
    const message = vscode.l10n.t('{0} is {1} faster now; undo takes it back.', state.file_name, gain(faster, vscode.l10n.t));
    if (await vscode.window.showInformationMessage(message, ...faster.tests > 0 ? [keep] : []) === keep) await this.keepTests();
  }

  /** Writes the slow inputs, with their answers, where the problem keeps its tests. */
  async keepTests(): Promise<void> {
    const shown = this.shownFaster();
    if (!shown) return;
    const result = await this.server.request<OptimizeSaveResult>(OPTIMIZE_SAVE, { optimize_id: shown.state.optimize_id } satisfies OptimizeParams);
    if (result.error) throw new Error(`${result.error.message} ${result.error.remedy}`.trim());
    const names = result.paths.map(file => vscode.workspace.asRelativePath(file)).join(', ');
    void vscode.window.showInformationMessage(vscode.l10n.t('Saved as {0}', names));
  }

  /** Lists what isn't offered, with the reason; what is chosen opens the input that spoke against it, else what the model wrote. */
  async refused(): Promise<void> {
    const state = this.shown();
    if (!state || state.refused.length === 0) {
      return void vscode.window.showInformationMessage(vscode.l10n.t('Slowpath: no change was refused.'));
    }
    const words: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon('comment-discussion'), tooltip: vscode.l10n.t('Open prompt and reply') };
    const picker = vscode.window.createQuickPick<vscode.QuickPickItem & { row: RefusedRow }>();
    picker.title = vscode.l10n.t('Refused versions of {0}', state.file_name);
    picker.matchOnDetail = true;
    picker.items = state.refused.map(row => ({
      label: row.title, detail: withoutTicks(row.reason), row, buttons: row.conversation ? [words] : [],
      description: row.input_id ? vscode.l10n.t('open its input') : row.conversation ? vscode.l10n.t('open prompt and reply') : '',
    }));
    const open = (row: RefusedRow | undefined, asWords: boolean) => {
      picker.hide();
      if (row?.conversation && (asWords || !row.input_id)) openConversation(row.conversation).catch(this.fail);
      else if (row?.input_id) this.openAgainst(state, row).catch(this.fail);
    };
    picker.onDidTriggerItemButton(({ item }) => open(item.row, true));
    picker.onDidAccept(() => open(picker.selectedItems[0]?.row, false));
    picker.onDidHide(() => picker.dispose());
    picker.show();
  }

  dispose(): void {
    this.changed.dispose();
  }

  private async openAgainst(state: OptimizeState, row: RefusedRow): Promise<void> {
    const title = vscode.l10n.t('input against {0}', row.title.replaceAll('/', '-'));
    const document = await vscode.workspace.openTextDocument(optimizeUri(state.optimize_id, row.input_id, `${title}.in`));
    await vscode.window.showTextDocument(document, { preview: true });
  }

  /** A notification says what a search does while it runs, and cancels it; the editor's own bar for it can't. */
  private follow(state: OptimizeState): void {
    const id = state.optimize_id;
    if (!isLive(state) || this.followed.has(id)) return;
    this.followed.add(id);
    const title = vscode.l10n.t('Making {0} faster', state.file_name);
    void vscode.window.withProgress({ location: vscode.ProgressLocation.Notification, cancellable: true, title }, (progress, cancelled) => new Promise<void>(done => {
      const draw = () => {
        const now = this.byId(id);
        if (now && isLive(now)) return progress.report({ message: now.phase });
        following.dispose();
        done();
      };
      const following = this.changed.event(draw);
      cancelled.onCancellationRequested(() => this.server.request(...KINDS.optimize.stop(id)).catch(this.fail));
      draw();
    }));
  }

  private async tellOutcome(state: OptimizeState): Promise<void> {
    const { faster, error } = state;
    const [apply, more, refused] = [vscode.l10n.t('Apply'), vscode.l10n.t('Summary'), vscode.l10n.t('Refused ({0})', state.refused.length)];
    const listed = state.refused.length > 0 ? [refused] : [];
    if (faster) await this.difference({ state, faster }).catch(this.fail);
    const chosen = faster
      ? await vscode.window.showInformationMessage(`${state.file_name}: ${fasterSentence(faster, vscode.l10n.t)}.`, apply, more, ...listed)
      : error ? await vscode.window.showWarningMessage(`Slowpath: ${error.message} ${error.remedy}`.trim(), ...listed)
        : await vscode.window.showInformationMessage(vscode.l10n.t('No faster version of {0} is shown. {1}', state.file_name, whyNone(state, vscode.l10n.t)), more, ...listed);
    this.lastUri = state.uri;
    switch (chosen) {
      case apply: return this.apply();
      case more: return this.summarise();
      case refused: return this.refused();
    }
  }

  private async difference({ state, faster }: Shown): Promise<void> {
    await vscode.commands.executeCommand('vscode.diff', vscode.Uri.parse(state.uri), optimizeUri(state.optimize_id, faster.source_id, state.file_name),
      differenceTitle(state, faster), { preview: true });
  }

  /** The comparison has nothing to compare any more. */
  private async closeDifference(state: OptimizeState): Promise<void> {
    const tabs = vscode.window.tabGroups.all.flatMap(group => group.tabs).filter(({ input }) => input instanceof vscode.TabInputTextDiff
      && input.original.toString() === vscode.Uri.parse(state.uri).toString() && input.modified.query.includes(state.optimize_id));
    await vscode.window.tabGroups.close(tabs, true);
  }

  private async untrusted(): Promise<void> {
    const manage = vscode.l10n.t('Manage Workspace Trust');
    const message = vscode.l10n.t('Slowpath: the folder is not trusted, so nothing is compiled or run.');
    if (await vscode.window.showWarningMessage(message, manage) === manage) await vscode.commands.executeCommand('workbench.trust.manage');
  }

  /** The search whose document or faster version is active, else the one that changed last. */
  override shown(): OptimizeState | undefined {
    const active = vscode.window.activeTextEditor?.document.uri;
    const named = active?.scheme === PROPOSED_SCHEME ? new URLSearchParams(active.query).get('optimize') : null;
    return this.byId(named ?? '')
      ?? this.byUri.get(active?.toString() ?? '') ?? this.byUri.get(this.lastUri);
  }

  private shownFaster(): Shown | undefined {
    const state = this.shown();
    if (state?.faster) return { state, faster: state.faster };
    this.nothing();
    return undefined;
  }

  private nothing(): void {
    void vscode.window.showInformationMessage(vscode.l10n.t('Slowpath: no faster version is known yet.'));
  }

  private setContext(): void {
    const states = [...this.byUri.values()];
    void vscode.commands.executeCommand('setContext', 'slowpath.optimizing', states.some(isLive));
    void vscode.commands.executeCommand('setContext', 'slowpath.hasOptimized', states.some(state => !isLive(state)));
    void vscode.commands.executeCommand('setContext', 'slowpath.hasFaster', states.some(state => state.faster !== null));
    void vscode.commands.executeCommand('setContext', 'slowpath.hasAskedFaster', states.some(state => state.asked !== null));
    void vscode.commands.executeCommand('setContext', 'slowpath.hasRefused', states.some(state => state.refused.length > 0));
  }
}

function differenceTitle(state: OptimizeState, faster: FasterState): string {
  return vscode.l10n.t('{0}: current ↔ {1} faster', state.file_name, gain(faster, vscode.l10n.t));
}

function summaryUri(state: OptimizeState): vscode.Uri {
  const title = vscode.l10n.t('Faster {0}', path.basename(state.file_name));
  return vscode.Uri.from({ scheme: FASTER_SCHEME, path: `/${title}.md`, query: state.optimize_id });
}
