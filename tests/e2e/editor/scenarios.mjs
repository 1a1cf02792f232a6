// What a user does in the editor, each with what must then be seen and a screenshot of it.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { killServer, waitFor } from './machine.mjs';

const FIND = 'Slowpath: Find Slow Inputs';
const BREAK = 'Slowpath: Find Breaking Input';
const APPLY = 'Slowpath: Apply Faster Version';
/** What stands beside a line: ×1,240  (1.20k → 1.49M). */
const COUNTS = /^×[\d.,]+\s+\(([\d.]+[kMG]?)\s+→\s+([\d.]+[kMG]?)\)$/;
const TIME = /^(≥ )?[\d.]+ (s|ms|µs) of [\d.]+ (s|ms)$/;
const RATIO = /^(≥ )?[\d.,]+[kMG]?×$/;
const rows = editor => editor.panel().locator('tr[data-input]');
const fact = (editor, id) => editor.panel().locator(`[data-fact="${id}"] dd`);

/** Starts a search on `file` and waits for at least `count` rows. */
async function search(editor, file, count = 1) {
  const area = await editor.openFile(file);
  await editor.command(FIND);
  await editor.panelKind('preparing', 'running', 'failed');
  await Promise.race([
    rows(editor).nth(count - 1).waitFor(),
    failure(editor),
  ]);
  return area;
}

/** Rejects as soon as the panel shows a failure, with its words. */
async function failure(editor, timeout) {
  const notice = editor.panel().locator('.notice.error');
  await notice.waitFor({ timeout });
  throw new Error(`the panel says: ${await notice.innerText()}`);
}

/** The figures of the first row, as the cells show them. */
async function slowest(editor) {
  const cell = name => rows(editor).first().locator(`td.${name}`).innerText();
  return { rank: await cell('rank'), time: await rows(editor).first().locator('td.time b').innerText(), ratio: await cell('ratio'), size: await cell('size') };
}

/** Waits until the slowest row is held against typical inputs of its size, and is slow beside them. */
async function beyondTypical(editor) {
  await waitFor('a slow input for its size', async () => {
    const { ratio } = await slowest(editor);
    return RATIO.test(ratio) && (/k|M/.test(ratio) || Number.parseFloat(ratio.replace(/[,≥ ]/g, '')) > 1.5);
  });
}

/** Stops the search that a scenario started, so that the next one has the machine to itself. */
async function stop(editor) {
  if (await editor.panelKind('preparing', 'running', 'paused', 'finished', 'stopped') === 'finished') return;
  const button = editor.panel().locator('[data-action="stop"]');
  // One that has just finished has no such button any more.
  await waitFor('the end of the search', async () => {
    if (['stopped', 'finished'].includes(await editor.panel().locator('#panel').getAttribute('data-kind'))) return true;
    await button.click({ timeout: 5000 }).catch(() => undefined);
    return false;
  });
}

/** Whether a figure of `words` rounds to `shown`, a figure of three digits such as 1.49M. */
function holds(words, shown) {
  const value = text => Number.parseFloat(text.replace(/,/g, '')) * { k: 1e3, M: 1e6, G: 1e9 }[text.at(-1)] || Number(text.replace(/,/g, ''));
  const wanted = value(shown);
  return [...words.matchAll(/\d[\d,]*(?:\.\d+)?[kMG]?/g)].some(([figure]) => Math.abs(value(figure) - wanted) <= 0.006 * wanted);
}

/** A search from its first row to a reload of the window; on the way its server is killed, and at the end its program is edited. */
async function cpp({ open, folder, lap }) {
  const editor = await open({ 'slowpath.budgetSeconds': 120 });
  const area = await search(editor, 'quicksort/solution.cpp', 2);
  lap('rows arrived');
  const first = await slowest(editor);
  assert.equal(first.rank, '1');
  assert.match(first.time, TIME);

  await countsBeside(editor, area);
  lap('counts stand beside the lines');
  await beyondTypical(editor);
  lap(`the slowest takes ${(await slowest(editor)).time}, ${(await slowest(editor)).ratio} a typical input of its size`);
  await editor.shot('1-rows-and-line-counts');

  lap(await hoverHasCounts(editor, area, (await editor.marks(area)).find(({ text }) => text.includes('while')).text, 'while'));
  await editor.shot('2-hover-with-both-counts');
  await editor.page.mouse.move(700, 5);

  await editor.panel().locator('[data-action="pause"]').click();
  await editor.panelKind('paused');
  const runs = await fact(editor, 'executions').innerText();
  await editor.shot('3-paused');
  await editor.page.waitForTimeout(1500);
  assert.equal(await fact(editor, 'executions').innerText(), runs, 'a paused search runs nothing');
  // While it runs, a new slowest input may come above them.
  await rows(editor).first().click();
  await editor.page.keyboard.press('ArrowDown');
  assert.equal(await rows(editor).nth(1).getAttribute('aria-selected'), 'true');
  await editor.panel().locator('[data-action="resume"]').click();
  await editor.panelKind('running', 'finished');
  lap('paused and resumed');
  await serverKilled(editor, lap);

  const before = await slowest(editor);
  await rows(editor).first().click();
  await editor.page.keyboard.press('Home');
  await editor.page.keyboard.press('Enter');
  const input = editor.page.locator('.editor-instance .monaco-editor[data-uri^="slowpath-input:"]').first();
  await input.locator('.view-line').first().waitFor();
  assert.match((await input.locator('.view-line').first().innerText()).trim(), /^\d+$/, 'the first line is n');
  lap('the slowest input is open');
  await editor.shot('4-slowest-input');

  await editor.command('View: Close Editor');
  await rows(editor).first().focus();
  await editor.page.keyboard.press('s');
  await editor.notification('Saved as').waitFor();
  const saved = (await editor.notification('Saved as').innerText()).replace('Saved as', '').trim();
  assert.ok(fs.statSync(path.resolve(folder, saved)).size > 0, saved);
  lap(`saved as ${saved}`);
  await editor.command('Notifications: Clear All Notifications');
  await rows(editor).first().focus();
  await editor.page.keyboard.press('r');
  await editor.statusBar('Replay command copied').waitFor();
  lap('replay command copied');

  await editor.load();
  const again = await editor.openFile('quicksort/solution.cpp');
  await editor.command('Slowpath: Open Slow Inputs Panel');
  await rows(editor).first().waitFor();
  const after = await slowest(editor);
  assert.equal(after.rank, '1');
  assert.match(after.time, TIME, `before the reload: ${before.time}`);
  lap('rows are there again after a reload of the window');
  await editor.shot('5-after-reload');
  await stop(editor);
  await editor.shot('6-stopped');
  await edited(editor, again, lap);
}

/** The counts beside the lines, once they are there. A search that has ended without a pair to compare makes none. */
async function countsBeside(editor, area) {
  let ended = 0;
  return waitFor('counts beside the lines', async () => {
    const marks = await editor.marks(area);
    if (marks.length > 0) return marks;
    if (await editor.panel().locator('#panel').getAttribute('data-kind') !== 'finished') return null;
    ended ||= Date.now();
    if (Date.now() - ended > 20_000) throw new Error('the search has ended, and no counts stand beside the lines');
    return null;
  });
}

/** Waits until both counts beside the line `text` stand in its hover, while a search may still find better ones; gives back what it says. */
async function hoverHasCounts(editor, area, text, word) {
  return waitFor('a hover with both counts', async () => {
    const [, fast, slow] = COUNTS.exec((await editor.marks(area)).find(one => one.text === text)?.mark) ?? [];
    if (!fast) return null;
    const hover = await editor.hover(area, text, word);
    const said = await waitFor('its words', async () => {
      const words = await hover.innerText();
      return holds(words, fast) && holds(words, slow) ? words : null;
    }, 5000).catch(() => null);
    return said && `the hover of "${text}" holds ${fast} and ${slow}: ${said.replace(/\s+/g, ' ').slice(0, 160)}`;
  });
}

/** Programs in the other languages, one after the other in one window, Java's where there is a JDK; then one that doesn't compile. */
async function languages({ open, lap }) {
  const editor = await open();
  await search(editor, 'list_membership/solution.py', 1);
  const first = await slowest(editor);
  assert.match(first.time, TIME);
  lap(`Python: rows arrived, the slowest takes ${first.time}`);
  await editor.shot('7-python');
  await stop(editor);
  if (spawnSync('javac', ['-version']).error) lap('no JDK is here, so Java is left out');
  else await java(editor, lap);
  await compileError(editor, lap);
}

async function java(editor, lap) {
  const area = await search(editor, 'text_typewriter/solution.java', 1);
  assert.match((await slowest(editor)).time, TIME);
  lap(`Java: rows arrived, the slowest takes ${(await slowest(editor)).time}`);
  // The pair that is compared may be found later than the first row: a search that is stopped before has none. Which lines
  // differ depends on the pair.
  const [marked] = await countsBeside(editor, area);
  await stop(editor);
  lap(await hoverHasCounts(editor, area, marked.text, /\w+/.exec(marked.text)[0]));
  await editor.shot('7-java');
}

/** Line counts move with the text; once a measured line is edited they are never shown as fresh again. */
async function edited(editor, area, lap) {
  // What a stopped search found last may come behind the first counts: they are taken once they stay as they are.
  let hot;
  await waitFor('counts beside the lines that stay', async () => {
    const seen = (await editor.marks(area)).find(({ text }) => text.includes('while'));
    const stays = seen && hot && seen.mark === hot.mark && seen.top === hot.top;
    hot = seen;
    if (!stays) await new Promise(resolve => setTimeout(resolve, 1_000));
    return stays;
  });
  await editor.goToLine(1);
  await editor.page.keyboard.press('Enter');
  await waitFor('the counts to stand at the same text, lower', async () => {
    const now = (await editor.marks(area)).find(({ text }) => text === hot.text);
    return now && now.mark === hot.mark && now.top > hot.top;
  });
  lap('the counts move with their lines');
  await editor.page.keyboard.press('Control+F');
  await editor.page.keyboard.type(hot.text.slice(0, 12));
  await editor.page.keyboard.press('Enter');
  await editor.page.keyboard.press('Escape');
  await editor.page.keyboard.press('End');
  await editor.page.keyboard.type(' // changed');
  await waitFor('no count to look fresh', async () => (await editor.marks(area)).every(({ colour }) => colour !== hot.colour));
  lap('nothing stale looks fresh');
  await editor.shot('14-stale-counts');
  await editor.command('File: Revert File');
}

async function compileError(editor, lap) {
  const area = await editor.openFile('broken/solution.cpp');
  await area.locator('.squiggly-error').first().waitFor();
  lap('the error is underlined');
  await editor.command(FIND);
  await editor.panelKind('failed');
  const notice = await editor.panel().locator('.notice.error').innerText();
  assert.match(notice, /compile/i);
  await editor.shot('8-compile-error');
  lap(`the panel says: ${notice.replace(/\s+/g, ' ')}`);
}

async function noCompiler({ open, profile, lap }) {
  const file = path.join(profile, 'Machine', 'settings.json');
  const settings = fs.readFileSync(file, 'utf8');
  fs.writeFileSync(file, JSON.stringify({ ...JSON.parse(settings), 'slowpath.cpp.compiler': '/nowhere/g++' }));
  try {
    const editor = await open();
    await editor.openFile('quicksort/solution.cpp');
    await editor.command(FIND);
    await editor.panelKind('failed');
    const notice = await editor.panel().locator('.notice.error').innerText();
    assert.match(notice, /\/nowhere\/g\+\+/);
    assert.match(notice, /slowpath\.cpp\.compiler|install/i);
    assert.ok(await editor.panel().locator('[data-action="settings"]').isVisible());
    await editor.shot('9-no-compiler');
    lap(`the panel says: ${notice.replace(/\s+/g, ' ')}`);
  } finally {
    fs.writeFileSync(file, settings);
  }
}

/** A search that is running goes on when its server has crashed. */
async function serverKilled(editor, lap) {
  const runs = async () => fact(editor, 'executions').innerText();
  const before = await runs();
  const old = await killServer();
  lap(`killed the server (${old})`);
  await rows(editor).first().waitFor();
  await waitFor('the search to go on', async () => {
    const kind = await editor.panel().locator('#panel').getAttribute('data-kind');
    return kind === 'finished' || (kind === 'running' && await runs() !== before);
  });
  lap('the search goes on from what was stored');
  await editor.shot('10-after-a-crash');
}

async function untrusted({ open, lap }) {
  const editor = await open();
  await editor.openFile('quicksort/solution.cpp');
  await editor.command(FIND);
  await editor.panelKind('untrusted');
  const notice = await editor.panel().locator('.notice').innerText();
  assert.match(notice, /not trusted/);
  await editor.shot('11-untrusted');
  await editor.command(BREAK);
  await editor.panelKind('untrusted');
  assert.equal(await editor.panel().locator('.breaking [data-verdict]').count(), 0);
  await editor.command('Slowpath: Make Faster (Verified)');
  await editor.notification('not trusted, so nothing is compiled or run').waitFor();
  await editor.command('Notifications: Clear All Notifications');
  await editor.panel().locator('[data-action="trust"]').click();
  await editor.page.locator('.workspace-trust-editor, .workspace-trust-header').first().waitFor();
  lap('the next step leads to the trust editor');
}

/** A bare program's format is opened, broken, put right and saved; what is then found keeps to it. */
async function format({ open, folder, lap }) {
  const file = path.join(folder, 'bare', 'solution.format');
  fs.rmSync(file, { force: true });
  const editor = await open();
  await editor.openFile('bare/solution.cpp');
  await editor.command('Slowpath: Edit Input Format');
  const area = editor.area('bare/solution.format');
  await area.locator('.view-line', { hasText: 'n: int' }).waitFor();
  const lines = await editor.text(area);
  assert.match(lines.join(' '), /# 1 <= n <= .*assumed/);
  assert.ok(!fs.existsSync(file), 'nothing is saved before the user does');
  await area.locator('.view-line span[class*="mtk"]').nth(1).waitFor();
  lap(`opened: ${lines.join(' | ')}`);
  await editor.shot('15-input-format');

  await editor.replaceLine(area, 'n: int', 'n: int 1..2000+m');
  await area.locator('.squiggly-error').first().waitFor();
  const hover = await editor.hover(area, 'n: int 1..2000+m', 'm');
  await waitFor('the mistake in words', async () => /unknown variable 'm'/i.test(await hover.innerText()));
  lap('a wrong bound is underlined and explained');
  await editor.shot('16-wrong-bound');
  await editor.page.mouse.move(700, 5);

  await editor.replaceLine(area, 'n: int', 'n: int 1..2000');
  await area.locator('.squiggly-error').first().waitFor({ state: 'detached' });
  await editor.page.keyboard.press('Control+S');
  await waitFor('the saved format', () => fs.existsSync(file) && /^n: int 1\.\.2000$/m.test(fs.readFileSync(file, 'utf8')));
  lap('put right and saved');

  const saved = editor.area('bare/solution.format');
  await saved.locator('.codelens-decoration a', { hasText: 'with this format' }).click();
  await Promise.race([rows(editor).first().waitFor(), failure(editor)]);
  await waitFor('a search that keeps to it', async () => Number.parseFloat((await slowest(editor)).size) > 0);
  for (const size of await rows(editor).locator('td.size').allInnerTexts()) assert.match(size, /^\d+ B$|^(1?\d|2[0-2])\.\d+ kB$/);
  await editor.shot('17-found-under-the-format');
  await rows(editor).first().click();
  await editor.page.keyboard.press('Enter');
  const input = editor.page.locator('.editor-instance .monaco-editor[data-uri^="slowpath-input:"]').first();
  await input.locator('.view-line').first().waitFor();
  const n = Number((await input.locator('.view-line').first().innerText()).trim());
  assert.ok(n >= 1 && n <= 2000, `n is ${n}`);
  assert.equal(await editor.notification('Error').count(), 0);
  lap(`the slowest input has n = ${n}`);
  await stop(editor);
}

/** Chooses one of the quick fixes at a line, by the beginning of its title. */
async function quickFix(editor, area, line, title) {
  await editor.goToLine(line);
  const choice = editor.page.locator('.action-widget .monaco-list-row', { hasText: title }).first();
  await waitFor(`the quick fix "${title}"`, async () => {
    await editor.page.keyboard.press('Control+.');
    return choice.waitFor({ timeout: 5000 }).then(() => true, () => editor.page.keyboard.press('Escape').then(() => false));
  });
  await choice.click();
}

/** How often each checker of the program at `source` fires on the input, by a build and a run outside of the editor. */
function fired(source, input) {
  const program = `${source}.checked`;
  execFileSync('g++', ['-O2', '-std=c++17', '-o', program, source]);
  const { stderr, status } = spawnSync(program, { input: fs.readFileSync(input), env: { ...process.env, SLOWPATH_CHECKERS: '1' } });
  fs.rmSync(program);
  assert.equal(status, 0);
  return [...stderr.toString().matchAll(/^slowpath checker \w+: fired (\d+) of \d+$/gm)].map(([, times]) => Number(times));
}

/** What built-in rules find is tested, shown, put in as a checker that fires, explained, and taken out to the byte. */
async function constraints({ open, folder, lap }) {
  const editor = await open();
  const file = path.join(folder, 'insertion', 'solution.cpp');
  const before = fs.readFileSync(file);
  const area = await search(editor, 'insertion/solution.cpp', 1);
  await area.locator('.squiggly-info').first().waitFor();
  lap('a confirmed constraint is underlined');
  await editor.panel().locator('[data-listing="constraints"]').click();
  const listed = editor.panel().locator('[data-constraint][data-tone="confirmed"]').first();
  await listed.waitFor();
  lap(`the panel lists: ${(await listed.getAttribute('aria-label'))}`);
  const line = Number(await listed.locator('td.line').innerText());
  await editor.panel().locator('[data-listing="inputs"]').click();
  await waitFor('a slow input', async () => Number.parseFloat((await slowest(editor)).time) > 0);
  await stop(editor);
  await editor.panel().locator('[data-listing="constraints"]').click();
  await listed.waitFor();
  await editor.shot('18-constraints');
  const hover = await editor.hover(area, before.toString().split('\n')[line - 1].trim(), 'for');
  const said = await waitFor('a hover with the evidence', async () => {
    const words = await hover.innerText();
    return /Confirmed/.test(words) && /cost [\d.,]+ times as much/.test(words) ? words : null;
  });
  lap(`the hover says: ${said.replace(/\s+/g, ' ').slice(0, 200)}`);
  await editor.shot('19-constraint-hover');
  await editor.page.mouse.move(700, 5);

  await editor.panel().locator('[data-listing="inputs"]').click();
  await rows(editor).first().focus();
  await editor.page.keyboard.press('s');
  await editor.notification('Saved as').waitFor();
  const slow = path.resolve(folder, (await editor.notification('Saved as').innerText()).replace('Saved as', '').trim());
  await editor.command('Notifications: Clear All Notifications');

  const saved = async wanted => {
    await editor.goToLine(line);
    await editor.page.keyboard.press('Control+S');
    await waitFor('the file on disk', () => wanted(fs.readFileSync(file)));
  };
  await quickFix(editor, area, line, 'Insert this checker');
  await waitFor('the checker in the text', async () => /slowpath checker \w+ tests/.test((await editor.text(area)).join()));
  await area.locator('.squiggly-info').first().waitFor();
  await editor.shot('20-checker-inserted');
  await saved(now => now.includes('slowpath checker'));
  const [times] = fired(file, slow);
  assert.ok(times > 0, `fired ${times} times on the slow input`);
  assert.deepEqual(fired(file, path.join(folder, 'insertion', 'samples', '1.in')), [0]);
  lap(`the checker compiles and fires: ${times} times on the slow input, never on the sample`);

  await editor.page.keyboard.press('Control+Z');
  await saved(now => now.equals(before));
  await editor.page.keyboard.press('Control+Y');
  await saved(now => now.includes('slowpath checker'));
  await editor.command('Slowpath: Remove All Checkers');
  await waitFor('the text without it', async () => !(await editor.text(area)).join().includes('slowpath checker'));
  await saved(now => now.equals(before));
  lap('undone in one step, put in again, and removed: the file is what it was');

  await editor.goToLine(line);
  await editor.page.keyboard.press('Control+Alt+u');
  await editor.page.locator('.tab', { hasText: `Line ${line} of solution.cpp` }).waitFor();
  const text = await waitFor('the explanation', async () => {
    for (const frame of editor.page.frames()) {
      const words = await frame.locator('body').innerText({ timeout: 1000 }).catch(() => '');
      if (/The rule:/.test(words)) return words;
    }
    return null;
  });
  assert.match(text, /Confirmed: /);
  assert.match(text, /What it finds/);
  await editor.shot('21-line-explained');
  lap('the line is explained');
  await editor.goToLine(line);
  await editor.command('View: Close Editors in Other Groups');

  await quickFix(editor, area, line, 'Aim the search');
  await editor.panelKind('preparing', 'running');
  await editor.panel().locator('[data-listing="constraints"]').click();
  await editor.panel().locator('[data-constraint] .pair', { hasText: 'aimed at' }).waitFor();
  await editor.shot('22-aimed');
  lap('a search is about the constraint');
  await stop(editor);
}

/** How the cost grows stands in the row and in its plot, its small twin opens, and what makes the program fail is listed apart. */
async function growth({ open, folder, lap }) {
  const editor = await open({ 'slowpath.budgetSeconds': 40 });
  await search(editor, 'uneven/solution.cpp', 1);
  await acceptDoubted(editor, path.join(folder, 'uneven'), lap);
  const first = rows(editor).first();
  await waitFor('the growth of the slowest input', async () => /^n(\^\d\.\d\d| log n)?$/.test(await first.locator('td.growth').innerText()));
  lap(`the row says: ${await first.locator('td.growth').getAttribute('title')}`);
  await editor.panelKind('finished');
  await waitFor('a quadratic', async () => /^n\^(1\.9|2\.)\d*$/.test(await first.locator('td.growth').innerText()));
  const plot = editor.panel().locator('figure.plot');
  await plot.locator('.drawing svg').first().waitFor();
  assert.match(await plot.locator('.looks').innerText(), /How it was made/);
  await editor.shot('25-picture');
  lap(`the input is drawn: ${(await plot.locator('.drawing .title').first().innerText())}`);
  await plot.locator('[data-plot="growth"]').click();
  await plot.locator('.fitted path').first().waitFor();
  assert.match(await plot.locator('.fit').innerText(), /^about n\^\d\.\d\d \(\d\.\d\d to \d\.\d\d\); at n = 2,000: /);
  assert.ok(await plot.locator('.measured circle').count() >= 6);
  await editor.shot('25-growth');
  await plot.locator('[data-plot="time"]').click();
  await plot.locator('.dots:not(.measured) circle').first().waitFor();
  await plot.locator('[data-plot="growth"]').click();
  await plot.locator('.fitted path').first().waitFor();
  lap('the plot shows both time and growth');

  // Twins are looked for within an allowance of seconds, which a busy machine may spend on nothing.
  const twin = rows(editor).locator('button.twin').first();
  if (await twin.isVisible()) lap(`the small twin is open: ${await openTwin(editor, twin)}`);

  await editor.panel().locator('[data-listing="faults"]').click();
  const fault = editor.panel().locator('tr[data-fault]').first();
  await fault.waitFor();
  assert.match(await fault.locator('td.verdict').innerText(), /RE/);
  await editor.shot('26-faults');
  lap(`the fault: ${await fault.getAttribute('aria-label')}`);
  await fault.focus();
  await editor.page.keyboard.press('s');
  await editor.notification('Saved as').waitFor();
  const saved = path.resolve(folder, (await editor.notification('Saved as').innerText()).replace('Saved as', '').trim());
  assert.equal(spawnSync(build(path.join(folder, 'uneven', 'solution.cpp')), { input: fs.readFileSync(saved) }).signal, 'SIGFPE');
  lap('saved, and the program fails on it outside of the editor as well');
}

/** The program fails on much of what its format allows: what is found is doubtful until the user says that the format is right. */
async function acceptDoubted(editor, problem, lap) {
  const accept = editor.panel().locator('[data-action="acceptFormat"]');
  await accept.waitFor();
  await rows(editor).first().locator('.validity.doubtful').waitFor();
  await editor.shot('24-doubtful');
  await stop(editor);
  await accept.click();
  await editor.notification('Saved as your input format').waitFor();
  assert.ok(fs.readdirSync(problem).some(name => name.endsWith('.format')));
  await editor.page.locator('.notification-toast .monaco-button', { hasText: 'Search again' }).first().click();
  await editor.panelKind('preparing', 'running');
  await rows(editor).first().waitFor();
  await waitFor('sure rows', async () => !await accept.isVisible() && await editor.panel().locator('.validity.doubtful').count() === 0);
  await editor.command('Notifications: Clear All Notifications');
  lap('a doubtful format was accepted, and its inputs are sure');
}

/** A wrong program is broken by the smallest input, both outputs are shown, and the test that it becomes passes once it is right. */
async function breakIt({ open, folder, settingsFile, lap }) {
  const source = path.join(folder, 'rise', 'solution.cpp');
  const editor = await open({ 'slowpath.budgetSeconds': 60 });
  const area = await editor.openFile('rise/solution.cpp');
  await editor.codeLens(area, 'Break it').click();
  const panel = editor.panel();
  const verdict = panel.locator('.breaking [data-verdict]');
  await Promise.race([verdict.waitFor(), failure(editor)]);
  assert.equal(await verdict.getAttribute('data-verdict'), 'WA');
  lap(`broken: ${await panel.locator('.breaking .headline').innerText()}`);
  await editor.panelKind('finished');
  const text = async id => (await panel.locator(`.breaking [data-text="${id}"] pre`).innerText()).trim();
  const [input, expected, actual] = await Promise.all(['input', 'expected', 'actual'].map(text));
  assert.equal(input.split('\n')[0], '2', 'two elements are enough');
  assert.equal(outputOf('python3', [path.join(folder, 'rise', 'brute.py')], `${input}\n`), expected);
  assert.equal(outputOf(build(source), [], `${input}\n`), actual);
  assert.notEqual(expected, actual);
  assert.match(await panel.locator('.breaking .references').innerText(), /brute\.py/);
  await area.locator('.squiggly-warning').first().waitFor();
  await editor.shot('27-broken');
  lap(`${JSON.stringify(input)} should give ${expected} and gives ${actual}`);

  await panel.locator('[data-break-action="difference"]').click();
  const sides = editor.page.locator('.monaco-diff-editor .view-lines');
  await sides.nth(1).waitFor();
  const read = async side => (await sides.nth(side).locator('.view-line').first().innerText()).trim();
  await waitFor('both outputs in the diff editor', async () => await read(0) === expected && await read(1) === actual);
  await editor.shot('28-difference');
  lap('the diff editor shows both outputs');

  await panel.locator('[data-break-action="save"]').click();
  await editor.notification('Saved as').waitFor();
  const saved = path.resolve(folder, (await editor.notification('Saved as').innerText()).replace('Saved as', '').trim());
  assert.equal(fs.readFileSync(saved, 'utf8').trim(), input);
  assert.equal(fs.readFileSync(saved.replace(/\.in$/, '.ans'), 'utf8').trim(), expected);
  lap(`saved as ${path.relative(folder, saved)} with its answer`);
  await editor.command('Notifications: Clear All Notifications');
  await panel.locator('[data-break-action="replay"]').click();
  await editor.statusBar('Replay command copied').waitFor();

  await editor.command('Testing: Focus on Test Explorer View');
  const tests = editor.page.locator('.test-explorer .monaco-list-row');
  await tests.filter({ hasText: 'rise/solution.cpp' }).locator('.monaco-tl-twistie').click();
  await tests.filter({ hasText: 'WA, n = 2' }).waitFor();
  await tests.filter({ hasText: 'break-1' }).waitFor();
  assert.ok(await tests.locator('.codicon-testing-failed-icon').count() > 0);
  await editor.shot('29-test-explorer');
  lap('the test explorer lists what was found and what was saved');

  await editor.showTab('solution.cpp', 'rise/solution.cpp');
  await editor.load();
  // The palette lists the test explorer only once there are tests.
  await editor.area('rise/solution.cpp').locator('.squiggly-warning').first().waitFor();
  await editor.command('Testing: Focus on Test Explorer View');
  const program = tests.filter({ hasText: 'rise/solution.cpp' });
  await program.waitFor();
  if (await program.locator('.monaco-tl-twistie.collapsed').count() > 0) await program.locator('.monaco-tl-twistie').click();
  await tests.filter({ hasText: 'WA, n = 2' }).waitFor();
  await waitFor('the find in the panel', async () => await panel.locator('.breaking [data-verdict]').getAttribute('data-verdict') === 'WA');
  assert.equal(await text('actual'), actual);
  await editor.shot('32-after-a-reload');
  lap('the find survives a reload of the window');

  await editor.replaceLine(editor.area('rise/solution.cpp'), 'a[i] >= a[i - 1]', 'if (a[i] > a[i - 1]) length++;');
  await editor.page.keyboard.press('Control+S');
  await waitFor('the corrected file', () => fs.readFileSync(source, 'utf8').includes('a[i] > a[i - 1]'));
  await editor.command('Test: Run All Tests');
  await waitFor('all tests to pass', async () => await tests.locator('.codicon-testing-passed-icon').count() >= 2
    && await tests.locator('.codicon-testing-failed-icon').count() === 0);
  await editor.shot('30-corrected');
  lap('corrected: the tests pass');

  fs.writeFileSync(settingsFile, JSON.stringify({ 'slowpath.budgetSeconds': 8 }));
  await editor.showTab('solution.cpp', 'rise/solution.cpp');
  await editor.goToLine(1);
  await editor.page.keyboard.press('Control+Alt+h');
  await panel.locator('.notice', { hasText: 'No input was found that breaks it' }).waitFor();
  await editor.shot('31-not-broken');
  lap('and nothing breaks it any more');

  await panel.locator('[data-action="breakAgainst"]').first().click();
  const choices = editor.page.locator('.quick-input-list .monaco-list-row');
  await choices.filter({ hasText: 'Choose a file' }).waitFor();
  assert.ok(await choices.filter({ hasText: 'brute.py' }).isVisible());
  await editor.pick('Without a reference');
  await panel.locator('.notice', { hasText: 'Nothing to compare with' }).waitFor();
  assert.equal(await panel.locator('.breaking .references').count(), 0);
  lap('without a reference it says that there is nothing to compare with');
}

/** What a program prints outside of the editor. */
function outputOf(command, args, input) {
  return execFileSync(command, args, { input }).toString().trim();
}

/** Opens the small input that is slow for the same reason, and gives back how small it is. */
async function openTwin(editor, twin) {
  const small = await twin.innerText();
  await twin.click();
  const input = editor.page.locator('.editor-instance .monaco-editor[data-uri^="slowpath-input:"]').first();
  await input.locator('.view-line').first().waitFor();
  assert.equal(`n = ${(await input.locator('.view-line').first().innerText()).trim()}`, small);
  await editor.shot('25-small-twin');
  return small;
}

/** The program at `source`, built outside of the editor. */
function build(source) {
  const program = `${source}.built`;
  execFileSync('g++', ['-O2', '-std=c++17', '-o', program, source]);
  return program;
}

/** The extension makes its own Python environment from the wheel that it carries; needs a package index. */
async function firstUse({ open, lap }) {
  const editor = await open();
  await editor.openFile('quicksort/solution.cpp');
  await editor.command(FIND);
  await editor.notification('first use').waitFor();
  await editor.shot('12-first-use');
  lap('it says that it installs');
  await Promise.race([rows(editor).first().waitFor({ timeout: 300_000 }), failure(editor, 300_000)]);
  await editor.shot('13-first-rows-of-first-use');
  await stop(editor);
}

/** Without a statement the panel asks once, in place: it is pasted, or the sizes are said; the palette stays short. In a dark theme. */
async function firstMinute({ open, folder, lap }) {
  const kept = path.join(folder, 'bare', 'solution.statement.md');
  const format = path.join(folder, 'bare', 'solution.format');
  const editor = await open({ 'slowpath.budgetSeconds': 10, 'slowpath.timeLimit': 0.05, 'workbench.colorTheme': 'Default Dark Modern' });
  await editor.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await editor.openFile('bare/solution.cpp');
  const input = await editor.openQuickInput('F1');
  await input.fill('>Slowpath:');
  await waitFor('the commands', async () => await editor.page.locator('.quick-input-list .monaco-list-row', { hasText: 'Slowpath:' }).count() >= 8);
  await editor.shot('60-palette');
  const listed = await editor.page.locator('.quick-input-list .monaco-list-row', { hasText: 'Slowpath:' }).count();
  assert.ok(listed <= 11, `${listed} commands`);
  await editor.page.keyboard.press('Escape');
  lap(`the palette shows ${listed} commands`);

  await editor.command(FIND);
  const panel = editor.panel();
  const paste = panel.locator('[data-action="pasteStatement"]');
  await Promise.race([paste.waitFor(), failure(editor)]);
  await rows(editor).first().waitFor();
  assert.equal(await fact(editor, 'limit').innerText(), '50 ms');
  await editor.shot('61-asked-in-place');
  lap(`asked: ${await panel.locator('.notice h2').innerText()}`);

  const statement = fs.readFileSync(path.join(folder, 'quicksort', 'statement.md'), 'utf8');
  await editor.page.evaluate(text => navigator.clipboard.writeText(text), statement);
  await paste.click();
  await editor.notification('The statement is kept as').waitFor();
  assert.equal(fs.readFileSync(kept, 'utf8').trim(), statement.trim());
  await editor.command('Notifications: Clear All Notifications');
  await editor.panelKind('finished');
  assert.equal(await paste.isVisible(), false);
  await panel.locator('.drawing svg').first().waitFor();
  assert.match(await panel.locator('p.verdict').innerText(), / of 2 s/, 'the limit is the statement\'s now');
  await editor.shot('62-with-the-pasted-statement');
  lap(`with it: ${await panel.locator('p.verdict').innerText()}`);

  fs.rmSync(kept);
  await editor.openFile('bare/solution.cpp');
  await editor.command(FIND);
  await panel.locator('[data-action="askSizes"]').click();
  const picked = editor.page.locator('.quick-input-widget:visible');
  await picked.locator('.quick-input-title', { hasText: 'How large may the input be?' }).waitFor();
  await editor.shot('63-how-large');
  await picked.locator('.monaco-list-row', { hasText: 'n up to 10^3, a 1..10^9' }).click();
  await waitFor('the bounds in the format', () => fs.existsSync(format) && /n: int 1\.\.10\^3/.test(fs.readFileSync(format, 'utf8')));
  await editor.panelKind('finished');
  assert.equal(await paste.isVisible(), false, 'the format is the user\'s now');
  lap('the sizes were said in a quick pick, and are the format\'s');
  await stop(editor);
}

/** The picture of the README, from a real search: docs/editor.webp. */
async function picture({ open, lap }) {
  const editor = await open();
  await editor.command('View: Toggle Primary Side Bar Visibility');
  const area = await search(editor, 'quicksort/solution.cpp', 2);
  await waitFor('counts beside the lines', async () => (await editor.marks(area)).length > 0);
  await editor.panelKind('finished');
  await editor.command('Notifications: Clear All Notifications');
  await editor.goToLine(1);
  await editor.hover(area, (await editor.marks(area)).find(({ text }) => text.includes('pivot')).text, 'pivot');
  await editor.page.waitForTimeout(800);
  await editor.shot('picture');
  lap('taken');
  await stop(editor);
}

/** A search in a list becomes one in a set: proven, compared, refused to a text that was edited since, applied, undone, kept. */
async function optimize({ open, folder, lap }) {
  const source = path.join(folder, 'tickets', 'solution.py');
  const before = fs.readFileSync(source, 'utf8');
  const answers = () => fs.readdirSync(path.join(folder, 'tickets', 'samples')).filter(name => name.endsWith('.in')).sort()
    .map(name => outputOf('python3', [source], fs.readFileSync(path.join(folder, 'tickets', 'samples', name), 'utf8')));
  const expected = answers();
  const editor = await open({ 'slowpath.budgetSeconds': 40 });
  const area = await editor.openFile('tickets/solution.py');
  await editor.codeLens(area, 'Make faster (verified)').click();
  await editor.notification('Making solution.py faster').waitFor();
  await editor.shot('40-making-faster');
  lap('the search can be followed and cancelled');

  const result = editor.notification(/solution\.py: (at least )?[\d.]+k?× faster/);
  await result.waitFor({ timeout: 480_000 });
  const sentence = await result.innerText();
  lap(sentence);
  assert.match(sentence, /× faster \([\d.]+k?× to [\d.]+k?×\), the same output on [\d,]+ inputs/);
  assert.ok(Number.parseFloat(/([\d.]+)k?× faster/.exec(sentence)[1]) >= 2);
  const proposed = editor.page.locator('.monaco-diff-editor .editor.modified .view-line');
  await waitFor('the faster version in the diff editor', async () => (await proposed.allInnerTexts()).some(line => /set\(|dict/.test(line)));
  assert.equal(fs.readFileSync(source, 'utf8'), before, 'nothing is changed by itself');
  await editor.shot('41-current-and-faster');

  await editor.command('Slowpath: Summary of Faster Version');
  const read = editor.page.frameLocator('iframe.webview.ready').frameLocator('iframe#active-frame').locator('body');
  await waitFor('the summary', async () => /On inputs that were slow[\s\S]*slow 1/.test(await read.innerText()));
  assert.match(await read.innerText(), /no proof/);
  await editor.shot('42-summary-of-the-faster-version');
  await editor.command('View: Close Editor');
  await editor.command('Notifications: Clear All Notifications');

  const tickets = await editor.openFile('tickets/solution.py');
  await editor.replaceLine(tickets, 'seen = []', 'seen = [] + []');
  await editor.command(APPLY);
  await editor.notification('was edited since').waitFor();
  lap('a text that was edited since is left as it is');
  await editor.command('File: Revert File');
  await editor.command('Notifications: Clear All Notifications');

  await editor.command(APPLY);
  await editor.notification('undo takes it back').waitFor();
  const text = async () => (await editor.text(editor.area('tickets/solution.py'))).join('\n');
  await waitFor('the faster version in the file\'s editor', async () => /set\(|dict/.test(await text()));
  await editor.shot('43-faster-version-applied');
  await editor.page.locator('.notification-toast .monaco-button', { hasText: 'Keep Slow Inputs as Tests' }).first().click();
  await editor.notification('Saved as').waitFor();
  const saved = (await editor.notification('Saved as').innerText()).replace('Saved as', '').split(',').map(name => path.resolve(folder, name.trim()));
  for (const input of saved) {
    assert.equal(outputOf('python3', [source], fs.readFileSync(input, 'utf8')), fs.readFileSync(input.replace(/\.in$/, '.ans'), 'utf8').trim());
  }
  lap(`kept ${saved.length} slow inputs with their answers`);
  await editor.command('Notifications: Clear All Notifications');

  await editor.goToLine(1);
  await editor.page.keyboard.press('Control+Z');
  await waitFor('the program as it was, after one undo', async () => !/set\(|dict/.test(await text()));
  await editor.page.keyboard.press('Control+Shift+Z');
  await waitFor('the faster version again', async () => /set\(|dict/.test(await text()));
  await editor.page.keyboard.press('Control+S');
  await waitFor('the saved file', () => fs.readFileSync(source, 'utf8') !== before);
  assert.deepEqual(answers(), expected);
  lap('one undo takes it back; what is saved answers as before');
}

export const scenarios = { picture, firstMinute, cpp, languages, format, constraints, growth, break: breakIt, optimize, noCompiler, untrusted, firstUse };
