// What a user with a language model sees; the endpoint answers from recorded replies, through the real client of it.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { waitFor } from './machine.mjs';

const ROOT = process.env.SLOWPATH_E2E_ROOT;

/** An endpoint that answers from the recordings in `folders` of tests/recorded; `close` ends it. */
async function replaying(...folders) {
  const recorded = folders.map(name => path.join(ROOT, 'tests', 'recorded', name));
  const endpoint = spawn(process.env.SLOWPATH_E2E_PYTHON, [path.join(ROOT, 'tests', 'replaying.py'), ...recorded], { stdio: ['pipe', 'pipe', 'inherit'] });
  let said = '';
  endpoint.stdout.setEncoding('utf8').on('data', text => { said += text; });
  const baseUrl = await waitFor('the endpoint', () => said.includes('\n') && said.trim());
  return { baseUrl, close: () => endpoint.stdin.end() };
}

/**
 * A model's version that is wrong is refused with its input, what it writes next is proven, compared, applied as one edit and kept
 * with its slow inputs; every prompt and reply can be read.
 */
async function optimizeModel({ open, folder, lap }) {
  const source = path.join(folder, 'circle', 'solution.cpp');
  const before = fs.readFileSync(source, 'utf8');
  const endpoint = await replaying('rewrites');
  try {
    const editor = await open({ 'slowpath.budgetSeconds': 60, 'slowpath.llm.baseUrl': endpoint.baseUrl, 'slowpath.llm.model': 'recorded' });
    const area = name => editor.page.locator(`.editor-instance .monaco-editor[data-uri^="${name}"]`).first();
    const preview = editor.page.frameLocator('iframe.webview.ready').frameLocator('iframe#active-frame').locator('body');
    await editor.codeLens(await editor.openFile('circle/solution.cpp'), 'Make faster (verified)').click();
    await editor.notification('Making solution.cpp faster').waitFor();
    const asking = editor.page.locator('.notification-toast', { hasText: /\(\d+ repl(y|ies), [\d,]+ tokens\)/ }).first();
    await asking.waitFor({ timeout: 480_000 });
    await editor.shot('44-asking-the-model');
    lap(`while it is asked: ${(await asking.innerText()).replace(/\s+/g, ' ')}`);

    const result = editor.notification(/solution\.cpp: (at least )?[\d.]+k?× faster/);
    await result.waitFor({ timeout: 480_000 });
    const sentence = await result.innerText();
    lap(sentence);
    assert.ok(Number.parseFloat(/([\d.]+)k?× faster/.exec(sentence)[1]) >= 2);
    const proposed = editor.page.locator('.monaco-diff-editor .editor.modified .view-line');
    await waitFor('the model\'s version in the diff editor', async () => (await proposed.allInnerTexts()).some(line => line.includes('tree[child]')));
    assert.equal(fs.readFileSync(source, 'utf8'), before, 'nothing is changed by itself');
    await editor.shot('45-current-and-the-models-version');

    await editor.command('Slowpath: Summary of Faster Version');
    await waitFor('the summary', async () => /Asked of a language model[\s\S]*recorded was asked/.test(await preview.innerText()));
    const summary = await preview.innerText();
    assert.match(summary, /round 1: refused\. It prints something else/);
    assert.match(summary, /round 2: taken/);
    assert.doesNotMatch(summary, /`/, 'names between backticks are code');
    await editor.shot('46-summary-with-the-model');
    await editor.command('View: Close Editor');
    await editor.command('Notifications: Clear All Notifications');

    await choose(editor, 'Slowpath: Show Refused Versions', 'something else', '47-refused-versions');
    const against = area('slowpath-proposed:');
    await against.locator('.view-line').first().waitFor();
    lap(`the input against the first version: ${(await editor.text(against)).join(' / ')}`);
    await editor.command('View: Close Editor');
    await choose(editor, 'Slowpath: Prompts and Replies of Faster Version', 'round 2', '48-rounds');
    await waitFor('the exact prompt and reply', async () => {
      const words = await preview.innerText();
      return /assistant/.test(words) && /long long left = n - place/.test(words) && /What the original prints/.test(words);
    });
    await editor.shot('49-prompt-and-reply');
    lap('the exact words of the second round can be read');
    await editor.command('View: Close Editor');

    await editor.openFile('circle/solution.cpp');
    await editor.command('Slowpath: Apply Faster Version');
    await editor.notification('undo takes it back').waitFor();
    const text = async () => (await editor.text(editor.area('circle/solution.cpp'))).join('\n');
    await waitFor('the model\'s version in the file\'s editor', async () => (await text()).includes('tree[child]'));
    await editor.shot('50-models-version-applied');
    await editor.page.locator('.notification-toast .monaco-button', { hasText: 'Keep Slow Inputs as Tests' }).first().click();
    await editor.notification('Saved as').waitFor();
    await editor.command('Notifications: Clear All Notifications');
    await editor.goToLine(1);
    await editor.page.keyboard.press('Control+Z');
    await waitFor('the program as it was, after one undo', async () => !(await text()).includes('tree[child]'));
    lap('one undo takes it back');
    await editor.command('File: Revert File');
  } finally {
    endpoint.close();
  }
}

/** Runs a command that lists something, takes a picture of the list, and chooses the entry that says `words`. */
async function choose(editor, command, words, shot) {
  await editor.command(command, { opensAnother: true });
  await editor.page.locator('.quick-input-list .monaco-list-row', { hasText: words }).first().waitFor();
  await editor.shot(shot);
  await editor.pick(words);
}

/** The server for agents that we announce stands in the editor's list, and starts from there. */
async function startAgentServer(editor, lap) {
  await choose(editor, 'MCP: List Servers', 'Slowpath', '66-servers-for-agents');
  await editor.pick('Start Server');
  const said = editor.page.locator('.part.panel .view-line', { hasText: /Discovered\s\d+\stools/ });
  await said.waitFor();
  await editor.shot('67-server-for-agents-runs');
  lap(`the editor started the server for agents: ${(await said.innerText()).replace(/.*(?=Discovered)/, '')}`);
}

/** The editor's own model, from an extension beside ours: chosen, shown what it would be sent, asked, and what it said believed as far as it is proven. */
async function editorModel({ open, folder, profile, lap }) {
  const endpoint = await replaying('hacks');
  fs.cpSync(path.join(ROOT, 'tests', 'problems', 'bugs', 'photo_row'), path.join(folder, 'photo_row'), {
    recursive: true, filter: name => !path.basename(name).startsWith('accepted'),
  });
  try {
    // Only with this does the editor know that the model wants its user's consent.
    const settings = { 'chat.disableAIFeatures': false, 'slowpath.budgetSeconds': 60, 'recordedModel.baseUrl': endpoint.baseUrl };
    const editor = await open(settings, { payload: '[["enableProposedApi",""]]' });
    await editor.openFile('photo_row/buggy.py');
    lap('a program is open');
    const rows = editor.page.locator('.quick-input-list .monaco-list-row');
    // The extension that has the model may be up after ours.
    await waitFor('the editor\'s model to choose', async () => {
      await editor.command('Slowpath: Choose Language Model', { opensAnother: true });
      await rows.filter({ hasText: 'Look on this machine' }).waitFor();
      if (await rows.filter({ hasText: 'Recorded Small' }).count() > 0) return true;
      await editor.page.keyboard.press('Escape');
      return false;
    });
    await editor.shot('62-choose-a-language-model');
    await editor.pick('Recorded Small');
    const chosen = () => ['Machine', 'User'].map(place => fs.readFileSync(path.join(profile, place, 'settings.json'), 'utf8')).join();
    await waitFor('the choice in the settings', () => chosen().includes('recorded/small'));

    await editor.command('Slowpath: Find Breaking Input', { opensAnother: true });
    await editor.pick('Without a reference');
    const question = editor.page.locator('.notification-toast', { hasText: 'may this be sent to Recorded Small?' });
    await question.waitFor({ timeout: 300_000 });
    lap('asked what may be sent');
    await editor.page.locator('.tab[data-resource-name="To Recorded Small.md"]').waitFor();
    await editor.shot('63-what-would-be-sent');
    await question.locator('.monaco-button', { hasText: /^Send$/ }).click();
    const consent = editor.page.locator('.monaco-dialog-box');
    await consent.waitFor();
    await editor.shot('64-the-editors-consent');
    lap(`the editor asks: ${(await consent.innerText()).replace(/\s+/g, ' ')}`);
    await consent.locator('.monaco-button', { hasText: 'Allow' }).click();
    await editor.panel().getByText('model_brute_1.py').first().waitFor({ timeout: 480_000 });
    await editor.shot('65-asked-the-editors-model');
    lap('its brute force judges');
    await startAgentServer(editor, lap);
  } finally {
    endpoint.close();
  }
}

export const scenarios = { optimizeModel, editorModel };
