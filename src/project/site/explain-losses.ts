/** Finds out with git what became of the documents whose published pages would disappear. Loaded only if there is one. */
import { existsSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import type { Config } from '../../config/config.ts';
import { place } from '../../content/placement.ts';
import { expecting } from '../../diagnostics/errors.ts';
import { renamesSince } from '../../git/content.ts';
import { fetchCommit } from '../../git/fetch-commit.ts';
import { listed, NoGit, type Git } from '../../git/git.ts';
import { hasCommit } from '../../git/objects.ts';
import { pageAddress } from '../../model/site-paths.ts';
import { gitOf } from '../../repository/project-git.ts';
import type { LostAddress, PagedDocument } from '../../site/lost-addresses.ts';
import { contentFolders } from '../../target/stores.ts';

/** A lost address, and where its content is now, if it was renamed. */
export interface ExplainedLoss extends LostAddress {
  readonly movedTo?: { readonly page: string; readonly document?: PagedDocument };
}

interface Known {
  readonly target: string;
  /** The commit of the published site. */
  readonly commit: string | null;
  /** The documents of the next site by the path of their page. */
  readonly documents: ReadonlyMap<string, PagedDocument>;
  /** The folder that the names of their files are relative to. */
  readonly from: string;
  /** False: nothing is fetched. */
  readonly isOnline: boolean;
}

/**
 * Without those that a checkout lacks only because it is behind the published commit: nothing is known about what the
 * branch itself would remove if that commit is not in this clone.
 */
export async function explainLosses(
  config: Config,
  lost: readonly LostAddress[],
  known: Known,
): Promise<readonly ExplainedLoss[]> {
  const isByContent = ({ cause }: LostAddress): boolean => cause.type !== 'setting';
  if (!lost.some(isByContent)) return lost;
  const git = gitOf(config);
  const start = await commonStart(git, config, known).catch(expecting(NoGit, () => NO_START));
  if (start.type === 'unknown') return lost.filter((each) => !isByContent(each));
  if (start.base === undefined) return lost;
  const folders = contentFolders(config, known.target).filter((folder) => existsSync(join(config.root, folder)));
  const before = await siteBefore(git, start.base, folders);
  const renames = await renamesIn(git, start.base, folders);
  const present = new Map(
    [...known.documents].map(([page, document]) => {
      const file = relative(config.root, resolve(known.from, document.file)).split(sep).join('/');
      return [file, { page, document }] as const;
    }),
  );
  return lost.flatMap((each): readonly ExplainedLoss[] => {
    const { type } = each.cause;
    if (type !== 'document' && type !== 'media') return type === 'derived' && start.isBehind ? [] : [each];
    const former = before.get(each.page);
    if (!former) return start.isBehind ? [] : [each];
    const now = renames.get(former.file) ?? former.file;
    const movedTo =
      type === 'document'
        ? present.get(now)
        : now !== former.file && { page: `/${now.slice(former.folder.length + 1)}` };
    return [movedTo ? { ...each, movedTo } : each];
  });
}

type Start =
  | { readonly type: 'unknown' }
  /** `base`: the newest commit that this checkout and the published site have in common; undefined if there is none. */
  | { readonly type: 'known'; readonly base: string | undefined; readonly isBehind: boolean };

const NO_START: Start = { type: 'known', base: undefined, isBehind: false };

async function commonStart(git: Git, config: Config, { commit, isOnline }: Known): Promise<Start> {
  if (commit === null) return NO_START;
  const isHere = isOnline ? await fetchCommit(git, commit, config.stateRemote) : await hasCommit(git, commit);
  if (!isHere) return isOnline ? NO_START : { type: 'unknown' };
  const { ok, text } = await git.attempt(['merge-base', commit, 'HEAD']);
  const base = ok ? text.trim() : commit;
  return { type: 'known', base, isBehind: base !== commit };
}

interface FormerFile {
  readonly file: string;
  /** The content folder that it was in. */
  readonly folder: string;
}

/** The files of a commit by the paths that they had on its site: pages of documents, and media. */
async function siteBefore(
  git: Git,
  commit: string,
  folders: readonly string[],
): Promise<ReadonlyMap<string, FormerFile>> {
  const { text } = await git.attempt(['ls-tree', '-r', '-z', '--name-only', commit, '--', ...folders]);
  const slugs = await slugsIn(git, commit, folders);
  const files = new Map<string, FormerFile>();
  for (const file of listed(text)) {
    const folder = folders.find((each) => file.startsWith(`${each}/`))!;
    const path = file.slice(folder.length + 1);
    const placed = place(path);
    if (placed.type === 'media') files.set(`/${path}`, { file, folder });
    if (placed.type === 'document' && placed.declaration.page)
      files.set(`/${pageAddress(placed.declaration, placed.address, slugs.get(file))}/`, { file, folder });
  }
  return files;
}

/** `$slug` of the documents of a commit, by file. */
async function slugsIn(git: Git, commit: string, folders: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const pattern = '^["\']?\\$slug["\']?:';
  const { text } = await git.attempt(['grep', '-z', '-I', '--no-color', '-E', '-e', pattern, commit, '--', ...folders]);
  return new Map(
    text.split('\n').flatMap((line) => {
      const [name = '', written = ''] = line.split('\0');
      const slug = /:\s*["']?([\w-]+)/.exec(written)?.[1];
      return slug === undefined ? [] : [[name.slice(name.indexOf(':') + 1), slug] as const];
    }),
  );
}

/** Renames of files since a commit, committed or not, by their former names. */
async function renamesIn(git: Git, commit: string, folders: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const renames = new Map<string, string>();
  for (const folder of folders) {
    for (const { from, to } of await renamesSince(git, commit, folder))
      renames.set(`${folder}/${from}`, `${folder}/${to}`);
  }
  return renames;
}
