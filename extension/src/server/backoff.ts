/**
 * When a crashed server starts again: at once, then after 1, 2, 4, 8 s, and no more after five crashes
 * within three minutes. A server that lived for a minute has earned a clean slate.
 */

const FIRST_DELAY_MS = 1000;
const LARGEST_DELAY_MS = 15_000;
const MAX_CRASHES = 5;
const WINDOW_MS = 180_000;
const LONG_LIFE_MS = 60_000;

export class Backoff {
  private crashes: number[] = [];
  private startedMs = 0;

  /** The server is up since `nowMs`. */
  started(nowMs: number): void {
    this.startedMs = nowMs;
  }

  /** The milliseconds to wait before the next start after a crash at `nowMs`, or null: give up. */
  crashed(nowMs: number): number | null {
    if (nowMs - this.startedMs >= LONG_LIFE_MS) this.crashes = [];
    this.crashes = this.crashes.filter(at => nowMs - at < WINDOW_MS);
    this.crashes.push(nowMs);
    const earlier = this.crashes.length - 1;
    if (earlier >= MAX_CRASHES) return null;
    return earlier === 0 ? 0 : Math.min(FIRST_DELAY_MS * 2 ** (earlier - 1), LARGEST_DELAY_MS);
  }

  /** The user asked for a restart: forget the crashes. */
  reset(): void {
    this.crashes = [];
  }
}
