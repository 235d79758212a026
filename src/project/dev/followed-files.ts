/** The files that `dev` follows: their role, their names, and which of them an editor may open. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, relative, sep, dirname, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Config } from '../../config/config.ts';
import { expecting } from '../../diagnostics/errors.ts';
import { diskFiles, overlayFolder, type ContentFiles } from '../../content/files.ts';
import type { Layer } from '../../content/target-content.ts';
import { projectFiles } from '../../preview/server/project-files.ts';
import { watch, type Watched, type Watch, type WatchEvents } from '../../preview/watch.ts';
import { inheritedContent, prefixFrom, shownFrom } from '../../repository/repository.ts';
import { WORKSPACE_FILE, workspaceAbove } from '../../repository/workspace-file.ts';
import { ownTemplates, sharedTemplates } from '../../building/folders.ts';
import { gitIn, NoGit } from '../../git/git.ts';

interface Sorted {
  /** Paths below the content folder. */
  readonly content: readonly string[];
  /** Paths below the folder of the target's own files. */
  readonly overlay: readonly string[];
  readonly templates: boolean;
  readonly config: boolean;
}

export interface FollowedFiles {
  readonly watched: Watched;
  readonly contentFolder: string;
  readonly shared: Layer;
  /** The content folders that several broadcasts share, the lowest first. */
  readonly inherited: readonly Layer[];
  /** The target's own files; the folder may come and go. */
  readonly overlay: Layer;
  readonly sort: (paths: Iterable<string>) => Sorted;
  readonly nameOf: (path: string) => string;
  /** The absolute path of a file by the name that people see; undefined outside the project. */
  readonly locate: (name: string) => string | undefined;
}

export function followedFiles(
  config: Config,
  { cwd, configFile, target }: { readonly cwd: string; readonly configFile: string; readonly target: string },
): FollowedFiles {
  const contentFolder = join(config.root, config.content);
  const own = overlayFolder(contentFolder, target);
  const templates = ownTemplates(config);
  const workspace = workspaceAbove(config.root, cwd);
  const settings = [
    configFile,
    join(config.root, '.env'),
    ...(workspace ? [join(workspace.root, WORKSPACE_FILE)] : []),
  ];
  const inherited = inheritedContent(config);
  const allTemplates = [templates, ...sharedTemplates(config)];
  const folders = [contentFolder, own, ...inherited, ...allTemplates];
  const below = (folder: string, paths: readonly string[]): readonly string[] =>
    paths.filter((path) => isBelow(folder, path)).map((path) => relative(folder, path).split(sep).join('/'));
  return {
    watched: { root: workspace?.root ?? config.root, folders, files: settings },
    contentFolder,
    shared: { files: diskFiles(contentFolder), prefix: prefixFrom(cwd, contentFolder) },
    inherited: inherited.map((folder) => ({ files: diskFiles(folder), prefix: prefixFrom(cwd, folder) })),
    overlay: { files: perhaps(own), prefix: prefixFrom(cwd, own) },
    sort(paths) {
      const all = [...paths];
      return {
        content: below(contentFolder, all),
        overlay: below(own, all),
        templates: all.some((path) => allTemplates.some((folder) => isBelow(folder, path))),
        // A shared folder is read again with the settings: it changes seldom.
        config: all.some((path) => settings.includes(path) || inherited.some((folder) => isBelow(folder, path))),
      };
    },
    nameOf: (path) => shownFrom(cwd, path),
    locate: projectFiles({ cwd, folders, files: [configFile] }),
  };
}

/** An empty folder is one whose files are still to be moved there. */
export const hasContent = ({ contentFolder }: FollowedFiles): boolean =>
  isFolder(contentFolder) && hasFile(contentFolder);

function hasFile(folder: string): boolean {
  const entries = readdirSync(folder, { withFileTypes: true });
  // Files first: mostly there is one at the top, and this runs on every save.
  return entries.some((entry) => !entry.isDirectory()) || entries.some((entry) => hasFile(join(folder, entry.name)));
}

export const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

function perhaps(folder: string): ContentFiles {
  const files = diskFiles(folder);
  return { ...files, entries: () => (existsSync(folder) ? files.entries() : []) };
}

const isBelow = (folder: string, path: string): boolean => path.startsWith(folder + sep);

/** Undefined if the content is in no repository. */
export async function watchCommits(
  config: Config,
  events: Pick<WatchEvents, 'onChange' | 'onProblem'>,
): Promise<Watch | undefined> {
  const file = await logOfHead(config);
  // Before the first commit there is no folder for it either.
  return file === undefined ? undefined : watch({ root: dirname(dirname(file)), folders: [], files: [file] }, events);
}

/** Git adds a line to this file whenever `HEAD` points to a different commit. */
async function logOfHead(config: Config): Promise<string | undefined> {
  const content = join(config.root, config.content);
  const asked = gitIn(content, config.programEnvironment()).attempt(['rev-parse', '--git-path', 'logs/HEAD']);
  const answer = await asked.catch(expecting(NoGit, () => undefined));
  return answer?.ok ? resolve(content, answer.text.trimEnd()) : undefined;
}

/** A watch that follows the configuration: an edit of it can name other folders. */
export class MovingWatch implements Watch {
  readonly #events: WatchEvents;
  #watched: Watched;
  #watch: Watch;

  static async open(watched: Watched, events: WatchEvents): Promise<MovingWatch> {
    return new MovingWatch(watched, events, await watch(watched, events));
  }

  private constructor(watched: Watched, events: WatchEvents, opened: Watch) {
    this.#watched = watched;
    this.#events = events;
    this.#watch = opened;
  }

  /** The new folders are watched before it returns, so that what is saved after they are read is noticed. */
  async moveTo(watched: Watched): Promise<void> {
    if (isDeepStrictEqual(watched, this.#watched)) return;
    const before = this.#watch;
    this.#watch = await watch(watched, this.#events);
    this.#watched = watched;
    await before.close();
  }

  readonly close = (): Promise<void> => this.#watch.close();
}
