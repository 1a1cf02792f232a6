/** The table of constraints, with where satisfying inputs come from below it. */

import type { ConstraintView } from '../constraints';
import type { ConstraintAction, PanelState, Words } from '../messages';
import { el } from './dom';
import { KeyedRows } from './keyedRows';
import { actionButtons, cell } from './table';

export type OnConstraint = (action: ConstraintAction, campaignId: string, constraintId: string) => void;

const KEYS: Record<string, ConstraintAction> = { Enter: 'goto', e: 'explain', i: 'insert', a: 'aim', d: 'dismiss' };

export class ConstraintTable {
  readonly element: HTMLElement;
  private readonly head = el('thead');
  private readonly rows: KeyedRows;
  private readonly table: HTMLTableElement;
  private readonly shares = el('p', { class: 'shares' });
  private campaignId = '';
  private readonly offered = new Map<string, readonly ConstraintAction[]>();

  /** `selected` is the id of the constraint whose row is in the tab order. */
  constructor(onConstraint: OnConstraint, selected: string, onSelect: (id: string) => void) {
    this.rows = new KeyedRows(selected, KEYS, (action, id) => {
      const wanted = action as ConstraintAction;
      if (this.offered.get(id)?.includes(wanted)) onConstraint(wanted, this.campaignId, id);
    }, onSelect);
    this.table = el('table', { role: 'grid' }, this.head, this.rows.body);
    this.element = el('div', { class: 'rows constraints' }, this.table, this.shares);
  }

  draw(state: PanelState): void {
    this.campaignId = state.campaignId;
    this.table.setAttribute('aria-label', state.words.constraintTable);
    this.table.setAttribute('aria-description', state.words.constraintKeys);
    if (!this.head.firstChild) this.head.append(headings(state.words));
    this.offered.clear();
    state.constraints.forEach(view => this.offered.set(view.constraintId, view.actions));
    this.rows.draw(state.constraints.map(view => ({
      key: view.constraintId,
      about: [view, state.campaignId],
      attributes: { 'data-constraint': view.constraintId, 'data-tone': view.tone, 'aria-label': view.label },
      cells: () => cells(view, state.words),
    })));
    this.shares.textContent = state.shares;
    this.shares.hidden = state.shares === '';
  }

  focus(): void {
    this.rows.focus();
  }
}

function headings(words: Words): HTMLTableRowElement {
  const columns: [string, string][] = [
    ['line', words.line], ['status', words.status], ['ratio', words.costs], ['tested', words.tested], ['sentence', words.constraint],
  ];
  return el('tr', { role: 'row' }, ...columns.map(([name, text]) =>
    el('th', { class: name, scope: 'col', role: 'columnheader' }, text)));
}

function cells(view: ConstraintView, words: Words): HTMLTableCellElement[] {
  return [
    cell('line', view.line),
    el('td', { class: 'status', role: 'gridcell', title: view.status.title },
      el('span', { class: `tag ${view.tone}` }, view.status.text)),
    cell('ratio', view.ratio),
    cell('tested', view.tested),
    el('td', { class: 'sentence', role: 'gridcell', title: view.sentence.title },
      el('span', {}, view.sentence.text),
      view.predicate ? el('code', {}, view.predicate) : null,
      view.mark ? el('span', { class: 'pair' }, view.mark) : null,
      el('span', { class: 'source' }, view.origin),
      actionButtons(view.actions, words, view.line.text)),
  ];
}
