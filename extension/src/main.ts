/** Joins the extension's parts; the only place that knows all of them. */

import * as vscode from 'vscode';
import { announceAgentServer } from './agents/agentServer';
import { Breaking } from './searches/breaking';
import { Breaks } from './searches/breaks';
import { BreakTests } from './searches/breakTests';
import { Campaigns } from './searches/campaigns';
import { Server } from './server/client';
import { registerCommands } from './commands';
import { Companion } from './problems/companion';
import { ConstraintActions } from './source/constraintActions';
import { Decorations } from './source/decorations';
import { EXPLAIN_SCHEME, Explanations } from './source/explanations';
import { FormatEditor, isFormat } from './problems/formatEditor';
import { InputDocuments, PROPOSED_SCHEME, SCHEME, type Request } from './inputs/inputDocuments';
import { FASTER_SCHEME, Optimizing } from './searches/optimizing';
import { panelState, type Situation } from './panel/panelState';
import { PanelProvider, VIEW_ID } from './panel/provider';
import { LanguageModels } from './models/languageModels';
import { ModelKey } from './models/modelKey';
import { INPUT_PICTURE, type ErrorState, type InputParams, type InputPicture } from './protocol';
import { Python } from './server/python';
import { Search, isSolution } from './searches/search';
import type { Searches } from './searches/knownStates';
import { changesLooks, changesReceiving, needsRestart, readSettings } from './settings';
import { Sentences } from './problems/sentences';
import { Statements } from './problems/statements';
import { Status } from './status';

let server: Server | undefined;

export function activate(context: vscode.ExtensionContext): void {
  const log = vscode.window.createOutputChannel('Slowpath', { log: true });
  const campaigns = new Campaigns();
  const breaks = new Breaks();
  const decorations = new Decorations();
  const status = new Status();
  const fail = (error: unknown) => log.error(error instanceof Error ? error : String(error));
  const modelKey = new ModelKey(context.secrets, log, () => void started.refresh().then(() => started.ensure(false)));
  const python = new Python(context, log);
  const started: Server = new Server(context, python, modelKey, log, {
    stateChanged: () => {
      if (started.state.kind !== 'running') {
        breaks.lost(serverGone());
        optimizing.lost();
        models.editor.withdrawAll();
        void companion.follow();
      }
      draw();
    },
    searchChanged: (kind, state) => searches[kind].update(named(state)),
    searchesListed: (kind, states) => searches[kind].restore(states.map(named)),
    contrastChanged: state => {
      decorations.update(state);
      void vscode.commands.executeCommand('setContext', 'slowpath.contrastShown', state.lines.length > 0);
    },
    started: () => void companion.follow().catch(fail),
    problemsArrived: arrived => void companion.arrived(arrived).catch(fail),
    modelAsked: question => void models.editor.ask(question),
    modelWithdrawn: id => models.editor.withdraw(id),
    aimRequested: (uri, constraintId) => void search.find(vscode.Uri.parse(uri), constraintId),
  });
  server = started;
  const state = () => panelState({
    situation: situation(started), campaign: campaigns.shown(), breaking: breaks.shown(), solutionOpen: activeSolution() !== '',
    statementDeclined: statements.isDeclined(campaigns.shown()?.uri ?? ''), model: readSettings().modelName,
  }, vscode.l10n.t);
  const panel = new PanelProvider(context.extensionUri, state, () => void started.ensure(false),
    (campaignId, inputId) => started.request<InputPicture>(INPUT_PICTURE, { campaign_id: campaignId, input_id: inputId } satisfies InputParams));
  const search = new Search(started, campaigns, panel);
  const optimizing = new Optimizing(started, search, fail);
  const searches: Searches = { find: campaigns, break: breaks, optimize: optimizing };
  const formats = new FormatEditor(started, search);
  const statements = new Statements(started, search, context.workspaceState, () => draw());
  const sentences = new Sentences(started, search, fail);
  const constraints = new ConstraintActions(started, campaigns, search);
  const request: Request = async (method, params) => {
    await started.ensure(false);
    return started.request(method, params);
  };
  const models = new LanguageModels(started, modelKey, context.workspaceState);
  const companion = new Companion(started, log);
  const explanations = new Explanations(request);
  const tests = new BreakTests(request, breaks, fail);
  const breaking = new Breaking(started, breaks, search, panel, uri => tests.show(uri));
  const draw = () => {
    const shown = state();
    status.draw(panel.isBreaking && shown.breaking ? shown.breaking : shown);
    panel.refresh();
    void vscode.commands.executeCommand('setContext', 'slowpath.campaignState', shown.kind);
    void vscode.commands.executeCommand('setContext', 'slowpath.hasRows', shown.rows.length > 0);
    void vscode.commands.executeCommand('setContext', 'slowpath.hasConstraints', shown.constraints.length > 0);
    void vscode.commands.executeCommand('setContext', 'slowpath.hasCampaign', campaigns.shown() !== undefined);
    void vscode.commands.executeCommand('setContext', 'slowpath.breakState', shown.breaking?.kind ?? '');
    void vscode.commands.executeCommand('setContext', 'slowpath.hasAskedBreaking', Boolean(breaks.shown()?.asked));
    void vscode.commands.executeCommand('setContext', 'slowpath.hasBreaking', Boolean(shown.breaking?.found));
  };
  context.subscriptions.push(
    log, modelKey, decorations, status, tests, companion, models, campaigns.onChange(draw), breaks.onChange(draw),
    vscode.window.registerWebviewViewProvider(VIEW_ID, panel),
    vscode.workspace.registerTextDocumentContentProvider(SCHEME, new InputDocuments(request)),
    vscode.workspace.registerTextDocumentContentProvider(PROPOSED_SCHEME, new InputDocuments(request)),
    optimizing, vscode.workspace.registerTextDocumentContentProvider(FASTER_SCHEME, optimizing),
    explanations, vscode.workspace.registerTextDocumentContentProvider(EXPLAIN_SCHEME, explanations),
    sentences, ...registerCommands({ server: started, modelKey, models, companion, searches, campaigns, panel, search, breaking, optimizing, formats, sentences, statements, constraints, explanations, decorations, log }),
    ...announceAgentServer(context, python),
    ...followEditor(started, campaigns, breaks, tests, decorations, draw, fail),
    vscode.workspace.onDidGrantWorkspaceTrust(() => void started.refresh().then(() => started.ensure(false)).then(draw)),
    vscode.workspace.onDidChangeConfiguration(change => {
      if (needsRestart(change)) void started.refresh();
      if (changesLooks(change)) decorations.draw();
      if (changesReceiving(change)) void companion.follow().catch(fail);
    }),
  );
  campaigns.activate(activeSolution());
  breaks.activate(activeSolution());
  draw();
  // Not awaited: until this function returns, the editor runs no command of ours.
  if (readSettings().companionFolder !== '' || vscode.workspace.textDocuments.some(document => isSolution(document) || isFormat(document))) {
    void started.ensure(false).then(() => listTests(started, tests));
  }
}

export async function deactivate(): Promise<void> {
  await server?.dispose();
}

/** What changes with the editor: which campaign is on show, and where decorations are drawn. */
function followEditor(
  started: Server, campaigns: Campaigns, breaks: Breaks, tests: BreakTests, decorations: Decorations, draw: () => void, fail: (error: unknown) => void,
): vscode.Disposable[] {
  return [
    vscode.window.onDidChangeActiveTextEditor(() => {
      campaigns.activate(activeSolution());
      breaks.activate(activeSolution());
      draw();
    }),
    vscode.window.onDidChangeVisibleTextEditors(() => decorations.draw()),
    vscode.workspace.onDidChangeTextDocument(({ document }) => decorations.draw(document.uri.toString())),
    vscode.workspace.onDidOpenTextDocument(document => {
      if (isFormat(document)) return void started.ensure(false);
      if (!isSolution(document)) return;
      void started.ensure(false).then(() => campaigns.of(document.uri.toString()) ? undefined : started.list())
        .then(() => listTests(started, tests, document)).catch(fail);
    }),
  ];
}

/** Fills the test explorer with what was saved for the open programs, or for one of them. */
function listTests(started: Server, tests: BreakTests, ...opened: vscode.TextDocument[]): void {
  if (started.state.kind !== 'running') return;
  for (const document of opened.length > 0 ? opened : vscode.workspace.textDocuments.filter(isSolution)) {
    tests.show(document.uri.toString());
  }
}

/** With its document's name as the editor writes it. */
function named<S extends { uri: string }>(state: S): S {
  return { ...state, uri: vscode.Uri.parse(state.uri).toString() };
}

function serverGone(): ErrorState {
  return {
    code: 'server-gone', message: vscode.l10n.t('The server ended, and the search with it.'),
    remedy: vscode.l10n.t('Find a breaking input again.'),
  };
}

function activeSolution(): string {
  const document = vscode.window.activeTextEditor?.document;
  return document && isSolution(document) ? document.uri.toString() : '';
}

function situation(started: Server): Situation {
  if (!vscode.workspace.isTrusted) return { kind: 'untrusted' };
  switch (started.state.kind) {
    case 'starting': return started.state;
    case 'broken': return started.state;
    default: return { kind: 'ready' };
  }
}
