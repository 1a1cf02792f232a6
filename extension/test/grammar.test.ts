/** The colours of the text form: its grammar must know the words of the documented one, and match them as words. */

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';

interface Rule {
  match?: string;
  name?: string;
  begin?: string;
  captures?: Record<string, { name: string }>;
}

const ROOT = path.join(__dirname, '..', '..');
const read = (name: string) => fs.readFileSync(path.join(ROOT, name), 'utf8');
const grammar = JSON.parse(read('extension/language/slowpath-format.tmLanguage.json'));
const configuration = JSON.parse(read('extension/language/configuration.json'));
const manifest = JSON.parse(read('package.json'));
const documented = /## Grammar\n\n```\n([\s\S]*?)```/.exec(read('docs/format.md'))?.[1] ?? '';

/** The scope of `word` in `line`: that of the first rule whose match begins leftmost, as an editor does it. */
function scopeOf(line: string, word: string): string {
  let at = 0;
  while (at < line.length) {
    const found = (grammar.patterns as Rule[]).flatMap(rule => rule.match ? [{ rule, match: new RegExp(rule.match, 'dg') }] : [])
      .flatMap(({ rule, match }) => { match.lastIndex = at; const hit = match.exec(line); return hit ? [{ rule, hit }] : []; })
      .sort((a, b) => a.hit.index - b.hit.index)[0];
    if (!found) return '';
    const { rule, hit } = found;
    const group = hit.findIndex((text, place) => text === word && (place > 0 || !rule.captures));
    if (group > 0) return rule.captures?.[group]?.name ?? '';
    if (group === 0) return rule.name ?? '';
    at = hit.index + Math.max(1, hit[0].length);
  }
  return '';
}

describe('the grammar of the text form', () => {
  it('colours every word of the documented grammar', () => {
    const words = [...documented.matchAll(/"([a-z]+)"/g)].map(([, word]) => word);
    assert.ok(words.length >= 15);
    const source = JSON.stringify(grammar);
    for (const word of words) assert.match(source, new RegExp(`[(|]${word}[)|]`), word);
  });

  const cases: [string, string, string][] = [
    ['n: int 1..10^5', 'n', 'variable.other.declaration'],
    ['n: int 1..10^5', 'int', 'storage.type'],
    ['n: int 1..10^5', '5', 'constant.numeric'],
    ['tests: cases[t]', 'cases', 'keyword.control'],
    ['rows[n-1] tree(u, v; n): u: int 1..n; v: int 1..n', 'rows', 'keyword.control'],
    ['rows[n-1] tree(u, v; n): u: int 1..n; v: int 1..n', 'tree', 'entity.name.type'],
    ['rows[n-1] tree(u, v; n): u: int 1..n; v: int 1..n', 'v', 'variable.other'],
    ['a: int[n] 1..10^9 strictly-sorted', 'strictly-sorted', 'storage.modifier'],
    ['where sum n <= 2*10^5', 'where', 'keyword.control'],
    ['where sum n <= 2*10^5', 'sum', 'keyword.operator.word'],
    ['where some a >= 0', 'some', 'keyword.operator.word'],
    ['  push: x: int 1..9', 'push', 'entity.name.tag'],
    ['k: count 1..9 until end of line', 'until', 'keyword.other'],
  ];
  for (const [line, word, scope] of cases) {
    it(`sees ${word} in "${line}" as ${scope}`, () => assert.ok(scopeOf(line, word).startsWith(`${scope}.slowpath`), scopeOf(line, word)));
  }

  it('is contributed for the files that the server reads', () => {
    const [language] = manifest.contributes.languages;
    assert.equal(`source.${language.id}`, grammar.scopeName);
    assert.deepEqual(language.extensions, ['.format']);
    for (const file of [language.configuration, manifest.contributes.grammars[0].path]) assert.ok(fs.existsSync(path.join(ROOT, file)), file);
  });

  it('indents below cases and queries, and nowhere else', () => {
    const [rule] = configuration.onEnterRules;
    const below = new RegExp(rule.beforeText);
    assert.ok(below.test('tests: cases[t]') && below.test('  ops: queries[q]  # kinds'));
    assert.ok(!below.test('a: int[n] 1..9') && !below.test('where sum n <= 9'));
  });
});
