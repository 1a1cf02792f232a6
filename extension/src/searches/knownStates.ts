/**
 * What the server reports of documents, kept: one state per document, and which of them is on show.
 *
 * The server sends whole states; here they are only kept. What was superseded by a new start may still report its
 * end: that report is dropped, or the panel would flash "stopped".
 */

import type { ErrorState } from '../protocol';
import { isLive, type Kind, type StateOf } from './kinds';

export interface KnownState {
  uri: string;
  state: string;
  error: ErrorState | null;
}

export abstract class KnownStates<S extends KnownState> {
  protected readonly byUri = new Map<string, S>();
  protected activeUri = '';
  protected readonly superseded = new Set<string>();
  private readonly listeners = new Set<(changed: S) => void>();
  protected lastUri = '';

  /** The name under which the server reports it, "" before it has one. */
  protected abstract idOf(state: S): string;

  /** `f` is called after every change with what changed; the result ends that. */
  onChange(f: (changed: S) => void): { dispose(): void } {
    this.listeners.add(f);
    return { dispose: () => this.listeners.delete(f) };
  }

  /** That of the active document, else the one that changed last. */
  shown(): S | undefined {
    return this.byUri.get(this.activeUri) ?? this.byUri.get(this.lastUri);
  }

  of(uri: string): S | undefined {
    return this.byUri.get(uri);
  }

  byId(id: string): S | undefined {
    return [...this.byUri.values()].find(state => this.idOf(state) === id);
  }

  /** The name of the search of that id, else of the one on show, where it goes on; "" before it has one, undefined where none goes on. */
  liveId(id?: string): string | undefined {
    const state = id === undefined ? this.shown() : this.byId(id);
    return state && isLive(state) ? this.idOf(state) : undefined;
  }

  /** The editor's document changed; "" when it is no solution (what is shown stays then). */
  activate(uri: string): void {
    if (uri) this.activeUri = uri;
  }

  /** Those that the server knew when it was started. */
  restore(states: readonly S[]): void {
    states.forEach(state => this.update(state));
  }

  update(state: S): void {
    if (!this.superseded.has(this.idOf(state))) this.set(state);
  }

  protected set(state: S): void {
    this.byUri.set(state.uri, state);
    this.lastUri = state.uri;
    this.tell(state);
  }

  protected tell(changed: S): void {
    for (const listener of this.listeners) listener(changed);
  }
}

/** Searches whose start is shown before the server has answered. */
export abstract class StartedStates<S extends KnownState> extends KnownStates<S> {
  /** One of which nothing is known yet. */
  protected abstract blank(uri: string, fileName: string): S;

  /** A start was asked for; `known` is what is known of it already. */
  preparing(uri: string, fileName: string, known: Partial<S> = {}): void {
    const old = this.of(uri);
    if (old && this.idOf(old)) this.superseded.add(this.idOf(old));
    this.set({ ...this.blank(uri, fileName), ...known });
  }

  /** The start was refused. */
  failed(uri: string, fileName: string, error: ErrorState): void {
    this.set({ ...this.blank(uri, fileName), state: 'failed', error });
  }

  /** Shows why a start was refused, where it was; `remedy` is that of a failure without one. */
  async started(uri: string, fileName: string, answer: Promise<{ error: ErrorState | null }>, remedy: string): Promise<void> {
    const { error } = await answer.catch((thrown: unknown) =>
      ({ error: { code: 'error', message: thrown instanceof Error ? thrown.message : String(thrown), remedy } }));
    if (error) this.failed(uri, fileName, error);
  }
}

/** All that this window knows, by kind. */
export type Searches = { readonly [K in Kind]: KnownStates<StateOf[K]> };
