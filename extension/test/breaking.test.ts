import assert from 'node:assert/strict';
import { Breaks } from '../src/searches/breaks';
import { outputsOf } from '../src/searches/outputs';
import { breakingView, tokenAt, type BreakingView } from '../src/panel/breaking';
import { told } from '../src/panel/told';
import { panelState, type Situation } from '../src/panel/panelState';
import type { BreakingState, BreakState } from '../src/protocol';
import { untranslated } from '../src/words/translate';
import { asked, breaking, campaign, search } from './states';

const A = 'file:///a.cpp';
const B = 'file:///b.py';

function view(part: Partial<BreakState> = {}): BreakingView {
  return breakingView(search(part), untranslated);
}

function found(part: Partial<BreakingState> = {}): NonNullable<BreakingView['found']> {
  const made = view({ breaking: breaking(part) }).found;
  assert.ok(made);
  return made;
}

describe('the searches for breaking inputs of a window', () => {
  it('name the one that goes on, of those that are over none', () => {
    const breaks = new Breaks();
    breaks.update(search({ uri: A, break_id: 'a', state: 'running' }));
    breaks.update(search({ uri: B, break_id: 'b', state: 'finished' }));
    assert.deepEqual([breaks.liveId('a'), breaks.liveId('b'), breaks.liveId('c'), breaks.liveId()], ['a', undefined, undefined, undefined]);
    breaks.activate(A);
    assert.equal(breaks.liveId(), 'a');
    breaks.preparing(A, 'a.cpp');
    assert.equal(breaks.liveId(), '', 'it has no name yet');
  });

  it('keep the reason why a start was refused, or was not answered', async () => {
    const breaks = new Breaks();
    await breaks.started(A, 'a.cpp', Promise.resolve({ error: null }), '');
    assert.equal(breaks.of(A), undefined);
    await breaks.started(A, 'a.cpp', Promise.reject(new Error('gone')), 'look');
    assert.deepEqual([breaks.of(A)?.state, breaks.of(A)?.error], ['failed', { code: 'error', message: 'gone', remedy: 'look' }]);
  });

  it('show the one of the active document, else the one that changed last', () => {
    const breaks = new Breaks();
    breaks.update(search({ uri: A, break_id: 'a' }));
    breaks.update(search({ uri: B, break_id: 'b' }));
    assert.equal(breaks.shown()?.break_id, 'b');
    breaks.activate(A);
    breaks.activate('');
    assert.equal(breaks.shown()?.break_id, 'a');
  });

  it('show a new start at once, and not the end of the one it superseded', () => {
    const breaks = new Breaks();
    breaks.update(search({ uri: A, break_id: 'old' }));
    breaks.preparing(A, 'a.cpp', { seed: 1 });
    breaks.update(search({ uri: A, break_id: 'old', state: 'stopped' }));
    assert.deepEqual([breaks.of(A)?.state, breaks.of(A)?.seed], ['preparing', 1]);
  });

  it('have failed when the server is gone, but for those that are over or not begun yet', () => {
    const breaks = new Breaks();
    const gone = { code: 'server-gone', message: 'gone', remedy: 'again' };
    breaks.update(search({ uri: A, break_id: 'a', breaking: breaking() }));
    breaks.update(search({ uri: B, break_id: 'b', state: 'finished' }));
    breaks.preparing('file:///c.cpp', 'c.cpp');
    breaks.lost(gone);
    assert.deepEqual([A, B, 'file:///c.cpp'].map(uri => breaks.of(uri)?.state), ['failed', 'finished', 'preparing']);
    assert.equal(breaks.of(A)?.breaking?.input_id, 'b1');
  });
});

describe('the outputs of a breaking input', () => {
  it('are read where they are long, and left out where they are gone', async () => {
    const failed: unknown[] = [];
    const read = (id: string) => id === 'gone' ? Promise.reject(new Error('This is not kept any more.')) : Promise.resolve(`<${id}>`);
    const outputs = (part: Partial<BreakingState>) => outputsOf(breaking(part), read, error => failed.push(error));
    assert.deepEqual(await outputs({ expected_text: null, expected_id: 'e', actual_text: 'two', actual_id: 'a' }), { expected: '<e>', actual: 'two' });
    assert.deepEqual(await outputs({ expected_text: null, expected_id: '', actual_text: null, actual_id: 'a' }), { expected: null, actual: '<a>' });
    assert.equal(failed.length, 0);
    assert.deepEqual(await outputs({ expected_text: null, expected_id: 'gone', actual_text: null, actual_id: 'a' }), { expected: null, actual: '<a>' });
    assert.match(String(failed), /not kept any more/);
  });
});

describe('a search for a breaking input says what to do next', () => {
  const cases: [string, Partial<BreakState>, string, string[]][] = [
    ['preparing', { state: 'preparing', break_id: '' }, 'Preparing', []],
    ['running', {}, 'Breaking', ['stopBreaking']],
    ['running, with a find', { breaking: breaking() }, 'Broken', ['stopBreaking']],
    ['finished with a find', { state: 'finished', breaking: breaking() }, 'Broken', ['breakAgain', 'breakAgainst', 'compareOutputs', 'editFormat']],
    ['finished with what is not sure', { state: 'finished', breaking: breaking({ is_sure: false, doubts: ['It may be invalid.'] }) }, 'Perhaps broken',
      ['breakAgain', 'breakAgainst', 'compareOutputs', 'editFormat', 'editFormat', 'breakAgainst', 'compareOutputs']],
    ['finished without', { state: 'finished' }, 'Not broken', ['breakAgain', 'breakAgainst', 'compareOutputs', 'editFormat', 'breakAgainst']],
    ['failed without a compiler', { state: 'failed', error: { code: 'tool-missing', message: 'no g++', remedy: 'install it' } },
      'Failed', ['breakAgain', 'breakAgainst', 'compareOutputs', 'editFormat', 'settings', 'showLog']],
  ];
  for (const [title, part, label, actions] of cases) {
    it(title, () => {
      const drawn = view(part);
      assert.equal(drawn.label, label);
      assert.deepEqual([...drawn.actions, ...(drawn.notice?.actions ?? [])].map(action => action.id), actions);
      assert.ok(drawn.found !== null || drawn.notice !== null);
    });
  }

  it('says what it took for granted first, and below the find once there is one', () => {
    const drawn = (part: Partial<BreakState>) => view({ assumed: ['n'], warnings: ['No limits are known.'], ...part });
    assert.deepEqual([drawn({}).warnings.length, drawn({}).notes.length], [2, 0]);
    assert.deepEqual([drawn({ breaking: breaking() }).warnings, drawn({ breaking: breaking() }).notes.length], [[], 2]);
  });

  it('tells a find that is not sure apart, with what speaks against it', () => {
    const drawn = view({ breaking: breaking({ is_sure: false, doubts: ['Nothing stands for "distinct".', 'Only a sample says so.'] }) });
    assert.deepEqual([drawn.label, drawn.found?.tag.text, drawn.found?.tone], ['Breaking', 'WA?', 'slow']);
    assert.equal(drawn.notice?.body, '• Nothing stands for "distinct".\n• Only a sample says so.');
  });

  it('says how outputs are compared', () => {
    assert.deepEqual(view({ compared: 'token by token' }).notes, ['Outputs are compared: token by token.']);
  });

  it('says against what nothing was found, and that this proves little', () => {
    assert.match(view({ state: 'finished' }).notice?.body ?? '', /840 runs agree with brute\.py\. That proves nothing/);
    assert.match(view({ state: 'finished', executions: 1 }).notice?.body ?? '', /^One run agrees with/);
    assert.match(view({ state: 'finished', executions: 0, references: [] }).notice?.body ?? '', /^Nothing was run before it ended/);
    const [choose] = view({ state: 'finished', references: [] }).notice?.actions ?? [];
    assert.deepEqual([choose.id, choose.primary], ['breakAgainst', true]);
  });

  it('says what is known from before where no other input was found', () => {
    const { notice } = view({ state: 'finished', earlier: [breaking(), breaking({ sizes: '' })] });
    assert.equal(notice?.title, 'No other input was found that breaks it');
    assert.match(notice?.body ?? '', /test explorer: WA, n = 2; WA\./);
  });

  it('says how many tokens a model took, and leads to what it was asked, before anything has run', () => {
    const made = view({ state: 'running', executions: 0, executions_per_s: 0, asked: asked() });
    assert.deepEqual(made.facts.map(({ id, value }) => [id, value]), [['tokens', '1.85k']]);
    assert.match(made.facts[0].title, /small was asked 2 times/);
    assert.deepEqual(made.actions.map(({ id }) => id), ['stopBreaking', 'breakAsked']);
    assert.equal(view({ state: 'finished' }).actions.some(({ id }) => id === 'breakAsked'), false);
  });

  it('says what holds the programs, before anything has run, and where nothing does', () => {
    const jail = (name: string, promise: string) => view({ executions: 0, executions_per_s: 0, jail: { name, promise } }).facts.map(({ id, value, title }) => [id, value, title]);
    assert.deepEqual(jail('bubblewrap', 'no network'), [['jail', 'bubblewrap', 'Programs are run in a jail: no network']]);
    assert.deepEqual(jail('off', 'programs run with your rights'), [['jail', 'off', 'Programs run with your rights']]);
  });

  it('says in lines what hovers say of what was found', () => {
    assert.ok(told(view({ state: 'finished', breaking: breaking() })).some(line => line.endsWith(': Where the input came from')));
  });

  it('strikes out a reference that is not believed, and says why', () => {
    const refused = { name: 'bad.cpp', role: 'given' as const, usable: false, reason: 'It is wrong on sample 1.' };
    assert.deepEqual(view({ references: [refused] }).references, [
      { name: 'bad.cpp', role: 'chosen', usable: false, title: 'It is wrong on sample 1.' }]);
    assert.equal(view({ references: [{ ...refused, role: 'wider' }] }).references[0].role, 'itself with wider integers');
  });
});

describe('a breaking input', () => {
  it('has its verdict, what differs, how small it is, and what kind of bug it shows', () => {
    const shown = found();
    assert.deepEqual([shown.tag, shown.tone], [{ text: 'WA', title: 'Wrong answer' }, 'bad']);
    assert.equal(shown.headline, 'Token 2 of the output is 6 and should be 5');
    assert.deepEqual(shown.remarks.map(remark => remark.text), ['n = 2 · 4 B', 'judged by brute.py', 'all inputs up to n = 3']);
    assert.deepEqual([shown.category?.text, shown.category?.title], ['structural edge case', '70% sure']);
    assert.match(shown.label, /^Wrong answer, Token 2 of the output/);
  });

  it('says a kind of bug that is not sure with a perhaps', () => {
    const unsure = { category: 'greedy' as const, confidence: 0.35, evidence: [], origin: 'evidence' };
    assert.equal(found({ category: unsure }).category?.text, 'perhaps greedy choice');
  });

  it('stands beside both outputs, the wrong token marked in each', () => {
    const marked = found().texts.map(({ id, text, mark }) => [id, mark && text.slice(mark.start, mark.end)]);
    assert.deepEqual(marked, [['input', null], ['expected', '5'], ['actual', '6']]);
  });

  it('says where an output ends too early or too late', () => {
    const ends = (expected: string, actual: string) => found({ difference: { token: 3, line: 1, expected, actual } }).headline;
    assert.equal(ends('7', ''), 'The output ends before its token 3, which should be 7');
    assert.equal(ends('', '8'), 'The output should end before its token 3, which is 8');
    assert.deepEqual(found({ difference: { token: 3, line: 1, expected: '7', actual: '' } }).texts[2].mark, null);
  });

  it('offers no difference where the program printed nothing to compare', () => {
    const crashed = found({ failing: 'RE', reason: 'division by zero', expected_id: '', actual_id: '', expected_text: null, actual_text: null, difference: null });
    assert.deepEqual([crashed.headline, crashed.actions], ['Division by zero', ['open', 'save', 'replay']]);
    assert.deepEqual(crashed.texts.map(text => text.id), ['input']);
  });

  it('shows the other input where the same is asked in another way', () => {
    const { texts } = found({ expected_text: null, difference: null, other_text: '2\n2 1\n' });
    assert.deepEqual(texts.map(text => text.id), ['input', 'actual', 'other']);
  });

  it('shows no texts where they are too long', () => {
    assert.deepEqual(found({ input_text: null, expected_text: null, actual_text: null }).texts, []);
  });

  it('names the lines that matter where they are now', () => {
    const { places } = found({
      complaint: { kind: 'overflow', message: 'signed integer overflow', line: 3, lsp_line: 4 },
      divergence: {
        line: 9, lsp_line: null, accepted_line: 10, hits: 5, accepted_hits: 4,
        values: [{ name: 'i', value: '3', accepted_value: '2' }, { name: 'n', value: '2', accepted_value: '2' }],
      },
    });
    assert.deepEqual(places.map(({ line, lspLine }) => [line, lspLine]), [['5', 4], ['(9)', null]]);
    assert.equal(places[0].sentence, 'Signed integer overflow');
    assert.match(places[1].sentence, /this line runs 5 times, its line 10 4 times\./);
    assert.deepEqual(places[1].values.map(({ name, differs }) => [name, differs]), [['i', true], ['n', false]]);
  });

  it('says how it leaves the accepted version, also where both go the same way', () => {
    const said = (part: object) => found({
      divergence: { line: 9, lsp_line: 8, accepted_line: 10, hits: 1, accepted_hits: 1, values: [], ...part },
    }).places[0].sentence;
    assert.equal(said({}), 'Here it first differs from the accepted version (its line 10).');
    assert.match(said({ accepted_hits: 0 }), /this line runs once, its line 10 0 times\.$/);
    assert.match(said({ accepted_line: null }), /this line runs once, and is not there\.$/);
  });

  it('says that the program was edited since', () => {
    const edited = view({ breaking: breaking(), stale: true }).found;
    assert.ok(edited?.remarks.some(remark => /edited since/.test(remark.text)));
  });
});

describe('the token of an output', () => {
  it('is found by its number, over blanks and lines', () => {
    assert.deepEqual(tokenAt('  10\n20  30', 2), { start: 5, end: 7 });
    assert.equal(tokenAt('10', 2), null);
    assert.equal(tokenAt('', 1), null);
  });
});

describe('the panel with both kinds of search', () => {
  function both(situation: Situation) {
    return panelState({ situation, campaign: campaign(), breaking: search({ breaking: breaking() }), solutionOpen: true, statementDeclined: false }, untranslated);
  }

  it('has a head for each', () => {
    const state = both({ kind: 'ready' });
    assert.deepEqual([state.label, state.breaking?.label], ['Running', 'Broken']);
  });

  it('says in both what hinders all', () => {
    const state = both({ kind: 'broken', message: 'no Python', remedy: 'install it' });
    assert.deepEqual([state.kind, state.breaking?.kind], ['broken', 'broken']);
    assert.equal(state.breaking?.found?.inputId, 'b1');
  });
});
