// Runs the scenarios named on the command line against one code-server, each in a fresh window of one browser.
// usage: run.mjs URL FOLDER ARTIFACTS PROFILE FAILED SCENARIO ...     exit status 4 when one of them failed: their names
// are added to the file FAILED, a line each
import fs from 'node:fs';
import path from 'node:path';
import { Browser, Editor } from './editor.mjs';
import { scenarios as plain } from './scenarios.mjs';
import { scenarios as fromBrowser } from './scenarios_companion.mjs';
import { scenarios as withModel } from './scenarios_model.mjs';
import { scenarios as moving } from './scenarios_moving.mjs';
import { scenarios as forEveryone } from './scenarios_screens.mjs';
import { scenarios as bySentence } from './scenarios_settling.mjs';

const [url, folder, artifacts, profile, failures, ...names] = process.argv.slice(2);
const scenarios = { ...plain, ...withModel, ...fromBrowser, ...moving, ...forEveryone, ...bySentence };
const SOME_FAILED = 4;
const failed = [];
let browser;

/** Runs one scenario, which opens its window with the settings that it needs; says whether it passed. */
async function passes(name, shots) {
  const started = Date.now();
  const lap = what => console.log(`  ${((Date.now() - started) / 1000).toFixed(1).padStart(6)} s  ${what}`);
  const settingsFile = path.join(folder, '.vscode', 'settings.json');
  let editor;
  const open = async (settings, query) => {
    if (settings) {
      fs.mkdirSync(path.dirname(settingsFile), { recursive: true });
      fs.writeFileSync(settingsFile, JSON.stringify(settings));
    }
    if (!browser || browser.isClosed) browser = await Browser.launch();
    editor = await Editor.open(browser, url, folder, shots, query);
    await editor.load();
    lap('the window is up');
    return editor;
  };
  console.log(name);
  try {
    await scenarios[name]({ open, folder, profile, settingsFile, lap });
    lap('passed');
    return true;
  } catch (error) {
    console.log(`  FAILED ${error.stack}`);
    console.log(`  The panel says: ${await editor?.panel().locator('#panel').innerText({ timeout: 2000 }).catch(() => 'nothing')}`);
    await editor?.shot(`FAILED-${name}`).catch(() => undefined);
    return false;
  } finally {
    fs.appendFileSync(path.join(artifacts, `console-${name}.log`), editor?.console.join('\n') ?? '');
    await editor?.close().catch(() => undefined);
    fs.rmSync(settingsFile, { force: true });
  }
}

for (const name of names) if (!await passes(name, path.join(artifacts, 'shots'))) failed.push(name);
await browser?.close();
if (failed.length) fs.appendFileSync(failures, failed.map(name => `${name}\n`).join(''));
console.log(failed.length ? `${failed.length} of ${names.length} scenarios failed: ${failed.join(', ')}` : `${names.length} scenarios passed`);
process.exitCode = failed.length ? SOME_FAILED : 0;
