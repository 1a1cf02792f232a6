// A browser VS Code as its user sees it: the few moves that the scenarios are made of.
import { chromium } from 'playwright-core';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { waitFor } from './machine.mjs';

const PATIENCE_MS = Number(process.env.SLOWPATH_E2E_PATIENCE_MS ?? 120_000);
const SIZE = { width: 1400, height: 900 };
const FLAGS = [
  '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync',
  '--disable-dev-shm-usage',
  // One process for all windows: those of closed ones would stay as long as their service workers.
  '--process-per-site',
  // Nothing may leave the machine: a request to elsewhere fails at once and is noted. To intercept requests would switch the cache off.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
];

/** In the window itself: what moves without end, such as a bar of progress, would be drawn sixty times a second for nobody. */
function standStill() {
  if (window !== window.top) return;
  const still = new CSSStyleSheet();
  still.replaceSync('*, ::before, ::after { animation: none !important; }');
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, still];
}

/** One browser for all windows of a run. They share its cache, so that the editor's own code is compiled once, and no storage. */
export class Browser {
  static async launch() {
    const browser = new Browser();
    browser.profile = fs.mkdtempSync(path.join(os.tmpdir(), 'slowpath-chromium-'));
    browser.context = await chromium.launchPersistentContext(browser.profile, {
      executablePath: process.env.SLOWPATH_CHROMIUM, headless: true, viewport: SIZE, args: FLAGS,
    });
    await browser.context.addInitScript(standStill);
    browser.context.on('close', () => { browser.isClosed = true; });
    return browser;
  }

  /** A new page that knows nothing of those before it, at the origin of `url`. */
  async page(url) {
    const page = await this.context.newPage();
    const session = await this.context.newCDPSession(page);
    await session.send('Storage.clearDataForOrigin', { origin: new URL(url).origin, storageTypes: 'all' });
    await session.detach();
    await this.context.clearPermissions();
    return page;
  }

  async close() {
    await this.context.close();
    fs.rmSync(this.profile, { recursive: true, force: true });
  }
}

export class Editor {
  /** Opens `folder` of the code-server at `url`, with `query` beside it; screenshots go to `shots`. */
  static async open(browser, url, folder, shots, query) {
    const editor = new Editor();
    editor.shots = shots;
    editor.folder = folder;
    editor.context = browser.context;
    editor.url = new URL(url);
    for (const [key, value] of Object.entries({ folder, ...query })) editor.url.searchParams.set(key, value);
    editor.console = [];
    fs.mkdirSync(shots, { recursive: true });
    editor.page = await browser.page(url);
    editor.page.setDefaultTimeout(PATIENCE_MS);
    editor.page.on('console', message => editor.console.push(`${message.type()} ${message.text()}`));
    editor.page.on('pageerror', error => editor.console.push(`pageerror ${error}`));
    return editor;
  }

  /** Loads or reloads the window and waits until files can be opened. */
  async load() {
    await this.page.goto(this.url.href, { waitUntil: 'domcontentloaded' });
    await this.page.locator('.explorer-folders-view .monaco-list-row').first().waitFor();
  }

  async shot(name) {
    await this.page.screenshot({ path: path.join(this.shots, `${name}.png`) });
  }

  /**
   * Opens a file by its path in the folder through quick open; gives back its editor. What was opened lately is listed
   * before the search has filtered it, so a file of the same name may be opened instead: then once more.
   */
  async openFile(name) {
    const area = this.area(name);
    for (let tried = 1; ; tried++) {
      await this.quickInput('Control+P', name, name.split('/').pop());
      try {
        await area.locator('.view-line').first().waitFor({ timeout: 10_000 * tried });
        return area;
      } catch (error) {
        if (tried === 5) throw error;
        console.log(`  RETRIED opening ${name}`);
      }
    }
  }

  /** Shows an open file by its tab: quick open would offer a comparison of the same name first. */
  async showTab(title, name) {
    await this.page.locator(`.tab[data-resource-name="${title}"]`).first().click();
    await this.area(name).locator('.view-line').first().waitFor();
  }

  area(name) {
    return this.page.locator(`.editor-instance .monaco-editor[data-uri$="/${name}"]`).first();
  }

  /** Runs a command by its title in the palette. One that lists something does so in the same box, which is hidden at no moment. */
  async command(title, { opensAnother = false } = {}) {
    await this.quickInput('F1', `>${title}`, title, opensAnother);
  }

  /** Presses keys until the quick input is there; a key is lost when the focus is just leaving the panel's page. */
  async openQuickInput(...keys) {
    const input = this.page.locator('.quick-input-widget:visible input.input');
    for (let tried = 1; ; tried++) {
      for (const key of keys) await this.page.keyboard.press(key);
      try {
        await input.waitFor({ timeout: 4000 * tried });
        return input;
      } catch (error) {
        if (tried === 5) throw error;
        console.log(`  RETRIED ${keys.join(' ')}`);
      }
    }
  }

  async quickInput(key, text, choice, opensAnother = false) {
    // What isn't there yet when the list is made, a command of the editor's that still loads, never comes into it.
    for (let tried = 1; ; tried++) {
      const input = await this.openQuickInput(key);
      await input.fill(text);
      try {
        await this.page.locator('.quick-input-list .monaco-list-row', { hasText: choice }).first().waitFor({ timeout: 10_000 * tried });
        break;
      } catch (error) {
        if (tried === 4) throw error;
        console.log(`  RETRIED choosing ${choice}`);
        await this.page.keyboard.press('Escape');
        await input.waitFor({ state: 'hidden' });
      }
    }
    await this.page.keyboard.press('Enter');
    if (!opensAnother) await this.page.locator('.quick-input-widget:visible').waitFor({ state: 'hidden' }).catch(() => undefined);
  }

  /** Chooses an entry of the quick input that is open, by keys: what a row's hover says would lie over the other rows. */
  async pick(words) {
    await this.page.locator('.quick-input-list .monaco-list-row', { hasText: words }).first().waitFor();
    await this.page.locator('.quick-input-widget:visible input.input').fill(words);
    await this.page.locator('.quick-input-list .monaco-list-row.focused', { hasText: words }).waitFor();
    await this.page.keyboard.press('Enter');
  }

  /** Puts the caret somewhere without a click: lenses and notifications lie over the text. */
  async goToLine(line, column = 1) {
    const input = await this.openQuickInput('Control+1', 'Control+G');
    await input.fill(`:${line}:${column}`);
    await this.page.keyboard.press('Enter');
    await input.waitFor({ state: 'hidden' });
  }

  /** The lines of a short document, top to bottom. */
  async text(area) {
    return area.locator('.view-line').evaluateAll(lines => lines
      .map(line => ({ top: line.getBoundingClientRect().top, text: line.innerText.replace(/\u00a0/g, ' ') }))
      .sort((a, b) => a.top - b.top).map(({ text }) => text));
  }

  /** Replaces the line of `area`, the active editor, in which `wanted` stands; the indentation stays. */
  async replaceLine(area, wanted, text) {
    await area.locator('.view-line', { hasText: wanted }).first().waitFor();
    const number = await area.evaluate((editor, wanted) => {
      const plain = element => element.innerText.replace(/\u00a0/g, ' ');
      const { top } = [...editor.querySelectorAll('.view-line')].find(one => plain(one).includes(wanted)).getBoundingClientRect();
      const beside = [...editor.querySelectorAll('.line-numbers')].find(one => Math.abs(one.getBoundingClientRect().top - top) < 2);
      return Number(beside.innerText);
    }, wanted);
    for (let tried = 1; ; tried++) {
      await this.goToLine(number);
      await this.page.keyboard.press('Home');
      await this.page.keyboard.press('Shift+End');
      await this.page.keyboard.insertText(text);
      try {
        await waitFor('the line', async () => (await this.text(area)).some(one => one.trim() === text), 5000 * tried);
        return;
      } catch (error) {
        if (tried === 4) throw error;
        console.log(`  RETRIED replacing line ${number}`);
      }
    }
  }

  /** What decorations add after each line, top to bottom: it is style, not text, so it is read from the style. */
  async marks(area) {
    return area.locator('.view-line').evaluateAll(lines => lines.flatMap(line => {
      const styles = [...line.querySelectorAll('span')].map(span => getComputedStyle(span, '::after'));
      const after = styles.find(style => style.content.startsWith('"'));
      const text = line.innerText.replace(/\u00a0/g, ' ').trim();
      const mark = after?.content.slice(1, -1).replace(/\u00a0/g, ' ');
      return after ? [{ top: line.getBoundingClientRect().top, text, mark, colour: after.color }] : [];
    }).sort((a, b) => a.top - b.top));
  }

  /** Hovers the first occurrence of `word` in the line that holds `lineText`; gives back the hover. */
  async hover(area, lineText, word) {
    const spot = await area.locator('.view-line', { hasText: lineText }).first().evaluate((line, wanted) => {
      const texts = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
      for (let node; (node = texts.nextNode());) {
        const at = node.data.indexOf(wanted);
        if (at < 0) continue;
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + wanted.length);
        const box = range.getBoundingClientRect();
        return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
      }
      return null;
    }, word);
    if (!spot) throw new Error(`"${word}" is not in the line "${lineText}"`);
    await this.page.mouse.move(spot.x + 60, spot.y + 150);
    await this.page.mouse.move(spot.x, spot.y, { steps: 5 });
    const hover = this.page.locator('.monaco-hover:visible').first();
    await hover.waitFor();
    return hover;
  }

  /** The page of our panel: a frame in a frame. */
  panel() {
    return this.page.frameLocator('iframe.webview.ready').frameLocator('iframe#active-frame');
  }

  /** Waits until the panel's state line or notice is of one of `kinds`; gives back which. */
  async panelKind(...kinds) {
    const panel = this.panel().locator(kinds.map(kind => `#panel[data-kind="${kind}"]`).join(', '));
    await panel.waitFor();
    return panel.getAttribute('data-kind');
  }

  /** A code lens by what it says. */
  codeLens(area, title) {
    return area.locator('.codelens-decoration a', { hasText: title });
  }

  notification(text) {
    return this.page.locator('.notification-toast .notification-list-item-message', { hasText: text });
  }

  statusBar(text) {
    return this.page.locator('.statusbar-item', { hasText: text });
  }

  async close() {
    await this.page.close();
  }
}
