/** The table of slow inputs, drawn: a row for each `RowView` that `rows.ts` made. */

import type { PanelState, RowAction, RowIntent, Words } from '../messages';
import type { Cell, Column, ColumnId, RowView } from '../rows';
import type { ValidityView } from '../validity';
import type { RowGroup } from '../../protocol';
import { el } from './dom';
import { icon } from './icons';
import { KeyedRows, type DrawnRow } from './keyedRows';

export type OnRow = (action: RowAction, campaignId: string, inputId: string) => void;

const GROUPS: readonly RowGroup[] = ['slow', 'large', 'doubtful'];
const KEYS: Record<string, RowIntent> = { Enter: 'open', m: 'twin', c: 'contrast', s: 'save', r: 'replay' };

export class Table {
  readonly element: HTMLElement;
  private readonly head = el('thead');
  private readonly rows: KeyedRows;
  private readonly table: HTMLTableElement;
  private campaignId = '';
  private readonly twins = new Map<string, string>();

  /** `selected` is the input id whose row is in the tab order; `onSelect` reports when it changes. */
  constructor(onRow: OnRow, selected: string, onSelect: (id: string) => void) {
    const act = (action: string, id: string) => {
      const named = action === 'twin' ? this.twins.get(id) : id;
      if (named) onRow(action === 'twin' ? 'open' : action as RowAction, this.campaignId, named);
    };
    this.rows = new KeyedRows(selected, KEYS, act, onSelect);
    this.table = el('table', { role: 'grid' }, this.head, this.rows.body);
    this.element = el('div', { class: 'rows' }, this.table);
  }

  draw(state: PanelState): void {
    this.campaignId = state.campaignId;
    this.table.setAttribute('aria-label', state.words.table);
    this.table.setAttribute('aria-description', state.words.keys);
    this.table.classList.toggle('tested', state.constraints.length > 0);
    this.table.classList.toggle('grown', state.rows.some(view => view.plot !== null));
    this.table.classList.toggle('twinned', state.rows.some(view => view.twin !== null));
    this.twins.clear();
    state.rows.forEach(view => view.twin && this.twins.set(view.inputId, view.twin.inputId));
    if (!this.head.firstChild) this.head.append(headings(state.columns));
    this.rows.draw(GROUPS.flatMap(group => {
      const views = state.rows.filter(view => view.group === group);
      const title = { slow: '', large: state.words.large, doubtful: state.words.doubtful }[group];
      return [...(title && views.length > 0 ? [headingRow(group, title)] : []), ...views.map(view => this.drawn(view, state))];
    }));
  }

  private drawn(view: RowView, state: PanelState): DrawnRow {
    return {
      key: view.inputId,
      about: [view, state.campaignId],
      attributes: {
        'data-input': view.inputId,
        'aria-label': view.label,
        'data-vscode-context': JSON.stringify({
          webviewSection: 'row', campaignId: state.campaignId, inputId: view.inputId, preventDefaultContextMenuItems: true,
        }),
      },
      cells: () => cells(view, state),
    };
  }

  /** Moves the keyboard to the selected row. */
  focus(): void {
    this.rows.focus();
  }
}

function headings(columns: readonly Column[]): HTMLTableRowElement {
  return el('tr', { role: 'row' }, ...columns.map(({ id, text, title }) =>
    el('th', { class: id, scope: 'col', role: 'columnheader', title: title || null }, text)));
}

function cells(view: RowView, { columns, words }: PanelState): HTMLTableCellElement[] {
  const bar = el('span', { class: 'bar', 'aria-hidden': 'true' });
  bar.style.setProperty('--share', String(view.bar));
  const { time, verdict, origin } = view.cells;
  /** What stands in a cell that isn't plain text. */
  const drawn: Partial<Record<ColumnId, (HTMLElement | null)[]>> = {
    time: [bar, el('b', { class: view.over ? 'over' : null }, time.text), el('span', { class: 'spread' }, view.spread)],
    small: [twinButton(view)],
    verdict: [el('span', { class: `tag ${view.tone}` }, verdict.text), validityMark(view.validity)],
    origin: [
      el('span', {}, origin.text), view.pair ? el('span', { class: `pair ${view.pair}` }, view.pair) : null,
      actionButtons(view.actions, words, String(view.rank)),
    ],
  };
  return columns.map(({ id }) => cell(id, view.cells[id], drawn[id]));
}

/** A link to the small input, with how small it is. */
function twinButton(view: RowView): HTMLElement | null {
  return view.twin && el('button', {
    type: 'button', class: 'twin', tabindex: -1, 'data-row-action': 'twin', title: view.twin.title, 'aria-label': view.twin.title,
  }, view.twin.text);
}

export function cell(name: string, content: Cell, drawn: (HTMLElement | string | null)[] = [content.text]): HTMLTableCellElement {
  return el('td', { class: name, role: 'gridcell', title: content.title || null }, ...drawn);
}

/** What stands over the rows of a group. Its one cell reaches over the others, however many are shown. */
export function headingRow(group: string, title: string): DrawnRow {
  return {
    key: `heading ${group}`, isHeading: true, about: title, attributes: { 'data-group': group },
    cells: () => [el('th', { scope: 'rowgroup', role: 'rowheader' }, title)],
  };
}

export function validityMark(view: ValidityView): HTMLElement | null {
  return view.mark ? el('span', { class: `validity ${view.tone}`, title: view.title, role: 'img', 'aria-label': view.title }, view.mark) : null;
}

/** The buttons of a row, which its keys do as well; `of` names the row for a screen reader. */
export function actionButtons<A extends keyof Words & Parameters<typeof icon>[0]>(
  actions: readonly A[], words: Words, of: string,
): HTMLElement {
  return el('span', { class: 'acts' }, ...actions.map(action => el('button', {
    type: 'button', class: 'quiet', tabindex: -1, 'data-row-action': action, title: words[action],
    'aria-label': `${words[action]} (${of})`,
  }, icon(action))));
}
