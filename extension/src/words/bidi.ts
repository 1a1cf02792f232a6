/** Text of others (statements, outputs, names of files) inside our sentences, whatever direction it is written in. */

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u200f\u202b\u202e\u2067\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const ISOLATE = '\u2068';
const END = '\u2069';

/** Whether a part of it is written from right to left. */
export function isRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(text);
}

/** The text so that it doesn't move what stands around it: between isolates where it needs them, else as it is. */
export function isolated(text: string): string {
  return isRightToLeft(text) ? `${ISOLATE}${text}${END}` : text;
}

/** The text in pieces, each to be shown by itself: words that are written from right to left stay at their places among the others. */
export function pieces(text: string): { text: string; isolated: boolean }[] {
  if (!isRightToLeft(text)) return [{ text, isolated: false }];
  return text.split(/(\s+)/).filter(Boolean).map(piece => ({ text: piece, isolated: isRightToLeft(piece) }));
}
