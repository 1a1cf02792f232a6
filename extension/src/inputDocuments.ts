/** Inputs as read-only documents: `slowpath-input:/<title>.in?<campaign>&<input>`, read only when opened. */

import * as vscode from 'vscode';
import { inputText } from './inputText';
import { INPUT_READ, type InputParams, type InputReadResult } from './protocol';

export const SCHEME = 'slowpath-input';

export type Request = <R>(method: string, params: unknown) => Promise<R>;

export class InputDocuments implements vscode.TextDocumentContentProvider {
  /** `request` waits for the server, so that a document left open over a reload is filled again. */
  constructor(private readonly request: Request) {}

  provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const names = namesIn(uri);
    return inputText(
      (offset, limit) => this.request<InputReadResult>(INPUT_READ, { ...names, offset, limit }), vscode.l10n.t);
  }
}

/** The document of an input; `title` is what its tab shows. */
export function inputUri(names: InputParams, title: string): vscode.Uri {
  const query = new URLSearchParams({ campaign: names.campaign_id, input: names.input_id }).toString();
  return vscode.Uri.from({ scheme: SCHEME, path: `/${title.replace(/[/\\]/g, '-')}.in`, query });
}

function namesIn(uri: vscode.Uri): InputParams {
  const query = new URLSearchParams(uri.query);
  return { campaign_id: query.get('campaign') ?? '', input_id: query.get('input') ?? '' };
}
