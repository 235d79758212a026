import { readdirSync, readFileSync, type Dirent } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { withLineFeeds } from '../../values/line-breaks.ts';
import { refuseLinkOutOf } from '../../machine/symbolic-links.ts';

/** A source of templates, by relative path: `pages/article.eta`. */
export interface TemplateFolder {
  /** Its name in messages. */
  readonly label: string;
  readonly read: (path: string) => string | undefined;
  /** The paths that it has now. Without it, `read` decides. */
  readonly look?: () => (path: string) => boolean;
  /** True if these files are not the theme's. */
  readonly isOwn?: boolean;
  /** The paths of all its files. */
  readonly paths: () => readonly string[];
}

export function diskFolder(root: string, label: string = root): TemplateFolder {
  const pathOf = (entry: Dirent): string => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/');
  return {
    label,
    paths: () =>
      entriesOf(root)
        .filter((entry) => entry.isFile())
        .map(pathOf),
    read(path) {
      refuseLinkOutOf(root, path);
      try {
        // The site must not depend on the line breaks of this checkout.
        return withLineFeeds(readFileSync(join(root, path), 'utf8'));
      } catch (error) {
        // A folder with that name, or a file in place of a folder, is not a template either.
        if (['ENOENT', 'ENOTDIR', 'EISDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
        throw error;
      }
    },
    look() {
      const names = new Set<string>();
      const links: string[] = [];
      for (const entry of entriesOf(root)) {
        const path = pathOf(entry);
        names.add(path);
        if (entry.isSymbolicLink()) links.push(`${path}/`);
      }
      return (path) => names.has(path) || links.some((link) => path.startsWith(link));
    },
  };
}

function entriesOf(root: string): readonly Dirent[] {
  try {
    return readdirSync(root, { recursive: true, withFileTypes: true });
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return [];
    throw error;
  }
}

export function memoryFolder(files: Readonly<Record<string, string>>, label: string = 'templates'): TemplateFolder {
  return {
    label,
    isOwn: true,
    read: (path) => (Object.hasOwn(files, path) ? files[path] : undefined),
    paths: () => Object.keys(files),
  };
}
