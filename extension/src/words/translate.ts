/** How a pure module says something to the user: `vscode.l10n.t` at the edge, plain substitution in tests. */
export type Translate = (message: string, ...args: (string | number)[]) => string;

/** Fills `{0}`, `{1}` ... and translates nothing. */
export const untranslated: Translate = (message, ...args) =>
  message.replace(/\{(\d+)\}/g, (whole, index: string) => String(args[Number(index)] ?? whole));
