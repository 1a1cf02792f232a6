import assert from 'node:assert/strict';
import { fasterSentence, summary, whyNone } from '../src/faster';
import { untranslated } from '../src/translate';
import { faster, optimize } from './states';

const REFUSED = { origin: 'py-planted', reason: 'It prints something else on *sample 1*.', input_id: 'i1' };

describe('a faster version in a sentence', () => {
  it('says what is gained, on how many inputs both agreed, and how the cost grows', () => {
    assert.equal(fasterSentence(faster(), untranslated), '5.00× faster (4.80× to 5.20×), the same output on 1,812 inputs, growth n^2.0 → n');
  });

  it('says nothing of growth that was not measured on both sides', () => {
    assert.doesNotMatch(fasterSentence(faster({ growth_after: '' }), untranslated), /growth/);
  });
});

describe('the summary of a faster version', () => {
  it('has the changes with their reasons and the speed on each input', () => {
    const text = summary(optimize(), untranslated);
    assert.match(text, /^# solution.py: 5.00× faster/);
    assert.match(text, /- Line 6: Ask a set\. A list is searched\./);
    assert.match(text, /\| slow 1 \| 117 kB \| 2.00 s \| 400 ms \| 5.00× \| 4.80× to 5.20× \|/);
    assert.match(text, /no proof/);
    assert.doesNotMatch(text, /memory|Refused|edited/);
  });

  it('says of a program that had to be cut that it gains at least so much', () => {
    const [input] = faster().per_input;
    const cut = faster({ per_input: [{ ...input, at_least: true }] });
    assert.match(summary(optimize({ faster: cut }), untranslated), /\| ≥ 2.00 s \| 400 ms \| ≥ 5.00× \|/);
  });

  it('says what it costs or saves in memory, where that can be felt', () => {
    const said = (memory_reduction: number) => summary(optimize({ faster: faster({ memory_reduction }) }), untranslated);
    assert.match(said(2), /2.00× less memory/);
    assert.match(said(0.5), /2.00× more memory/);
  });

  it('says that the program was edited since', () => assert.match(summary(optimize({ stale: true }), untranslated), /edited since/));

  it('lists what was refused as it reads, also where nothing is shown', () => {
    const text = summary(optimize({ faster: null, refused: [REFUSED], warnings: ['No change gains.'] }), untranslated);
    assert.match(text, /no faster version is shown/);
    assert.match(text, /## Refused\n\n- py\\-planted: It prints something else on \\\*sample 1\\\*\./);
    assert.match(text, /No change gains\./);
  });
});

describe('where no faster version is shown', () => {
  it('the reason is said', () => {
    const none = { faster: null };
    assert.equal(whyNone(optimize({ ...none, warnings: ['first', 'No gain.'] }), untranslated), 'No gain.');
    assert.match(whyNone(optimize({ ...none, refused: [REFUSED] }), untranslated), /printed something else/);
    assert.match(whyNone(optimize({ ...none, state: 'stopped' }), untranslated), /stopped before/);
    assert.match(whyNone(optimize(none), untranslated), /Nothing was found/);
  });
});
