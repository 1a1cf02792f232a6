/** The statement beside the format: what became of each sentence, with links to the lines that say it. */

import * as vscode from 'vscode';
import { FORMAT_SENTENCES, type FormatParams, type FormatSentences, type SentenceRow } from '../protocol';
import type { Search } from '../searches/search';
import type { Server } from '../server/client';
import { isFormat } from './formatEditor';

export class Sentences implements vscode.Disposable {
  private readonly used = vscode.window.createTextEditorDecorationType({
    overviewRulerColor: new vscode.ThemeColor('editorOverviewRuler.infoForeground'), overviewRulerLane: vscode.OverviewRulerLane.Left,
  });
  private readonly open = vscode.window.createTextEditorDecorationType({
    backgroundColor: new vscode.ThemeColor('editor.findMatchHighlightBackground'),
    overviewRulerColor: new vscode.ThemeColor('editorOverviewRuler.warningForeground'), overviewRulerLane: vscode.OverviewRulerLane.Left,
  });
  private readonly parts: vscode.Disposable[];
  /** The statement on show, and the program whose format it is held against. */
  private shown?: { statement: string; solution: string };

  constructor(
    private readonly server: Server,
    private readonly search: Search,
    fail: (error: unknown) => void,
  ) {
    this.parts = [
      this.used, this.open,
      vscode.workspace.onDidSaveTextDocument(document => { if (isFormat(document)) void this.refresh().catch(fail); }),
      vscode.window.onDidChangeVisibleTextEditors(() => void this.refresh().catch(fail)),
    ];
  }

  dispose(): void {
    for (const part of this.parts) part.dispose();
  }

  /** Opens the statement beside the format in the active editor, or that of the program at `uri` or on show. */
  async show(uri?: vscode.Uri): Promise<void> {
    const active = vscode.window.activeTextEditor?.document;
    const about = uri ?? (active && isFormat(active) ? active.uri : (await this.search.solution())?.uri);
    if (!about) return;
    const told = await this.ask(about.toString());
    if (told.error) throw new Error(`${told.error.message} ${told.error.remedy}`.trim());
    this.shown = { statement: told.statement, solution: about.toString() };
    const document = await vscode.workspace.openTextDocument(vscode.Uri.file(told.statement));
    const editor = await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preview: false });
    this.mark(editor, told);
  }

  private async refresh(): Promise<void> {
    const editor = vscode.window.visibleTextEditors.find(({ document }) => document.uri.fsPath === this.shown?.statement);
    if (!editor || !this.shown) return;
    const told = await this.ask(this.shown.solution);
    if (!told.error) this.mark(editor, told);
  }

  private async ask(uri: string): Promise<FormatSentences> {
    await this.server.ensure(false);
    return this.server.request<FormatSentences>(FORMAT_SENTENCES, { uri } satisfies FormatParams);
  }

  private mark(editor: vscode.TextEditor, { format, rows }: FormatSentences): void {
    const told = rows.filter(row => row.mark !== 'other');
    editor.setDecorations(this.used, told.filter(row => row.mark === 'used').map(row => decoration(row, format)));
    editor.setDecorations(this.open, told.filter(row => row.mark === 'unclear').map(row => decoration(row, format)));
  }
}

/** The sentence, with the numbers of the lines that say it or a question mark behind it; its hover links to these lines. */
function decoration(row: SentenceRow, format: string): vscode.DecorationOptions {
  const isOpen = row.mark === 'unclear';
  const hover = new vscode.MarkdownString();
  hover.appendText(isOpen ? vscode.l10n.t('Nothing in the format stands for {0}.', row.why) : vscode.l10n.t('The format says it: {0}.', row.says.join(', ')));
  for (const line of row.format_lines) {
    hover.appendMarkdown(`\n\n[${vscode.l10n.t('Line {0} of the format', line)}](${vscode.Uri.file(format).toString()}#L${line})`);
  }
  return {
    range: new vscode.Range(row.line - 1, row.begin, row.line - 1, row.end),
    hoverMessage: hover,
    renderOptions: { after: {
      contentText: isOpen ? '?' : row.format_lines.length > 0 ? `→${row.format_lines.join(',')}` : '✓', margin: '0 0 0 0.2em', fontWeight: 'bold',
      color: new vscode.ThemeColor(isOpen ? 'editorWarning.foreground' : 'editorCodeLens.foreground'),
    } },
  };
}
