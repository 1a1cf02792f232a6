// Bundles the extension and the panel's page into extension/dist.
import { build } from 'esbuild';
import fs from 'node:fs';

const shared = { bundle: true, minify: true, logLevel: 'warning', legalComments: 'none' };
fs.rmSync('extension/dist', { recursive: true, force: true });
await build({
  ...shared, entryPoints: ['extension/src/main.ts'], outfile: 'extension/dist/main.js', platform: 'node', format: 'cjs',
  target: 'node20', external: ['vscode'], sourcemap: true, sourcesContent: false, keepNames: true,
});
await build({
  ...shared, entryPoints: ['extension/src/panel/webview/main.ts'], outfile: 'extension/dist/panel.js', platform: 'browser',
  format: 'iife', target: 'es2022',
});
fs.copyFileSync('extension/src/panel/webview/panel.css', 'extension/dist/panel.css');
