// What the scenarios need of the machine: waiting for a condition, and the server's process.
import fs from 'node:fs';

const PATIENCE_MS = Number(process.env.SLOWPATH_E2E_PATIENCE_MS ?? 120_000);

/** Asks until the answer is truthy, and gives it back. */
export async function waitFor(what, ask, patience = PATIENCE_MS) {
  const end = Date.now() + patience;
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    if (Date.now() > end) throw new Error(`waited in vain for ${what}`);
    await new Promise(resolve => setTimeout(resolve, 150));
  }
}

/** Ends our language server of this run as a crash would; a process of another run is never touched. */
export async function killServer() {
  const pid = await waitFor('the server\'s process', () => servers()[0]);
  process.kill(pid, 'SIGKILL');
  await waitFor('its end', () => !servers().includes(pid));
  return pid;
}

function servers() {
  const mark = process.env.SLOWPATH_E2E_RUN;
  return fs.readdirSync('/proc').filter(name => /^\d+$/.test(name)).map(Number).filter(pid => {
    try {
      const words = fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
      return words[1] === '-m' && words[2] === 'slowpath.lsp' && fs.readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`SLOWPATH_E2E_RUN=${mark}`);
    } catch {
      return false;
    }
  });
}
