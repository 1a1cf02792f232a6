/**
 * The table of slow inputs. Rows are kept by input id from one state to the next, so that focus, hover and
 * a screen reader's place survive the few redraws a second. One row is in the tab order; arrows move it.
 */

import type { PanelState, RowAction, Words } from '../messages';
import type { Cell, RowView } from '../rows';
import { el } from './dom';
import { icon } from './icons';

export type OnRow = (action: RowAction, campaignId: string, inputId: string) => void;

const ACTIONS: readonly RowAction[] = ['open', 'contrast', 'save', 'replay'];
const KEYS: Record<string, RowAction> = { Enter: 'open', c: 'contrast', s: 'save', r: 'replay' };

export class Table {
  readonly element: HTMLElement;
  private readonly body = el('tbody');
  private readonly head = el('thead');
  private readonly table = el('table', { role: 'grid' }, this.head, this.body);
  private readonly rows = new Map<string, { row: HTMLTableRowElement; drawn: string }>();
  private campaignId = '';

  /** `selected` is the input id whose row is in the tab order; `onSelect` reports when it changes. */
  constructor(private readonly onRow: OnRow, private selected: string, private readonly onSelect: (id: string) => void) {
    this.element = el('div', { class: 'rows' }, this.table);
    this.body.addEventListener('keydown', event => this.key(event));
    this.body.addEventListener('focusin', event => this.select(rowOf(event.target)));
    this.body.addEventListener('click', event => this.click(event));
    this.body.addEventListener('dblclick', event => this.act('open', rowOf(event.target)));
  }

  draw(state: PanelState): void {
    this.campaignId = state.campaignId;
    this.table.setAttribute('aria-label', state.words.table);
    this.table.setAttribute('aria-description', state.words.keys);
    if (!this.head.firstChild) this.head.append(headings(state.words));
    const kept = new Set(state.rows.map(row => row.inputId));
    for (const [id, { row }] of this.rows) {
      if (!kept.has(id)) {
        row.remove();
        this.rows.delete(id);
      }
    }
    state.rows.forEach((view, index) => this.place(view, index, state));
    if (!this.rows.has(this.selected)) this.selected = state.rows[0]?.inputId ?? '';
    this.markSelected();
  }

  /** Moves the keyboard to the selected row. */
  focus(): void {
    this.rows.get(this.selected)?.row.focus();
  }

  private place(view: RowView, index: number, state: PanelState): void {
    const drawn = JSON.stringify([view, state.campaignId]);
    let entry = this.rows.get(view.inputId);
    if (!entry) {
      entry = { row: el('tr', { role: 'row', 'data-input': view.inputId, class: 'fresh' }), drawn: '' };
      this.rows.set(view.inputId, entry);
    }
    const { row } = entry;
    if (entry.drawn !== drawn) {
      entry.drawn = drawn;
      const focused = row.contains(document.activeElement)
        ? document.activeElement?.getAttribute('data-row-action') ?? 'row' : '';
      row.setAttribute('aria-label', view.label);
      row.setAttribute('data-vscode-context', JSON.stringify({
        webviewSection: 'row', campaignId: state.campaignId, inputId: view.inputId, preventDefaultContextMenuItems: true,
      }));
      row.replaceChildren(...cells(view, state.words));
      if (focused && focused !== 'row') row.querySelector<HTMLElement>(`[data-row-action="${focused}"]`)?.focus();
    }
    if (this.body.children[index] !== row) this.body.insertBefore(row, this.body.children[index] ?? null);
  }

  private key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const row = rowOf(event.target);
    if (!row) return;
    const rows = [...this.body.rows];
    const at = rows.indexOf(row);
    const target = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
    if (target !== undefined) {
      rows[Math.max(0, Math.min(rows.length - 1, target))].focus();
      event.preventDefault();
      return;
    }
    const action = KEYS[event.key];
    if (action && event.target === row) {
      this.act(action, row);
      event.preventDefault();
    }
  }

  private click(event: MouseEvent): void {
    const row = rowOf(event.target);
    const button = event.target instanceof Element ? event.target.closest('[data-row-action]') : null;
    if (button) this.act(button.getAttribute('data-row-action') as RowAction, row);
    else row?.focus();
  }

  private act(action: RowAction, row: HTMLTableRowElement | null): void {
    const id = row?.getAttribute('data-input');
    if (id) this.onRow(action, this.campaignId, id);
  }

  private select(row: HTMLTableRowElement | null): void {
    const id = row?.getAttribute('data-input');
    if (!id || id === this.selected) return;
    this.selected = id;
    this.markSelected();
    this.onSelect(id);
  }

  private markSelected(): void {
    for (const [id, { row }] of this.rows) {
      row.tabIndex = id === this.selected ? 0 : -1;
      row.setAttribute('aria-selected', String(id === this.selected));
    }
  }
}

function headings(words: Words): HTMLTableRowElement {
  const columns: [string, string][] = [
    ['rank', words.rank], ['cost', words.cost], ['time', words.time], ['ratio', words.ratio], ['size', words.size],
    ['verdict', words.verdict], ['origin', words.origin],
  ];
  return el('tr', { role: 'row' }, ...columns.map(([name, text]) =>
    el('th', { class: name, scope: 'col', role: 'columnheader' }, text)));
}

function cells(view: RowView, words: Words): HTMLTableCellElement[] {
  const bar = el('span', { class: 'bar', 'aria-hidden': 'true' });
  bar.style.setProperty('--share', String(view.bar));
  const pair = view.pair ? el('span', { class: `pair ${view.pair}` }, view.pair) : null;
  return [
    cell('rank', { text: String(view.rank), title: '' }),
    el('td', { class: 'cost', role: 'gridcell', title: view.cost.title }, bar, el('b', {}, view.cost.text)),
    el('td', { class: 'time', role: 'gridcell', title: view.time.title },
      el('span', {}, view.time.text), el('span', { class: 'spread' }, view.spread)),
    cell('ratio', view.ratio),
    cell('size', view.size),
    el('td', { class: 'verdict', role: 'gridcell', title: view.verdict.title },
      el('span', { class: `tag ${view.tone}` }, view.verdict.text)),
    el('td', { class: 'origin', role: 'gridcell', title: view.origin.title }, el('span', {}, view.origin.text), pair,
      el('span', { class: 'acts' }, ...ACTIONS.map(action => actionButton(action, view, words)))),
  ];
}

function cell(name: string, content: Cell): HTMLTableCellElement {
  return el('td', { class: name, role: 'gridcell', title: content.title || null }, content.text);
}

function actionButton(action: RowAction, view: RowView, words: Words): HTMLButtonElement {
  return el('button', {
    type: 'button', class: 'quiet', tabindex: -1, 'data-row-action': action, title: words[action],
    'aria-label': `${words[action]} (${view.rank})`,
  }, icon(action));
}

function rowOf(target: EventTarget | null): HTMLTableRowElement | null {
  return target instanceof Element ? target.closest('tr') : null;
}
