/** Opens the input format of a program as text: the saved file, or a new document with what was inferred. */

import * as vscode from 'vscode';
import type { Server } from '../server/client';
import { variablesOf } from './formatText';
import { FORMAT_OPEN, FORMAT_SETTLE, type DoubtRow, type FormatParams, type FormatResult, type SettleParams, type SettleResult } from '../protocol';
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
    const solution = await this.search.solution(uri);
    if (!solution) return;
    await this.server.ensure(vscode.workspace.isTrusted);
    const settled = await this.request({ uri: solution.uri.toString(), action: 'accept', kind: '', text: '', quote: '', line: '' });
    const shown = await this.edit(uri);
    if (settled.error || !shown?.isWhole || !await shown.document.save()) return;
    const again = vscode.l10n.t('Search again');
    const chosen = await vscode.window.showInformationMessage(vscode.l10n.t('Saved as your input format. Searches use it from now on.'), again);
    if (chosen === again) await vscode.commands.executeCommand('slowpath.findSlowInputs', uri);
  }

  /** What the panel's buttons beside a doubt do: take the proposed line, say that it isn't about the input, or write a line. */
  async settle(action: unknown, doubt: unknown): Promise<void> {
    const shown = this.search.shown();
    if (!isDoubt(doubt) || !shown) return;
    const uri = vscode.Uri.parse(shown);
    if (action === 'write') {
      const open = await this.edit(uri);
      if (open?.isWhole) await writeCheck(open.document, doubt);
      return;
    }
    if (action !== 'take' && action !== 'dismiss') return;
    const { kind, text, quote, proposal } = doubt;
    const settled = await this.request({ uri: shown, action, kind, text, quote, line: proposal });
    if (settled.error) throw new Error(`${settled.error.message} ${settled.error.remedy}`.trim());
    const open = vscode.workspace.textDocuments.find(document => document.uri.fsPath === settled.path && document.isDirty);
    await open?.save();
  }

  private request(params: SettleParams): Promise<SettleResult> {
    return this.server.request<SettleResult>(FORMAT_SETTLE, params);
  }
}

function isDoubt(value: unknown): value is DoubtRow {
  return typeof value === 'object' && value !== null && 'kind' in value && 'quote' in value;
}

/** A check in Python that is to say a sentence, to be completed: above the comment that leaves the sentence open. */
async function writeCheck(document: vscode.TextDocument, doubt: DoubtRow): Promise<void> {
  const editor = await vscode.window.showTextDocument(document, { preview: false });
  const quote = doubt.quote.replace(/\s+/g, ' ').trim();
  const lines = document.getText().split('\n');
  const found = lines.findIndex(line => line.startsWith('# ?') && line.includes(quote));
  const heading = lines.findIndex(line => line.startsWith('# Not said by this format.'));
  const at = heading >= 0 ? heading : found >= 0 ? found : document.lineCount;
  const names = variablesOf(document.getText()).join(', ');
  const snippet = new vscode.SnippetString('where check ').appendText(JSON.stringify(quote))
    .appendText(`:\n  values = ${names}  # ${vscode.l10n.t('what must hold of these')}\n  return `).appendPlaceholder('True').appendText('\n');
  await editor.insertSnippet(snippet, new vscode.Position(at, 0));
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
