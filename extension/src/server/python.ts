/** Which Python runs the server, and where it came from; makes the extension's own environment when asked. */

import * as path from 'node:path';
import * as vscode from 'vscode';
import {
  EnvironmentError, addPackages, environmentDirectory, finishedInterpreter, hasPackages, makeEnvironment, newEnough, probe, type Carried, type Probe, type Working,
} from './environment';
import { howToInstallPython } from './installing';
import { run } from './processes';
import { readSettings } from '../settings';

export interface Interpreter {
  command: string;
  origin: 'setting' | 'own environment';
}

const ON_PATH = process.platform === 'win32'
  ? ['py', 'python', 'python3'] : ['python3', 'python3.13', 'python3.12', 'python3.11', 'python3.10', 'python'];

export class Python {
  constructor(private readonly context: vscode.ExtensionContext, private readonly log: vscode.LogOutputChannel) {}

  /**
   * The interpreter to use now, or null when none is ready and `mayInstall` is false. A Python named by the
   * setting that has the slowpath package is used as it is; any other is the base of our own environment.
   * Raises `EnvironmentError`.
   */
  async resolve(mayInstall: boolean, progress: (message: string) => void): Promise<Interpreter | null> {
    const named = readSettings().interpreter;
    if (named) {
      const found = await this.checkNamed(named);
      if (found.slowpath !== null) return { command: named, origin: 'setting' };
    }
    const root = this.context.globalStorageUri.fsPath;
    const finished = await this.finished(root, named);
    if (finished) return { command: finished, origin: 'own environment' };
    if (!mayInstall) return null;
    const base = named ? await this.checkNamed(named) : await this.findBase();
    const command = await this.working(vscode.l10n.t('Slowpath: first use, about a minute'),
      working => makeEnvironment({ root, base, carried: this.carried(), ...working }), progress);
    await this.context.globalState.update(baseKey(named), base.command);
    return { command, origin: 'own environment' };
  }

  /**
   * An interpreter that can serve agents: our own environment gets what that needs besides when it is first wanted.
   * Raises `EnvironmentError`.
   */
  async forAgents(): Promise<string> {
    const t = vscode.l10n.t;
    const found = await this.resolve(true, () => undefined);
    if (found?.origin === 'own environment') {
      const directory = path.dirname(path.dirname(found.command));
      const requirements = path.join(this.wheels, 'requirements-agents.lock');
      if (!await hasPackages(directory, requirements)) {
        await this.working(t('Slowpath: what agents need, some seconds'), working => addPackages(directory, requirements, working));
      }
      return found.command;
    }
    const command = found?.command ?? '';
    if ((await run(command, ['-c', 'import mcp'], { timeoutMs: 60_000 })).code !== 0) {
      throw new EnvironmentError(t('{0} lacks the package mcp, which the server for agents needs.', command),
        t('Install it: {0} -m pip install "slowpath[agents]"', command));
    }
    return command;
  }

  private async checkNamed(named: string): Promise<Probe> {
    const t = vscode.l10n.t;
    const found = await probe(named, run);
    if (!found) {
      throw new EnvironmentError(t('{0}, named by slowpath.interpreter, is no Python that runs.', named),
        t('Set slowpath.interpreter to Python 3.10 or newer, or clear it to have one found.'));
    }
    if (!newEnough(found)) {
      throw new EnvironmentError(t('{0} is Python {1}; 3.10 or newer is needed.', named, found.version.join('.')),
        t('Set slowpath.interpreter to a newer one, or clear it to have one found.'));
    }
    return found;
  }

  /** The environment made earlier from the base that was chosen then. */
  private async finished(root: string, named: string): Promise<string | null> {
    const base = this.context.globalState.get<string>(baseKey(named));
    if (!base) return null;
    return finishedInterpreter(await environmentDirectory(root, base, this.carried()));
  }

  private carried(): Carried {
    const version = (this.context.extension.packageJSON as { version: string }).version;
    return { requirements: path.join(this.wheels, 'requirements.lock'), wheel: path.join(this.wheels, `slowpath-${version}-py3-none-any.whl.br`) };
  }

  private get wheels(): string {
    return path.join(this.context.extensionPath, 'extension', 'wheel');
  }

  private async findBase(): Promise<Probe> {
    const t = vscode.l10n.t;
    const chosen = vscode.workspace.isTrusted ? await this.fromPythonExtension() : undefined;
    for (const command of [...(chosen ? [chosen] : []), ...ON_PATH]) {
      const found = await probe(command, run);
      if (found && newEnough(found)) {
        this.log.info(`base interpreter ${command}, Python ${found.version.join('.')}`);
        return found;
      }
    }
    const command = await howToInstallPython(process.platform, process.env.PATH ?? '', process.getuid?.() === 0);
    throw new EnvironmentError(t('No Python 3.10 or newer was found.'),
      command ? t('Install it ({0}), or set slowpath.interpreter.', command) : t('Install it from python.org, or set slowpath.interpreter.'));
  }

  /** What the user chose in the Python extension, where that is installed and answers. */
  private async fromPythonExtension(): Promise<string | undefined> {
    const extension = vscode.extensions.getExtension<PythonApi>('ms-python.python');
    if (!extension) return undefined;
    try {
      const { environments } = await extension.activate();
      const resolved = await environments.resolveEnvironment(environments.getActiveEnvironmentPath());
      return resolved?.executable.uri?.fsPath;
    } catch (error) {
      this.log.warn(`the Python extension gave no interpreter: ${String(error)}`);
      return undefined;
    }
  }

  /** Does something to our own environment, with a notification that says how it goes and can end it. */
  private working<T>(title: string, does: (working: Working) => Promise<T>, progress: (message: string) => void = () => undefined): Promise<T> {
    const t = vscode.l10n.t;
    const options = { location: vscode.ProgressLocation.Notification, cancellable: true, title };
    return Promise.resolve(vscode.window.withProgress(options, (report, token) => {
      const abort = new AbortController();
      token.onCancellationRequested(() => abort.abort());
      let shown = 0;
      return does({
        t, signal: abort.signal,
        run: (command, args, more) => {
          this.log.info(`${command} ${args.join(' ')}`);
          return run(command, args, { ...more, onLine: line => { this.log.debug(line); more?.onLine?.(line); } });
        },
        progress: (message, share) => {
          report.report({ message, increment: Math.max(0, share * 100 - shown) });
          shown = Math.max(shown, share * 100);
          progress(message);
        },
      });
    }));
  }
}

function baseKey(named: string): string {
  return `environment.base:${named}`;
}

/** The part of the Python extension's interface that is used. */
interface PythonApi {
  environments: {
    getActiveEnvironmentPath(): unknown;
    resolveEnvironment(environment: unknown): Promise<{ executable: { uri?: vscode.Uri } } | undefined>;
  };
}
