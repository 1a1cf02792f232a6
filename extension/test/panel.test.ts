import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { PanelState } from '../src/panel/messages';
import { page } from '../src/panel/page';
import { panelState, type Situation } from '../src/panel/panelState';
import { growthText } from '../src/panel/growth';
import { growthShapes } from '../src/panel/growthShapes';
import { plotShapes } from '../src/panel/plot';
import { columns, rowViews } from '../src/panel/rows';
import { told } from '../src/panel/told';
import type { CampaignState, GrowthState } from '../src/protocol';
import { untranslated } from '../src/words/translate';
import { campaign, fault, growth, row } from './states';

function state(part: Partial<CampaignState> | null, situation: Situation = { kind: 'ready' }, solutionOpen = true, statementDeclined = false): PanelState {
  return panelState({ situation, campaign: part === null ? undefined : campaign(part), breaking: undefined, solutionOpen, statementDeclined }, untranslated);
}

describe('the panel says what to do next', () => {
  const cases: [string, PanelState, string, string[]][] = [
    ['untrusted', state(null, { kind: 'untrusted' }), 'untrusted', ['trust']],
    ['broken', state(null, { kind: 'broken', message: 'no Python', remedy: 'install' }), 'broken', ['restart', 'settings', 'showLog']],
    ['empty, with a solution open', state(null), 'empty', ['find', 'break']],
    ['empty, without one', state(null, { kind: 'ready' }, false), 'empty', ['walkthrough']],
    ['preparing', state({ state: 'preparing' }), 'preparing', ['stop']],
    ['running', state({ state: 'running' }), 'running', ['pause', 'stop', 'editFormat']],
    ['paused', state({ state: 'paused' }), 'paused', ['resume', 'stop', 'editFormat']],
    ['finished', state({ state: 'finished' }), 'finished', ['find', 'editFormat', 'settings']],
    ['finished with rows', state({ state: 'finished', rows: [row()] }), 'finished', ['find', 'editFormat']],
    ['stopped', state({ state: 'stopped', rows: [row()] }), 'stopped', ['find', 'editFormat']],
    ['failed for want of a compiler', state({ state: 'failed', error: { code: 'tool-missing', message: 'no g++', remedy: 'install it' } }),
      'failed', ['find', 'editFormat', 'settings', 'showLog']],
    ['failed otherwise', state({ state: 'failed', error: { code: 'compile-failed', message: 'no', remedy: '' } }), 'failed', ['find', 'editFormat', 'showLog']],
    ['failed without an input format', state({ state: 'failed', error: { code: 'format-unknown', message: 'no', remedy: '' } }),
      'failed', ['find', 'editFormat', 'editFormat', 'showLog']],
    ['running with a format that was changed since', state({ format_changed: true }), 'running', ['find', 'pause', 'stop', 'editFormat']],
  ];
  for (const [title, drawn, kind, actions] of cases) {
    it(title, () => {
      assert.equal(drawn.kind, kind);
      assert.deepEqual([...drawn.actions, ...(drawn.notice?.actions ?? [])].map(action => action.id), actions);
      assert.ok(drawn.rows.length > 0 || drawn.notice !== null);
    });
  }

  it('asks once where no statement is found, beside the rows, and waits for nothing', () => {
    const asked = state({ without_statement: true, assumed: ['n'], rows: [row()] });
    assert.deepEqual(asked.notice?.actions.map(({ id, label }) => [id, label]), [['pasteStatement', 'Paste statement'],
      ['chooseStatement', 'From a file…'], ['askSizes', 'How large may n be?'], ['withoutStatement', 'Go on without']]);
    assert.deepEqual([asked.rows.length, asked.warnings], [1, []]);
    const sure = state({ without_statement: true, rows: [row()] });
    assert.deepEqual(sure.notice?.actions.map(({ id }) => id), ['pasteStatement', 'chooseStatement', 'withoutStatement']);
    const declined = state({ without_statement: true, assumed: ['n'], rows: [row()] }, { kind: 'ready' }, true, true);
    assert.equal(declined.notice, null);
    assert.match(declined.warnings[0], /bounds of n are assumed/);
  });

  it('names the failure and its remedy', () => {
    const { notice } = state({ state: 'failed', error: { code: 'tool-missing', message: 'no g++', remedy: 'install it' } });
    assert.deepEqual([notice?.tone, notice?.title, notice?.body], ['error', 'no g++', 'install it']);
  });
});

describe('the state line', () => {
  it('has elapsed time, runs and their rate', () => {
    const facts = state({}).facts.map(fact => [fact.id, fact.value]);
    assert.deepEqual(facts, [['elapsed', '7 s'], ['executions', '12.4k'], ['speed', '1.68k'], ['limit', '2 s']]);
    const jail = { name: 'bubblewrap', promise: 'no network' };
    assert.deepEqual(state({ jail }).facts.at(-1), { id: 'jail', label: 'jail', value: 'bubblewrap', title: 'Programs are run in a jail: no network' });
  });

  it('says in lines all that its hovers say, for who has no mouse', () => {
    const shown = state({ jail: { name: 'bubblewrap', promise: 'no network' }, phase: 'Small worlds: a phase whose name is cut in a narrow window.' });
    const lines = told(shown).join('\n');
    for (const words of [shown.fileName, shown.detail, ...shown.facts.map(({ title }) => title)]) assert.ok(words && lines.includes(words), words);
  });

  it('says whose limit times are compared with', () => {
    const limit = (part: Partial<CampaignState>) => state(part).facts.find(({ id }) => id === 'limit');
    assert.deepEqual([limit({})?.label, limit({})?.title], ['limit', "The problem's time limit is 2 s."]);
    const assumed = limit({ limit_s: 1.5, limit_assumed: true, limit: 'The problem states no time limit: 1.5 s are assumed.' });
    assert.deepEqual([assumed?.label, assumed?.value], ['assumed limit', '1.5 s']);
    assert.match(assumed?.title ?? '', /1\.5 s are assumed\. The setting slowpath\.timeLimit/);
    assert.equal(limit({ limit_s: null }), undefined);
  });

  it('says what the search came to over its rows, and in a notice where there are none', () => {
    const said = 'No slow input was found. Linear on everything tried (40.3k runs, 14 shapes).';
    const large = row({ group: 'large' });
    const phase = 'The last 80% of the search found nothing slower.';
    const over = state({ state: 'finished', rows: [large], said, found: 'large', phase });
    assert.deepEqual([over.said, over.detail], [{ text: `${said} ${phase}`, tone: 'fine' }, '']);
    assert.equal(state({ state: 'finished', rows: [row({ over: true })], said, found: 'slow' }).said?.tone, 'over');
    assert.equal(state({ state: 'finished', said, found: 'none' }).notice?.title, said);
    assert.equal(state({ rows: [row()] }).said, null);
  });

  it('says which bounds are assumed, until the user has written them', () => {
    assert.match(state({ assumed: ['n', 'a'] }).warnings[0], /bounds of n, a are assumed/);
    assert.deepEqual(state({ assumed: ['n'], format_changed: true }).warnings, []);
    assert.deepEqual(state({ assumed: ['n'], state: 'failed', error: { code: 'compile-failed', message: 'no', remedy: '' } }).warnings, []);
  });

  it('says at the end how sure it is that there is nothing worse', () => {
    const phase = 'The last 80% of the search found nothing slower.';
    const details = (['finished', 'stopped'] as const).map(over => state({ state: over, phase }).detail);
    assert.deepEqual(details, [phase, '']);
  });

  it('searches only once something was run', () => {
    assert.equal(state({ executions: 0 }).notice?.title, 'Preparing the search');
    assert.equal(state({ executions: 1 }).notice?.title, 'Searching');
  });

  it('gives a slow rate its digits', () => {
    const speeds = [0.126, 0.96, 3.14, 9.96, 1680].map(executions_per_s => state({ executions_per_s }).facts.find(({ id }) => id === 'speed')?.value);
    assert.deepEqual(speeds, ['0.13', '1.0', '3.1', '10', '1.68k']);
  });

  it('makes the restart with a changed format the first thing to do', () => {
    const first = state({ state: 'paused', format_changed: true }).actions.filter(action => action.primary);
    assert.deepEqual(first.map(action => [action.id, action.label]), [['find', 'Search again with the changed format']]);
  });

  it('offers nothing to steer in a window that only watches', () => {
    const watched = state({ owned: false });
    assert.deepEqual([watched.actions, watched.detail], [[], 'runs in another window']);
  });

  it('keeps the rows on show while the server starts again', () => {
    const starting = state({ rows: [row()] }, { kind: 'starting', message: 'again' });
    assert.deepEqual([starting.kind, starting.detail, starting.rows.length], ['starting', 'again', 1]);
  });
});

describe('a row', () => {
  it('puts its time against the limit first, then how many times a typical input it costs', () => {
    const [view] = rowViews(campaign({ rows: [row()] }), untranslated);
    assert.deepEqual([view.cells.time.text, view.spread, view.cells.ratio.text, view.cells.size.text, view.over],
      ['840 ms of 2 s', '± 20', '12.3×', '1.91 MB', false]);
    assert.match(view.cells.time.title, /^The problem's time limit is 2 s\.\n.*38,600,000 counted steps/s);
  });

  it('is over the limit where the server says so', () => {
    const [view] = rowViews(campaign({ rows: [row({ over: true, cpu_s: 1.2 })], limit_s: 1 }), untranslated);
    assert.deepEqual([view.cells.time.text, view.over], ['1.20 s of 1 s', true]);
  });

  it('says nothing of typical inputs before they were measured', () => {
    const [view] = rowViews(campaign({ rows: [row({ times_typical: null, typical: '' })] }), untranslated);
    assert.deepEqual([view.cells.ratio.text, view.cells.ratio.title], ['', 'Not yet compared with typical inputs of its size']);
  });

  it('says what its input looks like, all of it on hover', () => {
    const [view] = rowViews(campaign({ rows: [row()] }), untranslated);
    assert.equal(view.cells.origin.text, 'sorted, all values distinct');
    assert.match(view.cells.origin.title, /How it was made: pattern: sorted/);
  });

  it('has no spread where it was run once', () => {
    const [view] = rowViews(campaign({ rows: [row({ cpu_s_spread: 0 })] }), untranslated);
    assert.deepEqual([view.cells.time.text, view.spread], ['840 ms of 2 s', '']);
    assert.match(view.cells.time.title, /in a single run/);
  });

  it('says that a cut run costs at least what was measured', () => {
    const [view] = rowViews(campaign({ rows: [row({ at_least: true, verdict: 'TLE' })] }), untranslated);
    assert.deepEqual([view.cells.ratio.text, view.cells.time.text, view.spread, view.tone], ['≥ 12.3×', '≥ 840 ms of 2 s', '', 'slow']);
  });

  it('is one sentence for a screen reader', () => {
    const [view] = rowViews(campaign({ rows: [row()] }), untranslated);
    assert.equal(view.label, 'Rank 1: 840 ms of 2 s, 12.3× a typical input of its size, n = 200,000, sorted, all values distinct, verdict OK, likely valid');
  });

  it('stands in rank order with a bar relative to the slowest', () => {
    const rows = [row({ rank: 2, input_id: 'b', count: 100 }), row({ rank: 1, input_id: 'a', count: 400 })];
    assert.deepEqual(rowViews(campaign({ rows }), untranslated).map(view => [view.inputId, view.bar]), [['a', 1], ['b', 0.25]]);
  });

  it('stands below what is slow where it is only large, and last where it is doubtful', () => {
    const rows = [row({ input_id: 'a', group: 'doubtful', validity: 'doubtful' }), row({ input_id: 'b', rank: 2, group: 'large' }), row({ input_id: 'c', rank: 3 })];
    assert.deepEqual(rowViews(campaign({ rows }), untranslated).map(view => view.inputId), ['c', 'b', 'a']);
  });

  it('is marked when it belongs to the contrasting pair', () => {
    const rows = [row({ input_id: 'a' }), row({ input_id: 'b', rank: 2 }), row({ input_id: 'c', rank: 3 })];
    const views = rowViews(campaign({ rows, contrast_slow_id: 'a', contrast_fast_id: 'c' }), untranslated);
    assert.deepEqual(views.map(view => view.pair), ['slow', '', 'fast']);
  });
});

describe('how a row grows', () => {
  const cases: [string, Partial<GrowthState>, string][] = [
    ['a power with its interval', {}, 'about n^1.98 (1.90 to 2.06); at n = 200,000: 41.0 s'],
    ['steps where nobody knows their time', { predicted_s: null }, 'about n^1.98 (1.90 to 2.06); at n = 200,000: 120G steps'],
    ['an honest interval where it is wide', { predicted_low: 6e10, predicted_high: 2.4e11 },
      'about n^1.98 (1.90 to 2.06); at n = 200,000: 41.0 s (20.5 s to 82.0 s)'],
    ['nothing', { model: 'constant', formula: 'constant', predicted_s: null, predicted: 500, predicted_low: 490, predicted_high: 510 },
      'does not grow with n; at n = 200,000: 500 steps'],
    ['a sort', { model: 'linearithmic', formula: 'n log n', low: 1.05, high: 1.07 }, 'about n log n (as a power: 1.05 to 1.07); at n = 200,000: 41.0 s'],
    ['an exponential', { model: 'exponential', formula: '2^n', low: 0.99, high: 1.01, largest_n: 1000, predicted: 1e18, predicted_s: 1e9 },
      'about 2^n (1.99 to 2.01); at n = 1,000: more than 31.7 years'],
    ['a threshold', { model: 'threshold', formula: 'slow from n = 90,000 on' }, 'slow from n = 90,000 on; at n = 200,000: 41.0 s'],
    ['where measuring stopped', { remark: 'measured up to n = 34: a run at 36 would take about 40 s' },
      'about n^1.98 (1.90 to 2.06); at n = 200,000: 41.0 s\nmeasured up to n = 34: a run at 36 would take about 40 s'],
  ];
  for (const [title, part, said] of cases) {
    it(`says ${title}`, () => assert.equal(growthText(growth(part), untranslated), said));
  }

  it('has a cell below each heading', () => {
    const [view] = rowViews(campaign({ rows: [row()] }), untranslated);
    assert.deepEqual(columns(untranslated).map(({ id }) => id).sort(), Object.keys(view.cells).sort());
  });

  it('stands in the row, in its sentence, and behind its plot', () => {
    const [view] = rowViews(campaign({ rows: [row({ growth: growth() })] }), untranslated);
    assert.equal(view.cells.growth.text, 'n^1.98');
    assert.match(view.label, /grows about n\^1\.98/);
    assert.equal(view.plot?.points.length, 4);
    assert.deepEqual(rowViews(campaign({ rows: [row()] }), untranslated).map(({ cells, plot }) => [cells.growth.text, plot]), [['', null]]);
  });

  it('names the small input beside it and offers to open it', () => {
    const minimised = { input_id: 'm1', size: 90, sizes: 'n = 37', count: 900, cpu_s: 0.001, ratio: 12.3 };
    const [view] = rowViews(campaign({ rows: [row({ minimised })] }), untranslated);
    assert.deepEqual([view.twin?.inputId, view.twin?.text], ['m1', 'n = 37']);
    assert.match(view.twin?.title ?? '', /12\.3× the cost of a random input/);
    assert.deepEqual(view.actions, ['open', 'twin', 'contrast', 'save', 'replay']);
    assert.equal(rowViews(campaign({ rows: [row()] }), untranslated)[0].actions.includes('twin'), false);
  });

  it('says that counts differ from run to run', () => {
    const [view] = rowViews(campaign({ rows: [row({ count_spread: 1_200_000 })] }), untranslated);
    assert.equal(view.cells.ratio.text, '~ 12.3×');
    assert.match(view.cells.time.title, /differ by up to 1,200,000 steps/);
  });
});

describe('the faults', () => {
  it('stand in a list of their own, with how they fail', () => {
    const [view] = state({ faults: [fault()] }).faults;
    assert.deepEqual([view.inputId, view.verdict.text, view.reason.text, view.size.text], ['f1', 'RE', 'SIGSEGV', '4 B']);
    assert.equal(view.label, 'Run-time error: SIGSEGV, an input of 4 B, from mutation of #3, likely valid');
  });
});

describe('the plot of growth', () => {
  const box = { width: 300, height: 150 };
  const shapesOf = (part: Partial<GrowthState> = {}) => {
    const [view] = rowViews(campaign({ rows: [row({ growth: growth(part) })] }), untranslated);
    assert.ok(view.plot);
    return growthShapes(view.plot, box);
  };

  it('puts a power on a straight line', () => {
    const [a, b, c] = shapesOf().dots;
    assert.ok(Math.abs((b.y - a.y) / (b.x - a.x) - (c.y - b.y) / (c.x - b.x)) < 0.02);
    assert.deepEqual(shapesOf().xTicks.map(tick => tick.label), ['100', '1,000', '10.0k', '100k']);
  });

  it('tells what was measured from what is predicted', () => {
    const shapes = shapesOf();
    assert.equal(shapes.fit.split('L').length, 4);
    assert.equal(shapes.beyond.split('L').length, 2);
    assert.ok(shapes.predicted && shapes.predicted.high <= shapes.predicted.y && shapes.predicted.y <= shapes.predicted.low);
    assert.equal(shapesOf({ largest_n: 20_000 }).predicted, null);
  });

  it('marks runs that were cut', () => {
    const points = [{ n: 20, count: 1200, at_least: false }, { n: 200, count: 9_000, at_least: true }];
    assert.deepEqual(shapesOf({ points }).dots.map(dot => [dot.cut, dot.title]), [[false, 'n = 20 · 1.20k'], [true, 'n = 200 · ≥ 9.00k']]);
  });

  it('keeps an exponential inside its frame, on an axis of equal steps', () => {
    const points = [10, 14, 18, 22, 26].map(n => ({ n, count: 9 * 2 ** n, at_least: false }));
    const curve = [10, 20, 30, 40, 60, 1000].map(n => ({ n, count: Math.min(1e18, 9 * 2 ** n), at_least: false }));
    const shapes = shapesOf({ points, curve, model: 'exponential', formula: '2^n', largest_n: 1000, predicted: 1e18, predicted_high: 1e18 });
    const figures = [...shapes.dots.flatMap(dot => [dot.x, dot.y]), ...`${shapes.fit}${shapes.beyond}`.match(/[\d.]+/g)!.map(Number)];
    assert.ok(figures.every(value => Number.isFinite(value) && value >= 0 && value <= 300));
    assert.equal(shapes.predicted, null);
    const [a, b, c] = shapes.dots.map(dot => dot.x);
    assert.ok(Math.abs((b - a) - (c - b)) < 0.2);
  });

  it('draws one size alone', () => {
    const shapes = shapesOf({ points: [{ n: 1, count: 1, at_least: false }], curve: [], largest_n: 1, predicted: 1, predicted_low: 1, predicted_high: 1 });
    assert.ok([...shapes.dots.flatMap(dot => [dot.x, dot.y]), ...shapes.yTicks.map(tick => tick.at)].every(Number.isFinite));
  });
});

describe('the plot', () => {
  it('names what was run before any strategy', () => {
    const trend = [{ executions: 1, elapsed_s: 1, count: 10, strategy: '' }, { executions: 2, elapsed_s: 2, count: 20, strategy: 'pattern' }];
    const { plot } = state({ trend });
    assert.deepEqual(plot?.points.map(point => point.strategy), ['first inputs', 'pattern']);
  });

  const points = [{ elapsed_s: 1, count: 100, strategy: 'samples' }, { elapsed_s: 4, count: 10_000, strategy: 'patterns' }];
  const shapes = plotShapes({ points, baseline: 100, baselineLabel: 'random input', elapsed_s: 10 }, { width: 300, height: 150 });

  it('rises in steps: up at the find, level until the next', () => {
    assert.equal(shapes.segments.length, 2);
    const [first, second] = shapes.dots;
    assert.equal(shapes.segments[0].path, `M${first.x} ${first.y}H${second.x}`);
    assert.equal(shapes.segments[1].path, `M${second.x} ${first.y}V${second.y}H${shapes.frame.right}`);
  });

  it('has a logarithmic axis of whole decades', () => {
    assert.deepEqual(shapes.yTicks.map(tick => tick.label), ['100', '1.00k', '10.0k', '100k']);
    const [a, b, c] = shapes.yTicks.map(tick => tick.at);
    assert.ok(Math.abs((a - b) - (b - c)) < 0.2);
  });

  it('keeps everything inside its frame', () => {
    for (const { x, y } of shapes.dots) {
      assert.ok(x >= shapes.frame.left && x <= shapes.frame.right && y >= shapes.frame.top && y <= shapes.frame.bottom);
    }
    assert.ok(shapes.xTicks.every(tick => tick.at <= shapes.frame.right));
    assert.deepEqual(shapes.baseline, { y: shapes.dots[0].y, label: 'random input' });
  });

  it('draws a single point at time zero', () => {
    const one = plotShapes({ points: [{ elapsed_s: 0, count: 1, strategy: 's' }], baseline: 0, baselineLabel: '', elapsed_s: 0 }, { width: 200, height: 100 });
    assert.ok([...one.dots.flatMap(dot => [dot.x, dot.y]), ...one.yTicks.map(tick => tick.at)].every(Number.isFinite));
    assert.equal(one.baseline, null);
  });
});

describe('the page', () => {
  it('takes orange without the background that themes let through it', () => {
    const css = readFileSync('extension/src/panel/webview/panel.css', 'utf8');
    assert.deepEqual(css.match(/[^:;{}]*charts-orange[^;]*;/g)?.map(found => found.trim()), ['rgb(from var(--vscode-charts-orange, var(--vscode-slowpath-hotForeground)) r g b / 1);']);
  });

  const html = page({ cspSource: 'https://csp', nonce: 'N0', scriptUri: 'https://s/panel.js', styleUri: 'https://s/panel.css', language: 'en', title: 'a<b' });

  it('allows its own script and style sheet, and nothing else', () => {
    assert.match(html, /content="default-src 'none'; style-src https:\/\/csp; script-src 'nonce-N0'"/);
    assert.ok(!/unsafe|style="|onclick/.test(html));
  });

  it('escapes what it is given', () => assert.ok(html.includes('<title>a&#60;b</title>')));
});
