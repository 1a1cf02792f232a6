/**
 * The campaigns that this window knows, one per document, and which of them is on show.
 *
 * The server sends whole states; here they are only kept. A campaign that was superseded by a new start
 * may still report its end: that report is dropped, or the panel would flash "stopped".
 */

import type { CampaignState, ErrorState } from './protocol';

type Listener = () => void;

export class Campaigns {
  private readonly byUri = new Map<string, CampaignState>();
  private readonly superseded = new Set<string>();
  private readonly listeners = new Set<Listener>();
  private activeUri = '';
  private lastUri = '';

  /** `f` is called after every change; the result ends that. */
  onChange(f: Listener): { dispose(): void } {
    this.listeners.add(f);
    return { dispose: () => this.listeners.delete(f) };
  }

  /** The campaign of the active document, else the one that changed last. */
  shown(): CampaignState | undefined {
    return this.byUri.get(this.activeUri) ?? this.byUri.get(this.lastUri);
  }

  of(uri: string): CampaignState | undefined {
    return this.byUri.get(uri);
  }

  byId(campaignId: string): CampaignState | undefined {
    return [...this.byUri.values()].find(state => state.campaign_id === campaignId);
  }

  /** The editor's document changed; "" when it is no solution (the panel then keeps what it shows). */
  activate(uri: string): void {
    const before = this.shown();
    if (uri) this.activeUri = uri;
    if (this.shown() !== before) this.changed();
  }

  update(state: CampaignState): void {
    if (this.superseded.has(state.campaign_id)) return;
    this.set(state.uri, state);
  }

  /** A start was asked for: shows "preparing" at once, before the server has answered. */
  preparing(uri: string, fileName: string): void {
    const old = this.byUri.get(uri);
    if (old?.campaign_id) this.superseded.add(old.campaign_id);
    this.set(uri, blank(uri, fileName));
  }

  /** The start was refused. */
  failed(uri: string, fileName: string, error: ErrorState): void {
    this.set(uri, { ...blank(uri, fileName), state: 'failed', error });
  }

  private set(uri: string, state: CampaignState): void {
    this.byUri.set(uri, state);
    this.lastUri = uri;
    this.changed();
  }

  private changed(): void {
    for (const listener of this.listeners) listener();
  }
}

function blank(uri: string, fileName: string): CampaignState {
  return {
    campaign_id: '', uri, file_name: fileName, state: 'preparing', phase: '', elapsed_s: 0, progress: 0,
    executions: 0, executions_per_s: 0, valid_share: 1, baseline_label: '', baseline_count: 0,
    time_limit_s: null, rows: [], trend: [], warnings: [], error: null, contrast_slow_id: '',
    contrast_fast_id: '', owned: true, assumed: [], format_changed: false, constraints: [], shares: [], faults: [],
  };
}
