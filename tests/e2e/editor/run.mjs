// Runs the scenarios named on the command line against one code-server, each in a fresh window.
// usage: run.mjs URL FOLDER ARTIFACTS PROFILE FAILED SCENARIO ...     exit status 1 when one of them failed: their names
// are added to the file FAILED, a line each
import fs from 'node:fs';
import path from 'node:path';
import { Editor } from './editor.mjs';
import { scenarios as plain } from './scenarios.mjs';
import { scenarios as fromBrowser } from './scenarios_companion.mjs';
import { scenarios as withModel } from './scenarios_model.mjs';
import { scenarios as moving } from './scenarios_moving.mjs';
import { scenarios as forEveryone } from './scenarios_screens.mjs';

const [url, folder, artifacts, profile, failures, ...names] = process.argv.slice(2);
const scenarios = { ...plain, ...withModel, ...fromBrowser, ...moving, ...forEveryone };
const failed = [];

/** Runs one scenario in a window of its own; says whether it passed. */
async function passes(name, shots) {
  const started = Date.now();
  const lap = what => console.log(`  ${((Date.now() - started) / 1000).toFixed(1).padStart(6)} s  ${what}`);
  let editor;
  console.log(name);
  try {
    editor = await Editor.open(url, folder, shots);
    lap('the window is up');
    await scenarios[name]({ editor, folder, profile, lap });
    lap('passed');
    return true;
  } catch (error) {
    console.log(`  FAILED ${error.stack}`);
    await editor?.shot(`FAILED-${name}`).catch(() => undefined);
    return false;
  } finally {
    fs.appendFileSync(path.join(artifacts, `console-${name}.log`), editor?.console.join('\n') ?? '');
    await editor?.close();
  }
}

for (const name of names) if (!await passes(name, path.join(artifacts, 'shots'))) failed.push(name);
if (failed.length) fs.appendFileSync(failures, failed.map(name => `${name}\n`).join(''));
console.log(failed.length ? `${failed.length} of ${names.length} scenarios failed: ${failed.join(', ')}` : `${names.length} scenarios passed`);
process.exitCode = failed.length ? 1 : 0;
