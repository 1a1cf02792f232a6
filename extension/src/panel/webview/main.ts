/** The page's script: draws whole states, posts intents, and remembers the last state over a hide and show. */

import type { Front, FromPanel, Head, PanelState, ToPanel } from '../messages';
import { Speech } from '../speech';
import { BreakingPane } from './breakingPane';
import { el } from './dom';
import { ConstraintTable } from './constraintTable';
import { FaultTable } from './faultTable';
import { PlotView, type Plotted } from './plotView';
import { Table, type OnRow } from './table';
import { Tabs, type Listing } from './tabs';
import { Top } from './top';

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
const top = new Top(action => editor.postMessage({ type: 'action', action }), (action, doubt) => editor.postMessage({ type: 'doubt', action, doubt }));
const speech = new Speech(remembered.state);
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
const lists = { inputs: table.element, constraints: constraints.element, faults: faults.element, breaking: breaking.element };
const tabs = new Tabs(remembered.listing, lists, listing => {
  remembered.listing = listing;
  editor.setState(remembered);
  if (remembered.state) draw(remembered.state);
});
body.append(el('div', { class: 'lists' }, tabs.element, ...Object.values(lists)), plot.element);
panel.append(top.element, body);

function draw(state: PanelState): void {
  const listing = tabs.draw(state);
  const head = headOf(state, listing);
  panel.dataset.kind = head.kind;
  panel.dataset.listing = listing;
  panel.toggleAttribute('data-broken', listing === 'breaking' && Boolean(state.breaking?.found));
  top.draw(head, state.words, listing === 'inputs' ? state.said : null, listing === 'inputs' && state.rows.length > 0);
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

window.addEventListener('message', (event: MessageEvent<ToPanel>) => {
  switch (event.data.type) {
    case 'state':
      announcer.textContent = speech.hear(event.data.state, Date.now()) || announcer.textContent;
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
