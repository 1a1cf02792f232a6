// Problems from the browser: as Competitive Companion posts them, and as a web page would like to.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { waitFor } from './machine.mjs';

const task = (name, batch) => ({
  name, group: 'AtCoder - Beginner Contest 12', url: `https://atcoder.jp/contests/abc012/tasks/${name}`, interactive: false, memoryLimit: 256, timeLimit: 1500,
  tests: [{ input: '2\n1 2\n', output: '3\n' }, { input: '1\n7\n', output: '7\n' }], testType: 'single', input: { type: 'stdin' }, output: { type: 'stdout' },
  languages: { java: { mainClass: 'Main', taskClass: 'Task' } }, batch,
});

const post = (port, problem) => fetch(`http://localhost:${port}/`, {
  method: 'POST', body: JSON.stringify(problem), headers: { 'Content-Type': 'application/json', Origin: 'chrome-extension://cjnmckjndlpiamhfimnnjmnckgghkjbl' },
});

/** Another window that receives problems: it answers as one, and the note in the state folder names it. `close` ends it. */
async function otherWindow(profile, folder) {
  const state = path.join(path.dirname(profile), path.basename(profile).replace('profile-', 'home-'), '.state', 'slowpath');
  const server = http.createServer((_, reply) => reply.writeHead(405, { Server: 'Slowpath', Connection: 'close' }).end());
  await new Promise(resolve => { server.listen(0, '127.0.0.1', resolve); });
  fs.mkdirSync(state, { recursive: true });
  fs.writeFileSync(path.join(state, 'companion.json'), JSON.stringify({ port: server.address().port, folder }));
  return server;
}

async function companion({ open, folder, profile, settingsFile, lap }) {
  fs.mkdirSync(path.join(folder, 'received'), { recursive: true });
  const other = await otherWindow(profile, folder);
  const asked = new Promise(resolve => { other.once('request', resolve); });
  try {
    const editor = await open({ 'slowpath.companion.folder': 'received' });
    const item = editor.page.locator('.statusbar-item[id*="slowpath.companion"]');
    await asked;
    assert.equal(await item.count(), 0);
    other.close();
    await item.waitFor();
    lap('another window had it, and this one took over');
    const port = Number(/\d+/.exec(await item.innerText())[0]);
    lap(`listens at ${port}`);

    // What a page could do without being asked about first, and what it would be asked about.
    const attempts = await editor.page.evaluate(async ([address, body]) => Promise.all([
      fetch(address, { method: 'POST', mode: 'no-cors', body }).then(reply => reply.type, error => error.name),
      fetch(address, { method: 'POST', body, headers: { 'Content-Type': 'application/json' } }).then(reply => reply.type, error => error.name),
    ]), [`http://127.0.0.1:${port}/`, JSON.stringify(task('From a page', { id: 'p', size: 1 }))]);
    lap(`a page's attempts: ${attempts.join(', ')}`);
    assert.ok(!attempts.includes('basic') && !attempts.includes('cors'), attempts.join());

    assert.equal((await post(port, task('A - Two Rows', { id: 'x', size: 1 }))).status, 200);
    await editor.area('A_Two_Rows/A_Two_Rows.cpp').locator('.view-line').first().waitFor();
    await editor.notification('A - Two Rows: 2 samples.').waitFor();
    await editor.shot('60-a-problem-from-the-browser');
    const home = path.join(folder, 'received', 'AtCoder_Beginner_Contest_12');
    assert.deepEqual(fs.readdirSync(home), ['A_Two_Rows']);
    assert.match(fs.readFileSync(path.join(home, 'A_Two_Rows', 'problem.yaml'), 'utf8'), /time_limit: 1.5/);

    for (const name of ['B - Heaps', 'C - Trees', 'D - Walks']) await post(port, task(name, { id: 'contest', size: 3 }));
    await editor.notification('3 problems of AtCoder - Beginner Contest 12.').waitFor();
    await editor.area('B_Heaps/B_Heaps.cpp').locator('.view-line').first().waitFor();
    await editor.shot('61-a-contest-from-the-browser');

    await editor.command('Slowpath: Stop Receiving Problems');
    await waitFor('nobody to listen', () => post(port, task('late', {})).then(() => false, () => true));
    assert.ok(!fs.readFileSync(settingsFile, 'utf8').includes('companion'));
  } finally {
    other.close();
  }
}

export const scenarios = { companion };
