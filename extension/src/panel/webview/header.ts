/**
 * The state line: what the search does, its figures, and the buttons that steer it. Several states a second come; only the figures that
 * changed are put anew, so that the keyboard and a screen reader keep their places.
 */

import type { Action, ActionId, Head, Words } from '../messages';
import { told } from '../told';
import { el } from './dom';
import { icon, type IconName } from './icons';

const BUTTON_ICONS: Partial<Record<ActionId, IconName>> = { pause: 'pause', resume: 'resume', stop: 'stop', find: 'find', stopBreaking: 'stop' };

export type OnAction = (action: ActionId) => void;

export class Header {
  readonly element = el('header', { class: 'state' });
  private drawn = '';
  /** All that hovers say, in lines, shown when asked for. */
  private readonly told = el('ul', { class: 'told', id: 'told', hidden: true });

  constructor(private readonly onAction: OnAction) {}

  draw(head: Head, words: Words): void {
    this.element.hidden = !head.label || !(head.fileName || head.detail);
    this.element.dataset.kind = head.kind;
    const { detail: _, facts, progress: share, notice: __, warnings: ___, ...rest } = head;
    const drawn = JSON.stringify([rest.label, rest.fileName, rest.actions, facts.map(({ id, label }) => [id, label]), share === null]);
    if (drawn !== this.drawn) {
      this.drawn = drawn;
      this.element.replaceChildren(...this.parts(head, words));
    }
    this.update(head);
  }

  private parts(head: Head, words: Words): (HTMLElement | string)[] {
    return [
      el('span', { class: 'dot', 'aria-hidden': 'true' }),
      el('strong', { class: 'label' }, head.label),
      head.fileName ? el('span', { class: 'file', dir: 'ltr', title: head.fileName }, head.fileName) : '',
      el('span', { class: 'detail', dir: 'auto' }),
      el('span', { class: 'gap' }),
      el('dl', { class: 'facts' }, ...head.facts.map(fact =>
        el('div', { 'data-fact': fact.id }, el('dt', {}, fact.label), el('dd', {})))),
      head.facts.length > 0 ? this.toggle(words) : '',
      el('span', { class: 'buttons' }, ...head.actions.map(action => button(action, this.onAction))),
      head.progress === null ? '' : el('div', {
        class: 'progress', role: 'progressbar', 'aria-label': head.label, 'aria-valuemin': 0, 'aria-valuemax': 100,
      }, el('span', { class: 'bar' })),
      this.told,
    ].filter(part => part !== '');
  }

  private toggle(words: Words): HTMLElement {
    const made = el('button', {
      type: 'button', class: 'quiet', 'data-action': 'told', title: words.told, 'aria-label': words.told, 'aria-controls': 'told',
    }, icon('explain'));
    const draw = (): void => made.setAttribute('aria-expanded', String(!this.told.hidden));
    made.addEventListener('click', () => {
      this.told.hidden = !this.told.hidden;
      draw();
    });
    draw();
    return made;
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
    if (head.facts.length === 0) this.told.hidden = true;
    const lines = told(head);
    while (this.told.children.length > lines.length) this.told.lastElementChild?.remove();
    lines.forEach((line, index) => {
      const item = this.told.children[index] ?? this.told.appendChild(el('li', { dir: 'auto' }));
      if (item.textContent !== line) item.textContent = line;
    });
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
