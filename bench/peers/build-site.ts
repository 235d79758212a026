/** Sites of articles that are built again and again, each in a folder of its own. */
import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { article } from '../corpora/articles.ts';
import type { Took } from '../suite/in-turns.ts';
import { measureTree } from '../suite/measure-tree.ts';
import { articleText } from './gitcast.ts';
import type { Peer } from './peer.ts';

export const OUT = 'dist';
const KEPT = '.gitcast';

export const buildSite = (peer: Peer, cwd: string): Promise<Took> => {
  settle();
  return measureTree({ words: peer.build(OUT), cwd });
};

export function buildCold(peer: Peer, cwd: string): Promise<Took> {
  remove(cwd, OUT);
  remove(cwd, KEPT);
  return buildSite(peer, cwd);
}

export const remove = (cwd: string, name: string): void => rmSync(join(cwd, name), { recursive: true, force: true });

/** Changes the first paragraph of an article, which lists show too. */
export function editArticle(cwd: string, index: number, word: string): void {
  const each = article(index);
  const text = articleText({ ...each, body: `${word} ${each.body}` });
  writeFileSync(join(cwd, 'content/articles', `${each.slug}.md`), text);
}

/** Otherwise the disk would still be busy with files that were just deleted, or written by the contestant before. */
const settle = (): void => void execFileSync('sync');
