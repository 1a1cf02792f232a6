/** Starts and steers searches: the use cases behind the commands that speak of a campaign. */

import * as path from 'node:path';
import * as vscode from 'vscode';
import type { Campaigns } from './campaigns';
import { isLive } from './kinds';
import { SOLUTIONS, type Server } from '../server/client';
import type { PanelProvider } from '../panel/provider';
import { CAMPAIGN_CONTROL, CAMPAIGN_START, type ControlParams, type StartParams, type StartResult } from '../protocol';
import { readSettings } from '../settings';

export class Search {
  constructor(
    private readonly server: Server,
    private readonly campaigns: Campaigns,
    private readonly panel: PanelProvider,
  ) {}

  /**
   * Finds slow inputs of the document at `uri`, else of the one in the active editor, else of the one on show; with `aimed`
   * those that satisfy that constraint. With `ask` the language model reads the statement first, whatever the settings say of asking.
   */
  async find(uri?: vscode.Uri, aimed = '', ask = false): Promise<void> {
    const document = await this.solution(uri);
    if (!document) return;
    await this.panel.begin('inputs');
    if (!vscode.workspace.isTrusted) return;
    const key = document.uri.toString();
    const fileName = path.basename(document.uri.fsPath);
    this.campaigns.preparing(key, fileName);
    await this.server.ensure(true);
    if (this.server.state.kind !== 'running') return;
    const settings = readSettings(document.uri);
    const params: StartParams = {
      uri: key, seconds: settings.budgetSeconds, executions: null, seed: 0, aimed, time_limit_s: settings.timeLimit, ask,
    };
    await this.campaigns.started(key, fileName, this.server.request<StartResult>(CAMPAIGN_START, params), vscode.l10n.t('The log says more.'));
  }

  /** The URI of the program whose search is on show. */
  shown(): string | undefined {
    return this.campaigns.shown()?.uri;
  }

  /** Whether a search of the program at `uri` goes on in this window. */
  isLive(uri: string): boolean {
    const campaign = this.campaigns.of(uri);
    return campaign !== undefined && campaign.owned && isLive(campaign);
  }

  async control(action: 'pause' | 'resume'): Promise<void> {
    const campaign = this.campaigns.shown();
    if (!campaign?.campaign_id) return;
    await this.server.request(CAMPAIGN_CONTROL, { campaign_id: campaign.campaign_id, action } satisfies ControlParams);
  }

  /** The program that a command is about: at `uri`, else in the active editor, else the one on show. Says so if there is none. */
  async solution(uri?: vscode.Uri): Promise<vscode.TextDocument | undefined> {
    const shown = this.campaigns.shown()?.uri;
    const active = vscode.window.activeTextEditor?.document;
    const document = uri ? await vscode.workspace.openTextDocument(uri)
      : active && isSolution(active) ? active
        : shown ? await vscode.workspace.openTextDocument(vscode.Uri.parse(shown)) : active;
    if (document && isSolution(document)) return document;
    void vscode.window.showWarningMessage(document?.isUntitled
      ? vscode.l10n.t('Slowpath: save the file first; the program is built from disk.')
      : vscode.l10n.t('Slowpath: open a C++, Python or Java solution first.'));
    return undefined;
  }
}

export function isSolution(document: vscode.TextDocument): boolean {
  return vscode.languages.match(SOLUTIONS, document) > 0;
}
