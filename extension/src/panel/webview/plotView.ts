/** Draws one of two plots, best cost against time and cost against size, and again whenever its box changes size. */

import { growthShapes, type GrowthShapes } from '../growthShapes';
import type { GrowthPlotData, PanelState, PlotData, Words } from '../messages';
import { plotShapes, type PlotShapes } from '../plot';
import { el, svg } from './dom';

export type Plotted = 'time' | 'growth';
const CAPTION_HEIGHT = 24;

export class PlotView {
  readonly element = el('figure', { class: 'plot' });
  private state: PanelState | null = null;
  private selected = '';

  /** `chosen` is the plot that the user asked for, "" while he didn't; `onChoose` reports when he does. */
  constructor(private chosen: Plotted | '', private readonly onChoose: (plot: Plotted) => void) {
    new ResizeObserver(() => this.paint()).observe(this.element);
  }

  /** `selected` is the row whose growth is drawn. */
  draw(state: PanelState, selected: string, isShown: boolean): void {
    this.state = state;
    this.selected = selected;
    this.element.hidden = !isShown || (state.plot === null && this.growth === null);
    this.paint();
  }

  /** Another row was selected: its growth is drawn, where it is known. */
  select(inputId: string): void {
    this.selected = inputId;
    this.paint();
  }

  private get row(): PanelState['rows'][number] | undefined {
    const rows = this.state?.rows ?? [];
    const selected = rows.find(row => row.inputId === this.selected);
    return selected?.plot ? selected : rows.find(row => row.plot !== null && row.validity.tone !== 'doubtful');
  }

  private get growth(): GrowthPlotData | null {
    return this.row?.plot ?? null;
  }

  /** While it runs, time matters; afterwards, growth. */
  private get shown(): Plotted {
    if (this.growth === null) return 'time';
    if (this.state?.plot === null) return 'growth';
    return this.chosen || (this.state?.kind === 'running' || this.state?.kind === 'paused' ? 'time' : 'growth');
  }

  private paint(): void {
    const { clientWidth: width, clientHeight: height } = this.element;
    if (!this.state || width < 80 || height < 60) return;
    const { words, plot } = this.state;
    const focused = this.element.contains(document.activeElement) ? document.activeElement?.getAttribute('data-plot') : null;
    if (this.shown === 'growth' && this.growth) this.paintGrowth(this.growth, words, width, height);
    else if (plot) this.paintTime(plot, words, width, height);
    if (focused) this.element.querySelector<HTMLElement>(`[data-plot="${focused}"]`)?.focus();
  }

  private paintTime(data: PlotData, words: Words, width: number, height: number): void {
    const shapes = plotShapes(data, { width, height: height - CAPTION_HEIGHT });
    const legend = shapes.legend.map(({ name, series }) => el('span', { class: `key s${series}` }, name));
    this.element.replaceChildren(this.caption(words, legend), timePicture(shapes, width, height - CAPTION_HEIGHT, words));
  }

  private paintGrowth(data: GrowthPlotData, words: Words, width: number, height: number): void {
    const text = el('p', { class: 'fit', title: data.text }, data.text.split('\n')[0]);
    this.element.replaceChildren(this.caption(words, []), text);
    const left = height - CAPTION_HEIGHT - text.offsetHeight;
    this.element.append(growthPicture(growthShapes(data, { width, height: left }), data, width, left, words));
  }

  private caption(words: Words, legend: HTMLElement[]): HTMLElement {
    const row = this.row;
    if (row === undefined || this.state?.plot === null) {
      return el('figcaption', {}, el('span', { class: 'name' }, row ? `${words.growthOf} ${row.rank}` : words.plot), ...legend);
    }
    return el('figcaption', {}, el('span', { class: 'choice', role: 'group', 'aria-label': words.plots },
      this.choice('time', words.time, words.plot),
      this.choice('growth', `${words.growth} #${row.rank}`, `${words.growthOf} ${row.rank}`)),
    el('span', { class: 'name' }), ...legend);
  }

  private choice(plot: Plotted, text: string, title: string): HTMLElement {
    const made = el('button', {
      type: 'button', class: 'choose', 'data-plot': plot, title, 'aria-pressed': String(plot === this.shown),
    }, text);
    made.addEventListener('click', () => {
      this.chosen = plot;
      this.onChoose(plot);
      this.paint();
    });
    return made;
  }
}

type Frame = PlotShapes['frame'];

function axes(frame: Frame, xTicks: PlotShapes['xTicks'], yTicks: PlotShapes['yTicks']): SVGElement[] {
  return [
    svg('g', { class: 'grid' },
      ...yTicks.map(tick => svg('path', { d: `M${frame.left} ${tick.at}H${frame.right}` })),
      svg('path', { class: 'axis', d: `M${frame.left} ${frame.bottom}H${frame.right}` })),
    svg('g', { class: 'ticks' },
      ...yTicks.map(tick => svg('text', { x: frame.left - 6, y: tick.at + 3.5, 'text-anchor': 'end' }, tick.label)),
      ...xTicks.map(tick => svg('text', {
        x: tick.at, y: frame.bottom + 14, 'text-anchor': tick.at < frame.left + 8 ? 'start' : tick.at > frame.right - 14 ? 'end' : 'middle',
      }, tick.label))),
  ];
}

function timePicture(shapes: PlotShapes, width: number, height: number, words: Words): SVGElement {
  const { frame } = shapes;
  return svg('svg', { width, height, viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': words.plot },
    ...axes(frame, shapes.xTicks, shapes.yTicks),
    shapes.baseline === null ? null : svg('g', { class: 'baseline' },
      svg('path', { d: `M${frame.left} ${shapes.baseline.y}H${frame.right}` }),
      svg('text', { x: frame.right, y: shapes.baseline.y - 4, 'text-anchor': 'end' }, shapes.baseline.label)),
    svg('g', { class: 'steps' }, ...shapes.segments.map(segment => svg('path', { class: `s${segment.series}`, d: segment.path }))),
    svg('g', { class: 'dots' }, ...shapes.dots.map(dot =>
      svg('circle', { class: `s${dot.series}`, cx: dot.x, cy: dot.y, r: 2.5 }, svg('title', {}, dot.title)))));
}

function growthPicture(shapes: GrowthShapes, data: GrowthPlotData, width: number, height: number, words: Words): SVGElement {
  const { frame, predicted } = shapes;
  return svg('svg', { width, height, viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': data.text },
    ...axes(frame, shapes.xTicks, shapes.yTicks),
    svg('text', { class: 'variable', x: frame.right, y: frame.bottom - 5, 'text-anchor': 'end' }, data.variable),
    svg('g', { class: 'fitted s1' },
      svg('path', { d: shapes.fit || null }), svg('path', { class: 'beyond', d: shapes.beyond || null })),
    predicted === null ? null : svg('g', { class: 'predicted s1' },
      svg('path', { d: `M${predicted.x} ${predicted.low}V${predicted.high}M${predicted.x - 3} ${predicted.low}h6M${predicted.x - 3} ${predicted.high}h6` }),
      svg('circle', { cx: predicted.x, cy: predicted.y, r: 2.5 }, svg('title', {}, `${words.predicted}: ${predicted.title}`))),
    svg('g', { class: 'dots measured' }, ...shapes.dots.map(dot => svg(
      dot.cut ? 'path' : 'circle',
      dot.cut ? { class: 's0 cut', d: `M${dot.x - 3.5} ${dot.y + 2}h7l-3.5 -6.5z` } : { class: 's0', cx: dot.x, cy: dot.y, r: 3 },
      svg('title', {}, dot.title)))));
}
