/** What hovers over the state line say, as lines of text that the keyboard and a screen reader reach as well. */

import type { FoundView } from './breaking';
import type { Head } from './messages';

export function told(head: Head & { found?: FoundView | null }): string[] {
  return [
    ...[head.fileName, head.detail].filter(Boolean),
    ...head.facts.map(({ value, label, title }) => `${value} ${label}: ${title}`),
    ...(head.found?.remarks ?? []).filter(remark => remark.title).map(({ text, title }) => `${text}: ${title}`),
  ];
}
