/**
 * Inputs and outputs as read-only documents, read only when opened: `slowpath-input:/<title>.in?<campaign>&<input>`, and
 * `slowpath-input:/<title>?<break>&<data>` of a search for a breaking input; and, of one for a faster version, that version or
 * an input against a refused one, `slowpath-proposed:/<file>?<optimize>&<data>`.
 */

import * as vscode from 'vscode';
import { inputText } from './inputText';
import {
  BREAK_READ, INPUT_READ, OPTIMIZE_READ, type BreakReadParams, type InputParams, type InputReadParams, type InputReadResult, type OptimizeReadParams,
} from '../protocol';

export const SCHEME = 'slowpath-input';
/** Of its own, so that the buttons that apply a version stand over its comparison alone. */
export const PROPOSED_SCHEME = 'slowpath-proposed';

export type Request = <R>(method: string, params: unknown) => Promise<R>;

export class InputDocuments implements vscode.TextDocumentContentProvider {
  /** `request` waits for the server, so that a document left open over a reload is filled again. */
  constructor(private readonly request: Request) {}

  provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const query = new URLSearchParams(uri.query);
    return inputText((offset, limit) => this.read(query, offset, limit), vscode.l10n.t);
  }

  private read(query: URLSearchParams, offset: number, limit: number): Promise<InputReadResult> {
    const [breakId, optimizeId, dataId] = [query.get('break'), query.get('optimize'), query.get('data') ?? ''];
    if (breakId !== null) return this.request(BREAK_READ, { break_id: breakId, data_id: dataId, offset, limit } satisfies BreakReadParams);
    if (optimizeId !== null) return this.request(OPTIMIZE_READ, { optimize_id: optimizeId, data_id: dataId, offset, limit } satisfies OptimizeReadParams);
    const names = { campaign_id: query.get('campaign') ?? '', input_id: query.get('input') ?? '' };
    return this.request(INPUT_READ, { ...names, offset, limit } satisfies InputReadParams);
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

/** The document of a faster version, or of an input that speaks against a refused one. */
export function optimizeUri(optimizeId: string, dataId: string, title: string): vscode.Uri {
  return document(title, { optimize: optimizeId, data: dataId }, PROPOSED_SCHEME);
}

function document(title: string, query: Record<string, string>, scheme = SCHEME): vscode.Uri {
  return vscode.Uri.from({ scheme, path: `/${title.replace(/[/\\]/g, '-')}`, query: new URLSearchParams(query).toString() });
}
