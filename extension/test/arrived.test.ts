import assert from 'node:assert/strict';
import { arrivedSentence } from '../src/problems/arrived';
import type { ArrivedProblem, ArrivedProblems } from '../src/protocol';
import { untranslated } from '../src/words/translate';

const problem = (name: string, changed: Partial<ArrivedProblem> = {}): ArrivedProblem =>
  ({ name, path: `/work/${name}/${name}.cpp`, samples: 2, is_new: true, notes: [], ...changed });
const arrived = (changed: Partial<ArrivedProblems>): string =>
  arrivedSentence({ contest: 'Round 12', problems: [], missing: 0, error: null, ...changed }, untranslated);

describe('problems from the browser', () => {
  it('are told in a sentence each', () => {
    assert.equal(arrived({ problems: [problem('A')] }), 'A: 2 samples.');
    assert.equal(arrived({ problems: [problem('A', { samples: 1, is_new: false })] }), 'A: 1 sample. Your program was there before; it is as you left it.');
    assert.equal(arrived({ problems: [problem('A'), problem('B', { is_new: false, notes: ['It is interactive.'] })], missing: 1 }),
      '2 problems of Round 12. Programs that were there before are as you left them: 1. 1 didn\'t arrive; send them again. B: It is interactive.');
    assert.equal(arrived({ error: { code: 'usage', message: 'It leads out.', remedy: 'Remove the link.' } }), 'It leads out. Remove the link.');
  });
});
