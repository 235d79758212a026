/**
 * The folders of a repository that gitcast reads and writes without being given a path. A link in the place of one, which
 * anyone who can commit may add, would publish files from elsewhere on this machine, or make a command write there.
 */
import { join, relative } from 'node:path';
import type { Config } from '../config/config.ts';
import { overlayFolder, overlaysBeside } from '../content/files.ts';
import { refuseLinkOutOf, refuseLinksIn } from '../machine/symbolic-links.ts';

type Repository = Pick<Config, 'root' | 'content'>;

export function refuseLinkedFolders(repository: Repository): void {
  refuseLinkedSources(repository);
  const { root } = repository;
  refuseLinkOutOf(root, '.gitcast');
  // There may be many generated pictures, and the code that writes them never follows a link.
  refuseLinksIn(join(root, '.gitcast'), { without: [join('cache', 'images')] });
}

/** Links further down are checked file by file, where the files are read. */
export function refuseLinkedSources({ root, content }: Repository): void {
  refuseLinkOutOf(root, content);
  const folder = join(root, content);
  for (const name of overlaysBeside(folder)) refuseLinkOutOf(root, relative(root, overlayFolder(folder, name)));
  refuseLinkOutOf(root, 'templates');
}
