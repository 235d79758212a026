/** The sites of a checkout of hahwul/ssg-benchmark, as its script puts them together: a base, a scenario over it, posts. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { settings } from '../peers/gitcast.ts';
import { program } from '../../test/programs.ts';

export interface Scenario {
  readonly checkout: string;
  readonly name: 'blog' | 'heavy';
  readonly posts: number;
  /** For the texts that its script keeps for the next site. */
  readonly corpus: string;
}

export function writeSite(generator: string, folder: string, { checkout, name, posts, corpus }: Scenario): void {
  mkdirSync(folder, { recursive: true });
  for (const part of ['sites', `scenarios/${name}`])
    cpSync(join(checkout, part, generator), folder, { recursive: true });
  // Settings of Eleventy are CommonJS, whatever a folder above says.
  if (generator === 'eleventy') writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }\n');
  const words = ['--ssg', generator, '--count', String(posts), '--scenario', name, '--output', folder];
  const env = { ...process.env, CORPUS_DIR: corpus };
  execFileSync(program('bash'), [join(checkout, 'scripts/generate-content.sh'), ...words], { env, stdio: 'ignore' });
}

/** The posts of Hugo's site as articles. */
export function writeArticlesFrom(posts: string, folder: string): void {
  const articles = join(folder, 'content/articles');
  mkdirSync(articles, { recursive: true });
  writeFileSync(join(folder, 'gitcast.config.yaml'), settings(['en']));
  for (const name of readdirSync(posts).filter((each) => each.endsWith('.md')))
    writeFileSync(join(articles, name), articleFrom(readFileSync(join(posts, name), 'utf8')));
}

/** An article has no tags. */
export const articleFrom = (post: string): string =>
  post
    .replace(/^date: (.*)$/m, 'published_at: $1')
    .replace(/^draft: false$/m, 'status: published')
    .replace(/^tags: .*\n/m, '');
