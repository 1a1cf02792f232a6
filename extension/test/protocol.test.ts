/** The wire's two sides, compared: every message name and every field must stand in both. */

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';

const ROOT = path.join(__dirname, '..', '..');
const SERVED = path.join(ROOT, 'server/slowpath/lsp/protocol');
const MIRRORED = path.join(ROOT, 'extension/src/protocol');

function topics(folder: string, ending: string, index: string): string[] {
  return fs.readdirSync(folder).filter(name => name.endsWith(ending)).map(name => path.basename(name, ending)).filter(name => name !== index).sort();
}

function pythonClasses(python: string): Map<string, string[]> {
  const classes = new Map<string, string[]>();
  for (const [, name, body] of python.matchAll(/^class (\w+):\n((?: {4}.*\n|\n)+)/gm)) {
    const fields = body.replace(/"""[\s\S]*?"""/, '').matchAll(/^ {4}(\w+):/gm);
    classes.set(name, [...fields].map(([, field]) => field));
  }
  return classes;
}

function typescriptInterfaces(typescript: string): Map<string, string[]> {
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
  const served = topics(SERVED, '.py', '__init__');

  it('has the same topics on both sides, all of them in the index', () => {
    assert.ok(served.length >= 8);
    assert.deepEqual(topics(MIRRORED, '.ts', 'index'), served);
    const lines = (file: string, pattern: RegExp) => [...fs.readFileSync(file, 'utf8').matchAll(pattern)].map(([, topic]) => topic);
    assert.deepEqual(lines(path.join(SERVED, '__init__.py'), /^from slowpath\.lsp\.protocol\.(\w+) import \*/gm), served);
    assert.deepEqual(lines(path.join(MIRRORED, 'index.ts'), /^export \* from '\.\/(\w+)';/gm), served);
  });

  for (const topic of served) {
    const python = fs.readFileSync(path.join(SERVED, `${topic}.py`), 'utf8');
    const typescript = () => fs.readFileSync(path.join(MIRRORED, `${topic}.ts`), 'utf8');

    it(`has the same messages about ${topic}`, () => {
      const messages = names(python, /^([A-Z_]+) = "(slowpath[^"]*)"/gm);
      assert.deepEqual(names(typescript(), /^export const ([A-Z_]+) = '(slowpath[^']*)'/gm), messages);
    });

    it(`has the same types about ${topic} with the same fields in the same order`, () => {
      const classes = pythonClasses(python);
      assert.ok(classes.size > 0);
      assert.deepEqual(typescriptInterfaces(typescript()), classes);
    });
  }

  it('is read whole: the largest state has its fields', () => {
    const python = fs.readFileSync(path.join(SERVED, 'campaign.py'), 'utf8');
    assert.ok((pythonClasses(python).get('CampaignState')?.length ?? 0) >= 15);
    assert.ok(Object.keys(names(python, /^([A-Z_]+) = "(slowpath[^"]*)"/gm)).length >= 4);
  });
});
