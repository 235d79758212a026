import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withLineFeeds } from '../../values/line-breaks.ts';
import { refuseLinkOutOf } from '../../machine/links.ts';

/** A source of templates, by relative path: `pages/article.eta`. */
export interface TemplateFolder {
  /** Its name in messages. */
  readonly label: string;
  readonly read: (path: string) => string | undefined;
}

export function diskFolder(root: string, label: string = root): TemplateFolder {
  return {
    label,
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
  };
}

export function memoryFolder(files: Readonly<Record<string, string>>, label: string = 'templates'): TemplateFolder {
  return { label, read: (path) => (Object.hasOwn(files, path) ? files[path] : undefined) };
}
