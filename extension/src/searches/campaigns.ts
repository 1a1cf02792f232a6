/** The campaigns that this window knows. */

import { StartedStates } from './knownStates';
import type { CampaignState } from '../protocol';

export class Campaigns extends StartedStates<CampaignState> {
  protected idOf(state: CampaignState): string {
    return state.campaign_id;
  }

  override activate(uri: string): void {
    const before = this.shown();
    super.activate(uri);
    const now = this.shown();
    if (now && now !== before) this.tell(now);
  }

  protected blank(uri: string, fileName: string): CampaignState {
    return {
      campaign_id: '', uri, file_name: fileName, state: 'preparing', phase: '', elapsed_s: 0, progress: 0,
      executions: 0, executions_per_s: 0, baseline_label: '', baseline_count: 0,
      time_limit_s: null, rows: [], trend: [], warnings: [], error: null, contrast_slow_id: '',
      contrast_fast_id: '', owned: true, assumed: [], format_changed: false, constraints: [], shares: [], faults: [], doubts: [],
      limit_s: null, limit: '', limit_assumed: false, said: '', found: '', without_statement: false, jail: null, asked: null, settling: false,
    };
  }
}
