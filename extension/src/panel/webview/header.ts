/**
 * The state line: what the search does, its figures, and the buttons that steer it. Several states a second come; only the figures that
 * changed are put anew, so that the keyboard and a screen reader keep their places.
 */

import type { Action, ActionId, Head } from '../messages';
import { el } from './dom';
import { icon, type IconName } from './icons';

const BUTTON_ICONS: Partial<Record<ActionId, IconName>> = { pause: 'pause', resume: 'resume', stop: 'stop', find: 'find', stopBreaking: 'stop' };

export type OnAction = (action: ActionId) => void;

export class Header {
  readonly element = el('header', { class: 'state' });
  private drawn = '';

  constructor(private readonly onAction: OnAction) {}

  draw(head: Head): void {
    this.element.hidden = !head.label || !(head.fileName || head.detail);
    this.element.dataset.kind = head.kind;
    const { detail: _, facts, progress: share, notice: __, warnings: ___, ...rest } = head;
    const drawn = JSON.stringify([rest.label, rest.fileName, rest.actions, facts.map(({ id, label }) => [id, label]), share === null]);
    if (drawn !== this.drawn) {
      this.drawn = drawn;
      this.element.replaceChildren(...this.parts(head));
    }
    this.update(head);
  }

  private parts(head: Head): (HTMLElement | string)[] {
    return [
      el('span', { class: 'dot', 'aria-hidden': 'true' }),
      el('strong', { class: 'label' }, head.label),
      head.fileName ? el('span', { class: 'file', dir: 'ltr', title: head.fileName }, head.fileName) : '',
      el('span', { class: 'detail', dir: 'auto' }),
      el('span', { class: 'gap' }),
      el('dl', { class: 'facts' }, ...head.facts.map(fact =>
        el('div', { 'data-fact': fact.id }, el('dt', {}, fact.label), el('dd', {})))),
      el('span', { class: 'buttons' }, ...head.actions.map(action => button(action, this.onAction))),
      head.progress === null ? '' : el('div', {
        class: 'progress', role: 'progressbar', 'aria-label': head.label, 'aria-valuemin': 0, 'aria-valuemax': 100,
      }, el('span', { class: 'bar' })),
    ].filter(part => part !== '');
  }

  private update(head: Head): void {
    const detail = this.element.querySelector<HTMLElement>('.detail');
    if (detail && detail.textContent !== head.detail) detail.textContent = detail.title = head.detail;
    if (detail) detail.hidden = head.detail === '';
    for (const { id, value, title } of head.facts) {
      const fact = this.element.querySelector<HTMLElement>(`[data-fact="${id}"]`);
      const figure = fact?.querySelector('dd');
      if (fact && fact.title !== title) fact.title = title;
      if (figure && figure.textContent !== value) figure.textContent = value;
    }
    const progress = this.element.querySelector<HTMLElement>('.progress');
    progress?.setAttribute('aria-valuenow', String(Math.round(100 * (head.progress ?? 0))));
    progress?.querySelector<HTMLElement>('.bar')?.style.setProperty('--share', String(head.progress ?? 0));
  }
}

export function button(action: Action, onAction: OnAction): HTMLButtonElement {
  const name = BUTTON_ICONS[action.id];
  const made = el('button', { type: 'button', class: action.primary ? 'primary' : 'secondary', 'data-action': action.id },
    name ? icon(name) : null, action.label);
  made.addEventListener('click', () => onAction(action.id));
  return made;
}
