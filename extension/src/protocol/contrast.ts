/** The contrasting pair, line by line. */

export const CONTRAST_CHANGED = 'slowpath/contrast/changed';

/** One executable line; `lsp_line` is 0-based. */
export interface LineState {
  lsp_line: number;
  fast: number;
  slow: number;
  ratio: number;
  share: number;
  hot: boolean;
  growth: string;
}

export interface ContrastState {
  uri: string;
  document_version: number | null;
  stale: boolean;
  fast_label: string;
  slow_label: string;
  fast_count: number;
  slow_count: number;
  weaknesses: string[];
  lines: LineState[];
}
