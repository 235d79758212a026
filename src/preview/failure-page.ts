import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { escapeAttribute, escapeText } from '../render/sanitise/escape.ts';
import type { Site } from '../site/site.ts';

const STYLE =
  'body{font:1rem/1.5 system-ui,sans-serif;max-width:44rem;margin:3rem auto;padding:0 1.25rem}code{font-size:.9em}';

/** In place of a page that cannot be rendered: why, and where. It is followed by the page as soon as that can be. */
export function failurePage(
  problems: readonly Diagnostic[],
  { locales, root }: Pick<Site, 'locales' | 'root'>,
): string {
  const reasons = problems.map(
    ({ message, at: { file, line } }) =>
      `<p>${escapeText(message)}<br><code>${escapeText(`${file}:${line}`)}</code></p>`,
  );
  return `<!doctype html>
<html lang="${escapeAttribute(locales[0]!)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeText(root.name)}</title>
<style>${STYLE}</style>
</head>
<body lang="en">
<h1>This page cannot be shown</h1>
${reasons.join('\n')}
</body>
</html>
`;
}
