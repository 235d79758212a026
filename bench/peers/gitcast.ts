/** gitcast with its default theme: the one with a full page, search, feeds and offline copies. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeArticles, type Article } from '../corpora/articles.ts';
import { gitcast as installed } from '../suite/program.ts';
import type { Peer } from './peer.ts';

export const NOW = '2027-05-20T12:00:00Z';

/** Pictures of the articles do not exist, which gitcast would report for each of them if they were its own. */
export const articleText = ({ title, date, body }: Article): string =>
  `---\ntitle: ${JSON.stringify(title)}\nstatus: published\npublished_at: ${date}\n---\n\n${body.replaceAll('/img/', 'https://example.com/img/')}`;

export const settings = (languages: readonly string[]): string =>
  `site: { url: "https://bench.example", timezone: Europe/Paris, locales: [${languages.join(', ')}] }\n`;

export const gitcastFrom = (command: typeof installed, name = 'gitcast'): Peer => ({
  name,
  prepare: async () => ({ version: '' }),
  write({ folder, articles, languages = ['en'] }) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'gitcast.config.yaml'), settings(languages));
    writeArticles({ folder: join(folder, 'content/articles'), count: articles, textOf: articleText });
  },
  build: (out) => command('build', '--now', NOW, '--out', out),
});

export const gitcast = gitcastFrom(installed);
