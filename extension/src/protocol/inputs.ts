/** A campaign's inputs: read, saved, made again. */

import type { ErrorState } from './errors';

export const INPUT_READ = 'slowpath/input/read';
export const INPUT_SAVE = 'slowpath/input/save';
export const INPUT_REPLAY = 'slowpath/input/replayCommand';
export const INPUT_CONTRAST = 'slowpath/input/contrast';

export interface InputParams {
  campaign_id: string;
  input_id: string;
}

export interface InputContrastParams {
  campaign_id: string;
  slow_id: string;
  fast_id: string;
}

export interface InputReadParams {
  campaign_id: string;
  input_id: string;
  offset: number;
  limit: number;
}

/** A chunk as base64; `next_offset` is null at the end. */
export interface InputReadResult {
  data: string;
  size: number;
  next_offset: number | null;
}

export interface InputSaveResult {
  path: string;
  replay_path: string;
  error: ErrorState | null;
}

export interface ReplayCommandResult {
  command: string;
}
