/** Finds out with git what became of the documents whose published pages would disappear. Loaded only if there is one. */
import { existsSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import type { Config } from '../../config/config.ts';
import { place } from '../../content/placement.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { expecting } from '../../diagnostics/errors.ts';
import { renamesSince } from '../../git/content.ts';
import { fetchCommit } from '../../git/fetch-commit.ts';
import { listed, NoGit, type Git } from '../../git/git.ts';
import { hasCommit } from '../../git/objects.ts';
import { pageAddress } from '../../model/site-paths.ts';
import { gitOf } from '../../repository/project-git.ts';
import { shownFrom } from '../../repository/project-paths.ts';
import type { LostAddress, PagedDocument } from '../../site/lost-addresses.ts';
import { contentFolders } from '../../target/stores.ts';
import { lossProblems, reportLosses, type ExplainedLoss, type LossReport } from './loss-problems.ts';

interface Known {
  readonly target: string;
  /** The commit of the published site. */
  readonly commit: string | null;
  /** The documents of the next site by the path of their page. */
  readonly documents: ReadonlyMap<string, PagedDocument>;
  /** The folder that the names of their files are relative to. */
  readonly from: string;
  /** The folder that names in diagnostics are relative to. */
  readonly cwd: string;
  /** False: nothing is fetched. */
  readonly isOnline: boolean;
}

export async function explainLosses(
  config: Config,
  lost: readonly LostAddress[],
  known: Known,
): Promise<{ readonly lost: readonly LossReport[]; readonly diagnostics: readonly Diagnostic[] }> {
  const losses = await explained(config, lost, known);
  const fileOf = (file: string): string => shownFrom(known.cwd, resolve(known.from, file));
  const configFile = shownFrom(known.cwd, join(config.root, config.file));
  return { lost: reportLosses(losses), diagnostics: lossProblems(losses, { configFile, fileOf }) };
}

const BY_SETTING = new Set(['site.locales', 'site.url', 'isPrivate']);

/**
 * Without those that a checkout lacks only because it is behind the published commit: nothing is known about what the
 * branch itself would remove if that commit is not in this clone.
 */
async function explained(
  config: Config,
  lost: readonly LostAddress[],
  known: Known,
): Promise<readonly ExplainedLoss[]> {
  const isByContent = ({ cause }: LostAddress): boolean => !BY_SETTING.has(cause);
  if (!lost.some(isByContent)) return lost;
  const git = gitOf(config);
  const start = await commonStart(git, config, known).catch(expecting(NoGit, () => NO_START));
  if (start === undefined) return lost.filter((each) => !isByContent(each));
  const { base, isBehind } = start;
  if (base === undefined) return lost;
  const folders = contentFolders(config, known.target).filter((folder) => existsSync(join(config.root, folder)));
  const before = await siteBefore(git, base, folders);
  const present = new Map(
    [...known.documents].map(([page, document]) => {
      const file = relative(config.root, resolve(known.from, document.file)).split(sep).join('/');
      return [file, { page, document }] as const;
    }),
  );
  return lost.flatMap((each): readonly ExplainedLoss[] => {
    const isOwn = each.cause === 'removed' || each.cause === 'media';
    const former = isOwn ? before.get(each.page) : undefined;
    if (!former) return isBehind && (isOwn || each.cause === 'empty') ? [] : [each];
    const movedTo = each.cause === 'media' ? former.media : present.get(former.file);
    return [movedTo ? { ...each, movedTo } : each];
  });
}

interface Start {
  /** The newest commit that this checkout and the published site have in common; undefined if there is none. */
  readonly base: string | undefined;
  readonly isBehind: boolean;
}

const NO_START: Start = { base: undefined, isBehind: false };

/** Undefined if the published commit is not in this clone. */
async function commonStart(git: Git, config: Config, { commit, isOnline }: Known): Promise<Start | undefined> {
  if (commit === null) return NO_START;
  const isHere = isOnline ? await fetchCommit(git, commit, config.stateRemote) : await hasCommit(git, commit);
  if (!isHere) return isOnline ? NO_START : undefined;
  const { ok, text } = await git.attempt(['merge-base', commit, 'HEAD']);
  const base = ok ? text.trim() : commit;
  return { base, isBehind: base !== commit };
}

interface FormerFile {
  /** The file as it is called now, committed or not. */
  readonly file: string;
  /** Of a media file that was renamed: its path on the site now. */
  readonly media?: { readonly page: string } | undefined;
}

/** The files of a commit by the paths that they had on its site: pages of documents, and media. */
async function siteBefore(
  git: Git,
  commit: string,
  folders: readonly string[],
): Promise<ReadonlyMap<string, FormerFile>> {
  const files = new Map<string, FormerFile>();
  for (const folder of folders) {
    const renames = new Map((await renamesSince(git, commit, folder)).map(({ from, to }) => [from, to]));
    const { text } = await git.attempt(['ls-tree', '-r', '-z', '--name-only', commit, '--', folder]);
    for (const path of listed(text).map((file) => file.slice(folder.length + 1))) {
      const placed = place(path);
      const now = renames.get(path);
      const file = `${folder}/${now ?? path}`;
      if (placed.type === 'media')
        files.set(`/${path}`, { file, media: now === undefined ? now : { page: `/${now}` } });
      if (placed.type === 'document' && placed.declaration.page)
        files.set(`/${pageAddress(placed.declaration, placed.address, undefined)}/`, { file });
    }
  }
  return files;
}
