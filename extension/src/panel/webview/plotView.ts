/**
 * The detail pane: best cost against time, cost against size along inputs like the selected one, or a picture of that input; drawn again
 * whenever its box changes size.
 */

import { growthShapes, type GrowthShapes } from '../growthShapes';
import type { GrowthPlotData, PanelState, PlotData, Words } from '../messages';
import { plotShapes, type PlotShapes } from '../plot';
import type { InputPicture } from '../../protocol';
import { el, svg } from './dom';
import { pictureParts } from './pictureView';

export type Plotted = 'time' | 'growth' | 'input';
/** What the first lines of words under a picture take. */
const LINES_HEIGHT = 62;

export class PlotView {
  readonly element = el('figure', { class: 'plot' });
  private state: PanelState | null = null;
  private selected = '';
  private pictures = new Map<string, InputPicture | null>();
  private asked = '';
  private drawn = '';

  /**
   * `chosen` is the plot that the user asked for, "" while he didn't; `onChoose` reports when he does. `onNeed` asks for the picture of an
   * input, which `picture` brings.
   */
  constructor(
    private chosen: Plotted | '',
    private readonly onChoose: (plot: Plotted) => void,
    private readonly onNeed: (inputId: string) => void,
  ) {
    new ResizeObserver(() => this.paint()).observe(this.element);
  }

  /** `selected` is the row whose growth is drawn. */
  draw(state: PanelState, selected: string, isShown: boolean): void {
    this.state = state;
    this.selected = selected;
    this.element.hidden = !isShown || (state.plot === null && this.row === undefined);
    this.paint();
  }

  /** Another row was selected: it is drawn, or its growth where that was asked for. */
  select(inputId: string): void {
    this.selected = inputId;
    if (this.chosen === '') this.chosen = 'input';
    this.paint();
  }

  /** The picture that was asked for; null where there is none. */
  picture(inputId: string, picture: InputPicture | null): void {
    this.pictures.set(inputId, picture);
    if (this.row?.inputId === inputId) this.paint();
  }

  private get row(): PanelState['rows'][number] | undefined {
    const rows = this.state?.rows ?? [];
    return rows.find(row => row.inputId === this.selected) ?? rows[0];
  }

  /** The row whose growth is drawn: the selected one, else the first of which it is known. */
  private get grown(): PanelState['rows'][number] | undefined {
    return this.row?.plot ? this.row : this.state?.rows.find(row => row.plot !== null && row.validity.tone !== 'doubtful');
  }

  private get growth(): GrowthPlotData | null {
    return this.grown?.plot ?? null;
  }

  /** While it runs, time matters; afterwards, what was found. */
  private get shown(): Plotted {
    const usual = this.state?.kind === 'running' || this.state?.kind === 'paused' ? 'time' : 'input';
    const wanted = this.chosen || usual;
    return this.available.includes(wanted) ? wanted : this.available[0] ?? 'time';
  }

  private get available(): Plotted[] {
    const all: Plotted[] = ['time', 'growth', 'input'];
    return all.filter(plot => ({ time: this.state?.plot, growth: this.growth, input: this.row }[plot]));
  }

  private paint(): void {
    const { clientWidth: width, clientHeight: height } = this.element;
    if (!this.state || width < 80 || height < 60) return;
    const { words, plot } = this.state;
    const drawn = JSON.stringify([width, height, words, this.shown, this.available, this.row?.rank, this.grown?.rank, this.shownData()]);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    const focused = this.element.contains(document.activeElement) ? document.activeElement?.getAttribute('data-plot') : null;
    this.element.classList.toggle('pictured', this.shown === 'input');
    if (this.shown === 'input' && this.row) this.paintInput(this.row, words, width, height);
    else if (this.shown === 'growth' && this.growth) this.paintGrowth(this.growth, words, width, height);
    else if (plot) this.paintTime(plot, words, width, height);
    if (focused) this.element.querySelector<HTMLElement>(`[data-plot="${focused}"]`)?.focus();
  }

  /** What the picture on show is made of: it is drawn again when that differs. */
  private shownData(): unknown {
    if (this.shown !== 'input') return this.shown === 'growth' ? this.growth : this.state?.plot;
    return this.row && [this.row.inputId, this.row.twin, detailLines(this.row), this.pictures.get(this.row.inputId)];
  }

  private paintTime(data: PlotData, words: Words, width: number, height: number): void {
    const legend = plotShapes(data, { width, height }).legend.map(({ name, series }) => el('span', { class: `key s${series}` }, name));
    const left = height - this.captioned(words, legend);
    this.element.append(timePicture(plotShapes(data, { width, height: left }), width, left, words));
  }

  private paintGrowth(data: GrowthPlotData, words: Words, width: number, height: number): void {
    const text = el('p', { class: 'fit', title: data.text }, data.text.split('\n')[0]);
    const taken = this.captioned(words, []);
    this.element.append(text);
    const left = height - taken - text.offsetHeight;
    this.element.append(growthPicture(growthShapes(data, { width, height: left }), data, width, left, words));
  }

  private paintInput(row: PanelState['rows'][number], words: Words, width: number, height: number): void {
    // What is drawn may be its small twin, which comes later.
    const wanted = `${row.inputId} ${row.twin?.inputId ?? ''}`;
    if (this.asked !== wanted) {
      this.asked = wanted;
      this.onNeed(row.inputId);
    }
    const scrolled = this.element.querySelector('.looked')?.scrollTop ?? 0;
    const picture = this.pictures.get(row.inputId) ?? null;
    const left = height - this.captioned(words, []);
    const box = el('div', { class: 'looked', tabindex: 0, role: 'group', 'aria-label': `${words.pictureOf} ${row.rank}`, 'data-plot': 'looked' },
      ...pictureParts(picture, detailLines(row), width, left - LINES_HEIGHT, words));
    this.element.append(box);
    box.scrollTop = scrolled;
  }

  /** Begins with the caption alone, and gives back how high it is: in a narrow window the legend takes lines of its own. */
  private captioned(words: Words, legend: HTMLElement[]): number {
    const caption = this.caption(words, legend);
    this.element.replaceChildren(caption);
    return caption.offsetHeight;
  }

  private caption(words: Words, legend: HTMLElement[]): HTMLElement {
    const [row, grown] = [this.row?.rank ?? 0, this.grown?.rank ?? 0];
    const choices: Record<Plotted, [string, string]> = {
      time: [words.time, words.plot],
      growth: [`${words.growth} #${grown}`, `${words.growthOf} ${grown}`],
      input: [`${words.picture} #${row}`, `${words.pictureOf} ${row}`],
    };
    const keys = legend.length > 0 ? [el('span', { class: 'legend' }, ...legend)] : [];
    if (this.available.length < 2) return el('figcaption', {}, el('span', { class: 'name' }, choices[this.shown][1]), ...keys);
    return el('figcaption', {}, el('span', { class: 'choice', role: 'group', 'aria-label': words.plots },
      ...this.available.map(plot => this.choice(plot, ...choices[plot]))), ...keys);
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

/** All that is known of a row, also what its cells say on hover. */
function detailLines(row: PanelState['rows'][number]): string[] {
  return [row.cells.origin.title, row.cells.ratio.title, row.cells.growth.title, row.cells.time.title].flatMap(text => text.split('\n')).filter(Boolean);
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
  return svg('svg', { width, height, viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': [words.plot, ...shapes.dots.map(dot => dot.title)].join('; ') },
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
