import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import {
  EnvironmentError, addPackages, environmentDirectory, finishedInterpreter, hasPackages, installFailure, interpreterIn, makeEnvironment, newEnough, probe,
  type Carried, type Making, type Probe,
} from '../src/server/environment';
import { run as realRun, type Finished, type Run } from '../src/server/processes';
import { untranslated } from '../src/words/translate';

const BASE: Probe = { command: '/usr/bin/python3', version: [3, 11, 2], slowpath: null };
const FINE: Finished = { code: 0, stdout: '', stderr: '' };

describe('the extension\'s own Python environment', () => {
  let root: string;
  let carried: Carried;

  beforeEach(async () => {
    root = await fs.mkdtemp(path.join(os.tmpdir(), 'slowpath-environment-'));
    carried = { requirements: path.join(root, 'requirements.lock'), wheel: path.join(root, 'slowpath.whl.br') };
    await fs.writeFile(carried.requirements, 'a==1\nb==2\n');
    await fs.writeFile(carried.wheel, brotliCompressSync('wheel'));
  });
  afterEach(() => fs.rm(root, { recursive: true, force: true }));

  /** A Python that makes the folder when asked for a venv; `answer` decides about everything else. */
  function python(answer: (args: readonly string[]) => Finished, calls: string[][] = []): Run {
    return async (_command, args, options) => {
      calls.push([...args]);
      const result = answer(args);
      if (result.code === 0 && args[1] === 'venv') {
        await fs.mkdir(path.dirname(interpreterIn(args[2])), { recursive: true });
        await fs.writeFile(interpreterIn(args[2]), '');
      }
      result.stdout.split('\n').forEach(text => options?.onLine?.(text));
      return result;
    };
  }

  function making(run: Run, part: Partial<Making> = {}): Making {
    return { root, base: BASE, carried, run, t: untranslated, progress: () => undefined, signal: new AbortController().signal, ...part };
  }

  it('is made of the pinned requirements and the carried wheel, and found again', async () => {
    const calls: string[][] = [];
    let installed = '';
    const reads: Run = async (command, args, options) => {
      if (args.includes('--no-index')) installed = await fs.readFile(args[args.length - 1], 'utf8');
      return python(() => FINE, calls)(command, args, options);
    };
    const interpreter = await makeEnvironment(making(reads));
    const directory = await environmentDirectory(root, BASE.command, carried);
    assert.deepEqual(calls.map(args => args[args.length - 1]), [directory, carried.requirements, path.join(directory, 'slowpath.whl')]);
    assert.equal(installed, 'wheel');
    assert.equal(await finishedInterpreter(directory), interpreter);
    await makeEnvironment(making(python(() => FINE, calls)));
    assert.equal(calls.length, 3);
  });

  it('is another one when the wheel changes', async () => {
    const before = await environmentDirectory(root, BASE.command, carried);
    await fs.writeFile(carried.wheel, brotliCompressSync('newer wheel'));
    assert.notEqual(await environmentDirectory(root, BASE.command, carried), before);
  });

  it('reports progress that never falls', async () => {
    const shares: number[] = [];
    const talks = python(args => ({ ...FINE, stdout: args.includes('-r') ? 'Collecting a==1\nCollecting b==2\nInstalling collected packages: a, b' : '' }));
    await makeEnvironment(making(talks, { progress: (_message, share) => shares.push(share) }));
    assert.deepEqual(shares, [...shares].sort((a, b) => a - b));
    assert.ok(shares.length >= 5);
  });

  it('does not count as made when installing failed, and lets the next try begin', async () => {
    const fails = python(args => (args.includes('-r') ? { code: 1, stdout: '', stderr: 'ERROR: No matching distribution' } : FINE));
    await assert.rejects(makeEnvironment(making(fails)), EnvironmentError);
    assert.equal(await finishedInterpreter(await environmentDirectory(root, BASE.command, carried)), null);
    assert.ok(await makeEnvironment(making(python(() => FINE))));
  });

  it('says how to get venv where the system has none', async () => {
    const none = python(() => ({ code: 1, stdout: 'ensurepip is not available', stderr: '' }));
    await assert.rejects(makeEnvironment(making(none)), (error: EnvironmentError) =>
      /can make no virtual environment/.test(error.message) && /apt install python3\.11-venv/.test(error.remedy));
  });

  it('is made by one of several windows', async () => {
    const calls: string[][] = [];
    const both = await Promise.all([0, 1].map(() => makeEnvironment(making(python(() => FINE, calls)))));
    assert.equal(both[0], both[1]);
    assert.equal(calls.length, 3);
  });

  it('is made by one of several windows that find the lock of a process that is gone', async () => {
    const lock = `${await environmentDirectory(root, BASE.command, carried)}.lock`;
    await fs.writeFile(lock, '999999999');
    const calls: string[][] = [];
    await Promise.all([0, 1, 2].map(() => makeEnvironment(making(python(() => FINE, calls)))));
    assert.equal(calls.length, 3);
    assert.deepEqual((await fs.readdir(root)).filter(name => name.startsWith(path.basename(lock))), []);
  });

  it('takes over the lock of a process that is gone', async () => {
    const directory = await environmentDirectory(root, BASE.command, carried);
    await fs.writeFile(`${directory}.lock`, '999999999');
    assert.ok(await makeEnvironment(making(python(() => FINE))));
  });

  it('leaves a lock alone that is being written', async () => {
    const lock = `${await environmentDirectory(root, BASE.command, carried)}.lock`;
    await fs.writeFile(lock, '');
    const abort = new AbortController();
    const waits = makeEnvironment(making(python(() => FINE), { signal: abort.signal, progress: () => abort.abort() }));
    await assert.rejects(waits, /cancelled/);
    assert.equal(await fs.readFile(lock, 'utf8'), '');
  });

  it('gets further packages once, and again when their pins change', async () => {
    const calls: string[][] = [];
    const more = path.join(root, 'more.lock');
    await fs.writeFile(more, 'c==3\n');
    const run = python(() => FINE, calls);
    const directory = path.dirname(path.dirname(await makeEnvironment(making(run))));
    assert.equal(await hasPackages(directory, more), false);
    await Promise.all([addPackages(directory, more, making(run)), addPackages(directory, more, making(run))]);
    assert.equal(await hasPackages(directory, more), true);
    assert.deepEqual(calls.slice(3).map(args => args[args.length - 1]), [more]);
    await fs.writeFile(more, 'c==4\n');
    await addPackages(directory, more, making(run));
    assert.equal(calls.length, 5);
    await fs.writeFile(more, 'c==5\n');
    await assert.rejects(addPackages(directory, more, making(python(() => ({ code: 1, stdout: '', stderr: 'ERROR: none' })))), /none/);
    await addPackages(directory, more, making(run));
    assert.equal(calls.length, 6);
  });

  it('stops when cancelled', async () => {
    const abort = new AbortController();
    const slow = python(() => { abort.abort(); return { code: null, stdout: '', stderr: 'aborted' }; });
    await assert.rejects(makeEnvironment(making(slow, { signal: abort.signal })), /cancelled/);
  });
});

describe('what pip says when it fails', () => {
  const cases: [string, RegExp][] = [
    ['WARNING: Retrying: NewConnectionError: Temporary failure in name resolution', /^No network/],
    ['OSError: [Errno 28] No space left on device', /disk is full/],
    ['noise\nERROR: No matching distribution found for x==1\nmore', /No matching distribution found for x==1$/],
  ];
  for (const [output, message] of cases) {
    it(String(message), () => {
      const error = installFailure(output, untranslated);
      assert.match(error.message, message);
      assert.match(error.remedy, /slowpath\.interpreter/);
    });
  }
});

describe('a Python asked what it is', () => {
  it('answers with its version', async () => {
    const found = await probe('python3', realRun);
    assert.ok(found && found.version[0] === 3);
  });

  it('is null when it cannot be run or says something else', async () => {
    assert.equal(await probe('/no/such/python', realRun), null);
    assert.equal(await probe('false', realRun), null);
    assert.equal(await probe('true', realRun), null);
  });

  it('must be 3.10 or newer', () => {
    assert.deepEqual([[3, 9, 18], [3, 10, 0], [3, 13, 1], [4, 0, 0]].map(version => newEnough({ ...BASE, version: version as Probe['version'] })),
      [false, true, true, true]);
  });
});
