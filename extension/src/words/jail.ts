/** What holds the programs that a search runs, in words. */

import type { JailState } from '../protocol';
import type { Translate } from './translate';

/** Its name, and what it keeps in a sentence. Where nothing holds them the sentence says that. */
export function jailWords(jail: JailState, t: Translate): { name: string; sentence: string } {
  const isJail = jail.name !== '' && jail.name !== 'off';
  return {
    name: jail.name || t('none'),
    sentence: isJail ? t('Programs are run in a jail: {0}', jail.promise) : jail.promise.slice(0, 1).toUpperCase() + jail.promise.slice(1),
  };
}
