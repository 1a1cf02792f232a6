import assert from 'node:assert/strict';
import { pictureShapes } from '../src/panel/pictures';
import type { DrawingState } from '../src/protocol';

function drawing(part: Partial<DrawingState>): DrawingState {
  return { kind: 'values', title: 'a (3)', words: '', low: '1', high: '9', points: [], edges: [], labels: [], cells: [], legend: [], ...part };
}

const box = { width: 300, height: 100 };

describe('the picture of an input', () => {
  it('draws values upwards, within the frame beside their figures', () => {
    const { dots, frame, figures } = pictureShapes(drawing({ points: [0, 0, 0.5, 1, 1, 0.5] }), box);
    assert.deepEqual(figures, { high: '9', low: '1' });
    assert.deepEqual(dots.map(({ y }) => y), [frame.bottom, frame.top, (frame.top + frame.bottom) / 2]);
    assert.ok(dots.every(({ x }) => x >= frame.left && x <= frame.right));
  });

  it('draws many values as a line and few as dots', () => {
    const many = pictureShapes(drawing({ points: Array.from({ length: 400 }, (_, at) => at / 400) }), box);
    assert.match(many.line, /^M[\d.]+ [\d.]+L/);
    assert.equal(pictureShapes(drawing({ points: [0, 0, 1, 1] }), box).line, '');
  });

  it('joins the vertices of a network', () => {
    const shapes = pictureShapes(drawing({ kind: 'network', points: [0, 0, 1, 1], edges: [0, 1], labels: ['1', '2'] }), box);
    const [a, b] = shapes.dots;
    assert.deepEqual(shapes.edges, [`M${a.x} ${a.y}L${b.x} ${b.y}`]);
    assert.deepEqual(shapes.dots.map(({ label }) => label), ['1', '2']);
  });

  it('keeps the cells of a grid square and leaves blanks out', () => {
    const { cells, legend } = pictureShapes(drawing({ kind: 'grid', cells: ['01', '1 '], legend: ['.', '#'] }), box);
    assert.deepEqual(cells.map(({ series }) => series), [0, 1, 1]);
    assert.ok(cells.every(({ width, height }) => width === height));
    assert.deepEqual(legend, [{ name: '.', series: 0 }, { name: '#', series: 1 }]);
  });

  it('stretches one row into a strip, and shades numbers', () => {
    const { cells } = pictureShapes(drawing({ kind: 'grid', cells: ['0123'] }), box);
    assert.deepEqual(cells.map(({ shade }) => shade), [0.2, 0.4, 0.6, 0.8]);
    assert.ok(cells[0].width > cells[0].height);
  });
});
