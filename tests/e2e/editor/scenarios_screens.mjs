// Every screen of the panel, in every kind of theme: what axe-core finds, a picture of each, with the keyboard alone, at a zoom of 200%.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { waitFor } from './machine.mjs';

const THEMES = {
  light: ['Light Modern', 'vscode-light'],
  dark: ['Dark Modern', 'vscode-dark'],
  'high-contrast': ['Default High Contrast', 'vscode-high-contrast'],
  'high-contrast-light': ['Default High Contrast Light', 'vscode-high-contrast-light'],
};
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const WHOLE = { width: 1400, height: 900 };
/** What a window of that size has to lay out at a zoom of 200%. */
const ZOOMED = { width: 700, height: 450 };

/** The states to draw, made by the extension's own code (extension/test/screens.ts), and axe-core's text. */
function material() {
  const root = process.env.SLOWPATH_E2E_ROOT;
  const load = createRequire(path.join(root, 'package.json'));
  const { outputFiles: [{ text }] } = load('esbuild').buildSync({
    entryPoints: [path.join(root, 'extension/test/screens.ts')], bundle: true, write: false, format: 'cjs', platform: 'node',
  });
  const module = { exports: {} };
  new Function('module', 'exports', text)(module, module.exports);
  return { screens: module.exports.screens, axe: fs.readFileSync(load.resolve('axe-core/axe.min.js'), 'utf8') };
}

const page = editor => editor.panel().locator('#panel');
let since = Date.now();

/** Draws a screen as if the extension had sent it, and waits until nothing moves. */
async function draw(editor, { state, listing, pictures = {} }) {
  since += 1000;
  // The page asks the extension for a picture, which knows none and must not wipe ours away.
  await page(editor).evaluate(() => {
    if (window.hearsUsOnly) return;
    window.hearsUsOnly = true;
    window.addEventListener('message', event => { if (!event.data.ours) event.stopImmediatePropagation(); }, true);
  });
  const say = data => page(editor).evaluate((_, message) => window.dispatchEvent(new MessageEvent('message', { data: { ...message, ours: true } })), data);
  await say({ type: 'state', state, front: { listing: listing === 'breaking' ? 'breaking' : 'inputs', since } });
  const tab = editor.panel().locator(`[role="tab"][data-listing="${listing}"]`);
  if (await tab.isVisible()) await tab.click();
  // The pointer would draw what it lies on in another colour, and new rows arrive in one.
  await editor.page.mouse.move(700, 5);
  await page(editor).evaluate(() => document.activeElement?.blur());
  for (const [inputId, picture] of Object.entries(pictures)) await say({ type: 'picture', inputId, picture });
  await page(editor).evaluate(async () => {
    const frame = () => new Promise(resolve => { requestAnimationFrame(resolve); });
    await frame();
    await Promise.allSettled(document.getAnimations().map(animation => animation.finished));
    await frame();
  });
}

/** What axe-core complains of, a line each. */
async function complaints(editor, axe) {
  if (!await page(editor).evaluate(() => Boolean(window.axe))) await page(editor).evaluate((_, text) => { globalThis.eval(text); }, axe);
  return page(editor).evaluate(async (_, rules) => {
    // The page lets the panel's colour through, which can't be seen from inside of it.
    document.body.style.background = 'var(--vscode-panel-background)';
    const { violations } = await window.axe.run(document, { runOnly: rules, resultTypes: ['violations'] });
    return violations.flatMap(({ id, nodes }) => nodes.map(node => `${id}: ${node.target.join(' ')}: ${node.any.concat(node.all, node.none).map(check => check.message).join(' ')}`));
  }, RULES);
}

async function wear(editor, folder, theme) {
  const [name, kind] = THEMES[theme];
  const settings = path.join(folder, '.vscode', 'settings.json');
  fs.mkdirSync(path.dirname(settings), { recursive: true });
  fs.writeFileSync(settings, JSON.stringify({ 'workbench.colorTheme': name }));
  await editor.panel().locator(`body.${kind}[data-vscode-theme-id="${name}"]`).waitFor();
}

/** Everything that the keyboard stops at, in order, each with whether one sees that it is there. */
async function stops(editor) {
  const found = [];
  const expected = await page(editor).evaluate(() => {
    const all = [...document.querySelectorAll('button, summary, [tabindex]')].filter(each => each.tabIndex >= 0 && !each.disabled && each.offsetParent !== null);
    all[0]?.focus();
    return all.length;
  });
  for (let step = 0; step < expected; step++) {
    // A first key press makes the browser show where the focus is, though a script has put it there.
    if (step === 0) await editor.page.keyboard.press('Shift');
    else await editor.page.keyboard.press('Tab');
    found.push(await page(editor).evaluate(() => {
      const at = document.activeElement;
      const { outlineStyle, outlineWidth } = getComputedStyle(at);
      return { name: at.getAttribute('aria-label') ?? at.innerText, seen: outlineStyle !== 'none' && outlineWidth !== '0px', inPage: at !== document.body };
    }));
  }
  return found;
}

/** What can't be brought into view, and whether the page is wider than its room. */
async function hidden(editor) {
  return page(editor).evaluate(panel => {
    const lost = [...document.querySelectorAll('button, h2, dd, td, .key, .told li, .warnings li, .looks p, pre')].filter(each => {
      if (each.offsetParent === null || each.closest('.acts') || each.textContent.trim() === '') return false;
      each.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      const { left, right, top, bottom } = each.getBoundingClientRect();
      return right <= 0 || left >= innerWidth || bottom <= 0 || top >= innerHeight;
    }).map(each => each.textContent.trim().slice(0, 40));
    panel.scrollTop = 0;
    return panel.scrollWidth > panel.clientWidth + 1 ? [...lost, `the page is ${panel.scrollWidth} wide, not ${panel.clientWidth}`] : lost;
  });
}

/** The extension's own page has no broken picture, and its walkthrough shows them all. */
async function pictures(editor, lap) {
  /** How wide the pictures of the webview are in which `words` stand; null while it isn't there. */
  const widths = async words => {
    for (const frame of editor.page.frames().filter(each => each.parentFrame() !== null)) {
      if (await frame.getByText(words).first().isVisible().catch(() => false)) return frame.locator('img').evaluateAll(all => all.map(each => each.naturalWidth));
    }
    return null;
  };
  await editor.command('Extensions: Show Installed Extensions');
  await editor.page.locator('.extensions-list .monaco-list-row', { hasText: 'Slowpath' }).first().click();
  assert.ok((await waitFor('the README', () => widths('What is sent where'))).every(width => width > 0));
  await editor.shot('screen-extension-page');
  await editor.command('View: Close Editor');
  await editor.command('Slowpath: Open Slow Inputs Panel');
  await editor.panel().locator('[data-action="walkthrough"]').click();
  const steps = editor.page.locator('.getting-started-step');
  await steps.filter({ hasText: 'Find slow inputs' }).first().click();
  await waitFor('the moving picture', async () => (await widths('One command'))?.some(width => width > 0));
  await editor.shot('screen-walkthrough');
  lap('the walkthrough shows its pictures');
  await editor.command('View: Close Editor');
  await editor.command('View: Show Explorer');
}

async function screens({ open, folder, lap }) {
  const editor = await open();
  const { screens: all, axe } = material();
  const wrong = [];
  await pictures(editor, lap);
  await editor.openFile('quicksort/solution.cpp');
  await editor.command('Slowpath: Open Slow Inputs Panel');
  await editor.panelKind('empty');
  const panel = editor.page.locator('.part.panel');
  const shot = name => panel.screenshot({ path: path.join(editor.shots, `${name}.png`) });
  for (const theme of Object.keys(THEMES)) {
    await wear(editor, folder, theme);
    for (const [name, screen] of Object.entries(all)) {
      await draw(editor, screen);
      await shot(`screen-${theme}-${name}`);
      wrong.push(...(await complaints(editor, axe)).map(complaint => `${theme}, ${name}: ${complaint}`));
      const row = editor.panel().locator('tr[tabindex="0"]:visible').first();
      if (await row.count() === 0) continue;
      await row.focus();
      wrong.push(...(await complaints(editor, axe)).map(complaint => `${theme}, ${name}, on a row: ${complaint}`));
    }
    lap(`${Object.keys(all).length} screens in ${theme}, complaints so far: ${wrong.length}`);
  }

  for (const name of ['found', 'constraints', 'breaking', 'asked', 'doubted']) {
    await draw(editor, all[name]);
    const reached = await stops(editor);
    wrong.push(...reached.filter(({ seen, inPage }) => !seen || !inPage).map(stop => `keyboard, ${name}: ${JSON.stringify(stop)}`));
    lap(`${name} with the keyboard: ${reached.map(stop => stop.name.slice(0, 24).replace(/\s+/g, ' ')).join(' | ')}`);
  }
  await draw(editor, all.found);
  await editor.panel().locator('tr[data-input]').first().focus();
  await editor.page.keyboard.press('ArrowRight');
  const within = () => page(editor).evaluate(() => document.activeElement.getAttribute('data-row-action') ?? document.activeElement.tagName);
  assert.equal(await within(), 'twin');
  await editor.page.keyboard.press('ArrowRight');
  assert.equal(await within(), 'open');
  await editor.page.keyboard.press('Escape');
  assert.equal(await within(), 'TR');
  lap('left and right go to the buttons of a row');

  const told = editor.panel().locator('#told');
  await editor.panel().locator('[data-action="told"]').focus();
  assert.equal(await told.isVisible(), false);
  await editor.page.keyboard.press('Enter');
  const titles = await page(editor).evaluate(panel => [...panel.querySelectorAll('[data-fact]')].map(fact => fact.title));
  const lines = await told.innerText();
  assert.ok(titles.length > 3 && titles.every(title => lines.includes(title)), lines);
  wrong.push(...(await complaints(editor, axe)).map(complaint => `told: ${complaint}`));
  await shot('screen-told');
  lap('what hovers over the state line say is reached with the keyboard');

  await editor.command('Slowpath: Edit Input Format');
  await editor.area('quicksort/input.format').locator('.view-line', { hasText: 'n: int' }).waitFor();
  for (const theme of Object.keys(THEMES)) {
    await wear(editor, folder, theme);
    await editor.shot(`screen-${theme}-format`);
  }
  // Nobody saved it, so the editor would open it again in the windows of the scenarios that come after this one.
  await editor.command('View: Revert and Close Editor');
  await editor.area('quicksort/input.format').waitFor({ state: 'detached' });

  await editor.page.setViewportSize({ width: 1060, height: 700 });
  await draw(editor, all.running);
  wrong.push(...(await page(editor).evaluate(() => [...document.querySelectorAll('.key')].filter(key => {
    const [own, around] = [key.getBoundingClientRect(), key.closest('figure').getBoundingClientRect()];
    return own.right > around.right || own.bottom > around.bottom;
  }).map(key => `the legend is cut: ${key.textContent}`))));
  await shot('screen-narrow-running');

  await editor.page.setViewportSize(ZOOMED);
  for (const name of Object.keys(all)) {
    await draw(editor, all[name]);
    wrong.push(...(await hidden(editor)).map(text => `zoom, ${name}: ${text}`));
    await shot(`screen-zoom-${name}`);
  }
  await editor.page.setViewportSize(WHOLE);
  fs.writeFileSync(path.join(editor.shots, 'screens.txt'), wrong.join('\n'));
  assert.deepEqual(wrong, []);
}

export const scenarios = { screens };
