/** How Python is installed on this very system. What else is missing the server says (`toolchain/installing.py`). Knows no editor. */

import * as fs from 'node:fs/promises';
import * as path from 'node:path';

/** Package managers, the system's own first. */
const MANAGERS: readonly [program: string, command: string, withoutSudo?: true][] = [
  ['apt-get', 'apt install python3 python3-venv'],
  ['dnf', 'dnf install python3'],
  ['pacman', 'pacman -S python'],
  ['zypper', 'zypper install python3'],
  ['apk', 'apk add python3'],
  ['brew', 'brew install python', true],
];

/** The command, '' where none is known. */
export async function howToInstallPython(platform: NodeJS.Platform, searchPath: string, isRoot: boolean): Promise<string> {
  if (platform === 'win32') return await has('winget.exe', searchPath) ? 'winget install Python.Python.3.13' : '';
  const places = [searchPath, '/usr/bin', '/bin', '/opt/homebrew/bin'].join(path.delimiter);
  for (const [program, command, withoutSudo] of MANAGERS) {
    if (await has(program, places)) return !isRoot && !withoutSudo && await has('sudo', places) ? `sudo ${command}` : command;
  }
  return '';
}

async function has(program: string, searchPath: string): Promise<boolean> {
  for (const folder of searchPath.split(path.delimiter).filter(Boolean)) {
    if (await fs.access(path.join(folder, program), fs.constants.X_OK).then(() => true, () => false)) return true;
  }
  return false;
}
