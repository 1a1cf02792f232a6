import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { howToInstallPython } from '../src/server/installing';

describe('a missing Python', () => {
  let folder: string;
  const programs = async (...names: string[]): Promise<string> => {
    for (const name of names) await fs.writeFile(path.join(folder, name), '#!/bin/sh\n', { mode: 0o755 });
    return folder;
  };

  beforeEach(async () => { folder = await fs.mkdtemp(path.join(os.tmpdir(), 'slowpath-installing-')); });
  afterEach(() => fs.rm(folder, { recursive: true }));

  it('is installed by the package manager that is there', async () => {
    assert.equal(await howToInstallPython('linux', await programs('apt-get', 'sudo'), false), 'sudo apt install python3 python3-venv');
    assert.equal(await howToInstallPython('linux', folder, true), 'apt install python3 python3-venv');
    assert.equal(await howToInstallPython('win32', folder, false), '');
    assert.equal(await howToInstallPython('win32', await programs('winget.exe'), false), 'winget install Python.Python.3.13');
  });
});
