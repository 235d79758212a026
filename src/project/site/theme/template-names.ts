/** The files of the theme that a project can override, by their paths in templates/. */
import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { UserError } from '../../../diagnostics/errors.ts';
import { nearest } from '../../../diagnostics/nearest.ts';

/** In the order in which people look for them. The other folders of the package are not part of the theme. */
const FOLDERS = ['layouts', 'pages', 'blocks', 'partials', 'assets', 'hosting'];

export function templatePaths(themes: readonly string[]): readonly string[] {
  const below = (theme: string, folder: string): readonly string[] =>
    readdirSync(join(theme, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.d.ts'))
      .map((entry) => relative(theme, join(entry.parentPath, entry.name)).split(sep).join('/'))
      .toSorted();
  return FOLDERS.flatMap((folder) => [...new Set(themes.flatMap((theme) => belowIfThere(() => below(theme, folder))))]);
}

/** A look has only the folders that it changes. */
function belowIfThere(list: () => readonly string[]): readonly string[] {
  try {
    return list();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** `pages/event`: as templates call each other. Other files keep their extension. */
export const nameOf = (path: string): string => path.replace(/\.eta$/, '');

/** Finds `pages/event.eta` by its path, with or without `templates/`, by its name, or by its last part if only one has it. */
export function findTemplate(written: string, paths: readonly string[]): string {
  const asked = written.replaceAll('\\', '/').replace(/^(?:\.\/)?(?:templates\/)?/, '');
  const exact = paths.find((path) => path === asked || nameOf(path) === asked);
  if (exact !== undefined) return exact;
  const ending = paths.filter((path) => `/${path}`.endsWith(`/${asked}`) || `/${nameOf(path)}`.endsWith(`/${asked}`));
  if (ending.length === 1) return ending[0]!;
  if (ending.length > 1) {
    throw new UserError(`there are ${ending.length} templates ${written}`, {
      suggestion: `use ${ending.map(nameOf).join(' or ')}`,
    });
  }
  const names = paths.map(nameOf);
  const meant = nearest(asked, names) ?? names.find((name) => nearest(asked, [name.split('/').at(-1)!]) !== undefined);
  throw new UserError(`there is no template ${written}`, {
    suggestion: meant === undefined ? 'without a name, all templates are listed' : `did you mean ${meant}?`,
  });
}
