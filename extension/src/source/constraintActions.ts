/** What can be done about constraints, by their ids or by a choice among those that are shown. */

import * as vscode from 'vscode';
import type { Campaigns } from '../searches/campaigns';
import type { Server } from '../server/client';
import { ratio } from '../words/numbers';
import {
  COMMAND_DISMISS, COMMAND_INSERT_CHECKER, COMMAND_INSERT_CHECKERS, COMMAND_REMOVE_CHECKERS, COMMAND_RESTORE,
  type CampaignState, type ConstraintRow,
} from '../protocol';
import type { Search } from '../searches/search';

/** What a row of the panel passes. */
export interface ConstraintArgument {
  campaignId: string;
  constraintId: string;
}

interface Chosen {
  campaign: CampaignState;
  constraint: ConstraintRow;
}

export class ConstraintActions {
  constructor(
    private readonly server: Server,
    private readonly campaigns: Campaigns,
    private readonly search: Search,
  ) {}

  insertChecker(argument?: unknown): Promise<void> {
    return this.withConstraint(argument, ({ checker }) => checker === 'faithful' || checker === 'unjudged', ({ campaign, constraint }) =>
      this.execute(COMMAND_INSERT_CHECKER, campaign.uri, constraint.constraint_id));
  }

  insertAll(uri?: vscode.Uri): Promise<void> {
    return this.withSolution(uri, document => this.execute(COMMAND_INSERT_CHECKERS, document));
  }

  removeAll(uri?: vscode.Uri): Promise<void> {
    return this.withSolution(uri, document => this.execute(COMMAND_REMOVE_CHECKERS, document));
  }

  aim(argument?: unknown): Promise<void> {
    return this.withConstraint(argument, ({ checker, aimed }) => checker !== 'none' && !aimed, ({ campaign, constraint }) =>
      this.search.find(vscode.Uri.parse(campaign.uri), constraint.constraint_id));
  }

  dismiss(argument?: unknown): Promise<void> {
    return this.withConstraint(argument, ({ dismissed }) => !dismissed, ({ campaign, constraint }) =>
      this.execute(COMMAND_DISMISS, campaign.uri, constraint.constraint_id));
  }

  showDismissed(uri?: vscode.Uri): Promise<void> {
    return this.withSolution(uri, document => this.execute(COMMAND_RESTORE, document));
  }

  /** Puts the caret on the constraint's line. */
  goTo(argument?: unknown): Promise<void> {
    return this.withConstraint(argument, ({ lsp_line }) => lsp_line !== null, async ({ campaign, constraint }) => {
      const line = constraint.lsp_line ?? 0;
      await vscode.window.showTextDocument(vscode.Uri.parse(campaign.uri), { selection: new vscode.Range(line, 0, line, 0) });
    });
  }

  private async execute(command: string, ...args: unknown[]): Promise<void> {
    await this.server.ensure(false);
    await vscode.commands.executeCommand(command, ...args);
  }

  private async withSolution(uri: vscode.Uri | undefined, act: (document: string) => Promise<void>): Promise<void> {
    const document = await this.search.solution(uri);
    if (document) await act(document.uri.toString());
  }

  private async withConstraint(
    argument: unknown, may: (constraint: ConstraintRow) => boolean, act: (chosen: Chosen) => Promise<void>,
  ): Promise<void> {
    const chosen = this.named(argument) ?? await this.pick(may);
    if (chosen) await act(chosen);
  }

  /** The constraint that a row of the panel passes; undefined for anything else. */
  named(argument: unknown): Chosen | undefined {
    const { campaignId, constraintId } = (argument ?? {}) as Partial<ConstraintArgument>;
    const campaign = campaignId ? this.campaigns.byId(campaignId) : undefined;
    const constraint = campaign?.constraints.find(each => each.constraint_id === constraintId);
    return campaign && constraint ? { campaign, constraint } : undefined;
  }

  private async pick(may: (constraint: ConstraintRow) => boolean): Promise<Chosen | undefined> {
    const campaign = this.campaigns.shown();
    const choices = campaign?.constraints.filter(may) ?? [];
    if (!campaign || choices.length === 0) {
      void vscode.window.showInformationMessage(vscode.l10n.t('Slowpath: no constraint is known yet for which this can be done.'));
      return undefined;
    }
    const picked = await vscode.window.showQuickPick(choices.map(constraint => ({
      label: vscode.l10n.t('Line {0}: {1}', (constraint.lsp_line ?? constraint.line - 1) + 1, constraint.sentence),
      description: constraint.ratio === null ? constraint.status : `${constraint.status}, ${ratio(constraint.ratio)}`,
      detail: constraint.predicate, constraint,
    })), { title: vscode.l10n.t('Which constraint?'), matchOnDetail: true });
    return picked && { campaign, constraint: picked.constraint };
  }
}
