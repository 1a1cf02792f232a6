import assert from 'node:assert/strict';
import { isWorkspaces, writes, type ModelChoice } from '../src/models/chosen';

/** The settings after a choice, as an editor merges them: the workspace's values win. */
function after(user: Record<string, string>, workspace: Record<string, string>, choice: ModelChoice): { effective: ModelChoice; written: 'user' | 'workspace'; steps: string[] } {
  const inspect = (name: string) => ({ workspaceValue: workspace[name] });
  const inWorkspace = isWorkspaces(inspect('llm.baseUrl'), inspect('llm.model'));
  const place = { ...(inWorkspace ? workspace : user) };
  const merged = (): Record<string, string> => (inWorkspace ? { ...user, ...place } : { ...place, ...workspace });
  const steps = writes(choice, inWorkspace).map(({ name, value }) => {
    if (value === undefined) delete place[name];
    else place[name] = value;
    return `${merged()['llm.model'] ?? ''} at ${merged()['llm.baseUrl'] ?? ''}`;
  });
  return { effective: { baseUrl: merged()['llm.baseUrl'] ?? '', model: merged()['llm.model'] ?? '' }, written: inWorkspace ? 'workspace' : 'user', steps };
}

describe('the choice of a language model', () => {
  const old = { 'llm.baseUrl': 'http://old/v1', 'llm.model': 'old' };
  const chosen = { baseUrl: 'editor:', model: 'maker/small' };
  const none = { baseUrl: '', model: '' };

  it('is the user\'s where the workspace says nothing of it', () => {
    assert.deepEqual([after({}, {}, chosen).written, after(old, {}, chosen).effective], ['user', chosen]);
  });

  it('is the workspace\'s where that has its own, and holds', () => {
    const owns: Record<string, string>[] = [old, { 'llm.model': 'old' }, { 'llm.baseUrl': 'http://old/v1' }, { 'llm.model': '' }];
    for (const own of owns) {
      assert.deepEqual([after(old, own, chosen).written, after(old, own, chosen).effective], ['workspace', chosen]);
    }
  });

  it('of none holds whatever the user has elsewhere', () => {
    for (const own of [{}, old]) assert.deepEqual(after(old, own, none).effective, none);
  });

  it('never asks the old model at the new place, or the new one at the old', () => {
    for (const own of [{}, old]) assert.deepEqual(after(old, own, chosen).steps, [' at http://old/v1', ' at editor:', 'maker/small at editor:']);
  });
});
