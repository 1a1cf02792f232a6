import assert from 'node:assert/strict';
import type { PanelState } from '../src/panel/messages';
import { panelState } from '../src/panel/panelState';
import { QUIET_MS, Speech } from '../src/panel/speech';
import type { BreakState, CampaignState } from '../src/protocol';
import { untranslated } from '../src/words/translate';
import { breaking, campaign, row, search } from './states';

function state(part: Partial<CampaignState>, broken?: Partial<BreakState>): PanelState {
  return panelState({
    situation: { kind: 'ready' }, campaign: campaign(part), breaking: broken && search(broken), solutionOpen: true, statementDeclined: false,
  }, untranslated);
}

describe('what a screen reader is told', () => {
  it('says what begins and ends, and what came of it, and no figure in between', () => {
    const speech = new Speech(null);
    assert.equal(speech.hear(state({ executions: 0 }), 0), 'Running, solution.cpp, Preparing the search');
    for (let now = 0; now < 60_000; now += 250) assert.equal(speech.hear(state({ elapsed_s: now / 1000, executions: now }), now), '');
    const said = 'The slowest takes 0.84 s of 2 s.';
    assert.equal(speech.hear(state({ state: 'finished', rows: [row()], said, found: 'slow', phase: '' }), 60_000), `Finished, solution.cpp, ${said}`);
  });

  it('says something slower once in a while only, and then the slowest of all', () => {
    const speech = new Speech(null);
    speech.hear(state({}), 0);
    const said = [];
    for (let step = 1; step <= 100; step++) {
      said.push(speech.hear(state({ rows: [row({ input_id: `a${step}`, cpu_s: step / 100 })] }), step * 250));
    }
    const spoken = said.filter(Boolean);
    assert.equal(spoken.length, Math.floor(100 * 250 / QUIET_MS));
    assert.match(spoken[0], /^Rank 1: 400 ms of 2 s/);
  });

  it('says nothing of doubtful inputs, nor again what was on show before a reload', () => {
    const known = state({ rows: [row()] });
    const speech = new Speech(known);
    assert.equal(speech.hear(known, QUIET_MS), '');
    const doubtful = row({ input_id: 'a0', cpu_s: 9, validity: 'doubtful' });
    assert.equal(speech.hear(state({ rows: [row(), doubtful] }), 2 * QUIET_MS), '');
  });

  it('says at once what failed and what is asked, once', () => {
    const speech = new Speech(null);
    speech.hear(state({}), 0);
    const asked = state({ without_statement: true, assumed: ['n'] });
    assert.match(speech.hear(asked, 100), /Where is the statement of solution\.cpp\?$/);
    assert.equal(speech.hear(asked, 200), '');
    const failed = state({ state: 'failed', error: { code: 'tool-missing', message: 'g++ was not found.', remedy: 'Install it.' } });
    assert.match(speech.hear(failed, 300), /Failed, solution\.cpp, g\+\+ was not found\., Install it\./);
  });

  it('says of a search for a breaking input that it is over, whether it found one or not', () => {
    const heard = (end: Partial<BreakState>) => {
      const speech = new Speech(null);
      speech.hear(state({}, { state: 'running' }), 0);
      return speech.hear(state({}, end), 100);
    };
    assert.match(heard({ state: 'finished', breaking: breaking() }), /^Broken, solution\.cpp, Wrong answer, Token 2/);
    assert.match(heard({ state: 'finished' }), /^Not broken, solution\.cpp, No input was found that breaks it/);
  });
});
