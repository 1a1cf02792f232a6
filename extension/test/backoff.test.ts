import assert from 'node:assert/strict';
import { Backoff } from '../src/server/backoff';
import { Serial } from '../src/server/serial';

describe('a crashed server', () => {
  it('starts again at once, then ever later, then not at all', () => {
    const backoff = new Backoff();
    const delays = [0, 1, 2, 3, 4, 5].map(second => {
      backoff.started(second * 1000);
      return backoff.crashed(second * 1000 + 500);
    });
    assert.deepEqual(delays, [0, 1000, 2000, 4000, 8000, null]);
  });

  it('has a clean slate after a long life', () => {
    const backoff = new Backoff();
    for (let i = 0; i < 4; i++) backoff.crashed(i);
    backoff.started(1000);
    assert.equal(backoff.crashed(1000 + 60_000), 0);
  });

  it('has a clean slate when the user restarts it', () => {
    const backoff = new Backoff();
    for (let i = 0; i < 9; i++) backoff.crashed(i);
    backoff.reset();
    assert.equal(backoff.crashed(10), 0);
  });
});

describe('the queue of starts and stops', () => {
  it('never runs two at once, and goes on after a failure', async () => {
    const queue = new Serial();
    const seen: string[] = [];
    const task = (name: string, fails = false) => queue.run(async () => {
      seen.push(`${name}+`);
      await Promise.resolve();
      seen.push(`${name}-`);
      if (fails) throw new Error(name);
    });
    const results = await Promise.allSettled([task('a'), task('b', true), task('c')]);
    assert.deepEqual(seen, ['a+', 'a-', 'b+', 'b-', 'c+', 'c-']);
    assert.deepEqual(results.map(result => result.status), ['fulfilled', 'rejected', 'fulfilled']);
  });
});
