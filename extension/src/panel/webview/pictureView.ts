/** What an input looks like: a few lines of words, and its pictures. */

import type { DrawingState, InputPicture } from '../../protocol';
import type { Words } from '../messages';
import { pictureShapes, type PictureShapes } from '../pictures';
import { el, svg } from './dom';

const LEAST_HEIGHT = 84;
const MOST_HEIGHT = 260;
const TITLE_HEIGHT = 20;

/** The parts of the pane, for a box of that size; it scrolls where they need more. */
export function pictureParts(picture: InputPicture | null, lines: readonly string[], width: number, height: number, words: Words): HTMLElement[] {
  const drawings = picture?.drawings ?? [];
  const notes = [picture?.note ?? '', picture && drawings.length === 0 ? words.noPicture : ''].filter(Boolean);
  const text = el('div', { class: 'looks' }, ...[...notes, ...lines].map(line => el('p', { dir: 'auto' }, line)));
  const share = height / Math.max(1, drawings.length) - TITLE_HEIGHT;
  const each = Math.max(LEAST_HEIGHT, Math.min(MOST_HEIGHT, share));
  // Of a single drawing the words below say what it looks like.
  const isAlone = drawings.length === 1;
  return [...drawings.map(drawing => drawn(isAlone ? { ...drawing, words: '' } : drawing, width - 14, each, words)), text];
}

function drawn(drawing: DrawingState, width: number, height: number, words: Words): HTMLElement {
  const shapes = pictureShapes(drawing, { width, height });
  const title = [drawing.title, drawing.words].filter(Boolean).join(': ');
  return el('div', { class: `drawing ${drawing.kind}` },
    el('p', { class: 'title', title }, el('bdi', {}, title),
      ...shapes.legend.map(({ name, series }) => el('span', { class: `key s${series}` }, name === 'other' ? words.other : name.trim() || '␣'))),
    pictureOf(drawing, shapes, width, height, title) as unknown as HTMLElement);
}

function pictureOf(drawing: DrawingState, shapes: PictureShapes, width: number, height: number, title: string): SVGElement {
  const { frame } = shapes;
  const isNetwork = drawing.kind === 'network';
  const last = shapes.cells[shapes.cells.length - 1];
  const box = drawing.kind === 'grid' && last ? Math.min(height, last.y + last.height + 4) : height;
  return svg('svg', { width, height: box, viewBox: `0 0 ${width} ${box}`, role: 'img', 'aria-label': title },
    shapes.figures.high ? svg('g', { class: 'ticks' },
      svg('text', { x: frame.left - 5, y: frame.top + 7, 'text-anchor': 'end' }, shapes.figures.high),
      shapes.figures.low === shapes.figures.high ? null : svg('text', { x: frame.left - 5, y: frame.bottom, 'text-anchor': 'end' }, shapes.figures.low)) : null,
    shapes.figures.high ? svg('path', { class: 'edge', d: `M${frame.left - 2} ${frame.top}V${frame.bottom + 3}H${frame.right}` }) : null,
    svg('g', { class: 'links' }, ...shapes.edges.map(d => svg('path', { d }))),
    shapes.line ? svg('path', { class: 'line', d: shapes.line }) : null,
    shapes.line ? null : svg('g', { class: isNetwork ? 'vertices' : 'dots' }, ...shapes.dots.map(dot => svg('circle', { class: isNetwork ? null : 's1', cx: dot.x, cy: dot.y, r: isNetwork ? radius(shapes) : 2 }))),
    isNetwork ? svg('g', { class: 'numbers' }, ...shapes.dots.map(dot => svg('text', { x: dot.x, y: dot.y + 3.2, 'text-anchor': 'middle' }, dot.label))) : null,
    svg('g', { class: 'cells' }, ...shapes.cells.map(cell => svg('rect', {
      class: `s${cell.series}`, x: cell.x, y: cell.y, width: cell.width, height: cell.height, 'fill-opacity': cell.shade,
    }))));
}

/** Small where there are many. */
function radius(shapes: PictureShapes): number {
  return shapes.dots.length > 24 ? 7 : 9;
}
