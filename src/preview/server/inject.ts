/** The data that the server passes to the script in a page before the script asks for anything. */
export interface Introduction {
  /** Changes with each start: a page of an earlier server has an old script and an old token. */
  readonly boot: string;
  /** Stays the same when the server of a project is restarted. */
  readonly project: string;
  readonly token: string;
  readonly revision: number;
  /** The instant shown, if the user chose one: scripts of the page see the same time. */
  readonly now: number | undefined;
  /** The page for URLs that do not exist. */
  readonly isMissing?: boolean;
}

/** The script element. A module waits for the whole page, and as the first one it runs before the site's own script. */
export function scriptTag(
  file: string,
  { boot, project, token, revision, now, isMissing = false }: Introduction,
): string {
  const data = [
    `data-gitcast="${boot}"`,
    `data-project="${project}"`,
    `data-token="${token}"`,
    `data-revision="${revision}"`,
    ...(now === undefined ? [] : [`data-now="${now}"`]),
    ...(isMissing ? ['data-missing'] : []),
  ];
  return `<script type="module" src="/__gitcast/${file}" ${data.join(' ')}></script>`;
}

/** A user's template may leave out tags that are optional in HTML. */
const PLACES = [/<head(?:\s[^>]*)?>/i, /<html(?:\s[^>]*)?>/i, /<!doctype[^>]*>/i];

export function inject(html: string, tag: string): string {
  for (const place of PLACES) {
    const found = place.exec(html);
    if (!found) continue;
    const end = found.index + found[0].length;
    return html.slice(0, end) + tag + html.slice(end);
  }
  return tag + html;
}

/** The site's own policy forbids its pages to be framed by each other, so the frame is on a page of ours. */
export const PHONE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** A page of the site in a frame at the width of a phone, so that its style sheet sees a phone. */
export const phonePage = (introduction: Introduction): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Phone · gitcast</title>
${scriptTag('phone.js', introduction)}
</head>
<body></body>
</html>
`;
