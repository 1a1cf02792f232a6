/** Draws the contrasting pair on the lines of the editor: text after the line, heat behind it, overview ruler. */

import * as vscode from 'vscode';
import { lineMarks, type Heat, type LineMark, type Tone } from './lineMarks';
import type { ContrastState } from '../protocol';
import { readSettings } from '../settings';

const TONES: Record<Tone, string> = {
  hot: 'slowpath.hotForeground', warm: 'slowpath.warmForeground', stale: 'slowpath.staleForeground',
};
const HEATS: Record<Exclude<Heat, 'none'>, string> = {
  high: 'slowpath.heatHighBackground', medium: 'slowpath.heatMediumBackground', low: 'slowpath.heatLowBackground',
};

export class Decorations {
  private readonly contrasts = new Map<string, ContrastState>();
  private readonly text = vscode.window.createTextEditorDecorationType({
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
  });
  private readonly ruler = vscode.window.createTextEditorDecorationType({
    overviewRulerColor: new vscode.ThemeColor('slowpath.overviewRulerForeground'),
    overviewRulerLane: vscode.OverviewRulerLane.Right,
  });
  private readonly heats = Object.entries(HEATS).map(([heat, colour]) => ({
    heat,
    type: vscode.window.createTextEditorDecorationType({ isWholeLine: true, backgroundColor: new vscode.ThemeColor(colour) }),
  }));

  update(state: ContrastState): void {
    const uri = vscode.Uri.parse(state.uri).toString();
    if (state.lines.length === 0) this.contrasts.delete(uri);
    else this.contrasts.set(uri, state);
    this.draw(uri);
  }

  /** Whether a contrast is drawn on the document. */
  has(uri: string): boolean {
    return this.contrasts.has(uri);
  }

  clear(uri: string): void {
    this.contrasts.delete(uri);
    this.draw(uri);
  }

  /** Draws again in every editor, or in those of one document. */
  draw(uri?: string): void {
    for (const editor of vscode.window.visibleTextEditors) {
      if (uri === undefined || editor.document.uri.toString() === uri) this.drawEditor(editor);
    }
  }

  dispose(): void {
    [this.text, this.ruler, ...this.heats.map(({ type }) => type)].forEach(type => type.dispose());
  }

  private drawEditor(editor: vscode.TextEditor): void {
    const state = this.contrasts.get(editor.document.uri.toString());
    const shown = state && readSettings(editor.document.uri).decorations ? state : undefined;
    const outdated = shown?.document_version != null && shown.document_version < editor.document.version;
    const marks = shown ? lineMarks(shown, outdated).filter(mark => mark.line < editor.document.lineCount) : [];
    editor.setDecorations(this.text, marks.map(mark => ({
      range: endOf(editor.document, mark),
      renderOptions: { after: { contentText: mark.text, color: new vscode.ThemeColor(TONES[mark.tone]), margin: '0 0 0 3ch' } },
    })));
    editor.setDecorations(this.ruler, marks.filter(mark => mark.ruler).map(mark => editor.document.lineAt(mark.line).range));
    for (const { heat, type } of this.heats) {
      editor.setDecorations(type, marks.filter(mark => mark.heat === heat).map(mark => editor.document.lineAt(mark.line).range));
    }
  }
}

function endOf(document: vscode.TextDocument, mark: LineMark): vscode.Range {
  const { end } = document.lineAt(mark.line).range;
  return new vscode.Range(end, end);
}
