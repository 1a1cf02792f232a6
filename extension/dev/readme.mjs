// The README for the extension's page in the editor. That page has no folder, and takes pictures from web addresses alone: what is
// relative and what stands in the text as data is taken out (VS Code 1.139; `allowedMediaProtocols` of its documents is http and https).
// Without a repository to load them from, pictures are left out there, and links to files are their words; the walkthrough shows them.
export function packedReadme(text) {
  const relative = String.raw`\[([^\][]*)\]\((?!\w+:|#)[^()\s]+\)`;
  return text.replace(new RegExp(`^!${relative}\n+`, 'gm'), '').replace(new RegExp(relative, 'g'), '$1');
}
