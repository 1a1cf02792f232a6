/** Tries again what others hinder, less and less often, until it succeeds or nobody wants it any more. Knows no editor. */

export const FIRST_MS = 5_000;
export const MOST_MS = 60_000;

type Timer = (call: () => void, ms: number) => () => void;

const timer: Timer = (call, ms) => {
  const handle = setTimeout(call, ms);
  return () => clearTimeout(handle);
};

export class Retries {
  private tried = 0;
  private cancel: (() => void) | undefined;

  /** `again` says what came of it through `hindered` or `settled`. */
  constructor(private readonly again: () => void, private readonly after: Timer = timer) {}

  /** Others hinder it. */
  hindered(): void {
    this.cancel?.();
    this.cancel = this.after(() => this.now(), Math.min(FIRST_MS * 2 ** this.tried, MOST_MS));
    this.tried++;
  }

  /** It succeeded, or isn't wanted any more. */
  settled(): void {
    this.cancel?.();
    this.cancel = undefined;
    this.tried = 0;
  }

  /** Tries at once, where it waits to. */
  now(): void {
    if (!this.cancel) return;
    this.cancel();
    this.cancel = undefined;
    this.again();
  }
}
