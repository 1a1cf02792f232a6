/** What is known of a line. */

export const LINE_EXPLAIN = 'slowpath/line/explain';
export const COMMAND_EXPLAIN = 'slowpath.server.explainLine';

export interface LineParams {
  uri: string;
  lsp_line: number;
}

/** Markdown; `title` names it in a tab. */
export interface Explanation {
  title: string;
  markdown: string;
}
