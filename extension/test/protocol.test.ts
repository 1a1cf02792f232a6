/** The wire's two sides, compared: every message name and every field, with its type, must stand in both. */

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';

const ROOT = path.join(__dirname, '..', '..');
const SERVED = path.join(ROOT, 'server/slowpath/lsp/protocol');
const MIRRORED = path.join(ROOT, 'extension/src/protocol');

function topics(folder: string, ending: string, index: string): string[] {
  return fs.readdirSync(folder).filter(name => name.endsWith(ending)).map(name => path.basename(name, ending)).filter(name => name !== index).sort();
}

type Fields = [name: string, type: string][];

/** What a class of Python sends, in TypeScript's words. */
function pythonClasses(python: string): Map<string, Fields> {
  const classes = new Map<string, Fields>();
  for (const [, name, body] of python.matchAll(/^class (\w+):\n((?: {4}.*\n|\n)+)/gm)) {
    const fields = body.replace(/"""[\s\S]*?"""/, '').matchAll(/^ {4}(\w+): ([^=\n]+?)(?: = .*)?$/gm);
    classes.set(name, [...fields].map(([, field, annotation]) => [field, inTypescript(annotation)]));
  }
  return classes;
}

function inTypescript(annotation: string): string {
  const words: Record<string, string> = { None: 'null', bool: 'boolean', int: 'number', float: 'number', str: 'string' };
  return annotation.replace(/\w+/g, word => words[word] ?? word).replace(/list\[(\w+)\]/g, '$1[]');
}

/** What an interface takes; a type that lists texts is the text that Python sends. */
function typescriptInterfaces(typescript: string, texts: Set<string>): Map<string, Fields> {
  const interfaces = new Map<string, Fields>();
  for (const [, name, body] of typescript.matchAll(/^export interface (\w+) \{\n([\s\S]*?)^\}/gm)) {
    const fields = body.matchAll(/^ {2}(\w+): ([^;]+);/gm);
    interfaces.set(name, [...fields].map(([, field, type]) => [field, asSent(type, texts)]));
  }
  return interfaces;
}

function asSent(type: string, texts: Set<string>): string {
  const parts = type.split(' | ').map(part => (part.startsWith("'") || texts.has(part) ? 'string' : part));
  return [...new Set(parts)].join(' | ');
}

function names(source: string, pattern: RegExp): Record<string, string> {
  return Object.fromEntries([...source.matchAll(pattern)].map(([, name, value]) => [name, value]));
}

describe('the protocol', () => {
  const served = topics(SERVED, '.py', '__init__');

  const mirrored = served.map(topic => fs.readFileSync(path.join(MIRRORED, `${topic}.ts`), 'utf8')).join('');
  const texts = new Set([...mirrored.matchAll(/^export type (\w+) = '/gm)].map(([, name]) => name));

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

    it(`has the same types about ${topic} with the same fields and types in the same order`, () => {
      const classes = pythonClasses(python);
      assert.ok(classes.size > 0);
      assert.deepEqual(typescriptInterfaces(typescript(), texts), classes);
    });
  }

  it('is read whole: the largest state has its fields', () => {
    const python = fs.readFileSync(path.join(SERVED, 'campaign.py'), 'utf8');
    assert.ok((pythonClasses(python).get('CampaignState')?.length ?? 0) >= 15);
    assert.ok(Object.keys(names(python, /^([A-Z_]+) = "(slowpath[^"]*)"/gm)).length >= 4);
  });
});
