import assert from 'node:assert/strict';
import { panelState } from '../src/panel/panelState';
import { faultViews } from '../src/panel/faults';
import { rowViews } from '../src/panel/rows';
import type { CampaignState } from '../src/protocol';
import { untranslated } from '../src/words/translate';
import { campaign, fault, row } from './states';

const DOUBT = { kind: 'sentence', text: 'Nothing stands for it.', line: 7, quote: 'All names  are distinct.', proposal: 'where distinct name' };

function notice(part: Partial<CampaignState>, model = '') {
  return panelState({ situation: { kind: 'ready' }, campaign: campaign(part), breaking: undefined, solutionOpen: true, statementDeclined: false, model }, untranslated).notice;
}

describe('how sure the validity of an input is', () => {
  it('puts doubtful inputs below all others, however slow they are', () => {
    const rows = [row({ input_id: 'd', rank: 1, validity: 'doubtful', count: 9e9 }), row({ input_id: 'l', rank: 2, count: 10 }),
      row({ input_id: 'c', rank: 3, validity: 'confirmed', count: 5 })];
    const views = rowViews(campaign({ rows }), untranslated);
    assert.deepEqual(views.map(view => [view.inputId, view.bar]), [['l', 1], ['c', 0.5], ['d', 1]]);
    assert.deepEqual(views.map(view => view.validity.mark), ['', '✓', '?']);
    assert.match(views[2].label, /doubtful: it may be invalid/);
  });

  it('puts doubtful faults below all others', () => {
    const faults = [fault({ input_id: 'd', validity: 'doubtful' }), fault({ input_id: 'l' })];
    const views = faultViews(campaign({ faults }), untranslated);
    assert.deepEqual(views.map(view => view.inputId), ['l', 'd']);
    assert.match(views[1].label, /doubtful/);
  });

  it('says of a doubt what the statement says, where, and what to do', () => {
    const made = notice({ doubts: [DOUBT], rows: [row({ validity: 'doubtful' })] });
    assert.equal(made?.tone, 'warning');
    assert.deepEqual(made?.doubts?.map(doubt => [doubt.text, doubt.proposal]),
      [['Not understood: Nothing stands for it. Line 7 of the statement: “All names are distinct.”', 'where distinct name']]);
    assert.deepEqual(made?.actions.map(action => action.id), ['editFormat', 'acceptFormat']);
  });

  it('tells of the first doubts and how many more there are', () => {
    const made = notice({ doubts: Array.from({ length: 6 }, () => DOUBT) });
    assert.deepEqual([made?.doubts?.length, made?.body], [4, 'and 2 more']);
  });

  it('offers a line to take where one is proposed, else to write one, and to say that it is not about the input', () => {
    const buttons = (part: Partial<CampaignState>) => notice(part)?.doubts?.map(doubt => doubt.buttons.map(button => button.action));
    assert.deepEqual(buttons({ doubts: [DOUBT, { ...DOUBT, proposal: '' }] }), [['take', 'dismiss'], ['write', 'dismiss']]);
    assert.deepEqual(buttons({ doubts: [{ ...DOUBT, kind: 'bounds', proposal: '' }] }), [[]]);
    assert.deepEqual(buttons({ doubts: [DOUBT], owned: false }), [[]]);
  });

  it('offers to ask the model where one is configured that was not asked', () => {
    const ids = (part: Partial<CampaignState>, model: string) => notice({ doubts: [DOUBT], ...part }, model)?.actions.map(action => action.id);
    const asked = { model: 'm', rounds: [], prompt_tokens: 1, completion_tokens: 1, estimated: false };
    assert.deepEqual(ids({}, 'm'), ['editFormat', 'acceptFormat', 'askModel']);
    assert.deepEqual(ids({ asked }, 'm'), ['editFormat', 'acceptFormat']);
  });

  it('stays with what is left once some were settled', () => {
    assert.equal(notice({ doubts: [DOUBT], format_changed: true, settling: true })?.doubts?.length, 1);
  });

  it('is silent without doubts, and once the format was changed', () => {
    assert.equal(notice({ rows: [row()] }), null);
    assert.equal(notice({ rows: [row({ validity: 'doubtful' })], doubts: [DOUBT], format_changed: true }), null);
  });

  it('is silent where a validator confirmed all that is shown', () => {
    assert.equal(notice({ rows: [row({ validity: 'confirmed' })], doubts: [DOUBT] }), null);
  });
});
