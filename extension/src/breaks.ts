/**
 * The searches for breaking inputs that this window knows, one per document, and which of them is on show.
 *
 * As with campaigns, the server sends whole states and here they are only kept. It stores none of them, so what was
 * found stays here when the server dies, and a search that ran then has failed.
 */

import type { BreakState, ErrorState } from './protocol';

type Listener = (changed: BreakState) => void;

export class Breaks {
  private readonly byUri = new Map<string, BreakState>();
  private readonly superseded = new Set<string>();
  private readonly listeners = new Set<Listener>();
  private activeUri = '';
  private lastUri = '';

  /** `f` is called after every change with what changed; the result ends that. */
  onChange(f: Listener): { dispose(): void } {
    this.listeners.add(f);
    return { dispose: () => this.listeners.delete(f) };
  }

  /** The search of the active document, else the one that changed last. */
  shown(): BreakState | undefined {
    return this.byUri.get(this.activeUri) ?? this.byUri.get(this.lastUri);
  }

  of(uri: string): BreakState | undefined {
    return this.byUri.get(uri);
  }

  byId(breakId: string): BreakState | undefined {
    return [...this.byUri.values()].find(state => state.break_id === breakId);
  }

  /** The editor's document changed; "" when it is no solution. */
  activate(uri: string): void {
    if (uri) this.activeUri = uri;
  }

  update(state: BreakState): void {
    if (!this.superseded.has(state.break_id)) this.set(state);
  }

  /** A start was asked for: shows "preparing" at once, before the server has answered. */
  preparing(uri: string, fileName: string, seed: number): void {
    const old = this.byUri.get(uri);
    if (old?.break_id) this.superseded.add(old.break_id);
    this.set(blank(uri, fileName, seed));
  }

  /** The start was refused. */
  failed(uri: string, fileName: string, error: ErrorState): void {
    this.set({ ...blank(uri, fileName, 0), state: 'failed', error });
  }

  /** The server is gone, and every search that it ran with it. */
  lost(error: ErrorState): void {
    for (const state of [...this.byUri.values()]) {
      if (state.break_id && isLive(state)) this.set({ ...state, state: 'failed', error });
    }
  }

  private set(state: BreakState): void {
    this.byUri.set(state.uri, state);
    this.lastUri = state.uri;
    for (const listener of this.listeners) listener(state);
  }
}

export function isLive(state: BreakState): boolean {
  return state.state === 'preparing' || state.state === 'running';
}

function blank(uri: string, fileName: string, seed: number): BreakState {
  return {
    break_id: '', uri, file_name: fileName, state: 'preparing', phase: '', elapsed_s: 0, progress: 0, executions: 0,
    executions_per_s: 0, seed, references: [], breaking: null, first_found_s: null, warnings: [], assumed: [], stale: false,
    error: null,
  };
}
