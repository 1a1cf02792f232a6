/** The webview view "Slow Inputs": sends whole states to the page and turns its intents into commands. */

import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import type { BreakAction } from './breaking';
import type { ActionId, ConstraintAction, Front, FromPanel, PanelState, RowAction, ToPanel } from './messages';
import type { InputPicture } from '../protocol';
import { page } from './page';

export const VIEW_ID = 'slowpath.slowInputs';

const ACTION_COMMANDS: Record<ActionId, [command: string, ...args: unknown[]]> = {
  find: ['slowpath.findSlowInputs'],
  pasteStatement: ['slowpath.pasteStatement'],
  chooseStatement: ['slowpath.chooseStatement'],
  askSizes: ['slowpath.askSizes'],
  withoutStatement: ['slowpath.withoutStatement'],
  editFormat: ['slowpath.editInputFormat'],
  acceptFormat: ['slowpath.acceptInputFormat'],
  askModel: ['slowpath.askModelForFormat'],
  pause: ['slowpath.pause'],
  resume: ['slowpath.resume'],
  stop: ['slowpath.stop'],
  showLog: ['slowpath.showLog'],
  restart: ['slowpath.restartServer'],
  trust: ['workbench.trust.manage'],
  settings: ['workbench.action.openSettings', 'slowpath'],
  break: ['slowpath.findBreakingInput'],
  breakAgain: ['slowpath.findBreakingInputAgain'],
  breakAgainst: ['slowpath.findBreakingInputAgainst'],
  breakAsked: ['slowpath.showAskedForBreakingInput'],
  compareOutputs: ['workbench.action.openSettings', 'slowpath.break.compare'],
  stopBreaking: ['slowpath.stopBreaking'],
  walkthrough: ['workbench.action.openWalkthrough', 'slowpath.slowpath#start', false],
};

const ROW_COMMANDS: Record<RowAction, string> = {
  open: 'slowpath.openInput',
  contrast: 'slowpath.contrastWith',
  save: 'slowpath.saveInputAsTest',
  replay: 'slowpath.copyReplayCommand',
};

const BREAKING_COMMANDS: Record<BreakAction, string> = {
  open: 'slowpath.openBreakingInput',
  difference: 'slowpath.showBreakingDifference',
  save: 'slowpath.saveBreakingInput',
  replay: 'slowpath.copyBreakingReplayCommand',
};

const CONSTRAINT_COMMANDS: Record<ConstraintAction, string> = {
  goto: 'slowpath.goToConstraint',
  explain: 'slowpath.explainLine',
  insert: 'slowpath.insertChecker',
  aim: 'slowpath.aimAtConstraint',
  dismiss: 'slowpath.dismissConstraint',
  conversation: 'slowpath.openConversation',
};

export class PanelProvider implements vscode.WebviewViewProvider {
  private view: vscode.WebviewView | undefined;
  private ready = false;
  private front: Front = { listing: 'inputs', since: 0 };

  /** `current` gives the state to draw whenever the page asks for one, `picture` that of an input; `opened` runs when the view appears. */
  constructor(
    private readonly extensionUri: vscode.Uri,
    private readonly current: () => PanelState,
    private readonly opened: () => void,
    private readonly picture: (campaignId: string, inputId: string) => Promise<InputPicture | null>,
  ) {}

  resolveWebviewView(view: vscode.WebviewView): void {
    this.view = view;
    this.ready = false;
    const dist = vscode.Uri.joinPath(this.extensionUri, 'extension', 'dist');
    view.webview.options = { enableScripts: true, localResourceRoots: [dist] };
    view.webview.onDidReceiveMessage((message: FromPanel) => this.receive(message));
    view.onDidDispose(() => {
      this.view = undefined;
      this.ready = false;
    });
    view.webview.html = page({
      cspSource: view.webview.cspSource,
      nonce: randomBytes(16).toString('base64url'),
      scriptUri: view.webview.asWebviewUri(vscode.Uri.joinPath(dist, 'panel.js')).toString(),
      styleUri: view.webview.asWebviewUri(vscode.Uri.joinPath(dist, 'panel.css')).toString(),
      // Without a translation all that is drawn is English, whatever the editor speaks.
      language: vscode.l10n.bundle ? vscode.env.language : 'en',
      title: vscode.l10n.t('Slow inputs'),
    });
    this.opened();
  }

  /** Draws the current state again; does nothing while no page is there to draw it. */
  refresh(): void {
    if (!this.view || !this.ready) return;
    const state = this.current();
    const found = state.rows.filter(row => row.validity.tone !== 'doubtful').length;
    this.view.badge = (state.kind === 'running' || state.kind === 'paused') && found > 0
      ? { value: found, tooltip: vscode.l10n.t('{0} slow inputs', found) } : undefined;
    this.send({ type: 'state', state, front: this.front });
  }

  /** A search was asked for: its list is what the panel shows from now on. */
  async begin(listing: Front['listing']): Promise<void> {
    this.front = { listing, since: Date.now() };
    await this.show();
    this.refresh();
  }

  /** Brings the panel to the front; the editor keeps the focus unless `focus`. */
  async show(focus = false): Promise<void> {
    if (this.view) {
      this.view.show(!focus);
    } else {
      await vscode.commands.executeCommand(`${VIEW_ID}.focus`, { preserveFocus: !focus });
    }
    if (focus) this.send({ type: 'focus' });
  }

  /** Whether the search that was asked for last is one for a breaking input. */
  get isBreaking(): boolean {
    return this.front.listing === 'breaking';
  }

  get visible(): boolean {
    return this.view?.visible ?? false;
  }

  private receive(message: FromPanel): void {
    switch (message.type) {
      case 'ready':
        this.ready = true;
        this.refresh();
        return;
      case 'action':
        void vscode.commands.executeCommand(...ACTION_COMMANDS[message.action]);
        return;
      case 'doubt':
        void vscode.commands.executeCommand('slowpath.settleDoubt', message.action, message.doubt);
        return;
      case 'picture':
        void this.picture(message.campaignId, message.inputId).catch(() => null)
          .then(picture => this.send({ type: 'picture', inputId: message.inputId, picture }));
        return;
      case 'row':
        void vscode.commands.executeCommand(ROW_COMMANDS[message.action],
          { campaignId: message.campaignId, inputId: message.inputId });
        return;
      case 'breaking':
        void vscode.commands.executeCommand(BREAKING_COMMANDS[message.action],
          { breakId: message.breakId, inputId: message.inputId });
        return;
      case 'breakingLine':
        void vscode.commands.executeCommand('slowpath.goToBreakingLine', { breakId: message.breakId, lspLine: message.lspLine });
        return;
      case 'constraint':
        void vscode.commands.executeCommand(CONSTRAINT_COMMANDS[message.action],
          { campaignId: message.campaignId, constraintId: message.constraintId });
        return;
    }
  }

  private send(message: ToPanel): void {
    void this.view?.webview.postMessage(message);
  }
}
