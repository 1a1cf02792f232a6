/**
 * Explanations of lines, and what was asked of a language model, as read-only Markdown documents:
 * `slowpath-explain:/<title>.md?line=<n>&of=<uri>` and `slowpath-explain:/<title>.md?conversation=<id>`.
 */

import * as path from 'node:path';
import * as vscode from 'vscode';
import type { Request } from '../inputs/inputDocuments';
import {
  CONVERSATION_READ, LINE_EXPLAIN, type ConversationParams, type ConversationResult, type Explanation, type LineParams,
} from '../protocol';

export const EXPLAIN_SCHEME = 'slowpath-explain';

export class Explanations implements vscode.TextDocumentContentProvider {
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.changed.event;

  /** `request` waits for the server. */
  constructor(private readonly request: Request) {}

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const query = new URLSearchParams(uri.query);
    const conversation = query.get('conversation');
    if (conversation !== null) return this.conversation({ conversation });
    const params: LineParams = { uri: query.get('of') ?? '', lsp_line: Number(query.get('line')) };
    return (await this.request<Explanation>(LINE_EXPLAIN, params)).markdown;
  }

  /** Shows what is known of a line (0-based) as it reads, not as its source; a preview that is open already is filled anew. */
  async showLine(uri: vscode.Uri, line: number): Promise<void> {
    await this.preview(lineUri(uri, line));
  }

  /** Shows the exact prompt and reply behind a constraint. */
  async showConversation(conversation: string): Promise<void> {
    const title = vscode.l10n.t('Prompt and reply');
    await this.preview(explainUri(title, { conversation }));
  }

  dispose(): void {
    this.changed.dispose();
  }

  private async preview(uri: vscode.Uri): Promise<void> {
    this.changed.fire(uri);
    await vscode.commands.executeCommand('markdown.showPreviewToSide', uri);
  }

  private async conversation(params: ConversationParams): Promise<string> {
    const result = await this.request<ConversationResult>(CONVERSATION_READ, params);
    return result.error ? `${result.error.message} ${result.error.remedy}`.trim() : result.text;
  }
}

/** The explanation of a line (0-based) of the document at `uri`. */
export function lineUri(uri: vscode.Uri, line: number): vscode.Uri {
  const title = vscode.l10n.t('Line {0} of {1}', line + 1, path.basename(uri.fsPath));
  return explainUri(title, { line: String(line), of: uri.toString() });
}

function explainUri(title: string, query: Record<string, string>): vscode.Uri {
  return vscode.Uri.from({
    scheme: EXPLAIN_SCHEME, path: `/${title.replace(/[/\\]/g, '-')}.md`, query: new URLSearchParams(query).toString(),
  });
}
