/** Opens the input format of a program as text: the saved file, or a new document with what was inferred. */

import * as vscode from 'vscode';
import type { Server } from '../server/client';
import { FORMAT_OPEN, type FormatParams, type FormatResult } from '../protocol';
import type { Search } from '../searches/search';

export class FormatEditor {
  constructor(
    private readonly server: Server,
    private readonly search: Search,
  ) {}

  /** Opens the format of the program at `uri`, else of the one in the active editor, else of the one on show. */
  async edit(uri?: vscode.Uri): Promise<{ document: vscode.TextDocument; isWhole: boolean } | undefined> {
    const solution = await this.search.solution(uri);
    if (!solution) return undefined;
    await this.server.ensure(vscode.workspace.isTrusted);
    const params: FormatParams = { uri: solution.uri.toString() };
    const format = await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Window, title: vscode.l10n.t('Slowpath: reading the input format') },
      () => this.server.request<FormatResult>(FORMAT_OPEN, params));
    if (format.error) throw new Error(`${format.error.message} ${format.error.remedy}`.trim());
    const document = format.saved
      ? await vscode.workspace.openTextDocument(vscode.Uri.file(format.path)) : await unsaved(format);
    await vscode.window.showTextDocument(document, { preview: false });
    if (format.unknown) void vscode.window.showWarningMessage(`Slowpath: ${format.unknown}`);
    return { document, isWhole: !format.unknown };
  }

  /** The user says that the format is right: it is saved as theirs, and wins from then on. A mere skeleton is only shown. */
  async accept(uri?: vscode.Uri): Promise<void> {
    const shown = await this.edit(uri);
    if (!shown?.isWhole || !await shown.document.save()) return;
    const again = vscode.l10n.t('Search again');
    const chosen = await vscode.window.showInformationMessage(vscode.l10n.t('Saved as your input format. Searches use it from now on.'), again);
    if (chosen === again) await vscode.commands.executeCommand('slowpath.findSlowInputs', uri);
  }
}

/** A document that isn't saved yet, but knows where it will be; one that is open already is left as it is. */
async function unsaved(format: FormatResult): Promise<vscode.TextDocument> {
  const uri = vscode.Uri.file(format.path).with({ scheme: 'untitled' });
  const document = await vscode.workspace.openTextDocument(uri);
  if (document.getText() === '') {
    const edit = new vscode.WorkspaceEdit();
    edit.insert(uri, new vscode.Position(0, 0), format.text);
    await vscode.workspace.applyEdit(edit);
  }
  return document;
}

export function isFormat(document: vscode.TextDocument): boolean {
  return document.languageId === 'slowpath-format';
}
