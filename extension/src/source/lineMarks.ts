/** What is drawn beside each line of the contrasting pair: a pure function of the server's state. */

import type { ContrastState } from '../protocol';
import { count, exact } from '../words/numbers';

export type Heat = 'high' | 'medium' | 'low' | 'none';
export type Tone = 'hot' | 'warm' | 'stale';

export interface LineMark {
  /** 0-based. */
  line: number;
  /** Shown to the right of the text: `×1,240  (1.2k → 1.5M)  n^2.00`. */
  text: string;
  tone: Tone;
  heat: Heat;
  /** Whether the overview ruler marks the line. */
  ruler: boolean;
}

/** Lines that differ less than this between the two runs say nothing about slowness. */
const WORTH_SHOWING = 1.2;
const HIGH_SHARE = 0.2;
const MEDIUM_SHARE = 0.05;

/** The marks in line order. `outdated` says that the document has moved on since the state was made. */
export function lineMarks(state: ContrastState, outdated: boolean): LineMark[] {
  const stale = state.stale || outdated;
  return state.lines
    .filter(line => line.hot || (line.slow > line.fast && line.ratio >= WORTH_SHOWING))
    .map(line => ({
      line: line.lsp_line,
      text: `×${times(line.ratio)}  (${count(line.fast)} → ${count(line.slow)})${line.growth && `  ${line.growth}`}`,
      tone: stale ? 'stale' as const : line.hot ? 'hot' as const : 'warm' as const,
      heat: stale || !line.hot ? 'none' as const : heat(line.share),
      ruler: line.hot && !stale,
    }))
    .sort((a, b) => a.line - b.line);
}

function heat(share: number): Heat {
  if (share >= HIGH_SHARE) return 'high';
  return share >= MEDIUM_SHARE ? 'medium' : 'low';
}

function times(ratio: number): string {
  return ratio >= 10 ? exact(ratio) : ratio.toFixed(1);
}
