/** The page of the panel: a frame only; everything in it is drawn by its script from whole states. */

export interface PageParts {
  cspSource: string;
  nonce: string;
  scriptUri: string;
  styleUri: string;
  language: string;
  title: string;
}

export function page(parts: PageParts): string {
  const policy = `default-src 'none'; style-src ${parts.cspSource}; script-src 'nonce-${parts.nonce}'`;
  return `<!DOCTYPE html>
<html lang="${attribute(parts.language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${attribute(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${attribute(parts.styleUri)}">
<title>${attribute(parts.title)}</title>
</head>
<body>
<main id="panel"><h1 class="unseen">${attribute(parts.title)}</h1></main>
<div id="announcer" class="unseen" role="status" aria-live="polite"></div>
<script nonce="${attribute(parts.nonce)}" src="${attribute(parts.scriptUri)}"></script>
</body>
</html>`;
}

function attribute(text: string): string {
  return text.replace(/[&<>"]/g, c => `&#${c.charCodeAt(0)};`);
}
