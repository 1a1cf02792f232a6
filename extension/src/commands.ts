/** Every command of the extension, registered in one place. */

import * as vscode from 'vscode';
import type { Breaking } from './searches/breaking';
import { showRounds } from './models/askedRounds';
import type { Campaigns } from './searches/campaigns';
import { EACH_KIND, KINDS, type Kind } from './searches/kinds';
import type { Searches } from './searches/knownStates';
import type { Server } from './server/client';
import type { Companion } from './problems/companion';
import type { ConstraintActions } from './source/constraintActions';
import type { Decorations } from './source/decorations';
import type { Explanations } from './source/explanations';
import type { FormatEditor } from './problems/formatEditor';
import { inputUri } from './inputs/inputDocuments';
import type { LanguageModels } from './models/languageModels';
import type { ModelKey } from './models/modelKey';
import { bytes, ratio, seconds } from './words/numbers';
import type { Optimizing } from './searches/optimizing';
import type { PanelProvider } from './panel/provider';
import {
  INPUT_CONTRAST, INPUT_REPLAY, INPUT_SAVE,
  type CampaignState, type InputContrastParams, type InputParams, type InputSaveResult, type ReplayCommandResult, type Row,
} from './protocol';
import type { Search } from './searches/search';
import type { Sentences } from './problems/sentences';
import type { Statements } from './problems/statements';

export interface Parts {
  server: Server;
  modelKey: ModelKey;
  models: LanguageModels;
  companion: Companion;
  searches: Searches;
  campaigns: Campaigns;
  panel: PanelProvider;
  search: Search;
  breaking: Breaking;
  optimizing: Optimizing;
  formats: FormatEditor;
  sentences: Sentences;
  statements: Statements;
  constraints: ConstraintActions;
  explanations: Explanations;
  decorations: Decorations;
  log: vscode.LogOutputChannel;
}

/** What a row's button or its context menu passes. */
interface RowArgument {
  campaignId: string;
  inputId: string;
}

interface Chosen {
  campaign: CampaignState;
  row: Row;
}

export function registerCommands(parts: Parts): vscode.Disposable[] {
  const { server, searches, panel, search, breaking, optimizing, constraints, log } = parts;
  const commands: Record<string, (argument?: unknown, line?: unknown) => unknown> = {
    findSlowInputs: argument => search.find(asUri(argument)),
    findBreakingInput: argument => breaking.find(asUri(argument)),
    findBreakingInputAgainst: argument => breaking.against(asUri(argument)),
    findBreakingInputAgain: () => breaking.again(),
    stopBreaking: argument => stop(parts, ['break'], argument),
    openBreakingInput: argument => breaking.open(argument),
    showBreakingDifference: argument => breaking.difference(argument),
    saveBreakingInput: argument => breaking.save(argument),
    copyBreakingReplayCommand: argument => breaking.copyReplay(argument),
    goToBreakingLine: argument => breaking.goTo(argument),
    showAskedForBreakingInput: () => showRounds(searches.break.shown()?.asked),
    optimize: argument => optimizing.find(asUri(argument)),
    stopOptimizing: argument => stop(parts, ['optimize'], argument),
    showFasterVersion: () => optimizing.show(),
    applyFasterVersion: () => optimizing.apply(),
    openFasterSummary: () => optimizing.summarise(),
    showRefusedVersions: () => optimizing.refused(),
    keepSlowInputsAsTests: () => optimizing.keepTests(),
    showAskedForFasterVersion: () => showRounds(searches.optimize.shown()?.asked),
    receiveProblems: () => parts.companion.choose(),
    stopReceiving: () => parts.companion.stop(),
    chooseModel: () => parts.models.choose(),
    setModelKey: () => parts.modelKey.ask(),
    editInputFormat: async argument => void await parts.formats.edit(asUri(argument)),
    acceptInputFormat: argument => parts.formats.accept(asUri(argument)),
    settleDoubt: (action, doubt) => parts.formats.settle(action, doubt),
    askModelForFormat: argument => search.find(asUri(argument), '', true),
    showSentences: argument => parts.sentences.show(asUri(argument)),
    pasteStatement: argument => parts.statements.paste(asUri(argument)),
    chooseStatement: argument => parts.statements.choose(asUri(argument)),
    askSizes: argument => parts.statements.askSizes(asUri(argument)),
    withoutStatement: argument => parts.statements.decline(asUri(argument)),
    pause: () => search.control('pause'),
    resume: () => search.control('resume'),
    stop: argument => stop(parts, EACH_KIND, argument),
    openPanel: () => panel.show(true),
    openInput: argument => withInput(parts, argument, openInput),
    contrastWith: argument => withRow(parts, argument, chosen => contrastWith(parts, chosen)),
    saveInputAsTest: argument => withInput(parts, argument, named => saveAsTest(parts, named)),
    copyReplayCommand: argument => withInput(parts, argument, named => copyReplay(parts, named)),
    goToConstraint: argument => constraints.goTo(argument),
    insertChecker: argument => constraints.insertChecker(argument),
    insertAllCheckers: argument => constraints.insertAll(asUri(argument)),
    removeAllCheckers: argument => constraints.removeAll(asUri(argument)),
    aimAtConstraint: argument => constraints.aim(argument),
    dismissConstraint: argument => constraints.dismiss(argument),
    showDismissedConstraints: argument => constraints.showDismissed(asUri(argument)),
    explainLine: (argument, line) => explainLine(parts, argument, line),
    openConversation: argument => openConversation(parts, argument),
    clearContrast: () => clearContrast(parts),
    restartServer: () => server.restart(),
    showLog: () => log.show(true),
  };
  return Object.entries(commands).map(([name, act]) =>
    vscode.commands.registerCommand(`slowpath.${name}`, (argument?: unknown, line?: unknown) => fenced(log, () => act(argument, line))));
}

/** A command that fails says so once; what it was doing stands in the log. */
async function fenced(log: vscode.LogOutputChannel, act: () => unknown): Promise<void> {
  try {
    await act();
  } catch (error) {
    log.error(error instanceof Error ? error : String(error));
    const message = error instanceof Error ? error.message : String(error);
    const show = vscode.l10n.t('Show log');
    if (await vscode.window.showErrorMessage(`Slowpath: ${message}`, show) === show) log.show(true);
  }
}

/** Stops the search of that id, else the first of these kinds that is on show and goes on. */
async function stop({ server, searches }: Parts, kinds: readonly Kind[], id: unknown): Promise<void> {
  for (const kind of kinds) {
    const live = searches[kind].liveId(typeof id === 'string' ? id : undefined);
    if (live !== undefined) return live ? server.request(...KINDS[kind].stop(live)) : undefined;
  }
}

async function withRow(parts: Parts, argument: unknown, act: (chosen: Chosen) => Promise<void>): Promise<void> {
  const chosen = rowOf(parts.campaigns, argument) ?? await pickRow(parts.campaigns.shown(), vscode.l10n.t('Which input?'));
  if (chosen) await act(chosen);
}

/** An input that can be opened or saved: a row, the small twin of one, or one on which the program fails. */
interface Named {
  campaign: CampaignState;
  inputId: string;
  title: string;
}

async function withInput(parts: Parts, argument: unknown, act: (named: Named) => Promise<void>): Promise<void> {
  const named = inputOf(parts.campaigns, argument);
  if (named) return act(named);
  return withRow(parts, argument, ({ campaign, row }) => act(rowNamed(campaign, row)));
}

function inputOf(campaigns: Campaigns, argument: unknown): Named | undefined {
  const { campaignId, inputId } = (argument ?? {}) as Partial<RowArgument>;
  const campaign = campaignId ? campaigns.byId(campaignId) : undefined;
  if (!campaign || !inputId) return undefined;
  const row = campaign.rows.find(candidate => candidate.input_id === inputId);
  if (row) return rowNamed(campaign, row);
  const large = campaign.rows.find(candidate => candidate.minimised?.input_id === inputId);
  if (large) return { campaign, inputId, title: vscode.l10n.t('small slow input {0} of {1}', large.rank, campaign.file_name) };
  const number = campaign.faults.findIndex(fault => fault.input_id === inputId) + 1;
  return number > 0 ? { campaign, inputId, title: vscode.l10n.t('failing input {0} of {1}', number, campaign.file_name) } : undefined;
}

function rowNamed(campaign: CampaignState, row: Row): Named {
  return { campaign, inputId: row.input_id, title: vscode.l10n.t('slow input {0} of {1}', row.rank, campaign.file_name) };
}

function rowOf(campaigns: Campaigns, argument: unknown): Chosen | undefined {
  const { campaignId, inputId } = (argument ?? {}) as Partial<RowArgument>;
  const campaign = campaignId ? campaigns.byId(campaignId) : undefined;
  const row = campaign?.rows.find(candidate => candidate.input_id === inputId);
  return campaign && row ? { campaign, row } : undefined;
}

async function pickRow(campaign: CampaignState | undefined, title: string): Promise<Chosen | undefined> {
  if (!campaign) return undefined;
  const picked = await vscode.window.showQuickPick(campaign.rows.map(row => ({ ...item(row), row })), { title, matchOnDescription: true });
  return picked && { campaign, row: picked.row };
}

function item(row: Row): vscode.QuickPickItem {
  const times = row.times_typical === null ? '' : vscode.l10n.t('{0} a typical input', ratio(row.times_typical));
  return { label: `#${row.rank}  ${seconds(row.cpu_s)}`, description: [times, bytes(row.size), row.shape].filter(Boolean).join(' · ') };
}

async function openInput(named: Named): Promise<void> {
  const document = await vscode.workspace.openTextDocument(inputUri(namesOf(named), named.title));
  await vscode.window.showTextDocument(document, { preview: true });
}

async function contrastWith({ server }: Parts, { campaign, row }: Chosen): Promise<void> {
  const others = campaign.rows.filter(other => other.input_id !== row.input_id);
  const own = {
    label: vscode.l10n.t('The fast input found for it'),
    description: vscode.l10n.t('resembles it most, yet costs little'), inputId: '',
  };
  const picked = await vscode.window.showQuickPick(
    [own, ...others.map(other => ({ ...item(other), inputId: other.input_id }))],
    { title: vscode.l10n.t('Contrast input {0} with', row.rank), matchOnDescription: true });
  if (!picked) return;
  const params: InputContrastParams = {
    campaign_id: campaign.campaign_id, slow_id: row.input_id, fast_id: picked.inputId,
  };
  await server.request(INPUT_CONTRAST, params);
  await vscode.window.showTextDocument(vscode.Uri.parse(campaign.uri), { preserveFocus: true });
}

async function saveAsTest({ server }: Parts, named: Named): Promise<void> {
  const result = await server.request<InputSaveResult>(INPUT_SAVE, namesOf(named));
  if (result.error) throw new Error(`${result.error.message} ${result.error.remedy}`.trim());
  const open = vscode.l10n.t('Open');
  const message = vscode.l10n.t('Saved as {0}', vscode.workspace.asRelativePath(result.path));
  if (await vscode.window.showInformationMessage(message, open) === open) {
    await vscode.window.showTextDocument(vscode.Uri.file(result.path));
  }
}

async function copyReplay({ server }: Parts, named: Named): Promise<void> {
  const { command } = await server.request<ReplayCommandResult>(INPUT_REPLAY, namesOf(named));
  await vscode.env.clipboard.writeText(command);
  vscode.window.setStatusBarMessage(vscode.l10n.t('$(check) Replay command copied'), 4000);
}

function clearContrast({ campaigns, decorations }: Parts): void {
  const uri = vscode.window.activeTextEditor?.document.uri.toString() ?? '';
  decorations.clear(decorations.has(uri) ? uri : vscode.Uri.parse(campaigns.shown()?.uri ?? uri).toString());
  void vscode.commands.executeCommand('setContext', 'slowpath.contrastShown', false);
}

/** A hover passes the document and the line, the panel a constraint; from the palette or a key it is the line of the caret. */
async function explainLine({ search, explanations, constraints }: Parts, argument: unknown, line: unknown): Promise<void> {
  const named = constraints.named(argument);
  if (named) return explanations.showLine(vscode.Uri.parse(named.campaign.uri), named.constraint.lsp_line ?? named.constraint.line - 1);
  const document = await search.solution(asUri(argument));
  if (!document) return;
  const editor = vscode.window.visibleTextEditors.find(each => each.document === document);
  await explanations.showLine(document.uri, typeof line === 'number' ? line : editor?.selection.active.line ?? 0);
}

/** A hover passes the conversation's id, the panel the constraint. */
async function openConversation({ explanations, constraints }: Parts, argument: unknown): Promise<void> {
  await explanations.showConversation(constraints.named(argument)?.constraint.conversation ?? String(argument));
}

function namesOf({ campaign, inputId }: Named): InputParams {
  return { campaign_id: campaign.campaign_id, input_id: inputId };
}

/** An editor title button passes a Uri, a code lens its text; the palette passes nothing. */
function asUri(argument: unknown): vscode.Uri | undefined {
  if (argument instanceof vscode.Uri) return argument;
  return typeof argument === 'string' ? vscode.Uri.parse(argument) : undefined;
}
