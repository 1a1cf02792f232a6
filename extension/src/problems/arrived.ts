/** What is said of problems that came from the browser. Knows no editor. */

import type { ArrivedProblems } from '../protocol';
import type { Translate } from '../words/translate';

/** A. String Task: 3 samples. / 4 problems of AtCoder Beginner Contest 096. 1 didn't arrive. */
export function arrivedSentence({ contest, problems, missing, error }: ArrivedProblems, t: Translate): string {
  const said: string[] = [];
  const [first] = problems;
  if (problems.length === 1) said.push(first.samples === 1 ? t('{0}: 1 sample.', first.name) : t('{0}: {1} samples.', first.name, first.samples));
  if (problems.length > 1) said.push(t('{0} problems of {1}.', problems.length, contest || t('a contest')));
  const known = problems.filter(each => !each.is_new).length;
  if (known > 0) said.push(known === 1 && problems.length === 1 ? t('Your program was there before; it is as you left it.') : t('Programs that were there before are as you left them: {0}.', known));
  if (missing > 0) said.push(t('{0} didn\'t arrive; send them again.', missing));
  for (const each of problems) said.push(...each.notes.map(note => (problems.length === 1 ? note : `${each.name}: ${note}`)));
  if (error) said.push(`${error.message} ${error.remedy}`.trim());
  return said.join(' ');
}
