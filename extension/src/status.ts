/** The language status item (the braces in the status bar): what Slowpath does with this file, and the log. */

import * as vscode from 'vscode';
import { SOLUTIONS } from './server/client';
import type { Head } from './panel/messages';

export class Status {
  private readonly item = vscode.languages.createLanguageStatusItem('slowpath.status', SOLUTIONS);

  constructor() {
    this.item.name = 'Slowpath';
    this.item.command = { command: 'slowpath.openPanel', title: vscode.l10n.t('Open panel') };
  }

  draw(state: Head): void {
    this.item.text = `Slowpath: ${state.label.toLowerCase()}`;
    this.item.busy = state.kind === 'starting' || state.kind === 'preparing' || state.kind === 'running';
    this.item.detail = state.notice?.title ?? [state.detail, ...state.facts.map(fact => `${fact.value} ${fact.label}`)].filter(Boolean).join(', ');
    this.item.severity = severity(state);
    this.item.command = state.kind === 'failed' || state.kind === 'broken'
      ? { command: 'slowpath.showLog', title: vscode.l10n.t('Show log') }
      : { command: 'slowpath.openPanel', title: vscode.l10n.t('Open panel') };
  }

  dispose(): void {
    this.item.dispose();
  }
}

function severity(state: Head): vscode.LanguageStatusSeverity {
  switch (state.kind) {
    case 'failed':
    case 'broken': return vscode.LanguageStatusSeverity.Error;
    case 'untrusted': return vscode.LanguageStatusSeverity.Warning;
    default: return vscode.LanguageStatusSeverity.Information;
  }
}
