// Collects every message that the extension says into extension/l10n/bundle.l10n.json, the translators' template.
// usage: node extension/dev/l10n.mjs [--check]
import fs from 'node:fs';
import path from 'node:path';

const BUNDLE = 'extension/l10n/bundle.l10n.json';
const CALL = /\bt\(\s*'((?:[^'\\]|\\.)*)'/g;

export function messages(folder = 'extension/src') {
  const found = new Set();
  for (const file of fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.ts'))) {
    const source = fs.readFileSync(path.join(folder, file), 'utf8');
    for (const [, text] of source.matchAll(CALL)) found.add(text.replace(/\\(.)/g, '$1'));
  }
  return [...found].sort();
}

export function bundle() {
  return `${JSON.stringify(Object.fromEntries(messages().map(text => [text, text])), null, 2)}\n`;
}

if (process.argv[1] && path.resolve(process.argv[1]) === import.meta.filename) {
  if (process.argv.includes('--check')) process.exit(fs.readFileSync(BUNDLE, 'utf8') === bundle() ? 0 : 1);
  fs.writeFileSync(BUNDLE, bundle());
}
