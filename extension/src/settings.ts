/** The settings as the user has them: the only file that reads the editor's configuration. */

import * as vscode from 'vscode';
import { atLeast, flag, text, words } from './typed';

export interface Settings {
  interpreter: string;
  budgetSeconds: number;
  timeLimit: number;
  cppCompiler: string;
  cppFlags: string[] | null;
  pythonInterpreter: string;
  javaHome: string;
  javaFlags: string[] | null;
  decorations: boolean;
  jail: string;
  cacheDirectory: string;
  stateDirectory: string;
  compare: string;
  modelBaseUrl: string;
  modelName: string;
  modelEnabled: boolean;
  modelMaxTokens: number;
  companionFolder: string;
  companionLanguage: string;
  companionTemplate: string;
}

export const SECTION = 'slowpath';

export function readSettings(scope?: vscode.Uri): Settings {
  const configuration = vscode.workspace.getConfiguration(SECTION, scope);
  return {
    interpreter: text(configuration.get('interpreter')),
    budgetSeconds: atLeast(1, configuration.get('budgetSeconds'), 60),
    timeLimit: atLeast(0.01, configuration.get('timeLimit'), 2),
    cppCompiler: text(configuration.get('cpp.compiler')),
    cppFlags: words(configuration.get('cpp.flags')),
    pythonInterpreter: text(configuration.get('python.interpreter')),
    javaHome: text(configuration.get('java.home')),
    javaFlags: words(configuration.get('java.flags')),
    decorations: flag(configuration.get('decorations.enabled'), true),
    jail: text(configuration.get('jail')),
    cacheDirectory: text(configuration.get('cacheDirectory')),
    stateDirectory: text(configuration.get('stateDirectory')),
    compare: text(configuration.get('break.compare')),
    modelBaseUrl: text(configuration.get('llm.baseUrl')),
    modelName: text(configuration.get('llm.model')),
    modelEnabled: flag(configuration.get('llm.enabled'), true),
    modelMaxTokens: Math.round(atLeast(0, configuration.get('llm.maxTokens'), 100_000)),
    companionFolder: text(configuration.get('companion.folder')),
    companionLanguage: text(configuration.get('companion.language')),
    companionTemplate: text(configuration.get('companion.template')),
  };
}

/** What the server is told at its start; it is started again when one of these changes. */
export function initializationOptions(settings: Settings, trusted: boolean): Record<string, unknown> {
  return {
    cpp_compiler: settings.cppCompiler,
    cpp_flags: settings.cppFlags,
    python_interpreter: settings.pythonInterpreter,
    java_home: settings.javaHome,
    java_flags: settings.javaFlags,
    jail: settings.jail,
    cache_dir: settings.cacheDirectory,
    state_dir: settings.stateDirectory,
    budget_seconds: settings.budgetSeconds,
    time_limit_s: settings.timeLimit,
    llm_base_url: settings.modelBaseUrl,
    llm_model: settings.modelName,
    llm_enabled: settings.modelEnabled,
    llm_max_tokens: settings.modelMaxTokens,
    trusted,
    command_links: true,
  };
}

const STARTS_AGAIN = ['interpreter', 'cpp', 'python', 'java', 'jail', 'cacheDirectory', 'stateDirectory', 'llm'];

export function needsRestart(change: vscode.ConfigurationChangeEvent): boolean {
  return STARTS_AGAIN.some(name => change.affectsConfiguration(`${SECTION}.${name}`));
}

export function changesReceiving(change: vscode.ConfigurationChangeEvent): boolean {
  return change.affectsConfiguration(`${SECTION}.companion`);
}

export function changesLooks(change: vscode.ConfigurationChangeEvent): boolean {
  return change.affectsConfiguration(`${SECTION}.decorations`);
}
