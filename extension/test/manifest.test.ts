/** The manifest against the code: what one names, the other must have. */

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const ROOT = path.join(__dirname, '..', '..');
const read = (name: string) => fs.readFileSync(path.join(ROOT, name), 'utf8');
const manifest = JSON.parse(read('package.json'));
const words = JSON.parse(read('package.nls.json'));

describe('the manifest', () => {
  it('registers every command that it contributes, and no other', () => {
    const body = /const commands[\s\S]*?= \{([\s\S]*?)\n {2}\};/.exec(read('extension/src/commands.ts'))?.[1] ?? '';
    const registered = [...body.matchAll(/^ {4}(\w+):/gm)].map(([, name]) => `slowpath.${name}`);
    const contributed = manifest.contributes.commands.map((command: { command: string }) => command.command);
    assert.deepEqual(registered.sort(), contributed.sort());
  });

  it('has a word for every placeholder, and uses every word', () => {
    const used = new Set([...JSON.stringify(manifest).matchAll(/"%([\w.]+)%"/g)].map(([, key]) => key));
    assert.deepEqual([...used].sort(), Object.keys(words).sort());
  });

  it('declares every setting that is read, and no other', () => {
    const readNames = [...read('extension/src/settings.ts').matchAll(/\.get(?:<[^>]+>)?\('([\w.]+)'/g)].map(([, name]) => `slowpath.${name}`);
    assert.deepEqual(readNames.sort(), Object.keys(manifest.contributes.configuration.properties).sort());
  });

  it('documents every setting, and each of its values, where it is set', () => {
    const settings = Object.entries<Record<string, unknown>>(manifest.contributes.configuration.properties);
    const undocumented = settings.filter(([, setting]) => typeof setting.markdownDescription !== 'string' || !('default' in setting)
      || (Array.isArray(setting.enum) && (setting.markdownEnumDescriptions as unknown[] | undefined)?.length !== setting.enum.length));
    assert.deepEqual(undocumented.map(([name]) => name), []);
    const said = Object.entries<string>(words).filter(([key]) => key.startsWith('setting.')).map(([, text]) => text);
    const named = said.flatMap(text => [...text.matchAll(/#(slowpath\.[\w.]+)#/g)].map(([, name]) => name));
    assert.deepEqual(named.filter(name => !settings.some(([known]) => known === name)), []);
  });

  it('declares every colour that is drawn', () => {
    const drawn = [...read('extension/src/source/decorations.ts').matchAll(/'(slowpath\.\w+(?:Foreground|Background))'/g)].map(([, id]) => id);
    assert.deepEqual([...new Set(drawn)].sort(), manifest.contributes.colors.map((colour: { id: string }) => colour.id).sort());
  });

  it('restricts every setting that names a program, a folder, a language model or the jail until the workspace is trusted', () => {
    const risky = Object.keys(manifest.contributes.configuration.properties).filter(name => /interpreter|compiler|flags|home|Directory|companion\.(folder|template)|llm|jail/.test(name));
    assert.deepEqual([...manifest.capabilities.untrustedWorkspaces.restrictedConfigurations].sort(), risky.sort());
  });

  it('shows about ten commands in the palette; what needs a row or a line has a menu, a button or a lens', () => {
    const { commands, menus } = manifest.contributes;
    const palette = new Map<string, string>(menus.commandPalette.map((item: { command: string; when: string }) => [item.command, item.when]));
    const shown = commands.map(({ command }: { command: string }) => palette.get(command) ?? '').filter((when: string) => when !== 'false');
    const always = shown.filter((when: string) => when === '' || when.includes('editorLangId'));
    assert.ok(always.length <= 10 && shown.length <= 18, `${always.length} always, ${shown.length} at most`);
    const inMenus = new Set(Object.entries<{ command?: string }[]>(menus).filter(([menu]) => menu !== 'commandPalette').flatMap(([, items]) => items.map(item => item.command)));
    const sources = ['extension/src/panel/provider.ts', 'extension/src/server/client.ts', 'extension/src/panel/breaking.ts', 'server/slowpath/lsp/explaining.py'].map(read).join('');
    const unreachable = [...palette].filter(([command, when]) => when === 'false' && !inMenus.has(command) && !sources.includes(`'${command}'`) && !sources.includes(`"${command}"`));
    assert.deepEqual(unreachable, []);
  });

  it('lets no workspace say what holds the programs that it brings', () => {
    assert.equal(manifest.contributes.configuration.properties['slowpath.jail'].scope, 'machine');
  });

  it('names files that exist', () => {
    const files = [manifest.icon, ...[...JSON.stringify(manifest).matchAll(/"(extension\/media\/[^"]+)"/g)].map(([, file]) => file)];
    for (const file of files) assert.ok(fs.existsSync(path.join(ROOT, file)), file);
  });

  it('has the version of the Python package', () => {
    assert.equal(manifest.version, /__version__ = "([^"]+)"/.exec(read('server/slowpath/__init__.py'))?.[1]);
  });

  it('has a translators\' template of exactly what the extension says', () => {
    const { status } = spawnSync(process.execPath, ['extension/dev/l10n.mjs', '--check'], { cwd: ROOT });
    assert.equal(status, 0, 'run node extension/dev/l10n.mjs');
  });

  it('is locked without naming a registry', () => assert.ok(!read('package-lock.json').includes('"resolved"')));
});
