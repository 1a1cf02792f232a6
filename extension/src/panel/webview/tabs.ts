/** Which list is on show: the inputs, the constraints, the faults and what breaks the program, where there are any. */

import type { PanelState } from '../messages';
import { el } from './dom';

export type Listing = 'inputs' | 'constraints' | 'faults' | 'breaking';

export class Tabs {
  readonly element = el('div', { class: 'tabs', role: 'tablist' });
  private drawn = '';
  private available: Listing[] = ['inputs'];

  /** `panels` are the lists themselves, which are named after their tabs. */
  constructor(private shown: Listing, private readonly panels: Record<Listing, HTMLElement>, private readonly onShow: (listing: Listing) => void) {
    this.element.addEventListener('keydown', event => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (step === undefined) return;
      const at = this.available.indexOf(this.shown) + step + this.available.length;
      this.show(this.available[at % this.available.length]);
      this.element.querySelector<HTMLElement>('[aria-selected="true"]')?.focus();
      event.preventDefault();
    });
  }

  /** Brings a list to the front as if the user had chosen it. */
  bring(listing: Listing): void {
    this.shown = listing;
  }

  /** The list to show now. There is no choice where all others are empty. */
  draw(state: PanelState): Listing {
    const { words } = state;
    const lists: [Listing, string, number | null][] = [
      ['inputs', words.inputsTab, state.rows.filter(row => row.validity.tone !== 'doubtful').length], ['constraints', words.constraintsTab, state.constraints.length],
      ['faults', words.faultsTab, state.faults.filter(fault => fault.validity.tone !== 'doubtful').length], ['breaking', words.breakingTab, state.breaking?.found ? 1 : null],
    ];
    const tabs = lists.filter(([listing, , length]) => listing === 'inputs' || (listing === 'breaking' ? state.breaking : listing === 'faults' ? state.faults.length : length));
    this.available = tabs.map(([listing]) => listing);
    const listing = this.available.includes(this.shown) ? this.shown : 'inputs';
    const drawn = JSON.stringify([tabs, listing]);
    if (drawn === this.drawn) return listing;
    this.drawn = drawn;
    const focused = this.element.contains(document.activeElement);
    this.element.hidden = tabs.length < 2;
    this.element.setAttribute('aria-label', words.views);
    this.element.replaceChildren(...tabs.map(([each, label, length]) => this.tab(each, label, length, listing)));
    for (const [each, panel] of Object.entries(this.panels)) name(panel, each, tabs.length > 1);
    if (focused) this.element.querySelector<HTMLElement>('[aria-selected="true"]')?.focus();
    return listing;
  }

  private tab(listing: Listing, label: string, count: number | null, shown: Listing): HTMLElement {
    const made = el('button', {
      type: 'button', role: 'tab', class: 'tab', 'data-listing': listing, 'aria-selected': String(listing === shown),
      id: `tab-${listing}`, 'aria-controls': `list-${listing}`,
      tabindex: listing === shown ? 0 : -1,
    }, label, count === null ? null : el('span', { class: 'number' }, String(count)));
    made.addEventListener('click', () => this.show(listing));
    return made;
  }

  private show(listing: Listing): void {
    if (listing === this.shown) return;
    this.shown = listing;
    this.onShow(listing);
  }
}

/** A list that has a tab is its panel; one alone is none. */
function name(panel: HTMLElement, listing: string, hasTab: boolean): void {
  panel.id = `list-${listing}`;
  for (const [attribute, value] of [['role', 'tabpanel'], ['aria-labelledby', `tab-${listing}`]]) {
    if (hasTab) panel.setAttribute(attribute, value);
    else panel.removeAttribute(attribute);
  }
}
