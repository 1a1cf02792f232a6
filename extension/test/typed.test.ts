import assert from 'node:assert';
import { atLeast, flag, text, words } from '../src/typed';

const ODD: unknown[] = [undefined, null, 7, Number.NaN, true, 'g++ ', [], ['-O2', 3, '-g'], {}, { trim: 1 }];

describe('a setting that was written by hand', () => {
  it('is a text or none', () => assert.deepEqual(ODD.map(text), ['', '', '', '', '', 'g++', '', '', '', '']));

  it('is a switch or as it is by default', () => {
    assert.deepEqual(ODD.map(value => flag(value, false)).filter(Boolean).length, 1);
    assert.equal(flag('false', true), true);
  });

  it('is a number that makes sense or the default', () => {
    assert.deepEqual([5, 0.5, 0, -3, '30', null, Number.POSITIVE_INFINITY].map(value => atLeast(0.5, value, 60)), [5, 0.5, 60, 60, 60, 60, 60]);
  });

  it('is a list of words, also where it is one text', () => {
    assert.deepEqual(ODD.map(words), [null, null, null, null, null, ['g++'], [], ['-O2', '-g'], null, null]);
    assert.deepEqual(words(' -O2  -std=c++20\n'), ['-O2', '-std=c++20']);
  });
});
