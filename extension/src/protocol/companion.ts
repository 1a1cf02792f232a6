/** Problems that a browser's extension, Competitive Companion, sends. */

import type { ErrorState } from './errors';

export const COMPANION_LISTEN = 'slowpath/companion/listen';
export const COMPANION_ARRIVED = 'slowpath/companion/arrived';

/** With an empty folder: stop. */
export interface CompanionParams {
  folder: string;
  language: string;
  template: string;
}

/** The port at which problems are taken, 0 for none; `held` says who has which of the other known ones. */
export interface CompanionState {
  port: number;
  held: string[];
  error: ErrorState | null;
}

/** A problem and its program's path; `is_new` is false where the program was there before. */
export interface ArrivedProblem {
  name: string;
  path: string;
  samples: number;
  is_new: boolean;
  notes: string[];
}

/** A problem, or those of a contest together; `missing` are those that the browser announced and didn't send. */
export interface ArrivedProblems {
  contest: string;
  problems: ArrivedProblem[];
  missing: number;
  error: ErrorState | null;
}
