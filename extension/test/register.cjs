// Compiles .ts on require with esbuild (types are checked by tsc); the modules under test don't import vscode.
const { transformSync } = require('esbuild');
const fs = require('node:fs');
require.extensions['.ts'] = (module, file) => module._compile(
  transformSync(fs.readFileSync(file, 'utf8'), { loader: 'ts', format: 'cjs', target: 'node20', sourcefile: file, sourcemap: 'inline' }).code, file);
