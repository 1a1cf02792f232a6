import assert from 'node:assert/strict';
import { constraintViews, satisfiedLines, shares } from '../src/panel/constraints';
import { panelState } from '../src/panel/panelState';
import type { ConstraintRow } from '../src/protocol';
import { untranslated } from '../src/words/translate';
import { campaign, constraint, row } from './states';

function view(part: Partial<ConstraintRow>) {
  return constraintViews(campaign({ constraints: [constraint(part)] }), untranslated)[0];
}

describe('a constraint in the panel', () => {
  it('has its line of now, status, cost ratio and the inputs that it rests on', () => {
    const { line, status, ratio, tested, sentence, predicate } = view({});
    assert.deepEqual([line.text, status.text, ratio.text, tested.text, sentence.text, predicate],
      ['13', 'confirmed', '38.6×', '40 : 61', 'the list is long while it is searched', 'len(seen) >= 1000']);
  });

  it('is one sentence for a screen reader', () => {
    assert.equal(view({ aimed: true }).label, 'Line 13, confirmed, the list is long while it is searched, '
      + 'Inputs that satisfy it cost 38.6 times as much., aimed at');
  });

  const offered: [string, Partial<ConstraintRow>, string[]][] = [
    ['whose checker is not judged yet', {}, ['goto', 'explain', 'insert', 'aim', 'dismiss']],
    ['whose checker is faithful', { checker: 'faithful' }, ['goto', 'explain', 'insert', 'aim', 'dismiss']],
    ['whose checker was refused', { checker: 'refused' }, ['goto', 'explain', 'aim', 'dismiss']],
    ['in words, from a model', { checker: 'none', conversation: 'c9' }, ['goto', 'explain', 'conversation', 'dismiss']],
    ['whose line was edited', { lsp_line: null }, ['aim', 'dismiss']],
    ['that the search is about', { aimed: true }, ['goto', 'explain', 'insert', 'dismiss']],
    ['that was dismissed', { dismissed: true }, ['goto', 'explain', 'insert', 'aim']],
  ];
  for (const [title, part, actions] of offered) {
    it(`${title} offers what can be done with it`, () => assert.deepEqual(view(part).actions, actions));
  }

  it('stands in the order of lines, dismissed ones last', () => {
    const constraints = [constraint({ constraint_id: 'c', line: 9 }), constraint({ constraint_id: 'a', line: 2, dismissed: true }),
      constraint({ constraint_id: 'b', line: 3 })];
    assert.deepEqual(constraintViews(campaign({ constraints }), untranslated).map(each => each.constraintId), ['b', 'c', 'a']);
  });

  it('says where its line was when that is gone', () => assert.equal(view({ lsp_line: null }).line.text, '(12)'));

  it('has no ratio while there is none', () => assert.equal(view({ ratio: null, p: null }).ratio.text, ''));
});

describe('an input in the panel', () => {
  const constraints = [constraint(), constraint({ constraint_id: 'k2', lsp_line: 4 }), constraint({ constraint_id: 'k3', lsp_line: 4 }),
    constraint({ constraint_id: 'k4', lsp_line: 7, dismissed: true })];

  it('names the lines of the constraints that it satisfies, once each', () => {
    const { text, title } = satisfiedLines(['k1', 'k2', 'k3', 'k4', 'unknown'], campaign({ constraints }), untranslated);
    assert.equal(text, 'L5 L13');
    assert.equal(title.split('\n').length, 3);
  });

  it('says so to a screen reader', () => {
    const { rows } = panelState({
      situation: { kind: 'ready' }, campaign: campaign({ constraints, rows: [row({ satisfies: ['k1'] })] }), breaking: undefined, solutionOpen: true, statementDeclined: false,
    }, untranslated);
    assert.match(rows[0].label, /satisfies the constraints of L13$/);
  });
});

describe('the shares of satisfying inputs', () => {
  it('put the best strategy first and leave out those that made none', () => {
    const told = shares(campaign({
      constraints: [constraint()],
      shares: [{ strategy: 'mutation', satisfying: 41, valid: 100 }, { strategy: 'aimed', satisfying: 49, valid: 50 },
        { strategy: 'patterns', satisfying: 0, valid: 0 }, { strategy: 'ladder', satisfying: 0, valid: 80 }],
    }), untranslated);
    assert.equal(told, 'Inputs that satisfy one, by strategy: aimed 98%, mutation 41%');
  });

  it('are nothing without constraints', () => assert.equal(shares(campaign(), untranslated), ''));
});
