/** What the server tells the script in a page before it has asked anything. */
export interface Introduction {
  /** Another one after each start: a page of an earlier server has an old script and an old token. */
  readonly boot: string;
  readonly token: string;
  readonly revision: number;
  /** The instant shown, when somebody chose one: scripts of the page shall see the same time. */
  readonly now: number | undefined;
  /** The page for addresses that lead nowhere. */
  readonly isMissing?: boolean;
}

/** The script's element. A module waits for the whole page, and as the first one it runs before the site's own script. */
export function scriptTag(file: string, { boot, token, revision, now, isMissing = false }: Introduction): string {
  const data = [
    `data-gitcast="${boot}"`,
    `data-token="${token}"`,
    `data-revision="${revision}"`,
    ...(now === undefined ? [] : [`data-now="${now}"`]),
    ...(isMissing ? ['data-missing'] : []),
  ];
  return `<script type="module" src="/__gitcast/${file}" ${data.join(' ')}></script>`;
}

/** A template of the user's own may leave out what HTML lets one leave out. */
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
