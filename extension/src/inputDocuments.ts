/**
 * Inputs and outputs as read-only documents, read only when opened: `slowpath-input:/<title>.in?<campaign>&<input>`, and
 * `slowpath-input:/<title>?<break>&<data>` of a search for a breaking input.
 */

import * as vscode from 'vscode';
import { inputText } from './inputText';
import { BREAK_READ, INPUT_READ, type BreakReadParams, type InputParams, type InputReadParams, type InputReadResult } from './protocol';

export const SCHEME = 'slowpath-input';

export type Request = <R>(method: string, params: unknown) => Promise<R>;

export class InputDocuments implements vscode.TextDocumentContentProvider {
  /** `request` waits for the server, so that a document left open over a reload is filled again. */
  constructor(private readonly request: Request) {}

  provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const query = new URLSearchParams(uri.query);
    const breakId = query.get('break');
    return inputText((offset, limit) => breakId === null
      ? this.request<InputReadResult>(INPUT_READ, {
        campaign_id: query.get('campaign') ?? '', input_id: query.get('input') ?? '', offset, limit,
      } satisfies InputReadParams)
      : this.request<InputReadResult>(BREAK_READ, {
        break_id: breakId, data_id: query.get('data') ?? '', offset, limit,
      } satisfies BreakReadParams), vscode.l10n.t);
  }
}

/** The document of an input; `title` is what its tab shows. */
export function inputUri(names: InputParams, title: string): vscode.Uri {
  return document(`${title}.in`, { campaign: names.campaign_id, input: names.input_id });
}

/** The document of an input that breaks a program, or of an output on it. */
export function breakUri(breakId: string, dataId: string, title: string): vscode.Uri {
  return document(title, { break: breakId, data: dataId });
}

function document(title: string, query: Record<string, string>): vscode.Uri {
  return vscode.Uri.from({ scheme: SCHEME, path: `/${title.replace(/[/\\]/g, '-')}`, query: new URLSearchParams(query).toString() });
}
