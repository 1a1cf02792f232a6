import assert from 'node:assert/strict';
import { variablesOf } from '../src/problems/formatText';

describe('the text of an input format', () => {
  it('has the variables that its lines declare', () => {
    const text = '# c: int 1..9\nt: int 1..9\ntests: cases[t]\n  n: int 1..9; m: int 0..9\n  rows[m]: u: int 1..n; w: word 1..9 of "a-z"\n  a: int[n] 1..9\n  where a > 0\n';
    assert.deepEqual(variablesOf(text), ['t', 'n', 'm', 'u', 'w', 'a']);
  });
});
