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
    const answers = await pickBounds(rows);
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

/** The bounds chosen in one question, as variable, bounds, variable, bounds; none where nothing was. */
async function pickBounds(rows: readonly BoundsRow[]): Promise<string[]> {
  if (rows.length === 0) return [];
  const title = rows.length > 1 ? vscode.l10n.t('How large may the input be?')
    : rows[0].is_size ? vscode.l10n.t('How large may {0} be?', rows[0].variable) : vscode.l10n.t('What values may {0} have?', rows[0].variable);
  const other = { label: vscode.l10n.t('Other…'), bounds: undefined };
  const picked = await vscode.window.showQuickPick([...offers(rows), other], { title, ignoreFocusOut: true });
  if (picked === undefined) return [];
  if (picked.bounds !== undefined) return paired(rows, picked.bounds);
  const said = await vscode.window.showInputBox({
    title, value: rows.map(row => `${row.variable}: ${row.offered[0]}`).join('; '), ignoreFocusOut: true,
    prompt: vscode.l10n.t('From least to greatest, such as n: 1..2*10^5. Leave out what you don\'t know.'),
    validateInput: text => (saidBounds(rows, text) ? undefined : vscode.l10n.t('A variable, a colon, and two numbers with .. between them; a semicolon before the next')),
  });
  return said === undefined ? [] : saidBounds(rows, said) ?? [];
}

/** What all may be at once: the sizes from small to large, the values as they usually are. */
function offers(rows: readonly BoundsRow[]): { label: string; bounds: string[] }[] {
  const steps = Math.max(...rows.map(row => (row.is_size || rows.length === 1 ? row.offered.length : 1)));
  return Array.from({ length: steps }, (_, step) => {
    const bounds = rows.map(row => row.offered[row.is_size || rows.length === 1 ? Math.min(step, row.offered.length - 1) : 0]);
    const told = rows.map((row, at) => `${rows.length > 1 ? `${row.variable} ` : ''}${row.is_size ? shown(bounds[at]) : bounds[at]}`);
    return { label: told.join(', '), bounds };
  });
}

function paired(rows: readonly BoundsRow[], bounds: readonly string[]): string[] {
  return rows.flatMap((row, at) => [row.variable, bounds[at]]);
}

/** `n: 1..5; a: 0..9` as variables and bounds, undefined where it says something else. */
function saidBounds(rows: readonly BoundsRow[], text: string): string[] | undefined {
  const parts = text.split(';').map(part => part.trim()).filter(part => part !== '');
  const found = parts.map(part => /^(\w+)\s*:\s*(-?[\d*^ ]+\.\.\s*-?[\d*^ ]+)$/.exec(part));
  const known = found.every(match => match !== null && rows.some(row => row.variable === match[1]));
  return known && parts.length > 0 ? found.flatMap(match => [match![1], match![2].trim()]) : undefined;
}

/** `1..2*10^5` as `up to 2·10^5`. */
function shown(bounds: string): string {
  return vscode.l10n.t('up to {0}', bounds.replace(/^1\.\./, '').replace('*', '·'));
}
