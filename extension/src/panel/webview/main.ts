/** The page's script: draws whole states, posts intents, and remembers the last state over a hide and show. */

import type { Front, FromPanel, Head, Notice, PanelState, ToPanel } from '../messages';
import { BreakingPane } from './breakingPane';
import { el } from './dom';
import { ConstraintTable } from './constraintTable';
import { button, header } from './header';
import { icon } from './icons';
import { FaultTable } from './faultTable';
import { PlotView, type Plotted } from './plotView';
import { Table, type OnRow } from './table';
import { Tabs, type Listing } from './tabs';

interface Remembered {
  state: PanelState | null;
  selected: string;
  constraint: string;
  listing: Listing;
  plot: Plotted | '';
  /** When the search that was brought to the front last was begun. */
  front: number;
}

declare function acquireVsCodeApi(): {
  postMessage(message: FromPanel): void;
  getState(): Remembered | undefined;
  setState(state: Remembered): void;
};

const editor = acquireVsCodeApi();
const remembered: Remembered = { state: null, selected: '', constraint: '', listing: 'inputs', plot: '', front: 0, ...editor.getState() };
const panel = document.getElementById('panel') as HTMLElement;
const announcer = document.getElementById('announcer') as HTMLElement;
const top = el('div', { class: 'top' });
const body = el('div', { class: 'body' });
const onRow: OnRow = (action, campaignId, inputId) => editor.postMessage({ type: 'row', action, campaignId, inputId });
const plot = new PlotView(remembered.plot, chosen => {
  remembered.plot = chosen;
  editor.setState(remembered);
}, inputId => editor.postMessage({ type: 'picture', campaignId: remembered.state?.campaignId ?? '', inputId }));
const table = new Table(onRow, remembered.selected, selected => {
  remembered.selected = selected;
  plot.select(selected);
  editor.setState(remembered);
});
const faults = new FaultTable(onRow);
const breaking = new BreakingPane({
  act: (action, breakId, inputId) => editor.postMessage({ type: 'breaking', action, breakId, inputId }),
  goTo: (breakId, lspLine) => editor.postMessage({ type: 'breakingLine', breakId, lspLine }),
});
const constraints = new ConstraintTable(
  (action, campaignId, constraintId) => editor.postMessage({ type: 'constraint', action, campaignId, constraintId }),
  remembered.constraint,
  constraint => {
    remembered.constraint = constraint;
    editor.setState(remembered);
  });
const tabs = new Tabs(remembered.listing, listing => {
  remembered.listing = listing;
  editor.setState(remembered);
  if (remembered.state) draw(remembered.state);
});
const lists = el('div', { class: 'lists' }, tabs.element, table.element, constraints.element, faults.element, breaking.element);
panel.append(top, body);

function draw(state: PanelState): void {
  const focused = document.activeElement?.getAttribute('data-action');
  const listing = tabs.draw(state);
  const head = headOf(state, listing);
  panel.dataset.kind = head.kind;
  panel.dataset.listing = listing;
  panel.toggleAttribute('data-broken', listing === 'breaking' && Boolean(state.breaking?.found));
  const act = (action: Parameters<typeof button>[0]['id']) => editor.postMessage({ type: 'action', action });
  const line = head.label && (head.fileName || head.detail) ? [header(head, act)] : [];
  const notes = head.notice ? [noticeBox(head.notice, act, listing === 'inputs' && state.rows.length > 0)] : [];
  const said = listing === 'inputs' && state.said ? [el('p', { class: `verdict ${state.said.tone}` }, state.said.text)] : [];
  top.replaceChildren(...line, ...said, ...notes, ...warnings(head.warnings));
  table.draw(state);
  table.element.hidden = listing !== 'inputs' || state.rows.length === 0;
  constraints.draw(state);
  constraints.element.hidden = listing !== 'constraints';
  faults.draw(state);
  faults.element.hidden = listing !== 'faults';
  breaking.draw(state);
  breaking.element.hidden = listing !== 'breaking';
  // Sentences need the room that figures don't.
  plot.draw(state, remembered.selected, listing === 'inputs');
  body.hidden = state.rows.length === 0 && state.constraints.length === 0 && state.faults.length === 0 && state.breaking === null;
  if (body.childElementCount === 0) body.append(lists, plot.element);
  if (focused) refocus(focused);
}

/** The search whose list is on show says what stands over it. */
function headOf(state: PanelState, listing: Listing): Head {
  return listing === 'breaking' && state.breaking ? state.breaking : state;
}

/** A search that was begun since the last state is shown, whatever was on show. */
function bring(front: Front): void {
  if (front.since <= remembered.front) return;
  remembered.front = front.since;
  remembered.listing = front.listing;
  tabs.bring(front.listing);
}

/** A button that was pressed is redrawn under another name (pause, resume): the keyboard stays there. */
function refocus(action: string): void {
  const same = top.querySelector<HTMLElement>(`[data-action="${action}"]`);
  (same ?? top.querySelector<HTMLElement>('button'))?.focus();
}

/** What is said `besideRows` takes little of their room. */
function noticeBox(notice: Notice, act: Parameters<typeof button>[1], besideRows: boolean): HTMLElement {
  return el('section', { class: `notice ${notice.tone}${besideRows ? ' beside' : ''}`, role: notice.tone === 'error' ? 'alert' : null },
    notice.tone === 'info' ? null : icon(notice.tone),
    el('div', {},
      el('h2', {}, notice.title),
      notice.body ? el('p', {}, notice.body) : null,
      notice.actions.length > 0 ? el('p', { class: 'buttons' }, ...notice.actions.map(action => button(action, act))) : null));
}

function warnings(texts: readonly string[]): HTMLElement[] {
  if (texts.length === 0) return [];
  return [el('ul', { class: 'warnings' }, ...texts.map(text => el('li', {}, icon('warning'), el('span', {}, text))))];
}

/** Speaks changes of state and of the slowest input, not every figure. */
function announce(before: PanelState | null, after: PanelState): void {
  const slowest = after.rows.find(row => row.validity.tone !== 'doubtful');
  const found = after.breaking?.found;
  if (found && before?.breaking?.found?.inputId !== found.inputId) announcer.textContent = found.label;
  else if (before?.kind !== after.kind) announcer.textContent = [after.label, after.fileName, after.said?.text, after.notice?.title].filter(Boolean).join(', ');
  else if (slowest && before.rows[0]?.inputId !== slowest.inputId) announcer.textContent = slowest.label;
}

window.addEventListener('message', (event: MessageEvent<ToPanel>) => {
  switch (event.data.type) {
    case 'state':
      announce(remembered.state, event.data.state);
      bring(event.data.front);
      remembered.state = event.data.state;
      editor.setState(remembered);
      draw(event.data.state);
      return;
    case 'picture':
      plot.picture(event.data.inputId, event.data.picture);
      return;
    case 'focus':
      ([constraints, faults, breaking].find(list => !list.element.hidden) ?? table).focus();
      return;
  }
});

if (remembered.state) draw(remembered.state);
editor.postMessage({ type: 'ready' });
