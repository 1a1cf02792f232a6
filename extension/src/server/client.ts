/**
 * The language server's life.
 *
 * Theory of operation: starts, stops and restarts go through one queue, so that two of them never overlap.
 * Each start makes a new `LanguageClient`. When the server dies by itself, the queue starts it again after
 * the pause that `Backoff` says, and the campaign goes on from what the server's store holds; after too
 * many crashes the state becomes "broken" and waits for the user. Whoever needs the server calls `ensure`.
 */

import { spawn, type ChildProcess } from 'node:child_process';
import * as vscode from 'vscode';
import { CloseAction, ErrorAction, LanguageClient } from 'vscode-languageclient/node';
import { Backoff } from './backoff';
import { EnvironmentError } from './environment';
import type { Interpreter, Python } from './python';
import {
  COMPANION_ARRIVED, COMMAND_AIM, COMMAND_BREAK, COMMAND_BREAK_STOP, COMMAND_EDIT_FORMAT, COMMAND_EXPLAIN, COMMAND_FIND, COMMAND_INSERT_CHECKER,
  COMMAND_INSERT_CHECKERS, COMMAND_OPTIMIZE, COMMAND_OPTIMIZE_STOP, COMMAND_REMOVE_CHECKERS, CONTRAST_CHANGED, MODEL_ASK, MODEL_WITHDRAW,
  type ArrivedProblems, type ContrastState, type ModelAsk, type ModelWithdraw,
} from '../protocol';
import { EACH_KIND, KINDS, type Kind, type StateOf } from '../searches/kinds';
import { LANGUAGES } from '../languages';
import { lineUri } from '../source/explanations';
import type { ModelKey } from '../models/modelKey';
import { Serial } from './serial';
import { initializationOptions, readSettings } from '../settings';

export type ServerState =
  | { kind: 'idle' }
  | { kind: 'starting'; message: string }
  | { kind: 'running' }
  | { kind: 'broken'; message: string; remedy: string };

export interface ServerEvents {
  stateChanged(): void;
  searchChanged<K extends Kind>(kind: K, state: StateOf[K]): void;
  /** These are the searches of the kind that the server knows. */
  searchesListed<K extends Kind>(kind: K, states: StateOf[K][]): void;
  contrastChanged(state: ContrastState): void;
  /** A server runs: what it is to do beside answering is asked of it now. */
  started(): void;
  /** Problems came from the browser. */
  problemsArrived(arrived: ArrivedProblems): void;
  /** A search asks a model of the editor's, or waits for its reply no more. */
  modelAsked(question: ModelAsk): void;
  modelWithdrawn(id: number): void;
  /** A quick fix asks for a search that is about one constraint. */
  aimRequested(uri: string, constraintId: string): void;
}

/** What the server's commands are in the editor, where lenses and actions of ours name them. */
const COMMANDS_HERE: Readonly<Record<string, string>> = {
  [COMMAND_FIND]: 'slowpath.findSlowInputs', [COMMAND_BREAK]: 'slowpath.findBreakingInput', [COMMAND_BREAK_STOP]: 'slowpath.stopBreaking',
  [COMMAND_OPTIMIZE]: 'slowpath.optimize', [COMMAND_OPTIMIZE_STOP]: 'slowpath.stopOptimizing', [COMMAND_EDIT_FORMAT]: 'slowpath.editInputFormat',
  [COMMAND_EXPLAIN]: 'slowpath.explainLine',
};

/** The commands that a hover of ours may run; what it says of a program or of a model's reply is escaped by the server. */
const LINKED_COMMANDS = ['slowpath.explainLine', 'slowpath.openConversation'];

export const SOLUTIONS: { scheme: string; language: string }[] = LANGUAGES.map(language => ({ scheme: 'file', language }));

/** Written input formats, those that aren't saved yet as well. */
export const FORMATS: { scheme: string; language: string }[] = [
  { scheme: 'file', language: 'slowpath-format' }, { scheme: 'untitled', language: 'slowpath-format' },
];

/** Failures are shown in the panel, with their next step; the library's own notifications would only repeat them. */
class QuietClient extends LanguageClient {
  override error(message: string, data?: unknown): void {
    super.error(message, data, false);
  }
}

export class Server {
  private readonly queue = new Serial();
  private readonly backoff = new Backoff();
  private client: LanguageClient | undefined;
  private timer: NodeJS.Timeout | undefined;
  private current: ServerState = { kind: 'idle' };
  private disposed = false;
  /** The last line that the server wrote to standard error: why it died, mostly. */
  private lastWords = '';

  constructor(
    private readonly context: vscode.ExtensionContext,
    private readonly python: Python,
    private readonly modelKey: ModelKey,
    private readonly log: vscode.LogOutputChannel,
    private readonly events: ServerEvents,
  ) {}

  get state(): ServerState {
    return this.current;
  }

  /** Starts the server unless it runs. With `mayInstall` false it stays idle where an environment would have to be made. */
  ensure(mayInstall: boolean): Promise<void> {
    return this.queue.run(() => this.start(mayInstall));
  }

  restart(): Promise<void> {
    this.backoff.reset();
    return this.queue.run(async () => {
      await this.stop();
      await this.start(true);
    });
  }

  /** Restarts a server that runs, after a setting or the trust changed. */
  refresh(): Promise<void> {
    return this.queue.run(async () => {
      if (this.current.kind === 'idle') return;
      await this.stop();
      await this.start(false);
    });
  }

  /** Sends a request; raises when no server runs. */
  async request<R>(method: string, params: unknown): Promise<R> {
    const client = this.client;
    if (!client || this.current.kind !== 'running') throw new Error(vscode.l10n.t('The Slowpath server is not running.'));
    return client.sendRequest<R>(method, params);
  }

  /** Tells the server something; one that is gone doesn't hear it. */
  notify(method: string, params: unknown): void {
    if (this.current.kind === 'running') void this.client?.sendNotification(method, params);
  }

  /** Asks for the searches of the open documents. */
  async list(): Promise<void> {
    if (this.current.kind !== 'running') return;
    for (const kind of EACH_KIND) this.events.searchesListed(kind, await this.request(KINDS[kind].list, {}));
  }

  dispose(): Promise<void> {
    this.disposed = true;
    return this.queue.run(() => this.stop());
  }

  private async start(mayInstall: boolean): Promise<void> {
    if (this.client || this.disposed) return;
    clearTimeout(this.timer);
    try {
      this.set({ kind: 'starting', message: vscode.l10n.t('Looking for Python') });
      const interpreter = await this.python.resolve(mayInstall, message => this.set({ kind: 'starting', message }));
      if (!interpreter) return this.set({ kind: 'idle' });
      this.set({ kind: 'starting', message: vscode.l10n.t('Starting the server') });
      await this.connect(interpreter);
      this.backoff.started(Date.now());
      this.set({ kind: 'running' });
      this.events.started();
      await this.list();
    } catch (error) {
      await this.stop();
      this.set(broken(error, this.lastWords));
      this.log.error(error instanceof Error ? error : String(error));
    }
  }

  private async connect(interpreter: Interpreter): Promise<void> {
    const settings = readSettings();
    const inspected = vscode.workspace.getConfiguration('slowpath').inspect('interpreter');
    this.log.info(`server python ${interpreter.command} (${interpreter.origin}); setting ${JSON.stringify(inspected)}`);
    const client = new QuietClient('slowpath', 'Slowpath', async () => this.spawn(interpreter, await this.modelKey.environment()), {
      documentSelector: [...SOLUTIONS, ...FORMATS],
      outputChannel: this.log,
      initializationOptions: initializationOptions(settings, vscode.workspace.isTrusted),
      initializationFailedHandler: () => false,
      markdown: { isTrusted: { enabledCommands: LINKED_COMMANDS } },
      errorHandler: {
        error: () => ({ action: ErrorAction.Continue, handled: true }),
        closed: () => {
          this.crashed(client);
          return { action: CloseAction.DoNotRestart, handled: true };
        },
      },
      middleware: {
        executeCommand: (command, args, next) => {
          const here = COMMANDS_HERE[command];
          if (here) return void vscode.commands.executeCommand(here, ...args);
          switch (command) {
            case COMMAND_AIM: return this.events.aimRequested(String(args[0]), String(args[1]));
            case COMMAND_INSERT_CHECKER: case COMMAND_INSERT_CHECKERS: case COMMAND_REMOVE_CHECKERS:
              return Promise.resolve(next(command, args)).then(revealCaret);
            default: return next(command, args);
          }
        },
        handleDiagnostics: (uri, diagnostics, next) => next(uri, diagnostics.map(each => explained(uri, each))),
      },
    });
    for (const kind of EACH_KIND) client.onNotification(KINDS[kind].changed, state => this.events.searchChanged(kind, state));
    client.onNotification(COMPANION_ARRIVED, (arrived: ArrivedProblems) => this.events.problemsArrived(arrived));
    client.onNotification(MODEL_ASK, (question: ModelAsk) => this.events.modelAsked(question));
    client.onNotification(MODEL_WITHDRAW, ({ id }: ModelWithdraw) => this.events.modelWithdrawn(id));
    client.onNotification(CONTRAST_CHANGED, (state: ContrastState) => this.events.contrastChanged(state));
    this.client = client;
    await client.start();
  }

  private spawn(interpreter: Interpreter, environment: Record<string, string>): ChildProcess {
    // The working folder is ours: `-m` puts it on the module path, and a workspace must not shadow a module.
    const cwd = vscode.Uri.joinPath(this.context.extensionUri, 'extension', 'dist').fsPath;
    const child = spawn(interpreter.command, ['-m', 'slowpath.lsp'], { cwd, env: { ...process.env, ...environment } });
    this.lastWords = '';
    child.on('error', error => { this.lastWords = error.message; });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.lastWords = text.trim().split('\n').pop() || this.lastWords;
    });
    return child;
  }

  private async stop(): Promise<void> {
    clearTimeout(this.timer);
    const client = this.client;
    this.client = undefined;
    if (!client) return;
    try {
      await client.dispose();
    } catch (error) {
      this.log.warn(`stopping the server: ${String(error)}`);
    }
    this.set({ kind: 'idle' });
  }

  /** Called while the client itself cleans up, so the rest is left to the queue. */
  private crashed(client: LanguageClient): void {
    if (this.client !== client || this.current.kind !== 'running') return;
    this.client = undefined;
    const delay = this.backoff.crashed(Date.now());
    if (delay === null) {
      return this.set({
        kind: 'broken', message: vscode.l10n.t('The Slowpath server keeps crashing: {0}', this.lastWords),
        remedy: vscode.l10n.t('The log says why. Restart it when the cause is gone.'),
      });
    }
    this.log.warn(`the server died; it starts again in ${delay} ms`);
    this.set({ kind: 'starting', message: vscode.l10n.t('The server died; starting it again') });
    this.timer = setTimeout(() => void this.ensure(false), delay);
  }

  private set(state: ServerState): void {
    this.current = state;
    this.events.stateChanged();
  }
}

/** Checkers declare themselves at the top of the program, which moves the line that they are about out of sight. */
function revealCaret(): void {
  const editor = vscode.window.activeTextEditor;
  editor?.revealRange(editor.selection, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

/** A constraint's code in the problem hover leads to the explanation of its line. */
function explained(uri: vscode.Uri, diagnostic: vscode.Diagnostic): vscode.Diagnostic {
  const { data } = diagnostic as { data?: { constraint?: string } };
  if (data?.constraint && typeof diagnostic.code === 'string') {
    diagnostic.code = { value: diagnostic.code, target: lineUri(uri, diagnostic.range.start.line) };
  }
  return diagnostic;
}

function broken(error: unknown, lastWords: string): ServerState {
  if (error instanceof EnvironmentError) return { kind: 'broken', message: error.message, remedy: error.remedy };
  const detail = lastWords || (error instanceof Error ? error.message : String(error));
  return {
    kind: 'broken', message: vscode.l10n.t('The Slowpath server did not start: {0}', detail),
    remedy: vscode.l10n.t('The log says why. Check slowpath.interpreter, then try again.'),
  };
}
