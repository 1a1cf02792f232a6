/** The text of an input's virtual document, read from the server chunk by chunk. */

import type { InputReadResult } from '../protocol';
import type { Translate } from '../words/translate';
import { bytes } from '../words/numbers';

/** The largest part of an input that is shown. */
export const SHOWN_BYTES = 2_000_000;
/** The editor turns features off, with a notification, above 300,000 lines. */
export const SHOWN_LINES = 250_000;
const CHUNK_BYTES = 1 << 20;

/** Reads one chunk. */
export type ReadChunk = (offset: number, limit: number) => Promise<InputReadResult>;

/**
 * The input's first `SHOWN_BYTES` and `SHOWN_LINES` as text, with a notice at the end when there is more. Bytes that are no
 * UTF-8 show as U+FFFD. The cut falls on a line end where one is near, and never inside a character.
 */
export async function inputText(read: ReadChunk, t: Translate): Promise<string> {
  const chunks: Buffer[] = [];
  let have = 0;
  let size = 0;
  for (let offset: number | null = 0; offset !== null && have < SHOWN_BYTES;) {
    const result: InputReadResult = await read(offset, Math.min(CHUNK_BYTES, SHOWN_BYTES - have));
    const chunk = Buffer.from(result.data, 'base64');
    chunks.push(chunk);
    have += chunk.length;
    size = result.size;
    offset = chunk.length === 0 ? null : result.next_offset;
  }
  const data = Buffer.concat(chunks, have);
  const lines = endOfLines(data);
  if (size <= have && lines === data.length) return data.toString('utf8');
  const shown = data.subarray(0, lines < data.length ? lines : cutAt(data));
  return `${shown.toString('utf8')}\n\n${t(
    '… the first {0} of {1} are shown; save the input as a test to have it whole.', bytes(shown.length), bytes(size))}\n`;
}

/** The offset at which the first `SHOWN_LINES` lines end. */
function endOfLines(data: Buffer): number {
  let end = -1;
  for (let line = 0; line < SHOWN_LINES; line++) {
    end = data.indexOf(0x0a, end + 1);
    if (end < 0) return data.length;
  }
  return end + 1 === data.length ? data.length : end;
}

/** Where to cut: after the last line end of the final 4 kB, else before a character that is split. */
function cutAt(data: Buffer): number {
  const lineEnd = data.lastIndexOf(0x0a);
  if (lineEnd >= data.length - 4096 && lineEnd > 0) return lineEnd;
  let end = data.length;
  while (end > 0 && end > data.length - 4 && (data[end - 1] & 0xc0) === 0x80) end -= 1;
  return end > 0 && data[end - 1] >= 0xc0 ? end - 1 : data.length;
}
