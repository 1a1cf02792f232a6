/** The wire's two sides, compared: every message name and every field must stand in both. */

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';

const ROOT = path.join(__dirname, '..', '..');
const python = fs.readFileSync(path.join(ROOT, 'server/slowpath/lsp/protocol.py'), 'utf8');
const typescript = fs.readFileSync(path.join(ROOT, 'extension/src/protocol.ts'), 'utf8');

function pythonClasses(): Map<string, string[]> {
  const classes = new Map<string, string[]>();
  for (const [, name, body] of python.matchAll(/^class (\w+):\n((?: {4}.*\n|\n)+)/gm)) {
    const fields = body.replace(/"""[\s\S]*?"""/, '').matchAll(/^ {4}(\w+):/gm);
    classes.set(name, [...fields].map(([, field]) => field));
  }
  return classes;
}

function typescriptInterfaces(): Map<string, string[]> {
  const interfaces = new Map<string, string[]>();
  for (const [, name, body] of typescript.matchAll(/^export interface (\w+) \{\n([\s\S]*?)^\}/gm)) {
    interfaces.set(name, [...body.matchAll(/^ {2}(\w+):/gm)].map(([, field]) => field));
  }
  return interfaces;
}

function names(source: string, pattern: RegExp): Record<string, string> {
  return Object.fromEntries([...source.matchAll(pattern)].map(([, name, value]) => [name, value]));
}

describe('the protocol', () => {
  it('has the same messages on both sides', () => {
    const served = names(python, /^([A-Z_]+) = "(slowpath[^"]*)"/gm);
    assert.ok(Object.keys(served).length >= 10);
    assert.deepEqual(names(typescript, /^export const ([A-Z_]+) = '(slowpath[^']*)'/gm), served);
  });

  it('has the same types with the same fields in the same order', () => {
    const served = pythonClasses();
    assert.ok((served.get('CampaignState')?.length ?? 0) >= 15);
    assert.deepEqual(typescriptInterfaces(), served);
  });
});
