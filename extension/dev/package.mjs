// Builds slowpath-<version>.vsix: the bundles, the wheel of the server and its pinned requirements; and beside it the wheel
// alone, for the shell. Needs no network.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { packedReadme } from './readme.mjs';

const { version } = JSON.parse(fs.readFileSync('package.json', 'utf8'));
const WHEELS = 'extension/wheel';
const README = 'extension/dist/readme.md';

function step(command, args) {
  const result = spawnSync(command, args, { stdio: 'inherit' });
  if (result.error) throw new Error(`${command} could not be started: ${result.error.message}`);
  if (result.status !== 0) process.exit(result.status ?? 1);
}

function python() {
  const candidates = [process.env.SLOWPATH_EDITOR_PYTHON, '.venv/bin/python', 'python3', 'python'].filter(Boolean);
  const able = 'import sys\ntry:\n import tomllib\nexcept ImportError:\n import pip._vendor.tomli\nsys.exit(sys.version_info < (3, 10))';
  const found = candidates.find(candidate => spawnSync(candidate, ['-c', able]).status === 0);
  if (!found) throw new Error('no Python 3.10 or newer was found to build the wheel; install python3 (Debian: apt install python3)');
  return found;
}

/** Brotli with a window over the whole wheel; one quality more would take ten times as long for a tenth less. */
function compressed(data) {
  const { BROTLI_PARAM_QUALITY: quality, BROTLI_PARAM_LGWIN: window, BROTLI_MAX_WINDOW_BITS: most } = constants;
  return brotliCompressSync(data, { params: { [quality]: 9, [window]: most } });
}

step(process.execPath, ['extension/dev/bundle.mjs']);
fs.writeFileSync(README, packedReadme(fs.readFileSync('README.md', 'utf8')));
fs.rmSync(WHEELS, { recursive: true, force: true });
step(python(), ['extension/dev/build_wheel.py', WHEELS]);
for (const lock of ['requirements.lock', 'requirements-agents.lock']) fs.copyFileSync(lock, `${WHEELS}/${lock}`);
const wheel = `${WHEELS}/slowpath-${version}-py3-none-any.whl`;
if (!fs.existsSync(wheel)) throw new Error(`package.json says version ${version}, but the Python package says another: ${fs.readdirSync(WHEELS)}`);
fs.renameSync(wheel, path.basename(wheel));
fs.writeFileSync(`${wheel}.br`, compressed(fs.readFileSync(path.basename(wheel))));
step(process.execPath, ['node_modules/@vscode/vsce/vsce', 'package', '--no-dependencies', '--allow-missing-repository',
  '--no-rewrite-relative-links', '--readme-path', README, '--out', `slowpath-${version}.vsix`]);
