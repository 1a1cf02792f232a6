/** Text in which names stand between backticks, in parts: what is code is to be drawn as such. */

export interface TextPart {
  text: string;
  code: boolean;
}

export function parts(text: string): TextPart[] {
  return text.split(/`([^`\n]+)`/).map((part, index) => ({ text: part, code: index % 2 === 1 })).filter(part => part.text !== '');
}

/** For where nothing can be drawn as code: the names as they are. */
export function withoutTicks(text: string): string {
  return parts(text).map(part => part.text).join('');
}
