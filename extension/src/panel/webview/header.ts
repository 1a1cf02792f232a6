/** The state line: what the search does, its figures, and the buttons that steer it. */

import type { Action, ActionId, Head } from '../messages';
import { el } from './dom';
import { icon, type IconName } from './icons';

const BUTTON_ICONS: Partial<Record<ActionId, IconName>> = { pause: 'pause', resume: 'resume', stop: 'stop', find: 'find', stopBreaking: 'stop' };

export type OnAction = (action: ActionId) => void;

export function header(state: Head, onAction: OnAction): HTMLElement {
  return el('header', { class: 'state', 'data-kind': state.kind },
    el('span', { class: 'dot', 'aria-hidden': 'true' }),
    el('strong', { class: 'label' }, state.label),
    state.fileName ? el('span', { class: 'file', title: state.fileName }, state.fileName) : null,
    state.detail ? el('span', { class: 'detail', title: state.detail }, state.detail) : null,
    el('span', { class: 'gap' }),
    el('dl', { class: 'facts' }, ...state.facts.map(fact =>
      el('div', { title: fact.title, 'data-fact': fact.id }, el('dd', {}, fact.value), el('dt', {}, fact.label)))),
    el('span', { class: 'buttons' }, ...state.actions.map(action => button(action, onAction))),
    progress(state.progress));
}

export function button(action: Action, onAction: OnAction): HTMLButtonElement {
  const name = BUTTON_ICONS[action.id];
  const made = el('button', { type: 'button', class: action.primary ? 'primary' : 'secondary', 'data-action': action.id },
    name ? icon(name) : null, action.label);
  made.addEventListener('click', () => onAction(action.id));
  return made;
}

function progress(share: number | null): HTMLElement | null {
  if (share === null) return null;
  const bar = el('span', { class: 'bar' });
  bar.style.setProperty('--share', String(share));
  return el('div', {
    class: 'progress', role: 'progressbar', 'aria-valuemin': 0, 'aria-valuemax': 100, 'aria-valuenow': Math.round(share * 100),
  }, bar);
}
