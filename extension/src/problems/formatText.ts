/** The text of an input format, as far as the editor's side looks at it. Knows no editor. */

const DECLARED = /(?:^|[;:])[ \t]*([A-Za-z_]\w*)[ \t]*:[ \t]*(?:int|float|word|text)\b/gm;

/** The variables that a format declares, in order. */
export function variablesOf(text: string): string[] {
  const lines = text.split('\n').filter(line => !/^\s*(#|where\b)/.test(line));
  return [...new Set([...lines.join('\n').matchAll(DECLARED)].map(match => match[1]))];
}
