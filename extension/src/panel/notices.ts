/** Notices that every search has. */

import type { ErrorState } from '../protocol';
import type { Translate } from '../translate';
import type { Action, Notice } from './messages';

/** What failed, with what can be done about it. */
export function failure(error: ErrorState, t: Translate): Notice {
  const next = error.code === 'tool-missing' ? [action('settings', t('Open settings'), true)]
    : error.code.startsWith('format-') ? [action('editFormat', t('Edit input format'), true)] : [];
  return { tone: 'error', title: error.message, body: error.remedy, actions: [...next, action('showLog', t('Show log'))] };
}

export function action(id: Action['id'], label: string, primary = false): Action {
  return { id, label, primary };
}
