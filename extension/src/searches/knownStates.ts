/**
 * What the server reports of documents, kept: one state per document, and which of them is on show.
 *
 * The server sends whole states; here they are only kept. What was superseded by a new start may still report its
 * end: that report is dropped, or the panel would flash "stopped".
 */

import type { ErrorState } from '../protocol';

export interface KnownState {
  uri: string;
  state: string;
  error: ErrorState | null;
}

export abstract class KnownStates<S extends KnownState> {
  protected readonly byUri = new Map<string, S>();
  protected activeUri = '';
  private readonly superseded = new Set<string>();
  private readonly listeners = new Set<(changed: S) => void>();
  private lastUri = '';

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

  /** The editor's document changed; "" when it is no solution (what is shown stays then). */
  activate(uri: string): void {
    if (uri) this.activeUri = uri;
  }

  update(state: S): void {
    if (!this.superseded.has(this.idOf(state))) this.set(state);
  }

  /** A start was asked for: `blank` is shown at once, before the server has answered. */
  protected begin(blank: S): void {
    const old = this.byUri.get(blank.uri);
    if (old && this.idOf(old)) this.superseded.add(this.idOf(old));
    this.set(blank);
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
