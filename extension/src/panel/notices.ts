/** What every search has over its list: notices, and the jail among the figures. */

import { askedSentence } from '../models/asked';
import { jailWords } from '../words/jail';
import { count } from '../words/numbers';
import type { AskedState, ErrorState, JailState } from '../protocol';
import type { Translate } from '../words/translate';
import type { Action, Fact, Notice } from './messages';

/** What failed, with what can be done about it. */
export function failure(error: ErrorState, t: Translate): Notice {
  const next = error.code === 'tool-missing' ? [action('settings', t('Open settings'), true)]
    : error.code.startsWith('format-') ? [action('editFormat', t('Edit input format'), true)] : [];
  return { tone: 'error', title: error.message, body: error.remedy, actions: [...next, action('showLog', t('Show log'))] };
}

export function action(id: Action['id'], label: string, primary = false): Action {
  return { id, label, primary };
}

/** What asking a language model cost so far; nothing where none was asked. */
export function askedFacts(asked: AskedState | null, t: Translate): Fact[] {
  if (!asked) return [];
  const { prompt_tokens: sent, completion_tokens: received } = asked;
  return [{ id: 'tokens', label: t('tokens'), value: count(sent + received), title: askedSentence(asked, t) }];
}

/** What holds the programs that it runs; nothing before it began. */
export function jailFacts(jail: JailState | null, t: Translate): Fact[] {
  if (!jail) return [];
  const { name, sentence } = jailWords(jail, t);
  return [{ id: 'jail', label: t('jail'), value: name, title: sentence }];
}
