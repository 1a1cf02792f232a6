/** Draws the plot of best cost against time, and again whenever its box changes size. */

import type { PlotData, Words } from '../messages';
import { plotShapes, type PlotShapes } from '../plot';
import { el, svg } from './dom';

export class PlotView {
  readonly element = el('figure', { class: 'plot' });
  private data: PlotData | null = null;
  private words: Words | null = null;

  constructor() {
    new ResizeObserver(() => this.paint()).observe(this.element);
  }

  draw(data: PlotData | null, words: Words): void {
    this.data = data;
    this.words = words;
    this.element.hidden = data === null;
    this.paint();
  }

  private paint(): void {
    const { clientWidth: width, clientHeight: height } = this.element;
    if (!this.data || !this.words || width < 80 || height < 60) return;
    const caption = el('figcaption', {}, el('span', { class: 'name' }, this.words.plot));
    const shapes = plotShapes(this.data, { width, height: height - 22 });
    caption.append(...shapes.legend.map(({ name, series }) => el('span', { class: `key s${series}` }, name)));
    this.element.replaceChildren(caption, picture(shapes, width, height - 22, this.words));
  }
}

function picture(shapes: PlotShapes, width: number, height: number, words: Words): SVGElement {
  const { frame } = shapes;
  return svg('svg', { width, height, viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': words.plot },
    svg('g', { class: 'grid' },
      ...shapes.yTicks.map(tick => svg('path', { d: `M${frame.left} ${tick.at}H${frame.right}` })),
      svg('path', { class: 'axis', d: `M${frame.left} ${frame.bottom}H${frame.right}` })),
    svg('g', { class: 'ticks' },
      ...shapes.yTicks.map(tick => svg('text', { x: frame.left - 6, y: tick.at + 3.5, 'text-anchor': 'end' }, tick.label)),
      ...shapes.xTicks.map((tick, i) => svg('text', {
        x: tick.at, y: frame.bottom + 14, 'text-anchor': i === 0 ? 'start' : tick.at > frame.right - 14 ? 'end' : 'middle',
      }, tick.label))),
    shapes.baseline === null ? null : svg('g', { class: 'baseline' },
      svg('path', { d: `M${frame.left} ${shapes.baseline}H${frame.right}` }),
      svg('text', { x: frame.right, y: shapes.baseline - 4, 'text-anchor': 'end' }, words.baseline)),
    svg('g', { class: 'steps' }, ...shapes.segments.map(segment => svg('path', { class: `s${segment.series}`, d: segment.path }))),
    svg('g', { class: 'dots' }, ...shapes.dots.map(dot =>
      svg('circle', { class: `s${dot.series}`, cx: dot.x, cy: dot.y, r: 2.5 }, svg('title', {}, dot.title)))));
}
