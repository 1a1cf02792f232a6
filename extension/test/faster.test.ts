import assert from 'node:assert/strict';
import { askedSentence } from '../src/models/asked';
import { withoutTicks } from '../src/searches/codeText';
import { fasterSentence, summary, whyNone } from '../src/searches/faster';
import { isInForce, keyEnvironment, secretName } from '../src/models/modelEndpoint';
import type { Settings } from '../src/settings';
import { untranslated } from '../src/words/translate';
import { asked, faster, optimize } from './states';

const REFUSED = { origin: 'py-planted', title: 'Plant it', reason: 'It prints something else on *sample 1*.', input_id: 'i1', conversation: '' };

describe('a faster version in a sentence', () => {
  it('says what is gained, on how many inputs both agreed, and how the cost grows', () => {
    assert.equal(fasterSentence(faster(), untranslated), '5.00× faster (4.80× to 5.20×), the same output on 1,812 inputs, growth n^2.0, now n');
  });

  it('says first that it ends within the time limit where the program does not', () => {
    const [input] = faster().per_input;
    const ends = { ...input, name: 'slow 1', before_s: 6, after_s: 0.4, at_least: true, within_limit: true };
    const standsFor = { ...input, name: 'slow 1 at n = 9,000', of: 'slow 1' };
    const found = faster({ per_input: [standsFor, ends], time_limit_s: 2 });
    assert.match(fasterSentence(found, untranslated), /^now within the time limit of 2.00 s, 5.00× faster \(/);
    assert.match(summary(optimize({ faster: found }), untranslated).replaceAll('\u00a0', ' '),
      /\| slow 1 at n = 9,000 \| .*\n\| slow 1, now within the time limit of 2.00 s \| 117 kB \| ≥ 6.00 s \|/);
  });

  it('says what held the programs that were run', () => {
    const jail = { name: 'bubblewrap', promise: 'no network' };
    assert.match(summary(optimize({ jail }), untranslated), /^Programs are run in a jail: no network \\\(bubblewrap\\\)\.$/m);
    assert.doesNotMatch(summary(optimize(), untranslated), /jail/);
  });

  it('says nothing of growth that was not measured on both sides', () => {
    assert.doesNotMatch(fasterSentence(faster({ growth_after: '' }), untranslated), /growth/);
  });
});

describe('the summary of a faster version', () => {
  it('says where nothing could be compared', () =>
    assert.match(summary(optimize({ faster: faster({ inputs_left_out: 2 }) }), untranslated), /on 1,812 inputs, 2 more not compared: no time, or no answer, growth/));

  it('keeps a number and its unit together', () =>
    assert.match(summary(optimize(), untranslated), /\| slow 1 \| 117\u00a0kB \|/));

  it('has the changes with their reasons and the speed on each input', () => {
    const text = summary(optimize(), untranslated);
    assert.match(text, /^# solution.py: 5.00× faster/);
    assert.match(text, /- Line 6: Ask a set\. A list is searched\./);
    assert.match(text.replaceAll('\u00a0', ' '), /\| slow 1 \| 117 kB \| 2.00 s \| 400 ms \| 5.00× \| 4.80× to 5.20× \|/);
    assert.match(text, /no proof/);
    assert.doesNotMatch(text, /memory|Refused|edited/);
  });

  it('ends a model\'s own sentence once', () => {
    const change = { rule: 'model profile 1', line: 2, title: 'A tree finds the place.', reason: 'It was proven.', conversation: 'c1' };
    assert.match(summary(optimize({ faster: faster({ changes: [change] }) }), untranslated), /- Line 2: A tree finds the place\. It was proven\./);
  });

  it('says why it is faster in a sentence', () => {
    const change = { rule: 'py-in-main', line: 5, title: 'Run the loops in a function', reason: 'variables are looked up by name', conversation: '' };
    assert.match(summary(optimize({ faster: faster({ changes: [change] }) }), untranslated), /in a function\. Variables are looked up by name\.\n/);
  });

  it('says of a program that had to be cut that it gains at least so much', () => {
    const [input] = faster().per_input;
    const cut = faster({ per_input: [{ ...input, at_least: true }], at_least: true });
    assert.match(summary(optimize({ faster: cut }), untranslated), /^# solution.py: at least 5.00× faster\n\nAt least 5.00× faster \(/);
    assert.match(summary(optimize({ faster: cut }), untranslated), /\| ≥\u00a02.00\u00a0s \| 400\u00a0ms \| ≥\u00a05.00× \|/);
  });

  it('claims nothing of an input on which both had to be cut', () => {
    const [input] = faster().per_input;
    const text = summary(optimize({ faster: faster({ per_input: [input, { ...input, at_least: true, both_cut: true, ratio: 1 }] }) }), untranslated);
    assert.match(text, /\| ≥\u00a0400\u00a0ms \| not measured \| both were cut \|/);
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
    assert.match(text, /## Refused\n\n- Plant it: It prints something else on \\\*sample 1\\\*\./);
    assert.match(text, /No change gains\./);
  });
});

describe('names between backticks', () => {
  it('are code in the summary, and nothing else in it is', () => {
    const change = { rule: 'py-searched-set', line: 6, title: 'Ask a set beside `seen_all`', reason: 'One * or ` alone is text.', conversation: '' };
    const text = summary(optimize({ faster: faster({ changes: [change] }) }), untranslated);
    assert.ok(text.includes('Ask a set beside `seen_all`. One \\* or \\` alone is text.'));
  });

  it('are as they are where nothing can be drawn as code', () => assert.equal(withoutTicks('ask `seen`, not `a`'), 'ask seen, not a'));
});

describe('what a language model was asked', () => {
  it('stands in the summary round by round, with what it cost', () => {
    const text = summary(optimize({ asked: asked() }), untranslated);
    assert.match(text, /## Asked of a language model\n\nsmall was asked 2 times: 1,591 tokens sent, 263 received\./);
    assert.match(text, /- optimise\\-profile, sample 1, round 1: refused\. It prints something else on tiny input 14\./);
    assert.match(text, /- optimise\\-profile, sample 1, round 2: taken\. A `stack` of heights\./);
    assert.doesNotMatch(summary(optimize(), untranslated), /language model/);
  });

  it('says what was only estimated', () => assert.match(askedSentence(asked({ estimated: true }), untranslated), /about 1,591 tokens/));
});

describe('the key of an endpoint', () => {
  it('is in force where a model of that endpoint is asked', () => {
    const asked = { modelBaseUrl: 'http://h:1/v1', modelName: 'm', modelEnabled: true } as Settings;
    assert.equal(isInForce(secretName('http://h:1/v1/'), asked), true);
    assert.equal(isInForce(secretName(''), asked), false);
    assert.equal(isInForce(secretName('http://h:1/v1'), { ...asked, modelName: '' }), false);
    assert.equal(isInForce(secretName('http://h:1/v1'), { ...asked, modelEnabled: false }), false);
  });

  it('goes with the endpoint that it was given for, and no other', () => {
    assert.deepEqual(keyEnvironment('http://h:1/v1/', 'k'), { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: 'http://h:1/v1' });
    assert.deepEqual(keyEnvironment('', 'k'), { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: '' });
    assert.deepEqual(keyEnvironment('http://h:1/v1', undefined), {});
    assert.notEqual(secretName('http://h:1/v1'), secretName(''));
    assert.equal(secretName('http://h:1/v1/'), secretName('http://h:1/v1'));
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
