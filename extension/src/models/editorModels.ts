/**
 * Answers what searches ask the editor's own language models: each question is sent once its user allowed it, its reply goes
 * back in parts, and a question that nobody waits for is cancelled. Knows no editor: what is used of it comes in as an argument.
 */

import type { ErrorState, ModelAsk, ModelEnded, ModelSaid } from '../protocol';
import type { Translate } from '../words/translate';

/** The base URL in the settings that stands for the editor's own models; the server's word for it is the same. */
export const EDITOR_URL = 'editor:';

/** The editor's `LanguageModelChat`, as far as it is used. */
export interface Chat {
  readonly id: string;
  readonly vendor: string;
  readonly name: string;
  sendRequest(messages: never[], options: { justification: string; modelOptions: Record<string, unknown> }, token: never): PromiseLike<{ text: AsyncIterable<string> }>;
}

export interface Cancelling {
  readonly token: unknown;
  cancel(): void;
  dispose(): void;
}

export interface EditorApi {
  /** The models that the editor has; it may ask its user first. */
  select(selector: { vendor: string; id: string }): PromiseLike<readonly Chat[]>;
  user(text: string): unknown;
  assistant(text: string): unknown;
  cancelling(): Cancelling;
}

/** What goes back to the server. */
export interface Answers {
  said(part: ModelSaid): void;
  ended(ended: ModelEnded): void;
}

export class EditorModels {
  private readonly open = new Map<number, Cancelling>();
  /** What the user said about each model; several questions may come while they are being asked. */
  private readonly allowed = new Map<string, Promise<boolean>>();

  /** `allows` shows the user what would be sent, unless they allowed it before. */
  constructor(
    private readonly api: EditorApi, private readonly answers: Answers,
    private readonly allows: (question: ModelAsk, chat: Chat) => Promise<boolean>, private readonly t: Translate,
  ) {}

  async ask(question: ModelAsk): Promise<void> {
    const { id, model } = question;
    const cancelling = this.api.cancelling();
    this.open.set(id, cancelling);
    try {
      const error = await this.answer(question, cancelling);
      if (this.isOpen(id, cancelling)) this.answers.ended({ id, finish: 'stop', model, error });
    } catch (error) {
      if (this.isOpen(id, cancelling)) this.answers.ended({ id, finish: 'stop', model, error: failure(error, model, this.t) });
    } finally {
      if (this.isOpen(id, cancelling)) this.open.delete(id);
      cancelling.dispose();
    }
  }

  /** Nobody waits for the reply any more. */
  withdraw(id: number): void {
    const cancelling = this.open.get(id);
    this.open.delete(id);
    cancelling?.cancel();
  }

  /** The server that asked is gone. */
  withdrawAll(): void {
    [...this.open.keys()].forEach(id => this.withdraw(id));
  }

  /** Another model was chosen: what was declined before may be asked about again. */
  forget(): void {
    this.allowed.clear();
  }

  /** What hindered it, or null. */
  private async answer(question: ModelAsk, cancelling: Cancelling): Promise<ErrorState | null> {
    const { t } = this;
    const [vendor, ...rest] = question.model.split('/');
    const [chat] = await this.api.select({ vendor, id: rest.join('/') });
    if (!chat) return gone(question.model, t);
    if (!await this.mayAsk(question, chat)) {
      return { code: 'model-unavailable', message: t('You chose to send nothing to {0}.', chat.name), remedy: t('Choose the model again to be asked again.') };
    }
    if (!this.isOpen(question.id, cancelling)) return null;
    const messages = question.messages.map(({ role, content }) => (role === 'assistant' ? this.api.assistant(content) : this.api.user(content)));
    const reply = await chat.sendRequest(messages as never[], {
      justification: t('Slowpath asks it about the program that you search.'),
      modelOptions: { max_tokens: question.max_tokens, temperature: question.temperature },
    }, cancelling.token as never);
    for await (const text of reply.text) {
      if (!this.isOpen(question.id, cancelling)) return null;
      if (text) this.answers.said({ id: question.id, text });
    }
    return null;
  }

  /** What the user says to it, who is asked once for each model; not being able to ask is no answer. */
  private mayAsk(question: ModelAsk, chat: Chat): Promise<boolean> {
    const { model } = question;
    const known = this.allowed.get(model);
    if (known) return known;
    const allowed = this.allows(question, chat);
    this.allowed.set(model, allowed);
    allowed.catch(() => { if (this.allowed.get(model) === allowed) this.allowed.delete(model); });
    return allowed;
  }

  /** Whether the reply is still waited for. A new server numbers its questions from the beginning, so a number alone doesn't tell. */
  private isOpen(id: number, cancelling: Cancelling): boolean {
    return this.open.get(id) === cancelling;
  }
}

function gone(model: string, t: Translate): ErrorState {
  return { code: 'model-unavailable', message: t('The editor has no model {0} any more.', model), remedy: t('Choose another one: Slowpath: Choose Language Model…') };
}

/** The editor's own reasons have codes; whatever a provider throws has a message at best. */
function failure(error: unknown, model: string, t: Translate): ErrorState {
  const { code, message } = (error ?? {}) as { code?: string; message?: string };
  if (code === 'NotFound') return gone(model, t);
  const remedy = code === 'NoPermissions' ? t('Allow Slowpath to use it when the editor asks, or choose another model.')
    : code === 'Blocked' ? t('Its limit is reached or it refused the question; wait, or choose another model.') : t('Try again, or choose another model.');
  return { code: 'model-unavailable', message: t('The editor\'s model {0} didn\'t answer: {1}', model, message || String(error)), remedy };
}
