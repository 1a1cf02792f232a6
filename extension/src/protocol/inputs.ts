/** A campaign's inputs: read, saved, made again. */

import type { ErrorState } from './errors';

export const INPUT_READ = 'slowpath/input/read';
export const INPUT_SAVE = 'slowpath/input/save';
export const INPUT_REPLAY = 'slowpath/input/replayCommand';
export const INPUT_PICTURE = 'slowpath/input/picture';
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

/**
 * One picture, ready to draw: x and y of its points by turns, 0..1 and y upwards; `edges` are places of both ends by turns; `cells` are
 * rows of digits, places in `legend` or shades without one, a blank where there is no cell.
 */
export interface DrawingState {
  kind: 'values' | 'points' | 'network' | 'grid';
  title: string;
  words: string;
  low: string;
  high: string;
  points: number[];
  edges: number[];
  labels: string[];
  cells: string[];
  legend: string[];
}

/** What an input looks like; `note` is said of the drawings, '' where nothing has to be. */
export interface InputPicture {
  input_id: string;
  drawings: DrawingState[];
  note: string;
}
