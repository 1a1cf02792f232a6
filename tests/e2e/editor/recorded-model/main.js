// Registers a language model with the editor, as any extension may, and answers from the endpoint in its settings. That the
// editor asks its user before others use it, as it does for models that need an account, is what the proposed API is for.
const vscode = require('vscode');

exports.activate = context => {
  context.subscriptions.push(vscode.lm.registerLanguageModelChatProvider('recorded', {
    provideLanguageModelChatInformation: async () => [{
      id: 'small', name: 'Recorded Small', family: 'recorded', version: '1', maxInputTokens: 100_000, maxOutputTokens: 8_000, capabilities: {},
      requiresAuthorization: true,
    }],
    provideTokenCount: async (_model, text) => Math.ceil(JSON.stringify(text).length / 4),
    async provideLanguageModelChatResponse(_model, messages, _options, progress) {
      const turns = messages.map(({ role, content }) => ({
        role: role === vscode.LanguageModelChatMessageRole.Assistant ? 'assistant' : 'user',
        content: content.map(part => part.value ?? '').join(''),
      }));
      const baseUrl = vscode.workspace.getConfiguration('recordedModel').get('baseUrl');
      const reply = await fetch(`${baseUrl}/chat/completions`, { method: 'POST', body: JSON.stringify({ model: 'recorded', messages: turns }) });
      for (const line of (await reply.text()).split('\n').filter(each => each.startsWith('data: {'))) {
        const text = JSON.parse(line.slice(6)).choices[0].delta.content;
        if (text) progress.report(new vscode.LanguageModelTextPart(text));
      }
    },
  }));
};
