// The README as the extension's page in the editor shows it: that page has no folder, so pictures stand in the text itself and
// links to files of the repository are their words alone.
import fs from 'node:fs';

const TYPES = { png: 'image/png', webp: 'image/webp', gif: 'image/gif', jpg: 'image/jpeg' };
const LINK = /(!?)\[([^\][]*)\]\((?!\w+:|#)([^()\s]+)\)/g;

export function packedReadme(text, read = name => fs.readFileSync(name)) {
  return text.replace(LINK, (_, picture, words, target) => {
    if (!picture) return words;
    const type = TYPES[target.split('.').pop()];
    if (!type) throw new Error(`README.md: ${target} is no picture that the extension's page can show; make it one of ${Object.keys(TYPES).join(', ')}.`);
    return `![${words}](data:${type};base64,${read(target).toString('base64')})`;
  });
}
