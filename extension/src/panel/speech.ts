/**
 * What a screen reader is told of a new state. What begins, ends or fails is said at once; a search finds something better many times a
 * second, which is said no more often than every few seconds, as it is then.
 */

import type { Head, PanelState } from './messages';

export const QUIET_MS = 10_000;

export class Speech {
  private heads = { inputs: '', breaking: '' };
  private slowest = '';
  private broken = '';
  private saidAt = -Infinity;

  /** `known` is what was on show when the page was drawn last: nothing of it is said again. */
  constructor(known: PanelState | null) {
    if (known) this.keep(known);
  }

  /** What is to be said of the state at the time `now` (milliseconds), "" for nothing. */
  hear(state: PanelState, now: number): string {
    const changed = this.changed(state);
    if (changed === '' && now - this.saidAt < QUIET_MS) return '';
    const text = changed || this.better(state);
    if (text === '') return '';
    this.keep(state);
    this.saidAt = now;
    return text;
  }

  private changed(state: PanelState): string {
    const { breaking } = state;
    const said: string[] = [];
    if (headKey(state) !== this.heads.inputs) said.push(sentence(state, state.said?.text));
    if (headKey(breaking) !== this.heads.breaking && breaking) said.push(sentence(breaking, breaking.found?.label));
    return said.filter(Boolean).join('. ');
  }

  private better(state: PanelState): string {
    const found = state.breaking?.found;
    if (found && found.inputId !== this.broken) return found.label;
    const row = slowest(state);
    return row && row.inputId !== this.slowest ? row.label : '';
  }

  private keep(state: PanelState): void {
    this.heads = { inputs: headKey(state), breaking: headKey(state.breaking) };
    this.slowest = slowest(state)?.inputId ?? '';
    this.broken = state.breaking?.found?.inputId ?? '';
  }
}

function slowest(state: PanelState): PanelState['rows'][number] | undefined {
  return state.rows.find(row => row.validity.tone !== 'doubtful');
}

/** What makes a head another one: what failed or is asked does, its figures and what it does just now don't. */
function headKey(head: Head | null): string {
  return head ? JSON.stringify([head.kind, head.label, head.fileName, head.notice && head.notice.actions.length > 0 ? head.notice.title : '']) : '';
}

function sentence(head: Head, result: string | undefined): string {
  const { notice } = head;
  return [head.label, head.fileName, result, notice?.title, notice?.tone === 'error' ? notice.body : ''].filter(Boolean).join(', ');
}
