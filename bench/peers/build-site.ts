/** Sites of articles that are built again and again, each in a folder of its own. */
import { execFileSync } from 'node:child_process';
import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { article } from '../corpora/articles.ts';
import type { Took } from '../suite/in-turns.ts';
import { makeRoom } from '../suite/leftovers.ts';
import { measureTree } from '../suite/measure-tree.ts';
import { articleText } from './gitcast.ts';
import type { Peer } from './peer.ts';
import { program } from '../../test/programs.ts';

export const OUT = 'dist';
const KEPT = '.gitcast';

export const buildSite = (peer: Peer, cwd: string): Promise<Took> => {
  settle();
  return measureTree({ words: peer.build(OUT), cwd });
};

export function buildCold(peer: Peer, cwd: string): Promise<Took> {
  putAside(cwd, OUT);
  putAside(cwd, KEPT);
  return buildSite(peer, cwd);
}

let aside: string | undefined;
let number = 0;

/**
 * Nothing is deleted between two builds. For minutes after thousands of files were deleted, ext4 passes over each of their
 * inodes when it creates another, and 23,000 files took 0.8 s at first, 4.3 s after one such deletion and 13 s after two.
 */
export function putAside(cwd: string, name: string): void {
  aside ??= makeRoom();
  const path = join(cwd, name);
  if (existsSync(path)) renameSync(path, join(aside, String(number++)));
}

/** Changes the first paragraph of an article, which lists show too. */
export function editArticle(cwd: string, index: number, word: string): void {
  const each = article(index);
  const text = articleText({ ...each, body: `${word} ${each.body}` });
  writeFileSync(join(cwd, 'content/articles', `${each.slug}.md`), text);
}

/** Otherwise the disk would still be busy with files of the contestant before. */
const settle = (): void => void execFileSync(program('sync'));
