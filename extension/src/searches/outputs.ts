/** Both outputs of a breaking input. Knows no editor. */

import type { BreakingState } from '../protocol';

/**
 * What should have been printed and what was, null where there is none. `read` reads what is too long to stand in the state; where
 * it can't be read any more, the find is told without it, and `fail` hears why.
 */
export async function outputsOf(
  breaking: BreakingState, read: (id: string) => Promise<string>, fail: (error: unknown) => void,
): Promise<{ expected: string | null; actual: string | null }> {
  const get = async (text: string | null, id: string) => {
    if (text !== null || !id) return text;
    try {
      return await read(id);
    } catch (error) {
      fail(error);
      return null;
    }
  };
  const [expected, actual] = await Promise.all([get(breaking.expected_text, breaking.expected_id), get(breaking.actual_text, breaking.actual_id)]);
  return { expected, actual };
}
