/** Announces the server for agents to this editor, with the workspace's folders and the user's settings. */

import * as vscode from 'vscode';
import { announce, type AgentApi } from './agents';
import { EnvironmentError } from '../server/environment';
import type { Python } from '../server/python';
import { needsRestart, readSettings } from '../settings';

export function announceAgentServer(context: vscode.ExtensionContext, python: Python): vscode.Disposable[] {
  const changed = new vscode.EventEmitter<void>();
  const registered = announce(vscode as unknown as AgentApi, {
    version: (context.extension.packageJSON as { version: string }).version,
    ownFolder: vscode.Uri.joinPath(context.extensionUri, 'extension', 'dist'),
    changed: changed.event,
    isTrusted: () => vscode.workspace.isTrusted,
    folders: () => (vscode.workspace.workspaceFolders ?? []).filter(folder => folder.uri.scheme === 'file').map(folder => folder.uri.fsPath),
    settings: readSettings,
    interpreter: async () => {
      try {
        return await python.forAgents();
      } catch (error) {
        // The editor shows the message alone.
        throw error instanceof EnvironmentError ? new Error(`${error.message} ${error.remedy}`) : error;
      }
    },
  });
  return [
    changed, ...registered,
    vscode.workspace.onDidGrantWorkspaceTrust(() => changed.fire()),
    vscode.workspace.onDidChangeWorkspaceFolders(() => changed.fire()),
    vscode.workspace.onDidChangeConfiguration(change => {
      if (needsRestart(change) || change.affectsConfiguration('slowpath.timeLimit')) changed.fire();
    }),
  ];
}
