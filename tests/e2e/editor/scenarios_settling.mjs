// Sentences of a statement that aren't understood, settled one by one in the panel.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { waitFor } from './machine.mjs';

async function settling({ open, folder, lap }) {
  const editor = await open({ 'slowpath.budgetSeconds': 20 });
  const doubts = editor.panel().locator('.notice .doubts li');
  const rows = editor.panel().locator('tr[data-input]');
  await editor.openFile('weights/solution.py');
  await editor.command('Slowpath: Find Slow Inputs');
  await waitFor('two sentences', async () => await doubts.count() === 2);
  await rows.first().waitFor();
  assert.equal(await doubts.first().locator('code').innerText(), 'where next a > a');
  await editor.shot('60-doubts');
  lap(`the panel asks: ${(await doubts.first().innerText()).replace(/\s+/g, ' ')}`);

  await doubts.first().locator('[data-doubt="take"]').click();
  await waitFor('one sentence', async () => await doubts.count() === 1);
  const name = fs.readdirSync(path.join(folder, 'weights')).find(each => each.endsWith('.format'));
  const text = () => fs.readFileSync(path.join(folder, 'weights', name), 'utf8');
  assert.match(text(), /^where next a > a$/m);
  assert.match(text(), /^# \? .*mountain/m);
  await editor.shot('61-taken');
  lap('a line was taken, and the other sentence is left');

  await doubts.first().locator('[data-doubt="write"]').click();
  await editor.page.locator('.view-line', { hasText: 'where check' }).first().waitFor();
  await editor.shot('62-check');
  lap('a check was begun beside the sentence');

  await editor.page.locator('a.action-label[aria-label^="Show Statement Beside Input Format"]').first().click();
  const statement = editor.area('weights/statement.md');
  const behind = () => statement.evaluate(area => [...area.querySelectorAll('.view-line span')].map(span => getComputedStyle(span, '::after').content).join(''));
  await waitFor('what became of the sentences', async () => /→\d/.test(await behind()) && /"\?"/.test(await behind()));
  const told = await editor.hover(statement, 'The first line has', 'first');
  await waitFor('the links', async () => /The format says it: n >= 1, n <= 2000.*Line \d of the format/.test((await told.innerText()).replace(/\s+/g, ' ')));
  await editor.shot('62-sentences');
  lap('the statement stands beside the format, each sentence with what the format says of it');

  await doubts.first().locator('[data-doubt="dismiss"]').click();
  await waitFor('nothing left to settle', async () => await doubts.count() === 0 && !/^# \?/m.test(text()));
  await editor.panelKind('preparing', 'running', 'finished');
  await waitFor('sure rows', async () => await rows.count() > 0 && await doubts.count() === 0
    && await rows.locator('.validity.doubtful').count() === 0);
  assert.equal(await editor.panel().locator('[data-action="find"]', { hasText: 'changed format' }).count(), 0);
  assert.match(text(), /^where check "The weights form a mountain":$/m);
  await editor.shot('63-settled');
  lap('the last sentence was settled, and the inputs of the new search are sure');
}

export const scenarios = { settling };
