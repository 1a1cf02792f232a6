/** What stands over the list: the state line, what the search came to, and notices. Drawn anew only where it changed. */

import type { Head, Notice, Said, Words } from '../messages';
import type { DoubtRow } from '../../protocol';
import type { DoubtAction, DoubtView } from '../validity';
import { el } from './dom';
import { button, Header, type OnAction } from './header';
import { icon } from './icons';

export type OnDoubt = (action: DoubtAction, doubt: DoubtRow) => void;

export class Top {
  readonly element = el('div', { class: 'top' });
  private readonly header: Header;
  private readonly notes = el('div', { class: 'notes' });
  private drawn = '';

  constructor(private readonly onAction: OnAction, private readonly onDoubt: OnDoubt) {
    this.header = new Header(onAction);
    this.element.append(this.header.element, this.notes);
  }

  /** What is said `besideRows` takes little of their room. */
  draw(head: Head, words: Words, said: Said | null, besideRows: boolean): void {
    const active = this.element.contains(document.activeElement) ? document.activeElement : null;
    const focused = active?.getAttribute('data-action') ?? active?.getAttribute('data-doubt');
    this.header.draw(head, words);
    const drawn = JSON.stringify([head.notice, head.warnings, said, besideRows]);
    if (drawn !== this.drawn) {
      this.drawn = drawn;
      this.notes.replaceChildren(
        ...said ? [el('p', { class: `verdict ${said.tone}`, dir: 'auto' }, said.text)] : [],
        ...head.notice ? [noticeBox(head.notice, this.onAction, this.onDoubt, besideRows)] : [],
        ...warnings(head.warnings));
    }
    if (focused && !this.element.contains(document.activeElement)) this.refocus(focused);
  }

  /** A button that was pressed is redrawn under another name (pause, resume): the keyboard stays there. */
  private refocus(action: string): void {
    const same = this.element.querySelector<HTMLElement>(`[data-action="${action}"], [data-doubt="${action}"]`);
    (same ?? this.element.querySelector<HTMLElement>('button'))?.focus();
  }
}

function noticeBox(notice: Notice, act: OnAction, settle: OnDoubt, besideRows: boolean): HTMLElement {
  return el('section', { class: `notice ${notice.tone}${besideRows ? ' beside' : ''}`, 'aria-label': notice.title },
    notice.tone === 'info' ? null : icon(notice.tone),
    el('div', {},
      el('h2', { dir: 'auto' }, notice.title),
      notice.doubts ? el('ul', { class: 'doubts' }, ...notice.doubts.map(doubt => doubtItem(doubt, settle))) : null,
      notice.body ? el('p', { dir: 'auto' }, notice.body) : null,
      notice.actions.length > 0 ? el('p', { class: 'buttons' }, ...notice.actions.map(action => button(action, act))) : null));
}

function doubtItem({ text, proposal, buttons, doubt }: DoubtView, settle: OnDoubt): HTMLElement {
  return el('li', {},
    el('span', { dir: 'auto' }, text),
    proposal ? el('code', { dir: 'ltr' }, proposal) : null,
    ...buttons.map(({ action, label }) => {
      const made = el('button', { type: 'button', class: 'line', 'data-doubt': action, 'aria-label': `${label}: ${text}` }, label);
      made.addEventListener('click', () => settle(action, doubt));
      return made;
    }));
}

function warnings(texts: readonly string[]): HTMLElement[] {
  if (texts.length === 0) return [];
  return [el('ul', { class: 'warnings' }, ...texts.map(text => el('li', {}, icon('warning'), el('span', { dir: 'auto' }, text))))];
}
