/** The campaigns that this window knows. */

import { KnownStates } from './knownStates';
import type { CampaignState, ErrorState } from '../protocol';

export class Campaigns extends KnownStates<CampaignState> {
  protected idOf(state: CampaignState): string {
    return state.campaign_id;
  }

  override activate(uri: string): void {
    const before = this.shown();
    super.activate(uri);
    const now = this.shown();
    if (now && now !== before) this.tell(now);
  }

  preparing(uri: string, fileName: string): void {
    this.begin(blank(uri, fileName));
  }

  /** The start was refused. */
  failed(uri: string, fileName: string, error: ErrorState): void {
    this.set({ ...blank(uri, fileName), state: 'failed', error });
  }
}

function blank(uri: string, fileName: string): CampaignState {
  return {
    campaign_id: '', uri, file_name: fileName, state: 'preparing', phase: '', elapsed_s: 0, progress: 0,
    executions: 0, executions_per_s: 0, baseline_label: '', baseline_count: 0,
    time_limit_s: null, rows: [], trend: [], warnings: [], error: null, contrast_slow_id: '',
    contrast_fast_id: '', owned: true, assumed: [], format_changed: false, constraints: [], shares: [], faults: [], doubts: [],
    limit_s: null, limit: '', limit_assumed: false, said: '', found: '', without_statement: false, jail: null,
  };
}
