/** The language model that searches ask: chosen among the editor's own, endpoints, and none; and the editor's own asked. */

import * as vscode from 'vscode';
import type { Server } from '../server/client';
import { isWorkspaces, writes } from './chosen';
import { EDITOR_URL, EditorModels, type Chat } from './editorModels';
import type { ModelKey } from './modelKey';
import { MODEL_ENDED, MODEL_LOCAL, MODEL_SAID, type LocalModels, type ModelAsk } from '../protocol';
import { SECTION, readSettings } from '../settings';

const SHOWN_SCHEME = 'slowpath-asked';
/** The models to which the user allowed to send, in this workspace. */
const ALLOWED = 'slowpath.allowedModels';

interface Choice extends vscode.QuickPickItem {
  choose?: () => Promise<void>;
}

export class LanguageModels implements vscode.Disposable {
  readonly editor: EditorModels;
  private readonly shown = new Map<string, string>();
  private readonly provider = vscode.workspace.registerTextDocumentContentProvider(SHOWN_SCHEME, {
    provideTextDocumentContent: uri => this.shown.get(uri.path) ?? '',
  });

  constructor(private readonly server: Server, private readonly modelKey: ModelKey, private readonly memory: vscode.Memento) {
    this.editor = new EditorModels({
      select: async selector => vscode.lm ? vscode.lm.selectChatModels(selector) : [],
      user: text => vscode.LanguageModelChatMessage.User(text),
      assistant: text => vscode.LanguageModelChatMessage.Assistant(text),
      cancelling: () => new vscode.CancellationTokenSource(),
    }, {
      said: part => server.notify(MODEL_SAID, part),
      ended: ended => server.notify(MODEL_ENDED, ended),
    }, (question, chat) => this.allows(question, chat), vscode.l10n.t);
  }

  dispose(): void {
    this.editor.withdrawAll();
    this.provider.dispose();
  }

  /** Asks which model searches are to ask. */
  async choose(): Promise<void> {
    const t = vscode.l10n.t;
    const separator = (label: string): Choice => ({ label, kind: vscode.QuickPickItemKind.Separator });
    const own = vscode.lm ? await vscode.lm.selectChatModels() : [];
    const picked = await vscode.window.showQuickPick<Choice>([
      separator(t('In this editor')),
      ...own.map(chat => ({ label: chat.name, description: `${chat.vendor}/${chat.id}`, choose: () => this.use(EDITOR_URL, `${chat.vendor}/${chat.id}`) })),
      ...(own.length > 0 ? [] : [{ label: t('None: this editor has no language model'), choose: () => this.choose() }]),
      separator(t('Elsewhere')),
      { label: t('Look on this machine'), description: t('asks Ollama, LM Studio and vLLM at their usual ports which models they have'), choose: () => this.chooseLocal() },
      { label: t('Another endpoint…'), description: t('one that speaks OpenAI\'s chat completions'), choose: () => this.chooseEndpoint() },
      separator(''),
      { label: t('No language model'), description: t('nothing is sent anywhere'), choose: () => this.use('', '') },
    ], {
      title: t('Which language model may Slowpath ask?'), matchOnDescription: true,
      placeHolder: t('Sent when a program is broken or made faster: the statement, samples and the program'),
    });
    await picked?.choose?.();
  }

  private async chooseLocal(): Promise<void> {
    const t = vscode.l10n.t;
    await this.server.ensure(true);
    const { models } = await vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title: t('Looking for language models') },
      () => this.server.request<LocalModels>(MODEL_LOCAL, {}));
    if (models.length === 0) throw new Error(t('Nothing answers at the usual ports of Ollama (11434), LM Studio (1234) and vLLM (8000). Is it started?'));
    const picked = await vscode.window.showQuickPick(models.map(each => ({ label: each.model, description: `${each.name}, ${each.base_url}`, each })),
      { title: t('Models on this machine'), matchOnDescription: true });
    if (picked) await this.use(picked.each.base_url, picked.each.model);
  }

  private async chooseEndpoint(): Promise<void> {
    const t = vscode.l10n.t;
    const { modelBaseUrl, modelName } = readSettings();
    const baseUrl = await vscode.window.showInputBox({
      title: t('Base URL of the endpoint, with /v1'), value: modelBaseUrl === EDITOR_URL ? '' : modelBaseUrl, placeHolder: 'https://api.openai.com/v1', ignoreFocusOut: true,
      validateInput: text => (/^https?:\/\/\S+$/.test(text.trim()) ? undefined : t('An address that begins with http:// or https://')),
    });
    if (!baseUrl) return;
    const model = await vscode.window.showInputBox({ title: t('Name of the model there'), value: modelName, ignoreFocusOut: true });
    if (!model?.trim()) return;
    await this.use(baseUrl.trim(), model.trim());
    await this.modelKey.ask();
  }

  /** Writes the choice where there is one already: the workspace's own would win over the user's. */
  private async use(baseUrl: string, model: string): Promise<void> {
    const t = vscode.l10n.t;
    const configuration = vscode.workspace.getConfiguration(SECTION);
    const inWorkspace = isWorkspaces(configuration.inspect('llm.baseUrl'), configuration.inspect('llm.model'));
    const target = inWorkspace ? vscode.ConfigurationTarget.Workspace : vscode.ConfigurationTarget.Global;
    for (const { name, value } of writes({ baseUrl, model }, inWorkspace)) await configuration.update(name, value, target);
    await this.memory.update(ALLOWED, undefined);
    this.editor.forget();
    const said = model ? t('Slowpath asks {0}', model) : t('Slowpath asks no language model');
    vscode.window.setStatusBarMessage(`$(check) ${inWorkspace ? t('{0} in this workspace', said) : said}`, 4000);
  }

  /** Before the first question to a model, in this workspace: its exact words, and whether to send them. */
  private async allows(question: ModelAsk, chat: Chat): Promise<boolean> {
    const t = vscode.l10n.t;
    const allowed = (): string[] => this.memory.get<string[]>(ALLOWED, []);
    if (allowed().includes(question.model)) return true;
    const uri = vscode.Uri.from({ scheme: SHOWN_SCHEME, path: `/${t('To {0}', chat.name).replace(/[/\\]/g, '-')}.md` });
    this.shown.set(uri.path, question.messages.map(({ role, content }) => `# ${role}\n\n${content}`).join('\n\n'));
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: true, preserveFocus: true, viewColumn: vscode.ViewColumn.Beside });
    const send = t('Send');
    const answer = await vscode.window.showWarningMessage(
      t('Slowpath: may this be sent to {0}? Later questions about programs of this workspace are then sent without asking. You can open each of them afterwards.', chat.name), send, t('Don\'t Send'));
    if (answer !== send) return false;
    // Read anew: while the user was asked, what was allowed before may have been forgotten.
    await this.memory.update(ALLOWED, [...allowed(), question.model]);
    return true;
  }
}
