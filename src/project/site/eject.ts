/** Copies files of the theme into the project, where they override the theme's. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import type { Config } from '../../config/config.ts';
import { UserError } from '../../diagnostics/errors.ts';
import { changeFiles } from '../../machine/change-files.ts';
import { shownFrom } from '../../repository/repository.ts';
import { defineCall } from '../calls/call.ts';
import { needed, unwritten, type OptionsOf } from '../calls/option.ts';
import { configOf } from '../../repository/load-config.ts';
import { version } from '../../machine/program.ts';
import { ownTemplates, sharedTemplates, themeFolders } from '../../building/folders.ts';
import { nearest } from '../../diagnostics/nearest.ts';

/** A file of the theme. */
export interface ThemeTemplate {
  /** As templates call each other, such as `pages/event`. */
  readonly name: string;
  /** Where the project's own is, or would be, relative to the project's folder. */
  readonly file: string;
  /** True if the project has its own. */
  readonly own: boolean;
}

/** The files of the theme that a project can override. */
export interface ThemeTemplates {
  /** By folder, then by name. */
  readonly templates: readonly ThemeTemplate[];
}

const ejectOptions = {
  template: needed(
    unwritten<string>('Its name or path, such as pages/event; the last part is enough if no other template has it'),
  ),
};

/** The options of `ejectTemplate`. */
export interface EjectOptions extends OptionsOf<typeof ejectOptions> {}

/** The copy of a template. */
export interface EjectedTemplate {
  /** Its name, such as `pages/event`. */
  readonly template: string;
  /** The copy, relative to the project's folder. */
  readonly file: string;
  /** Where the original is from: a version of gitcast, or a folder that several broadcasts share. */
  readonly from: string;
}

export const templates = defineCall({}, async (outside): Promise<ThemeTemplates> => {
  const config = configOf(outside);
  const own = ownTemplates(config);
  return {
    templates: templatePaths(themeFolders(config)).map((path) => ({
      name: nameOf(path),
      file: shownFrom(outside.folder, join(own, path)),
      own: existsSync(join(own, path)),
    })),
  };
});

export const ejectTemplate = defineCall(
  ejectOptions,
  async (outside, { template }: EjectOptions): Promise<EjectedTemplate> => {
    const config = configOf(outside);
    const path = findTemplate(template, templatePaths(themeFolders(config)));
    const own = ownTemplates(config);
    const file = join(own, path);
    const shown = shownFrom(outside.folder, file);
    if (existsSync(file)) {
      throw new UserError(`${shown} already exists, and is not overwritten`, {
        suggestion: 'edit it, or rename it and run the command again to compare the two',
      });
    }
    const { text, from } = original(path, config, outside.folder);
    await changeFiles(config.root, [{ path: file, before: undefined, after: noted(path, text, from) }]);
    return { template: nameOf(path), file: shown, from };
  },
);

/** The file that the site is rendered with now. */
function original(path: string, config: Config, cwd: string): { readonly text: string; readonly from: string } {
  const shared = sharedTemplates(config).find((folder) => existsSync(join(folder, path)));
  const folder = shared ?? themeFolders(config).find((each) => existsSync(join(each, path)))!;
  return {
    text: readFileSync(join(folder, path), 'utf8'),
    from: shared === undefined ? `gitcast ${version()}` : shownFrom(cwd, join(shared, path)),
  };
}

/** With a comment that the site does not show: a later version of the theme can be compared with this one. */
function noted(path: string, text: string, from: string): string {
  const note = `Copied from ${from}: ${path}`;
  return `${extname(path) === '.eta' ? `<% /* ${note} */ %>` : `/* ${note} */`}\n${text}`;
}

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
