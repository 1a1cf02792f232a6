import assert from 'node:assert/strict';
import { EditorModels, type Cancelling, type Chat } from '../src/models/editorModels';
import type { ModelAsk, ModelEnded } from '../src/protocol';
import { untranslated } from '../src/words/translate';

interface Sent { messages: unknown[]; options: { modelOptions: Record<string, unknown> } }

/** The editor's interface as its types describe it, and all that happened. */
class Editor {
  readonly sent: Sent[] = [];
  readonly said: string[] = [];
  readonly ended: ModelEnded[] = [];
  asked = 0;
  cancelled = 0;
  allowed: boolean | 'unasked' = true;
  reply: () => AsyncIterable<string> = () => parts('4', '2');
  readonly models: EditorModels;

  constructor(readonly chats: { id: string; vendor: string; name: string }[] = [{ id: 'small/1', vendor: 'maker', name: 'Small' }]) {
    this.models = new EditorModels({
      select: async ({ vendor, id }) => this.chats.filter(each => each.vendor === vendor && each.id === id).map(each => this.chat(each)),
      user: text => ({ role: 1, text }),
      assistant: text => ({ role: 2, text }),
      cancelling: (): Cancelling => ({ token: {}, cancel: () => { this.cancelled++; }, dispose: () => undefined }),
    }, { said: ({ text }) => { this.said.push(text); }, ended: ended => { this.ended.push(ended); } },
    async () => {
      this.asked++;
      if (this.allowed === 'unasked') throw new Error('no window to ask in');
      return this.allowed;
    }, untranslated);
  }

  private chat(named: { id: string; vendor: string; name: string }): Chat {
    return { ...named, sendRequest: async (messages, options) => { this.sent.push({ messages, options }); return { text: this.reply() }; } };
  }
}

async function* parts(...texts: string[]): AsyncIterable<string> {
  yield* texts;
}

const question = (part: Partial<ModelAsk> = {}): ModelAsk => ({
  id: 1, model: 'maker/small/1', messages: [{ role: 'user', content: 'Say it.' }, { role: 'assistant', content: 'No.' }], max_tokens: 7, temperature: 0.5, ...part,
});

describe('a language model of the editor\'s own', () => {
  it('is sent the conversation with its limits, and its reply comes in parts', async () => {
    const editor = new Editor();
    await editor.models.ask(question());
    assert.deepEqual(editor.sent[0].messages, [{ role: 1, text: 'Say it.' }, { role: 2, text: 'No.' }]);
    assert.deepEqual(editor.sent[0].options.modelOptions, { max_tokens: 7, temperature: 0.5 });
    assert.deepEqual(editor.said, ['4', '2']);
    assert.deepEqual(editor.ended, [{ id: 1, finish: 'stop', model: 'maker/small/1', error: null }]);
  });

  it('is sent nothing until the user allowed it, who is asked once for questions that come together', async () => {
    const editor = new Editor();
    editor.allowed = false;
    await Promise.all([editor.models.ask(question()), editor.models.ask(question({ id: 2 }))]);
    assert.equal(editor.asked, 1);
    assert.deepEqual([editor.sent, editor.ended.map(each => each.error?.message)], [[], Array(2).fill('You chose to send nothing to Small.')]);
    editor.allowed = true;
    await editor.models.ask(question({ id: 3 }));
    assert.equal(editor.sent.length, 0);
    editor.models.forget();
    await editor.models.ask(question({ id: 4 }));
    assert.equal(editor.sent.length, 1);
  });

  it('is cancelled when nobody waits for the reply, and says nothing more', async () => {
    const editor = new Editor();
    editor.reply = async function* () { yield 'so far'; editor.models.withdraw(1); yield 'too late'; };
    await editor.models.ask(question());
    assert.deepEqual([editor.said, editor.ended, editor.cancelled], [['so far'], [], 1]);
    editor.models.withdraw(99);
  });

  it('says nothing to a new server that gives its question the number of an old one', async () => {
    const editor = new Editor();
    let go = (): void => undefined;
    const held = new Promise<void>(resolve => { go = resolve; });
    editor.reply = async function* () { yield 'old'; await held; yield 'old too'; };
    const old = editor.models.ask(question());
    while (editor.said.length === 0) await Promise.resolve();
    editor.models.withdrawAll();
    let goNew = (): void => undefined;
    const heldNew = new Promise<void>(resolve => { goNew = resolve; });
    editor.reply = async function* () { await heldNew; yield 'new'; };
    const next = editor.models.ask(question());
    go();
    await old;
    assert.deepEqual([editor.said, editor.ended, editor.cancelled], [['old'], [], 1]);
    goNew();
    await next;
    assert.deepEqual([editor.said, editor.ended.length], [['old', 'new'], 1]);
  });

  it('is asked for again where the user could not be asked', async () => {
    const editor = new Editor();
    editor.allowed = 'unasked';
    await editor.models.ask(question());
    assert.match(editor.ended[0].error?.message ?? '', /no window to ask in/);
    editor.allowed = true;
    await editor.models.ask(question({ id: 2 }));
    assert.deepEqual([editor.asked, editor.sent.length], [2, 1]);
  });

  it('that fails or is gone is told in a sentence with what to do', async () => {
    const editor = new Editor();
    editor.reply = () => { throw Object.assign(new Error('quota exceeded'), { code: 'Blocked' }); };
    await editor.models.ask(question());
    await editor.models.ask(question({ id: 2, model: 'maker/other' }));
    assert.match(`${editor.ended[0].error?.message} ${editor.ended[0].error?.remedy}`, /quota exceeded.*limit is reached/);
    assert.match(editor.ended[1].error?.message ?? '', /no model maker\/other any more/);
  });
});
