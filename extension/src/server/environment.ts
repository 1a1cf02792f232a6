/**
 * The Python environment that the extension makes for its server.
 *
 * Theory of operation: an environment is a folder under the extension's global storage, named after the base
 * interpreter and after what is installed (so an update of the extension makes a new one). It counts as made
 * only when its stamp stands in it, which is written last: a half-made one is made again. Of several
 * windows one makes it, holding a lock file with its process id; the others wait for the stamp. A lock whose
 * process is gone is taken over. No `vscode` here: the editor's progress and words come in as arguments.
 */

import { createHash, randomUUID } from 'node:crypto';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import type { Run } from './processes';
import type { Translate } from '../words/translate';

const unpack = promisify(brotliDecompress);

/** What a Python says of itself. */
export interface Probe {
  command: string;
  version: [number, number, number];
  /** The version of the slowpath package that it can import, or null. */
  slowpath: string | null;
}

export class EnvironmentError extends Error {
  constructor(message: string, readonly remedy: string) {
    super(message);
  }
}

/** What is installed, both carried by the extension: the pinned requirements, and our own wheel, which is compressed by
 * Brotli as a whole (`NAME.whl.br`): a fifth smaller than as a part of a .vsix. */
export interface Carried {
  requirements: string;
  wheel: string;
}

export interface Making extends Working {
  root: string;
  base: Probe;
  carried: Carried;
}

/** What work on an environment goes through. */
export interface Working {
  run: Run;
  t: Translate;
  /** `share` is 0..1 of the whole. */
  progress: (message: string, share: number) => void;
  signal: AbortSignal;
}

export const OLDEST: readonly [number, number] = [3, 10];
const STAMP = 'slowpath-ready';
const PIP = ['-m', 'pip', '--disable-pip-version-check', '--no-input', 'install'];
const LOCK_WAIT_MS = 500;
/** A lock without a process id is being written; after this time its writer must have died over it. */
const WRITTEN_WITHIN_MS = 10_000;

const PROBE = `
import json, sys
from importlib.util import find_spec
try:
    import slowpath
    found = slowpath.__version__ if find_spec("slowpath.lsp") and find_spec("pygls") else None
except Exception:
    found = None
print(json.dumps({"version": list(sys.version_info[:3]), "slowpath": found}))
`;

/** Asks `command` what it is; null when it is no Python that runs. */
export async function probe(command: string, run: Run): Promise<Probe | null> {
  const result = await run(command, ['-c', PROBE], { timeoutMs: 30_000 });
  if (result.code !== 0) return null;
  try {
    const said = JSON.parse(result.stdout.trim().split('\n').pop() ?? '') as { version: [number, number, number]; slowpath: string | null };
    return { command, version: said.version, slowpath: said.slowpath };
  } catch {
    return null;
  }
}

export function newEnough(found: Probe): boolean {
  const [major, minor] = found.version;
  return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
}

/** The environment's folder for what `base` and `carried` are now. */
export async function environmentDirectory(root: string, base: string, carried: Carried): Promise<string> {
  const made = createHash('sha256').update(base).update('\0').update(await fs.readFile(carried.requirements))
    .update('\0').update(await fs.readFile(carried.wheel));
  return path.join(root, `python-${made.digest('hex').slice(0, 12)}`);
}

export function interpreterIn(directory: string): string {
  return process.platform === 'win32' ? path.join(directory, 'Scripts', 'python.exe') : path.join(directory, 'bin', 'python');
}

/** The interpreter of a finished environment, or null. */
export async function finishedInterpreter(directory: string): Promise<string | null> {
  const interpreter = interpreterIn(directory);
  const stands = await Promise.all([exists(path.join(directory, STAMP)), exists(interpreter)]);
  return stands.every(Boolean) ? interpreter : null;
}

/** Makes the environment, or waits for the window that is making it. Raises `EnvironmentError`. */
export async function makeEnvironment(making: Making): Promise<string> {
  const directory = await environmentDirectory(making.root, making.base.command, making.carried);
  await fs.mkdir(making.root, { recursive: true });
  await once(directory, making, async () => await finishedInterpreter(directory) !== null, () => build(directory, making));
  return interpreterIn(directory);
}

/** Whether these pinned packages were added to an environment. */
export async function hasPackages(directory: string, requirements: string): Promise<boolean> {
  return exists(await packagesStamp(directory, requirements));
}

/** Adds pinned packages to an environment that is made, unless they were added before. Raises `EnvironmentError`. */
export async function addPackages(directory: string, requirements: string, working: Working): Promise<void> {
  await once(directory, working, () => hasPackages(directory, requirements), async () => {
    await installPinned(interpreterIn(directory), requirements, working);
    await fs.writeFile(await packagesStamp(directory, requirements), '');
  });
}

async function packagesStamp(directory: string, requirements: string): Promise<string> {
  const pins = createHash('sha256').update(await fs.readFile(requirements)).digest('hex').slice(0, 12);
  return path.join(directory, `${STAMP}-${pins}`);
}

/** Does it in one of several windows; the others wait until it `stands`. */
async function once(directory: string, working: Working, stands: () => Promise<boolean>, does: () => Promise<void>): Promise<void> {
  const lock = `${directory}.lock`;
  for (;;) {
    if (await stands()) return;
    if (working.signal.aborted) throw cancelled(working.t);
    if (await takeLock(lock)) break;
    working.progress(working.t('Another window is making the Python environment'), 0);
    await new Promise(resolve => setTimeout(resolve, LOCK_WAIT_MS));
  }
  try {
    // The window that held the lock until now may have done it since we looked.
    if (!await stands()) await does();
  } finally {
    await fs.rm(lock, { force: true });
  }
}

async function build(directory: string, making: Making): Promise<void> {
  const { base, carried, t, progress } = making;
  progress(t('Making a Python environment'), 0);
  await fs.rm(directory, { recursive: true, force: true });
  await createVenv(directory, making);
  const interpreter = interpreterIn(directory);
  await installPinned(interpreter, carried.requirements, making);
  progress(t('Installing Slowpath'), 0.95);
  const wheel = path.join(directory, path.basename(carried.wheel, '.br'));
  await fs.writeFile(wheel, await unpack(await fs.readFile(carried.wheel)));
  await install(interpreter, [...PIP, '--no-deps', '--no-index', wheel], making);
  await fs.rm(wheel);
  await fs.writeFile(path.join(directory, STAMP), `${base.command}\n`);
}

async function installPinned(interpreter: string, requirements: string, working: Working): Promise<void> {
  const { t, progress } = working;
  const packages = countPins(await fs.readFile(requirements, 'utf8'));
  let seen = 0;
  await install(interpreter, [...PIP, '--only-binary', ':all:', '-r', requirements], working, line => {
    const name = /^Collecting ([\w.-]+)/.exec(line)?.[1];
    if (name) progress(t('Downloading {0}', name), 0.1 + 0.6 * Math.min(1, ++seen / packages));
    else if (line.startsWith('Installing collected')) progress(t('Installing {0} packages', seen), 0.75);
  });
}

async function createVenv(directory: string, making: Making): Promise<void> {
  const { base, run, t, signal } = making;
  const made = await run(base.command, ['-m', 'venv', directory], { signal });
  if (made.code === 0) return;
  await fs.rm(directory, { recursive: true, force: true });
  const other = await run(base.command, ['-m', 'virtualenv', directory], { signal });
  if (other.code === 0) return;
  if (signal.aborted) throw cancelled(t);
  const [major, minor] = base.version;
  throw new EnvironmentError(
    t('{0} can make no virtual environment: {1}', base.command, lastLine(made.stdout + made.stderr)),
    t('On Debian or Ubuntu: apt install python{0}.{1}-venv. Or set slowpath.interpreter to another Python.', major, minor));
}

async function install(interpreter: string, args: string[], working: Working, onLine?: (line: string) => void): Promise<void> {
  const { run, t, signal } = working;
  const result = await run(interpreter, args, { signal, onLine });
  if (result.code === 0) return;
  if (signal.aborted) throw cancelled(t);
  throw installFailure(result.stdout + result.stderr, t);
}

const NO_NETWORK = /name resolution|NewConnectionError|ConnectTimeout|Network is unreachable|getaddrinfo|Max retries|ProxyError|Connection refused/i;

/** The failure that pip's words mean. */
export function installFailure(output: string, t: Translate): EnvironmentError {
  const remedy = t('Then try again, or set slowpath.interpreter to a Python that has the slowpath package.');
  if (NO_NETWORK.test(output)) {
    return new EnvironmentError(
      t('No network: the packages that Slowpath needs could not be downloaded.'), `${t('Connect, or set up pip for your proxy.')} ${remedy}`);
  }
  if (/No space left on device/i.test(output)) {
    return new EnvironmentError(t('The disk is full: the packages that Slowpath needs could not be installed.'), remedy);
  }
  const reason = /^ERROR: (.*)$/m.exec(output)?.[1] ?? lastLine(output);
  return new EnvironmentError(t('The packages that Slowpath needs could not be installed: {0}', reason), remedy);
}

function cancelled(t: Translate): EnvironmentError {
  return new EnvironmentError(t('Making the Python environment was cancelled.'), t('Run the command again to go on.'));
}

function lastLine(text: string): string {
  return text.trim().split('\n').pop()?.trim() ?? '';
}

function countPins(requirements: string): number {
  return Math.max(1, requirements.split('\n').filter(line => line.includes('==')).length);
}

async function takeLock(lock: string): Promise<boolean> {
  try {
    await fs.writeFile(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const owner = await ownerOf(lock);
  if (owner === null || isAlive(owner)) return false;
  await removeLockOf(owner, lock);
  return takeLock(lock);
}

/** The process that a lock names, 0 when it names none; null when the lock is gone or is only just being written. */
async function ownerOf(lock: string): Promise<number | null> {
  try {
    const [written, { mtimeMs }] = await Promise.all([fs.readFile(lock, 'utf8'), fs.stat(lock)]);
    return written === '' && Date.now() - mtimeMs < WRITTEN_WITHIN_MS ? null : Number(written) || 0;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return null;
  }
}

/** Removes the lock of a process that is gone, unless another window has already done so and holds it now. */
async function removeLockOf(owner: number, lock: string): Promise<void> {
  const aside = `${lock}.${randomUUID()}`;
  try {
    await fs.rename(lock, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return;
  }
  if ((await ownerOf(aside)) === owner) await fs.rm(aside, { force: true });
  else await fs.rename(aside, lock);
}

function isAlive(pid: number): boolean {
  if (pid === 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function exists(file: string): Promise<boolean> {
  return fs.access(file).then(() => true, () => false);
}
