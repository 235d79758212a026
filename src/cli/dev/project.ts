/** The files that `dev` follows: what each is, how it is called, and which of them an editor may open. */
import { relative, sep, join, resolve } from 'node:path';
import type { Config } from '../../config/config.ts';
import type { Watched } from '../../preview/watch.ts';
import { shownFrom } from '../repository.ts';
import { ownTemplates } from '../template-folders.ts';

export interface Sorted {
  /** Paths below the content folder. */
  readonly content: readonly string[];
  readonly templates: boolean;
  readonly config: boolean;
}

export interface Project {
  readonly watched: Watched;
  readonly contentFolder: string;
  /** How files of the content folder are called: what goes before their path. */
  readonly prefix: string;
  readonly sort: (paths: Iterable<string>) => Sorted;
  readonly nameOf: (path: string) => string;
  /** The absolute path of a file by the name that people are shown, when it is one of the project's. */
  readonly locate: (name: string) => string | undefined;
}

export function projectOf(config: Config, { cwd, configFile }: { cwd: string; configFile: string }): Project {
  const contentFolder = join(config.root, config.content);
  const templates = ownTemplates(config);
  const settings = [configFile, join(config.root, '.env')];
  const shown = shownFrom(cwd, contentFolder);
  const isOurs = (path: string): boolean =>
    isBelow(contentFolder, path) || isBelow(templates, path) || path === configFile;
  return {
    watched: { root: config.root, folders: [contentFolder, templates], files: settings },
    contentFolder,
    prefix: shown === '' ? '' : `${shown}/`,
    sort(paths) {
      const all = [...paths];
      return {
        content: all
          .filter((path) => isBelow(contentFolder, path))
          .map((path) => relative(contentFolder, path).split(sep).join('/')),
        templates: all.some((path) => isBelow(templates, path)),
        config: all.some((path) => settings.includes(path)),
      };
    },
    nameOf: (path) => shownFrom(cwd, path),
    locate(name) {
      const path = resolve(cwd, name);
      return isOurs(path) ? path : undefined;
    },
  };
}

const isBelow = (folder: string, path: string): boolean => path.startsWith(folder + sep);
