/**
 * The server for agents (`slowpath mcp`) as the editor's own chat is told of it. No `vscode` here: the interface came with
 * version 1.101 of the editor, so that what is used of it comes in as an argument, and may be missing.
 */

import type { Settings } from '../settings';

export const PROVIDER_ID = 'slowpath.agents';

/** The editor's `McpStdioServerDefinition`, as far as it is used. */
export interface Definition {
  readonly label: string;
  command: string;
  args: string[];
  env: Record<string, string | number | null>;
  cwd?: unknown;
}

export interface Provider {
  onDidChangeMcpServerDefinitions: unknown;
  provideMcpServerDefinitions(): Definition[];
  resolveMcpServerDefinition(definition: Definition): Promise<Definition>;
}

/** What is used of the editor's interface; older editors, and some of other makers, lack it. */
export interface AgentApi {
  lm?: { registerMcpServerDefinitionProvider?: (id: string, provider: Provider) => { dispose(): unknown } };
  McpStdioServerDefinition?: new (
    label: string, command: string, args: string[], env: Record<string, string | number | null>, version: string) => Definition;
}

/** What the extension knows. */
export interface Host {
  version: string;
  /** Our own folder, as the editor names folders: `-m` puts it on the module path, and a workspace must not shadow a module. */
  ownFolder: unknown;
  changed: unknown;
  isTrusted(): boolean;
  folders(): string[];
  settings(): Settings;
  /** An interpreter that has all that the server needs; may ask the user, and takes long the first time. */
  interpreter(): Promise<string>;
}

/** Announces the server where the editor can be told of one; else does nothing. */
export function announce(api: AgentApi, host: Host): { dispose(): unknown }[] {
  const register = api.lm?.registerMcpServerDefinitionProvider;
  const Stdio = api.McpStdioServerDefinition;
  if (!api.lm || !register || !Stdio) return [];
  return [register.call(api.lm, PROVIDER_ID, {
    onDidChangeMcpServerDefinitions: host.changed,
    provideMcpServerDefinitions: () => {
      const folders = host.folders();
      if (!host.isTrusted() || folders.length === 0) return [];
      // Which interpreter it will be is only asked when the server is started.
      const made = new Stdio('Slowpath', 'python3', ['-m', 'slowpath', 'mcp', ...folders], environment(host.settings()), host.version);
      made.cwd = host.ownFolder;
      return [made];
    },
    resolveMcpServerDefinition: async definition => {
      definition.command = await host.interpreter();
      return definition;
    },
  })];
}

/** The user's settings as the server's environment: an agent has no say in them. */
export function environment(settings: Settings): Record<string, string> {
  const said: Record<string, string> = {
    SLOWPATH_CXX: settings.cppCompiler,
    SLOWPATH_CXXFLAGS: (settings.cppFlags ?? []).join(' '),
    SLOWPATH_PYTHON: settings.pythonInterpreter,
    SLOWPATH_JAVA_HOME: settings.javaHome,
    SLOWPATH_JAVA_FLAGS: (settings.javaFlags ?? []).join(' '),
    SLOWPATH_JAIL: settings.jail,
    SLOWPATH_CACHE_DIR: settings.cacheDirectory,
    SLOWPATH_STATE_DIR: settings.stateDirectory,
    SLOWPATH_TIME_LIMIT: String(settings.timeLimit),
  };
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== ''));
}
