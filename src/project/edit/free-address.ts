/** Addresses for new documents: from their titles, and never one that something else has. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { slugify } from '../../content/placement.ts';
import { ownFolders } from './command-changes.ts';
import type { Editing } from './open-editor.ts';

/** A slug may have 96 characters. */
const LONGEST = 90;

export const numbered = (slug: string, number: number): string =>
  number === 1 ? slug : `${slug.slice(0, LONGEST).replace(/-+$/, '')}-${number}`;

export function freeAddress({ live, configured }: Editing, folder: string, title: string): string {
  const { content, broadcast } = live.engine;
  const folders = ownFolders(configured().files.contentFolder);
  const isTaken = (address: string): boolean =>
    content.documents.has(address) ||
    broadcast.elsewhere?.has(address) === true ||
    folders.some((each) => ['.yaml', '.md', '.yml'].some((extension) => existsSync(join(each, address + extension))));
  for (let number = 1; ; number++) {
    const address = `${folder}/${numbered(slugify(title), number)}`;
    if (!isTaken(address)) return address;
  }
}
