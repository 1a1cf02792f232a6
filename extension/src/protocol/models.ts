/** The editor's own language models: asked by searches through the client; and endpoints on this machine. */

import type { ErrorState } from './errors';

export const MODEL_ASK = 'slowpath/model/ask';
export const MODEL_WITHDRAW = 'slowpath/model/withdraw';
export const MODEL_SAID = 'slowpath/model/said';
export const MODEL_ENDED = 'slowpath/model/ended';
export const MODEL_LOCAL = 'slowpath/model/local';

export interface ModelTurn {
  role: string;
  content: string;
}

/** `model` is "vendor/id"; the reply is to have `max_tokens` at most. */
export interface ModelAsk {
  id: number;
  model: string;
  messages: ModelTurn[];
  max_tokens: number;
  temperature: number;
}

/** Nobody waits for the reply any more. */
export interface ModelWithdraw {
  id: number;
}

export interface ModelSaid {
  id: number;
  text: string;
}

/** `finish` is stop or length. With an `error` there is no reply. */
export interface ModelEnded {
  id: number;
  finish: string;
  model: string;
  error: ErrorState | null;
}

export interface LocalModel {
  name: string;
  base_url: string;
  model: string;
}

export interface LocalModels {
  models: LocalModel[];
}
