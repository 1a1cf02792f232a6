import assert from 'node:assert/strict';
import { lineMarks } from '../src/source/lineMarks';
import { contrast, line } from './states';

describe('line marks', () => {
  it('say how much more often the line ran, and from what to what', () => {
    assert.equal(lineMarks(contrast(), false)[0].text, '×1,240  (1.20k → 1.49M)');
  });

  it('say how the hits grow with the size, where that was measured', () => {
    assert.equal(lineMarks(contrast({ lines: [line({ growth: 'n^2.00' })] }), false)[0].text, '×1,240  (1.20k → 1.49M)  n^2.00');
  });

  it('keep one decimal of a small ratio', () => {
    assert.match(lineMarks(contrast({ lines: [line({ ratio: 2.54 })] }), false)[0].text, /^×2\.5 /);
  });

  it('leave out lines that differ too little, unless they are hot', () => {
    const lines = [
      line({ lsp_line: 1, hot: false, fast: 100, slow: 110, ratio: 1.1 }), line({ lsp_line: 2, hot: true, ratio: 1.1 }),
      line({ lsp_line: 3, hot: false, fast: 100, slow: 130, ratio: 1.3 }), line({ lsp_line: 4, hot: false, fast: 130, slow: 10, ratio: 0.1 }),
    ];
    assert.deepEqual(lineMarks(contrast({ lines }), false).map(mark => [mark.line, mark.tone]), [[2, 'hot'], [3, 'warm']]);
  });

  it('heat a hot line by its share of all work', () => {
    const lines = [0.5, 0.1, 0.01].map((share, i) => line({ lsp_line: i, share }));
    assert.deepEqual(lineMarks(contrast({ lines }), false).map(mark => mark.heat), ['high', 'medium', 'low']);
  });

  it('are grey, without heat or ruler, when stale or outdated', () => {
    for (const marks of [lineMarks(contrast({ stale: true }), false), lineMarks(contrast(), true)]) {
      assert.deepEqual(marks.map(({ tone, heat, ruler }) => ({ tone, heat, ruler })), [{ tone: 'stale', heat: 'none', ruler: false }]);
    }
  });

  it('come in line order', () => {
    const lines = [line({ lsp_line: 9 }), line({ lsp_line: 2 })];
    assert.deepEqual(lineMarks(contrast({ lines }), false).map(mark => mark.line), [2, 9]);
  });
});
