/** The kinds of searches, and how each is spoken of with the server. Knows no editor. */

import {
  BREAK_CHANGED, BREAK_LIST, BREAK_STOP, CAMPAIGN_CHANGED, CAMPAIGN_CONTROL, CAMPAIGN_LIST, OPTIMIZE_CHANGED, OPTIMIZE_LIST, OPTIMIZE_STOP,
  type BreakParams, type BreakState, type CampaignState, type ControlParams, type OptimizeParams, type OptimizeState,
} from '../protocol';

/** Their whole states by kind. */
export interface StateOf {
  find: CampaignState;
  break: BreakState;
  optimize: OptimizeState;
}

export type Kind = keyof StateOf;

interface Messages {
  changed: string;
  list: string;
  /** The request that stops the search of that id. */
  stop: (id: string) => [method: string, params: unknown];
}

export const KINDS: { readonly [K in Kind]: Messages } = {
  find: {
    changed: CAMPAIGN_CHANGED, list: CAMPAIGN_LIST,
    stop: id => [CAMPAIGN_CONTROL, { campaign_id: id, action: 'stop' } satisfies ControlParams],
  },
  break: { changed: BREAK_CHANGED, list: BREAK_LIST, stop: id => [BREAK_STOP, { break_id: id } satisfies BreakParams] },
  optimize: { changed: OPTIMIZE_CHANGED, list: OPTIMIZE_LIST, stop: id => [OPTIMIZE_STOP, { optimize_id: id } satisfies OptimizeParams] },
};

export const EACH_KIND = Object.keys(KINDS) as Kind[];

/** Whether it goes on, or is only paused. */
export function isLive(state: { state: string }): boolean {
  return ['preparing', 'running', 'paused'].includes(state.state);
}
