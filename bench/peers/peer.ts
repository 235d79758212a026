/** A site generator that builds the articles of bench/corpora/articles.ts. */
import { basename, isAbsolute } from 'node:path';
import type { Article } from '../corpora/articles.ts';
import type { Skipped } from '../suite/benchmark.ts';

export interface Site {
  readonly folder: string;
  readonly articles: number;
  /** Highlights the code in articles. gitcast always does. */
  readonly hasHighlighting: boolean;
  /** Each has all articles. One, unless it is a matter of links between them. */
  readonly languages?: readonly string[];
}

export interface Peer {
  readonly name: string;
  /** Installs it if necessary. Its version, or the reason why it cannot run here. */
  readonly prepare: () => Promise<{ readonly version: string } | { readonly missing: string }>;
  readonly write: (site: Site) => void;
  /** Reads the site in the current folder. */
  readonly build: (out: string) => readonly string[];
}

export interface Prepared extends Peer {
  /** With the version. */
  readonly label: string;
}

export async function prepared(
  peers: readonly Peer[],
): Promise<{ readonly present: readonly Prepared[]; readonly skipped: readonly Skipped[] }> {
  const [present, skipped]: [Prepared[], Skipped[]] = [[], []];
  for (const peer of peers) {
    const found = await peer.prepare();
    if ('missing' in found) {
      skipped.push({ name: peer.name, reason: found.missing });
      console.log(`  ${peer.name} is skipped: ${found.missing}`);
    } else present.push({ ...peer, label: `${peer.name} ${found.version}`.trim() });
  }
  return { present, skipped };
}

/** How each was started, for whoever repeats it: without the folders, which are temporary. */
export const commandsOf = (peers: readonly Prepared[], out: string): string => {
  const shown = peers.map(({ label, build }) => `${label} \`${build(out).map(nameOf).join(' ')}\``);
  return `Commands: ${shown.join('; ')}.`;
};

const nameOf = (word: string): string => (isAbsolute(word) ? basename(word) : word);

/** As Hugo and Eleventy read it. */
export const plainText = ({ title, date, status, tags, body }: Article): string =>
  [
    '---',
    `title: ${JSON.stringify(title)}`,
    `date: ${date}`,
    `status: ${status}`,
    'tags:',
    ...tags.map((tag) => `  - ${tag}`),
    '---',
    '',
    body,
  ].join('\n');

/** What every layout has around an article, apart from its own fields. */
export const MENU: readonly (readonly [name: string, url: string])[] = [
  ['Home', '/'],
  ['Articles', '/articles/'],
  ['Tags', '/tags/'],
  ['About', '/about/'],
  ['Feed', '/index.xml'],
  ['GitHub', 'https://github.com/'],
];
export const FOOTER = '<footer><p>Bench site, built by a static site generator.</p></footer>';
