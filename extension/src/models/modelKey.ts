/**
 * The key for a language model's endpoint. It lies in the editor's secret storage, each under the endpoint that it was given
 * for, and goes into the environment of the server alone: it stands in no setting, message or log, and another endpoint
 * doesn't get it.
 */

import * as vscode from 'vscode';
import { isInForce, keyEnvironment, secretName } from './modelEndpoint';
import { readSettings } from '../settings';

export class ModelKey implements vscode.Disposable {
  private readonly subscription: vscode.Disposable;

  /** `changed` is called when the key in force is another one, whichever window it was given in. */
  constructor(private readonly secrets: vscode.SecretStorage, private readonly log: vscode.LogOutputChannel, changed: () => void) {
    this.subscription = secrets.onDidChange(({ key }) => {
      if (isInForce(key, readSettings())) changed();
    });
  }

  dispose(): void {
    this.subscription.dispose();
  }

  /** What the server's environment has of it; nothing where there is no key for the endpoint in force, or nobody is asked. */
  async environment(): Promise<Record<string, string>> {
    const { modelBaseUrl, modelName, modelEnabled } = readSettings();
    if (!modelName || !modelEnabled || !vscode.workspace.isTrusted) return {};
    try {
      return keyEnvironment(modelBaseUrl, await this.secrets.get(secretName(modelBaseUrl)));
    } catch (error) {
      this.log.warn(`the key of the language model can't be read: ${String(error)}`);
      return {};
    }
  }

  /** Asks for the key of the endpoint in force; an empty one forgets it. */
  async ask(): Promise<void> {
    const { modelBaseUrl } = readSettings();
    const endpoint = modelBaseUrl || 'https://api.openai.com/v1';
    const key = await vscode.window.showInputBox({
      title: vscode.l10n.t('Key for {0}', endpoint), password: true, ignoreFocusOut: true,
      prompt: vscode.l10n.t('It is kept in the editor\'s secret storage and sent to this endpoint only. Leave it empty to forget it.'),
    });
    if (key === undefined) return;
    if (key.trim()) await this.secrets.store(secretName(modelBaseUrl), key.trim());
    else await this.secrets.delete(secretName(modelBaseUrl));
  }
}
