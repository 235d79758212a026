import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withLineFeeds } from '../../values/line-breaks.ts';
import { refuseLinkOutOf } from '../../machine/links.ts';

/** A place where templates lie, by their path below it: `pages/article.eta`. */
export interface TemplateFolder {
  /** As it is named to people. */
  readonly label: string;
  readonly read: (path: string) => string | undefined;
}

export function diskFolder(root: string, label: string = root): TemplateFolder {
  return {
    label,
    read(path) {
      refuseLinkOutOf(root, path);
      try {
        // The site must not depend on the line breaks that git gave this checkout.
        return withLineFeeds(readFileSync(join(root, path), 'utf8'));
      } catch (error) {
        // A folder of that name, or a file where a folder should be, is no template either.
        if (['ENOENT', 'ENOTDIR', 'EISDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
        throw error;
      }
    },
  };
}

export function memoryFolder(files: Readonly<Record<string, string>>, label: string = 'templates'): TemplateFolder {
  return { label, read: (path) => (Object.hasOwn(files, path) ? files[path] : undefined) };
}
