/** The input format of a program. */

import type { ErrorState } from './errors';

export const FORMAT_OPEN = 'slowpath/format/open';
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
