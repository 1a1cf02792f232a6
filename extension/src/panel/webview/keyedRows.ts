/**
 * The rows of a table, kept by key from one state to the next, so that focus, hover and a screen reader's place survive
 * the few redraws a second. One row is in the tab order; up, down, Home and End move it, left and right go to its buttons.
 */

import { el } from './dom';

export interface DrawnRow {
  key: string;
  /** Whether it heads the rows below it: nothing can be done with it, and the keyboard passes over it. */
  isHeading?: boolean;
  /** What the row depends on: it is drawn again when this differs. */
  about: unknown;
  attributes: Record<string, string>;
  cells(): HTMLTableCellElement[];
}

export class KeyedRows {
  readonly body = el('tbody');
  private readonly rows = new Map<string, { row: HTMLTableRowElement; drawn: string }>();
  /** Until somebody selects a row, it is the first one, whichever that is. */
  private isChosen: boolean;

  /** `selected` is the key of the row in the tab order; `act` gets a key that was pressed or a button's action. */
  constructor(
    private selected: string,
    private readonly keys: Readonly<Record<string, string>>,
    private readonly act: (action: string, key: string) => void,
    private readonly onSelect: (key: string) => void,
  ) {
    this.isChosen = selected !== '';
    this.body.addEventListener('keydown', event => this.key(event));
    this.body.addEventListener('focusin', event => this.select(rowOf(event.target)));
    this.body.addEventListener('click', event => this.click(event));
    // It would run again whenever the table is shown after it was hidden.
    this.body.addEventListener('animationend', event => rowOf(event.target)?.classList.remove('fresh'));
    this.body.addEventListener('dblclick', event => this.perform(keys.Enter, rowOf(event.target)));
  }

  draw(views: readonly DrawnRow[]): void {
    const kept = new Set(views.map(view => view.key));
    for (const [key, { row }] of this.rows) {
      if (!kept.has(key)) {
        row.remove();
        this.rows.delete(key);
      }
    }
    views.forEach((view, index) => this.place(view, index));
    if (!this.isChosen || !this.rows.has(this.selected)) this.selected = views.find(view => !view.isHeading)?.key ?? '';
    this.markSelected();
  }

  /** Moves the keyboard to the selected row. */
  focus(): void {
    this.rows.get(this.selected)?.row.focus();
  }

  private place(view: DrawnRow, index: number): void {
    const drawn = JSON.stringify(view.about);
    let entry = this.rows.get(view.key);
    if (!entry) {
      entry = { row: el('tr', { role: 'row', ...(view.isHeading ? { class: 'group' } : { 'data-key': view.key, class: 'fresh' }) }), drawn: '' };
      this.rows.set(view.key, entry);
    }
    const { row } = entry;
    if (entry.drawn !== drawn) {
      entry.drawn = drawn;
      const focused = row.contains(document.activeElement) ? document.activeElement?.getAttribute('data-row-action') : null;
      for (const [name, value] of Object.entries(view.attributes)) row.setAttribute(name, value);
      row.replaceChildren(...view.cells());
      if (focused) row.querySelector<HTMLElement>(`[data-row-action="${focused}"]`)?.focus();
    }
    if (this.body.children[index] !== row) this.body.insertBefore(row, this.body.children[index] ?? null);
  }

  private key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const row = rowOf(event.target);
    if (!row) return;
    const rows = [...this.body.rows].filter(each => each.hasAttribute('data-key'));
    const at = rows.indexOf(row);
    const target = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
    if (target !== undefined) {
      rows[Math.max(0, Math.min(rows.length - 1, target))].focus();
      event.preventDefault();
    } else if (along(row, event)) {
      event.preventDefault();
    } else if (this.keys[event.key] && event.target === row) {
      this.perform(this.keys[event.key], row);
      event.preventDefault();
    }
  }

  private click(event: MouseEvent): void {
    const row = rowOf(event.target);
    const button = event.target instanceof Element ? event.target.closest('[data-row-action]') : null;
    if (button) this.perform(button.getAttribute('data-row-action') ?? '', row);
    else row?.focus();
  }

  private perform(action: string, row: HTMLTableRowElement | null): void {
    const key = row?.getAttribute('data-key');
    if (key) this.act(action, key);
  }

  private select(row: HTMLTableRowElement | null): void {
    const key = row?.getAttribute('data-key');
    if (key) this.isChosen = true;
    if (!key || key === this.selected) return;
    this.selected = key;
    this.markSelected();
    this.onSelect(key);
  }

  private markSelected(): void {
    for (const [key, { row }] of this.rows) {
      if (!row.hasAttribute('data-key')) continue;
      row.tabIndex = key === this.selected ? 0 : -1;
      row.setAttribute('aria-selected', String(key === this.selected));
    }
  }
}

function rowOf(target: EventTarget | null): HTMLTableRowElement | null {
  return target instanceof Element ? target.closest('tr') : null;
}

/** Moves the keyboard among a row and its buttons; whether the key was one for that. */
function along(row: HTMLTableRowElement, event: KeyboardEvent): boolean {
  const stops = [row, ...[...row.querySelectorAll<HTMLElement>('[data-row-action]')].filter(each => each.offsetParent !== null)];
  const at = stops.indexOf(event.target as HTMLElement);
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Escape: 0 }[event.key];
  if (to === undefined || (event.key === 'Escape' && at === 0)) return false;
  stops[Math.max(0, Math.min(stops.length - 1, to))].focus();
  return true;
}
