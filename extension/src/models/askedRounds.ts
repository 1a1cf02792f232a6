/** Lets the user choose among the rounds in which a language model was asked, and shows the exact prompt and reply. */

import * as vscode from 'vscode';
import { askedSentence, roundName, roundOutcome } from './asked';
import type { AskedState } from '../protocol';

export async function showRounds(asked: AskedState | null | undefined): Promise<void> {
  if (!asked) return void vscode.window.showInformationMessage(vscode.l10n.t('Slowpath: no language model was asked.'));
  const picked = await vscode.window.showQuickPick(asked.rounds.map(row => {
    const { outcome, detail } = roundOutcome(row, vscode.l10n.t);
    return { label: roundName(row, vscode.l10n.t), description: outcome, detail, conversation: row.conversation };
  }), { title: askedSentence(asked, vscode.l10n.t), placeHolder: vscode.l10n.t('Opens the exact prompt and reply'), matchOnDetail: true });
  if (picked?.conversation) await openConversation(picked.conversation);
}

export async function openConversation(conversation: string): Promise<void> {
  await vscode.commands.executeCommand('slowpath.openConversation', conversation);
}
