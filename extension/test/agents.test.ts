import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { announce, environment, PROVIDER_ID, type AgentApi, type Definition, type Host, type Provider } from '../src/agents/agents';
import type { Settings } from '../src/settings';

const SETTINGS: Settings = {
  interpreter: '', budgetSeconds: 60, timeLimit: 2, cppCompiler: '', cppFlags: null, pythonInterpreter: '', javaHome: '', javaFlags: null, decorations: true,
  jail: '',
  cacheDirectory: '', stateDirectory: '', compare: '', modelBaseUrl: 'http://localhost/v1', modelName: 'm', modelEnabled: true, modelMaxTokens: 0,
  companionFolder: '', companionLanguage: 'cpp', companionTemplate: '',
};

/** The editor's class, as its documentation describes it. */
class Stdio implements Definition {
  cwd?: unknown;
  constructor(readonly label: string, public command: string, public args: string[], public env: Record<string, string | number | null>, readonly version: string) {}
}

function editor(): { api: AgentApi; registered: Map<string, Provider> } {
  const registered = new Map<string, Provider>();
  const lm = {
    registerMcpServerDefinitionProvider(this: unknown, id: string, provider: Provider) {
      assert.equal(this, lm);
      registered.set(id, provider);
      return { dispose: () => registered.delete(id) };
    },
  };
  return { api: { lm, McpStdioServerDefinition: Stdio }, registered };
}

function host(part: Partial<Host> = {}): Host {
  return {
    version: '1.2.3', ownFolder: 'ours', changed: 'event', isTrusted: () => true, folders: () => ['/a', '/b c'], settings: () => SETTINGS,
    interpreter: async () => '/env/bin/python', ...part,
  };
}

function provider(part: Partial<Host> = {}): Provider {
  const { api, registered } = editor();
  announce(api, host(part));
  const made = registered.get(PROVIDER_ID);
  assert.ok(made);
  return made;
}

describe('the server for agents in the editor', () => {
  it('is announced under the id that the manifest contributes, with a label', () => {
    const manifest = JSON.parse(fs.readFileSync(path.join(__dirname, '..', '..', 'package.json'), 'utf8'));
    const contributed = manifest.contributes.mcpServerDefinitionProviders;
    assert.deepEqual(contributed.map((each: { id: string }) => each.id), [PROVIDER_ID]);
    assert.ok(contributed[0].label);
    const { api, registered } = editor();
    const [subscription] = announce(api, host());
    assert.ok(registered.has(PROVIDER_ID));
    subscription.dispose();
    assert.equal(registered.size, 0);
  });

  it('is not announced where the editor knows of no such servers', () => {
    assert.deepEqual(announce({}, host()), []);
    assert.deepEqual(announce({ lm: {} }, host()), []);
    assert.deepEqual(announce({ lm: editor().api.lm }, host()), []);
  });

  it('serves the folders of the workspace, from a folder that shadows no module', () => {
    const [made] = provider().provideMcpServerDefinitions();
    assert.deepEqual(made.args, ['-m', 'slowpath', 'mcp', '/a', '/b c']);
    assert.equal(made.cwd, 'ours');
    assert.equal((made as Stdio).version, '1.2.3');
  });

  it('is none where the workspace is not trusted or has no folder', () => {
    assert.deepEqual(provider({ isTrusted: () => false }).provideMcpServerDefinitions(), []);
    assert.deepEqual(provider({ folders: () => [] }).provideMcpServerDefinitions(), []);
  });

  it('asks for an interpreter only once it is started, and says why there is none', async () => {
    let asked = 0;
    const made = provider({ interpreter: async () => { asked += 1; return '/env/bin/python'; } });
    const [definition] = made.provideMcpServerDefinitions();
    assert.equal(asked, 0);
    assert.equal((await made.resolveMcpServerDefinition(definition)).command, '/env/bin/python');
    const none = provider({ interpreter: async () => { throw new Error('No Python. Install one.'); } });
    await assert.rejects(none.resolveMcpServerDefinition(none.provideMcpServerDefinitions()[0]), /Install one/);
  });

  it('has the user\'s settings in its environment, and no key or model', () => {
    assert.deepEqual(environment(SETTINGS), { SLOWPATH_TIME_LIMIT: '2' });
    assert.deepEqual(environment({ ...SETTINGS, cppCompiler: '/usr/bin/g++', cppFlags: ['-O2', '-std=c++20'], jail: 'landlock' }), {
      SLOWPATH_CXX: '/usr/bin/g++', SLOWPATH_CXXFLAGS: '-O2 -std=c++20', SLOWPATH_JAIL: 'landlock', SLOWPATH_TIME_LIMIT: '2',
    });
  });
});
