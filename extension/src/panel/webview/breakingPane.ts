/** The pane of a breaking input: what fails and how, the input beside both outputs, the lines that matter, what can be done. */

import type { BreakAction, BreakingView, FoundView, PlaceView, TextView } from '../breaking';
import { pieces } from '../../words/bidi';
import { parts } from '../../searches/codeText';
import type { PanelState, Words } from '../messages';
import { el } from './dom';
import { icon } from './icons';

export interface OnBreaking {
  act(action: BreakAction, breakId: string, inputId: string): void;
  goTo(breakId: string, lspLine: number): void;
}

export class BreakingPane {
  readonly element = el('section', { class: 'breaking' });
  private drawn = '';

  constructor(private readonly on: OnBreaking) {}

  draw(state: PanelState): void {
    const view = state.breaking;
    const drawn = JSON.stringify([view?.breakId, view?.found, view?.references]);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    const focused = this.element.contains(document.activeElement) ? document.activeElement?.getAttribute('data-break-action') : null;
    this.element.setAttribute('aria-label', view?.found?.label ?? state.words.breakingTab);
    this.element.replaceChildren(...(view ? [
      el('div', { class: 'said' }, ...(view.found ? this.found(view, view.found, state.words) : []), ...references(view, state.words),
        ...view.notes.map(note => el('p', { class: 'note', dir: 'auto' }, ...withCode(note)))),
      view.found && view.found.texts.length > 0 ? el('div', { class: 'texts' }, ...view.found.texts.map(textBox)) : '',
    ] : []));
    if (focused) this.element.querySelector<HTMLElement>(`[data-break-action="${focused}"]`)?.focus();
  }

  /** Moves the keyboard to the first thing that can be done. */
  focus(): void {
    this.element.querySelector<HTMLElement>('button')?.focus();
  }

  private found(view: BreakingView, found: FoundView, words: Words): HTMLElement[] {
    return [
      el('h2', { class: 'headline' },
        el('span', { class: `tag ${found.tone}`, title: found.tag.title, 'data-verdict': found.tag.text }, found.tag.text),
        el('span', { dir: 'auto' }, ...withCode(found.headline))),
      el('p', { class: 'remarks' }, ...found.remarks.map(remark => el('span', { dir: 'auto', title: remark.title || null }, ...withCode(remark.text))),
        found.category ? el('span', { class: 'category', title: [found.category.title, ...found.category.evidence].join('\n') }, found.category.text) : null),
      el('p', { class: 'buttons' }, ...found.actions.map((action, index) => this.button(action, view, found, words, index === 0))),
      ...found.places.map(place => this.place(place, view, words)),
      ...(found.category && found.category.evidence.length > 0 ? [evidence(found.category.evidence, `${words.evidence}: ${found.category.text} (${found.category.title})`)] : []),
    ];
  }

  private button(action: BreakAction, view: BreakingView, found: FoundView, words: Words, primary: boolean): HTMLElement {
    const made = el('button', {
      type: 'button', class: primary ? 'primary' : 'secondary', 'data-break-action': action,
    }, icon(action === 'difference' ? 'contrast' : action), words[action]);
    made.addEventListener('click', () => this.on.act(action, view.breakId, found.inputId));
    return made;
  }

  private place(place: PlaceView, view: BreakingView, words: Words): HTMLElement {
    const { lspLine } = place;
    const line = el('button', {
      type: 'button', class: 'line', 'data-break-action': `line ${place.line}`, disabled: lspLine === null, title: words.goto,
    }, `${words.line} ${place.line}`);
    if (lspLine !== null) line.addEventListener('click', () => this.on.goTo(view.breakId, lspLine));
    return el('div', { class: 'place' }, el('p', {}, line, el('span', { dir: 'auto' }, ...withCode(place.sentence))),
      place.values.length > 0 ? values(place, view) : null);
  }
}

/** Names between backticks as code. */
function withCode(text: string): (Node | string)[] {
  return parts(text).map(part => part.code ? el('code', {}, part.text) : part.text);
}

function textBox(text: TextView): HTMLElement {
  const { mark } = text;
  const body = mark === null ? inPlace(text.text)
    : [...inPlace(text.text.slice(0, mark.start)), el('mark', { dir: 'auto' }, text.text.slice(mark.start, mark.end)), ...inPlace(text.text.slice(mark.end))];
  return el('figure', { class: `text ${text.id}`, 'data-text': text.id },
    el('figcaption', {}, text.title), el('pre', { tabindex: 0, role: 'group', 'aria-label': text.title }, ...body));
}

/** Data as it is read: the first token stands first, whatever it is written in. */
function inPlace(text: string): (Node | string)[] {
  return pieces(text).map(piece => piece.isolated ? el('bdi', {}, piece.text) : piece.text);
}

function values(place: PlaceView, view: BreakingView): HTMLElement {
  return el('table', { class: 'values' },
    el('thead', {}, el('tr', {}, el('td'), el('th', { scope: 'col' }, view.here), el('th', { scope: 'col' }, view.there))),
    el('tbody', {}, ...place.values.map(value => el('tr', { class: value.differs ? 'differs' : null },
      el('th', { scope: 'row' }, value.name), el('td', { dir: 'auto' }, value.here), el('td', { dir: 'auto' }, value.there)))));
}

function evidence(sentences: readonly string[], title: string): HTMLElement {
  return el('details', { class: 'evidence' }, el('summary', {}, title), el('ul', {}, ...sentences.map(sentence => el('li', {}, ...withCode(sentence)))));
}

function references(view: BreakingView, words: Words): HTMLElement[] {
  if (view.references.length === 0) return [];
  return [el('p', { class: 'references' }, el('span', {}, `${words.references}: `), ...view.references.map(reference =>
    el('span', { class: reference.usable ? 'usable' : 'refused', title: reference.title },
      el('bdi', {}, reference.name), el('small', {}, reference.usable ? reference.role : reference.title))))];
}
