/** The table of faults: inputs on which the program fails. */

import type { FaultView } from '../faults';
import type { PanelState, RowAction, Words } from '../messages';
import { el } from './dom';
import { KeyedRows } from './keyedRows';
import { actionButtons, cell, headingRow, validityMark, type OnRow } from './table';

const ACTIONS: readonly RowAction[] = ['open', 'save', 'replay'];
const KEYS: Record<string, RowAction> = { Enter: 'open', s: 'save', r: 'replay' };

export class FaultTable {
  readonly element: HTMLElement;
  private readonly head = el('thead');
  private readonly rows: KeyedRows;
  private readonly table: HTMLTableElement;
  private campaignId = '';

  constructor(onRow: OnRow) {
    const act = (action: string, id: string) => onRow(action as RowAction, this.campaignId, id);
    this.rows = new KeyedRows('', KEYS, act, () => undefined);
    this.table = el('table', { role: 'grid' }, this.head, this.rows.body);
    this.element = el('div', { class: 'rows faults' }, this.table);
  }

  draw(state: PanelState): void {
    this.campaignId = state.campaignId;
    this.table.setAttribute('aria-label', state.words.faultTable);
    this.table.setAttribute('aria-description', state.words.faultKeys);
    if (!this.head.firstChild) this.head.append(headings(state.words));
    const drawn = state.faults.map((view, index) => ({
      isDoubtful: view.validity.tone === 'doubtful',
      key: view.inputId,
      about: [view, state.campaignId],
      attributes: { 'data-fault': view.inputId, 'aria-label': view.label },
      cells: () => cells(view, state.words, index + 1),
    }));
    const doubtful = drawn.filter(row => row.isDoubtful);
    this.rows.draw([...drawn.filter(row => !row.isDoubtful), ...(doubtful.length > 0 ? [headingRow('doubtful', state.words.doubtful)] : []), ...doubtful]);
  }

  focus(): void {
    this.rows.focus();
  }
}

function headings(words: Words): HTMLTableRowElement {
  const columns: [string, string][] = [
    ['verdict', words.verdict], ['size', words.size], ['sentence', words.fault], ['origin', words.origin],
  ];
  return el('tr', { role: 'row' }, ...columns.map(([name, text]) =>
    el('th', { class: name, scope: 'col', role: 'columnheader' }, text)));
}

function cells(view: FaultView, words: Words, number: number): HTMLTableCellElement[] {
  return [
    el('td', { class: 'verdict', role: 'gridcell', title: view.verdict.title }, el('span', { class: 'tag bad' }, view.verdict.text), validityMark(view.validity)),
    cell('size', view.size),
    cell('sentence', view.reason),
    el('td', { class: 'origin', role: 'gridcell', title: view.origin.title }, el('span', {}, view.origin.text),
      actionButtons(ACTIONS, words, String(number))),
  ];
}
