/**
 * What a command did to the files of the project, as a step of undo: `mv` and `rm` change pointers, links and redirects in
 * other files too, and decide themselves in which.
 */
import { join } from 'node:path';
import { diskFiles, overlayFolder, overlaysBeside } from '../../content/files.ts';
import { bytesAt, isSame, type FileChange } from '../../editing/edited-files.ts';
import { configFileOf } from '../../repository/load-config.ts';
import type { Editing } from './open-editor.ts';

/** `addresses`: the documents that it is about, before and after. */
export async function changesOf(
  { configured, outside }: Editing,
  addresses: readonly string[],
  act: () => Promise<unknown>,
): Promise<readonly FileChange[]> {
  const { config, files } = configured();
  const configFile = configFileOf(config, { configFile: outside.configFile, cwd: outside.folder });
  const folders = ownFolders(files.contentFolder);
  const pathsWhere = (isWanted: (path: string, file: string) => boolean): readonly string[] =>
    folders.flatMap((folder) =>
      diskFiles(folder)
        .entries()
        .filter(({ path, type }) => type === 'file' && isWanted(path, join(folder, path)))
        .map(({ path }) => join(folder, path)),
    );
  const isOwn = (path: string): boolean => addresses.some((address) => path.startsWith(`${address}.`));
  const slugs = addresses.map((address) => address.slice(address.lastIndexOf('/') + 1));
  // Others may save a file meanwhile. The command changes only those that name the document.
  const isNaming = (path: string, file: string): boolean => {
    const text = /\.(?:ya?ml|md)$/i.test(path) ? Buffer.from(bytesAt(file) ?? []) : undefined;
    return slugs.some((slug) => text?.includes(slug));
  };
  const concerned = pathsWhere((path, file) => isOwn(path) || isNaming(path, file));
  const before = new Map([configFile, ...concerned].map((file) => [file, bytesAt(file)]));
  await act();
  return [...new Set([...before.keys(), ...pathsWhere(isOwn)])]
    .map((path) => ({ path, before: before.get(path), after: bytesAt(path) }))
    .filter((change) => !isSame(change.before, change.after));
}

/** The content folder, and those that override it for one target. */
export const ownFolders = (contentFolder: string): readonly string[] => [
  contentFolder,
  ...overlaysBeside(contentFolder).map((name) => overlayFolder(contentFolder, name)),
];
