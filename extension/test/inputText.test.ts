import assert from 'node:assert/strict';
import { SHOWN_BYTES, SHOWN_LINES, inputText, type ReadChunk } from '../src/inputs/inputText';
import { untranslated } from '../src/words/translate';

/** Serves `data` in chunks of at most `largest` bytes and notes what was asked for. */
function serving(data: Buffer, largest: number): { read: ReadChunk; asked: [number, number][] } {
  const asked: [number, number][] = [];
  const read: ReadChunk = async (offset, limit) => {
    asked.push([offset, limit]);
    const end = Math.min(data.length, offset + Math.min(limit, largest));
    return { data: data.subarray(offset, end).toString('base64'), size: data.length, next_offset: end < data.length ? end : null };
  };
  return { read, asked };
}

describe('the text of an input', () => {
  it('is the whole input when it is small, whatever the chunks', async () => {
    const text = '3\n1 2 3\näöü€\n'.repeat(50);
    assert.equal(await inputText(serving(Buffer.from(text), 7).read, untranslated), text);
  });

  it('is empty for an empty input', async () => {
    assert.equal(await inputText(serving(Buffer.alloc(0), 10).read, untranslated), '');
  });

  it('stops at the limit, at a line end, and says how much there is', async () => {
    const data = Buffer.from('1234567\n'.repeat(1_000_000));
    const { read, asked } = serving(data, 1 << 20);
    const text = await inputText(read, untranslated);
    const [shown, notice] = text.split('\n\n');
    assert.ok(shown.length <= SHOWN_BYTES && shown.length > SHOWN_BYTES - 16);
    assert.ok(shown.endsWith('1234567'));
    assert.match(notice, /first 2\.00 MB of 8\.00 MB/);
    assert.ok(asked.every(([offset, limit]) => offset + limit <= SHOWN_BYTES));
  });

  it('stops after as many lines as the editor shows without turning features off', async () => {
    const exactly = '1\n'.repeat(SHOWN_LINES);
    assert.equal(await inputText(serving(Buffer.from(exactly), 1 << 20).read, untranslated), exactly);
    const text = await inputText(serving(Buffer.from(`${exactly}2\n`), 1 << 20).read, untranslated);
    assert.equal(text.split('\n\n')[0].split('\n').length, SHOWN_LINES);
    assert.match(text, /first 500 kB of 500 kB/);
  });

  it('never cuts a character in two', async () => {
    for (const lead of ['', 'x', 'xx']) {
      const data = Buffer.from(lead + '€'.repeat(800_000));
      const text = await inputText(serving(data, 1 << 20).read, untranslated);
      assert.ok(!text.includes('\ufffd'), `after ${lead.length}`);
    }
  });

  it('shows bytes that are no text as replacement characters', async () => {
    assert.equal(await inputText(serving(Buffer.from([0x31, 0xff, 0x0a]), 10).read, untranslated), '1\ufffd\n');
  });

  it('ends when a server sends nothing more than it announced', async () => {
    const read: ReadChunk = async () => ({ data: '', size: 100, next_offset: 50 });
    assert.match(await inputText(read, untranslated), /0 B of 100 B/);
  });
});
