import assert from 'node:assert/strict';
import type { PanelState } from '../src/panel/messages';
import { page } from '../src/panel/page';
import { panelState, type Situation } from '../src/panel/panelState';
import { plotShapes } from '../src/panel/plot';
import { rowViews } from '../src/panel/rows';
import type { CampaignState } from '../src/protocol';
import { untranslated } from '../src/translate';
import { campaign, row } from './states';

function state(part: Partial<CampaignState> | null, situation: Situation = { kind: 'ready' }, solutionOpen = true): PanelState {
  return panelState({ situation, campaign: part === null ? undefined : campaign(part), solutionOpen }, untranslated);
}

describe('the panel says what to do next', () => {
  const cases: [string, PanelState, string, string[]][] = [
    ['untrusted', state(null, { kind: 'untrusted' }), 'untrusted', ['trust']],
    ['broken', state(null, { kind: 'broken', message: 'no Python', remedy: 'install' }), 'broken', ['restart', 'settings', 'showLog']],
    ['empty, with a solution open', state(null), 'empty', ['find']],
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

  it('names the failure and its remedy', () => {
    const { notice } = state({ state: 'failed', error: { code: 'tool-missing', message: 'no g++', remedy: 'install it' } });
    assert.deepEqual([notice?.tone, notice?.title, notice?.body], ['error', 'no g++', 'install it']);
  });
});

describe('the state line', () => {
  it('has elapsed time, runs, their rate and the valid share', () => {
    const facts = state({ valid_share: 0.9996 }).facts.map(fact => [fact.id, fact.value]);
    assert.deepEqual(facts, [['elapsed', '7 s'], ['executions', '12.4k'], ['speed', '1.68k'], ['valid', '99.9%'], ['baseline', '1.00M']]);
  });

  it('says which bounds are assumed, until the user has written them', () => {
    assert.match(state({ assumed: ['n', 'a'] }).warnings[0], /bounds of n, a are assumed/);
    assert.deepEqual(state({ assumed: ['n'], format_changed: true }).warnings, []);
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
  it('puts the count first, then time with its spread, in human units', () => {
    const [view] = rowViews(campaign({ rows: [row()] }), untranslated);
    assert.deepEqual([view.cost.text, view.time.text, view.spread, view.ratio.text, view.size.text],
      ['38.6M', '840 ms', '± 20', '38.6×', '1.91 MB']);
  });

  it('says that a cut run costs at least what was measured', () => {
    const [view] = rowViews(campaign({ rows: [row({ at_least: true, verdict: 'TLE' })] }), untranslated);
    assert.deepEqual([view.cost.text, view.time.text, view.spread, view.tone], ['≥ 38.6M', '≥ 840 ms', '', 'slow']);
  });

  it('is one sentence for a screen reader', () => {
    const [view] = rowViews(campaign({ rows: [row()] }), untranslated);
    assert.equal(view.label, 'Rank 1: cost 38.6M, 840 ms, 38.6× the slowest sample, 1.91 MB, from pattern: sorted, verdict OK');
  });

  it('stands in rank order with a bar relative to the slowest', () => {
    const rows = [row({ rank: 2, input_id: 'b', count: 100 }), row({ rank: 1, input_id: 'a', count: 400 })];
    assert.deepEqual(rowViews(campaign({ rows }), untranslated).map(view => [view.inputId, view.bar]), [['a', 1], ['b', 0.25]]);
  });

  it('is marked when it belongs to the contrasting pair', () => {
    const rows = [row({ input_id: 'a' }), row({ input_id: 'b', rank: 2 }), row({ input_id: 'c', rank: 3 })];
    const views = rowViews(campaign({ rows, contrast_slow_id: 'a', contrast_fast_id: 'c' }), untranslated);
    assert.deepEqual(views.map(view => view.pair), ['slow', '', 'fast']);
  });
});

describe('the plot', () => {
  const points = [{ elapsed_s: 1, count: 100, strategy: 'samples' }, { elapsed_s: 4, count: 10_000, strategy: 'patterns' }];
  const shapes = plotShapes({ points, baseline: 100, elapsed_s: 10 }, { width: 300, height: 150 });

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
    assert.equal(shapes.baseline, shapes.dots[0].y);
  });

  it('draws a single point at time zero', () => {
    const one = plotShapes({ points: [{ elapsed_s: 0, count: 1, strategy: 's' }], baseline: 0, elapsed_s: 0 }, { width: 200, height: 100 });
    assert.ok([...one.dots.flatMap(dot => [dot.x, dot.y]), ...one.yTicks.map(tick => tick.at)].every(Number.isFinite));
    assert.equal(one.baseline, null);
  });
});

describe('the page', () => {
  const html = page({ cspSource: 'https://csp', nonce: 'N0', scriptUri: 'https://s/panel.js', styleUri: 'https://s/panel.css', language: 'en', title: 'a<b' });

  it('allows its own script and style sheet, and nothing else', () => {
    assert.match(html, /content="default-src 'none'; style-src https:\/\/csp; script-src 'nonce-N0'"/);
    assert.ok(!/unsafe|style="|onclick/.test(html));
  });

  it('escapes what it is given', () => assert.ok(html.includes('<title>a&#60;b</title>')));
});
