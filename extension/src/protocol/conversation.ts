/** What was asked of a language model, and its reply. */

import type { ErrorState } from './errors';

export const CONVERSATION_READ = 'slowpath/conversation/read';

export interface ConversationParams {
  conversation: string;
}

export interface ConversationResult {
  text: string;
  error: ErrorState | null;
}

/** One question and what became of the reply: `outcome` is "" where it was taken, else in a word why not. */
export interface AskedRow {
  prompt: string;
  sample: number;
  round: number;
  outcome: string;
  reason: string;
  idea: string;
  conversation: string;
}

/** All that a search asked a language model. */
export interface AskedState {
  model: string;
  rounds: AskedRow[];
  prompt_tokens: number;
  completion_tokens: number;
  estimated: boolean;
}
