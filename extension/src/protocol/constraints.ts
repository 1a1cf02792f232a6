/** Constraints of a campaign: what measurements speak for, and what can be done with it. */

export const COMMAND_INSERT_CHECKER = 'slowpath.server.insertChecker';
export const COMMAND_INSERT_CHECKERS = 'slowpath.server.insertAllCheckers';
export const COMMAND_REMOVE_CHECKERS = 'slowpath.server.removeAllCheckers';
export const COMMAND_AIM = 'slowpath.server.aimAtConstraint';
export const COMMAND_DISMISS = 'slowpath.server.dismissConstraint';
export const COMMAND_RESTORE = 'slowpath.server.showDismissedConstraints';

export type CheckerKind = 'faithful' | 'unjudged' | 'refused' | 'none';

/** `line` is 1-based in the text that ran, `lsp_line` 0-based in that of now, null where it was edited. */
export interface ConstraintRow {
  constraint_id: string;
  line: number;
  lsp_line: number | null;
  sentence: string;
  predicate: string;
  status: 'confirmed' | 'hypothesis';
  origin: string;
  conversation: string;
  satisfying: number;
  violating: number;
  ratio: number | null;
  p: number | null;
  evidence: string;
  checker: CheckerKind;
  note: string;
  dismissed: boolean;
  aimed: boolean;
}

export interface ShareRow {
  strategy: string;
  satisfying: number;
  valid: number;
}
