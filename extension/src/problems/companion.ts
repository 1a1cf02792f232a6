/**
 * Problems that Competitive Companion sends from the browser: the server listens and makes the folders; here it is asked to,
 * and what came is opened. Nobody listens until a folder was chosen.
 */

import * as path from 'node:path';
import * as vscode from 'vscode';
import { arrivedSentence } from './arrived';
import { Retries } from './retries';
import type { Server } from '../server/client';
import { COMPANION_LISTEN, type ArrivedProblems, type CompanionParams, type CompanionState } from '../protocol';
import { SECTION, readSettings } from '../settings';

export class Companion implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem('slowpath.companion', vscode.StatusBarAlignment.Right);
  private readonly retries = new Retries(() => void this.follow().catch(error => this.log.warn(`problems from the browser: ${String(error)}`)));
  private readonly subscription = vscode.window.onDidChangeWindowState(({ focused }) => { if (focused) this.retries.now(); });
  private port = 0;
  /** What hinders it, as it was logged last. */
  private hindrance = '';

  constructor(private readonly server: Server, private readonly log: vscode.LogOutputChannel) {
    this.item.name = vscode.l10n.t('Problems from the browser');
    this.item.command = 'slowpath.stopReceiving';
  }

  dispose(): void {
    this.retries.settled();
    this.subscription.dispose();
    this.item.dispose();
  }

  /** Asks where problems are to be put, and listens. */
  async choose(): Promise<void> {
    if (!vscode.workspace.isTrusted) throw new Error(vscode.l10n.t('Trust the workspace to receive problems.'));
    const [folder] = await vscode.window.showOpenDialog({
      title: vscode.l10n.t('Folder for problems from the browser'), openLabel: vscode.l10n.t('Receive Problems Here'),
      canSelectFiles: false, canSelectFolders: true, canSelectMany: false,
      defaultUri: folderOf(readSettings().companionFolder) ?? vscode.workspace.workspaceFolders?.[0]?.uri,
    }) ?? [];
    if (!folder) return;
    const inside = vscode.workspace.getWorkspaceFolder(folder);
    // A folder of the workspace is written as the workspace sees it: the settings may be shared.
    const said = inside ? path.relative(vscode.workspace.workspaceFolders![0].uri.fsPath, folder.fsPath) || '.' : folder.fsPath;
    await this.set(said);
    await this.server.ensure(true);
    const { port, held, error } = await this.follow();
    if (error) throw new Error(`${error.message} ${error.remedy} ${vscode.l10n.t('Else this window takes over once it can.')}`);
    if (port === 0) return;
    const others = held.length > 0 ? ` ${vscode.l10n.t('Others listen too and get the same problems: port {0}.', held.join('; '))}` : '';
    void vscode.window.showInformationMessage(
      vscode.l10n.t('Press Competitive Companion\'s button in the browser: the problem or contest comes to {0} (port {1}).', folder.fsPath, port) + others);
  }

  /** Stops listening, in every window. */
  async stop(): Promise<void> {
    await this.set(undefined);
    await this.follow();
  }

  /** Has the server listen as the settings say, where it runs. Who hinders it is told in the log, and it is tried again. */
  async follow(): Promise<CompanionState> {
    if (this.server.state.kind !== 'running' || !vscode.workspace.isTrusted) return this.draw({ port: 0, held: [], error: null });
    const { companionFolder, companionLanguage, companionTemplate } = readSettings();
    const params: CompanionParams = {
      folder: folderOf(companionFolder)?.fsPath ?? '', language: companionLanguage, template: folderOf(companionTemplate)?.fsPath ?? '',
    };
    if (!params.folder && this.port === 0) return this.draw({ port: 0, held: [], error: null });
    return this.draw(await this.server.request<CompanionState>(COMPANION_LISTEN, params));
  }

  /** Opens the problem, or the first of a contest. */
  async arrived(arrived: ArrivedProblems): Promise<void> {
    const first = arrived.problems[0];
    if (first) await vscode.window.showTextDocument(vscode.Uri.file(first.path), { preview: false });
    const said = arrivedSentence(arrived, vscode.l10n.t);
    if (arrived.error || arrived.missing > 0) void vscode.window.showWarningMessage(`Slowpath: ${said}`);
    else if (first) void vscode.window.showInformationMessage(`Slowpath: ${said}`);
  }

  private async set(folder: string | undefined): Promise<void> {
    const configuration = vscode.workspace.getConfiguration(SECTION);
    const target = vscode.workspace.workspaceFolders ? vscode.ConfigurationTarget.Workspace : vscode.ConfigurationTarget.Global;
    await configuration.update('companion.folder', folder, target);
    // One that stands in the user's settings would have every window listen again.
    if (folder === undefined && configuration.get('companion.folder')) {
      await configuration.update('companion.folder', folder, vscode.ConfigurationTarget.Global);
    }
  }

  private draw(state: CompanionState): CompanionState {
    this.port = state.port;
    void vscode.commands.executeCommand('setContext', 'slowpath.receiving', state.port > 0);
    const hindrance = state.error ? `${state.error.message} ${state.error.remedy}` : '';
    if (hindrance && hindrance !== this.hindrance) this.log.info(`problems from the browser: ${hindrance}`);
    this.hindrance = hindrance;
    if (hindrance) this.retries.hindered();
    else this.retries.settled();
    this.item.text = `$(cloud-download) ${state.port}`;
    this.item.tooltip = vscode.l10n.t('Slowpath receives problems from the browser at port {0}. Click to stop.', state.port);
    if (state.port > 0) this.item.show();
    else this.item.hide();
    return state;
  }
}

/** A path in the settings: absolute, or as the first folder of the workspace sees it. */
function folderOf(said: string): vscode.Uri | undefined {
  if (!said) return undefined;
  if (path.isAbsolute(said)) return vscode.Uri.file(said);
  const root = vscode.workspace.workspaceFolders?.[0];
  return root && vscode.Uri.joinPath(root.uri, said);
}
