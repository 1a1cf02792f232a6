/** Which list is on show: the inputs, or the constraints where there are any. */

import type { PanelState } from '../messages';
import { el } from './dom';

export type Listing = 'inputs' | 'constraints';

export class Tabs {
  readonly element = el('div', { class: 'tabs', role: 'tablist' });
  private drawn = '';

  constructor(private shown: Listing, private readonly onShow: (listing: Listing) => void) {
    this.element.addEventListener('keydown', event => {
      if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return;
      this.show(this.shown === 'inputs' ? 'constraints' : 'inputs');
      this.element.querySelector<HTMLElement>('[aria-selected="true"]')?.focus();
      event.preventDefault();
    });
  }

  /** The list to show now. Without constraints there is no choice. */
  draw(state: PanelState): Listing {
    const available = state.constraints.length > 0;
    const listing = available ? this.shown : 'inputs';
    const drawn = JSON.stringify([available, listing, state.rows.length, state.constraints.length]);
    if (drawn === this.drawn) return listing;
    this.drawn = drawn;
    const focused = this.element.contains(document.activeElement);
    this.element.hidden = !available;
    this.element.setAttribute('aria-label', state.words.views);
    this.element.replaceChildren(
      this.tab('inputs', state.words.inputsTab, state.rows.length, listing),
      this.tab('constraints', state.words.constraintsTab, state.constraints.length, listing));
    if (focused) this.element.querySelector<HTMLElement>('[aria-selected="true"]')?.focus();
    return listing;
  }

  private tab(listing: Listing, label: string, count: number, shown: Listing): HTMLElement {
    const made = el('button', {
      type: 'button', role: 'tab', class: 'tab', 'data-listing': listing, 'aria-selected': String(listing === shown),
      tabindex: listing === shown ? 0 : -1,
    }, label, el('span', { class: 'number' }, String(count)));
    made.addEventListener('click', () => this.show(listing));
    return made;
  }

  private show(listing: Listing): void {
    if (listing === this.shown) return;
    this.shown = listing;
    this.onShow(listing);
  }
}
