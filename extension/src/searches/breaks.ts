/**
 * The searches for breaking inputs that this window knows. The server keeps only what one that is over came to, so what
 * was found stays here when it dies, and a search that ran then has failed.
 */

import { isLive } from './kinds';
import { StartedStates } from './knownStates';
import type { BreakState, ErrorState } from '../protocol';

export class Breaks extends StartedStates<BreakState> {
  protected idOf(state: BreakState): string {
    return state.break_id;
  }

  /** The server is gone, and every search that it ran with it. */
  lost(error: ErrorState): void {
    for (const state of [...this.byUri.values()]) {
      if (state.break_id && isLive(state)) this.set({ ...state, state: 'failed', error });
    }
  }

  protected blank(uri: string, fileName: string): BreakState {
    return {
      break_id: '', uri, file_name: fileName, state: 'preparing', phase: '', elapsed_s: 0, progress: 0, executions: 0,
      executions_per_s: 0, seed: 0, references: [], breaking: null, first_found_s: null, warnings: [], assumed: [], stale: false,
      asked: null, earlier: [], error: null, compared: '', jail: null,
    };
  }
}
