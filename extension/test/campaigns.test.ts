import assert from 'node:assert/strict';
import { Campaigns } from '../src/searches/campaigns';
import { campaign } from './states';

const A = 'file:///a.cpp';
const B = 'file:///b.py';

describe('the campaigns of a window', () => {
  it('show the one of the active document, else the one that changed last', () => {
    const campaigns = new Campaigns();
    campaigns.update(campaign({ uri: A, campaign_id: 'a' }));
    campaigns.update(campaign({ uri: B, campaign_id: 'b' }));
    assert.equal(campaigns.shown()?.campaign_id, 'b');
    campaigns.activate(A);
    assert.equal(campaigns.shown()?.campaign_id, 'a');
    campaigns.activate('');
    assert.equal(campaigns.shown()?.campaign_id, 'a');
    campaigns.activate('file:///c.cpp');
    assert.equal(campaigns.shown()?.campaign_id, 'b');
  });

  it('show a new start at once, and not the end of the one it superseded', () => {
    const campaigns = new Campaigns();
    campaigns.update(campaign({ uri: A, campaign_id: 'old' }));
    campaigns.preparing(A, 'a.cpp');
    campaigns.update(campaign({ uri: A, campaign_id: 'old', state: 'stopped' }));
    assert.equal(campaigns.shown()?.state, 'preparing');
    campaigns.update(campaign({ uri: A, campaign_id: 'new' }));
    assert.equal(campaigns.shown()?.campaign_id, 'new');
  });

  it('keep the reason why a start was refused', () => {
    const campaigns = new Campaigns();
    const error = { code: 'tool-missing', message: 'g++ not found', remedy: 'install it' };
    campaigns.failed(A, 'a.cpp', error);
    assert.deepEqual([campaigns.of(A)?.state, campaigns.of(A)?.error], ['failed', error]);
  });

  it('tell their listeners of every change until these leave', () => {
    const campaigns = new Campaigns();
    let told = 0;
    const listener = campaigns.onChange(() => { told += 1; });
    campaigns.update(campaign({ uri: A }));
    listener.dispose();
    campaigns.update(campaign({ uri: A }));
    assert.equal(told, 1);
  });
});
