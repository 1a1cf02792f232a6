import assert from 'node:assert/strict';
import { isolated, pieces } from '../src/words/bidi';
import { breakingView } from '../src/panel/breaking';
import { doubtNotice } from '../src/panel/validity';
import { untranslated } from '../src/words/translate';
import { breaking, campaign, search } from './states';

const HEBREW = 'מובטח שכל המספרים שונים';
const FIRST = '\u2068';
const LAST = '\u2069';

describe('text that is written from right to left', () => {
  it('is isolated, and all other text is left as it is', () => {
    for (const text of [HEBREW, 'عدد صحيح', 'n שלום']) assert.equal(isolated(text), `${FIRST}${text}${LAST}`);
    for (const text of ['', 'n ≤ 100', 'Даны n чисел', '数列の長さ', 'naïve 𝑛']) assert.equal(isolated(text), text);
  });

  it('keeps every token of an output at its place', () => {
    assert.deepEqual(pieces('1 שלום 2').map(piece => [piece.text, piece.isolated]), [['1', false], [' ', false], ['שלום', true], [' ', false], ['2', false]]);
    assert.deepEqual(pieces('1 2\n'), [{ text: '1 2\n', isolated: false }]);
  });

  it('stands in a sentence about the statement as the statement has it', () => {
    const doubts = [{ kind: 'sentence', text: 'it may restrict the input.', line: 7, quote: `${HEBREW}\n(n ≤ 100)`, proposal: '' }];
    const notice = doubtNotice(campaign({ doubts }), '', untranslated);
    assert.ok(notice?.doubts?.[0].text.includes(`“${FIRST}${HEBREW} (n ≤ 100)${LAST}”`), notice?.doubts?.[0].text);
  });

  it('stands in a sentence about outputs', () => {
    const found = breaking({ difference: { token: 2, line: 1, expected: 'שלום', actual: '6' } });
    assert.equal(breakingView(search({ breaking: found }), untranslated).found?.headline, `Token 2 of the output is 6 and should be ${FIRST}שלום${LAST}`);
  });
});
