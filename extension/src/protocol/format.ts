/** The input format of a program. */

import type { ErrorState } from './errors';

export const FORMAT_OPEN = 'slowpath/format/open';
export const FORMAT_BOUNDS = 'slowpath/format/bounds';
export const STATEMENT_SAVE = 'slowpath/statement/save';
export const COMMAND_EDIT_FORMAT = 'slowpath.server.editInputFormat';
export const COMMAND_SET_BOUNDS = 'slowpath.server.setBounds';

export interface FormatParams {
  uri: string;
}

/** `saved` is false while there is no file, and the text is the inferred one; `unknown` says why it is a mere skeleton. */
export interface FormatResult {
  path: string;
  text: string;
  saved: boolean;
  unknown: string;
  error: ErrorState | null;
}

/** A variable whose bounds no source gives, and usual ones to choose from ("1..10^5"). */
export interface BoundsRow {
  variable: string;
  is_size: boolean;
  offered: string[];
}

export interface FormatBounds {
  rows: BoundsRow[];
  error: ErrorState | null;
}

/** HTML or plain text. */
export interface StatementParams {
  uri: string;
  text: string;
}

export interface StatementResult {
  path: string;
  error: ErrorState | null;
}
