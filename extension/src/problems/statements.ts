/** What is asked where no statement is found: paste it, take it from a file, or say how large the input may be. */

import * as path from 'node:path';
import * as vscode from 'vscode';
import type { Server } from '../server/client';
import {
  COMMAND_SET_BOUNDS, FORMAT_BOUNDS, STATEMENT_SAVE,
  type BoundsRow, type FormatBounds, type FormatParams, type StatementParams, type StatementResult,
} from '../protocol';
import type { Search } from '../searches/search';

/** The programs about which the user said that there is no statement to give. */
const DECLINED = 'slowpath.withoutStatement';
const MOST_DECLINED = 200;

export class Statements {
  constructor(
    private readonly server: Server,
    private readonly search: Search,
    private readonly memory: vscode.Memento,
    private readonly changed: () => void,
  ) {}

  /** Whether the user was asked about the program before, and went on without. */
  isDeclined(uri: string): boolean {
    return this.memory.get<string[]>(DECLINED, []).includes(uri);
  }

  /** Keeps what the clipboard holds beside the program, and searches again with it. */
  async paste(uri?: vscode.Uri): Promise<void> {
    const solution = await this.search.solution(uri);
    if (solution) await this.keep(solution.uri, await vscode.env.clipboard.readText());
  }

  /** Keeps a copy of a statement that lies elsewhere. */
  async choose(uri?: vscode.Uri): Promise<void> {
    const solution = await this.search.solution(uri);
    if (!solution) return;
    const [file] = await vscode.window.showOpenDialog({
      title: vscode.l10n.t('Statement of {0}', path.basename(solution.uri.fsPath)), canSelectMany: false,
      defaultUri: vscode.Uri.joinPath(solution.uri, '..'), filters: { [vscode.l10n.t('Statements')]: ['md', 'html', 'htm', 'txt', 'tex', 'rst'] },
    }) ?? [];
    if (file) await this.keep(solution.uri, new TextDecoder().decode(await vscode.workspace.fs.readFile(file)));
  }

  /** Asks for the bounds that nobody gives, sizes first, and searches again. */
  async askSizes(uri?: vscode.Uri): Promise<void> {
    const solution = await this.search.solution(uri);
    if (!solution) return;
    const key = solution.uri.toString();
    await this.server.ensure(false);
    const { rows, error } = await this.server.request<FormatBounds>(FORMAT_BOUNDS, { uri: key } satisfies FormatParams);
    if (error) throw new Error(`${error.message} ${error.remedy}`.trim());
    const answers: string[] = [];
    for (const [place, row] of rows.entries()) {
      const bounds = await pickBounds(row, place + 1, rows.length);
      if (bounds === undefined) break;
      if (bounds === '') continue;
      answers.push(row.variable, bounds);
    }
    if (answers.length === 0) return;
    // A search that runs is begun again by the server.
    const isLive = this.search.isLive(key);
    await this.server.request('workspace/executeCommand', { command: COMMAND_SET_BOUNDS, arguments: [key, ...answers] });
    if (!isLive) await this.search.find(solution.uri);
  }

  /** The search goes on from the program alone, and isn't asked about again. */
  async decline(uri?: vscode.Uri): Promise<void> {
    const solution = await this.search.solution(uri);
    if (!solution) return;
    const known = this.memory.get<string[]>(DECLINED, []).filter(each => each !== solution.uri.toString());
    await this.memory.update(DECLINED, [...known, solution.uri.toString()].slice(-MOST_DECLINED));
    this.changed();
  }

  private async keep(uri: vscode.Uri, text: string): Promise<void> {
    await this.server.ensure(false);
    const params: StatementParams = { uri: uri.toString(), text };
    const { path: kept, error } = await this.server.request<StatementResult>(STATEMENT_SAVE, params);
    if (error) throw new Error(`${error.message} ${error.remedy}`.trim());
    await this.search.find(uri);
    const open = vscode.l10n.t('Open');
    const said = vscode.l10n.t('The statement is kept as {0}. The search begins again with it.', vscode.workspace.asRelativePath(kept));
    if (await vscode.window.showInformationMessage(said, open) === open) await vscode.window.showTextDocument(vscode.Uri.file(kept));
  }
}

/** The bounds chosen, '' to leave them as they are, undefined to stop asking. */
async function pickBounds(row: BoundsRow, step: number, steps: number): Promise<string | undefined> {
  const other = vscode.l10n.t('Other…');
  const skip = vscode.l10n.t('I don\'t know');
  const title = row.is_size ? vscode.l10n.t('How large may {0} be?', row.variable) : vscode.l10n.t('What values may {0} have?', row.variable);
  const items = [...row.offered.map(bounds => ({ label: row.is_size ? shown(bounds) : bounds, bounds })), { label: other, bounds: other }, { label: skip, bounds: '' }];
  const picked = await vscode.window.showQuickPick(items, { title: steps > 1 ? `${title} (${step}/${steps})` : title, ignoreFocusOut: true });
  if (picked?.bounds !== other) return picked?.bounds;
  return vscode.window.showInputBox({
    title, value: row.offered[0], prompt: vscode.l10n.t('From least to greatest, such as 1..2*10^5'), ignoreFocusOut: true,
    validateInput: text => (/^\s*-?[\d*^ ]+\s*\.\.\s*-?[\d*^ ]+\s*$/.test(text) ? undefined : vscode.l10n.t('Two numbers with .. between them')),
  });
}

/** `1..2*10^5` as `up to 2·10^5`. */
function shown(bounds: string): string {
  return vscode.l10n.t('up to {0}', bounds.replace(/^1\.\./, '').replace('*', '·'));
}
