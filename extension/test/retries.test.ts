import assert from 'node:assert/strict';
import { Retries } from '../src/problems/retries';

/** A port that somebody holds, and a clock that goes as far as it is told. */
class Port {
  held = true;
  tried = 0;
  readonly waits: number[] = [];
  private waiting: (() => void) | undefined;
  readonly retries = new Retries(() => this.listen(), (call, ms) => {
    this.waits.push(ms);
    this.waiting = call;
    return () => { this.waiting = undefined; };
  });

  listen(): void {
    this.tried++;
    if (this.held) this.retries.hindered();
    else this.retries.settled();
  }

  strike(): void {
    const call = this.waiting;
    this.waiting = undefined;
    call?.();
  }
}

describe('a port that another window has', () => {
  it('is tried again, less and less often, and taken once it is free', () => {
    const port = new Port();
    port.listen();
    for (let step = 0; step < 6; step++) port.strike();
    assert.deepEqual(port.waits, [5_000, 10_000, 20_000, 40_000, 60_000, 60_000, 60_000]);
    port.held = false;
    port.strike();
    port.strike();
    assert.equal(port.tried, 8);
    port.held = true;
    port.listen();
    assert.equal(port.waits.at(-1), 5_000, 'who lost it begins anew');
  });

  it('is tried at once when the user comes to the window, where the window waits for it', () => {
    const port = new Port();
    port.retries.now();
    assert.equal(port.tried, 0);
    port.listen();
    port.held = false;
    port.retries.now();
    port.retries.now();
    assert.equal(port.tried, 2);
  });

  it('is left alone once nobody wants it', () => {
    const port = new Port();
    port.listen();
    port.retries.settled();
    port.strike();
    assert.equal(port.tried, 1);
  });
});
