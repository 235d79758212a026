/**
 * A branch that a host such as GitHub Pages serves. A release is one commit, and one push with a lease publishes it, so
 * there is nothing to resume: a killed run has changed nothing that anyone sees. Files that other people commit to the
 * branch, such as `CNAME`, stay.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError } from '../../diagnostics/errors.ts';
import { listed, type Git } from '../../git/git.ts';
import { objectMaker, storeObjects, type NewObject, type ObjectMaker } from '../../git/objects.ts';
import { remoteTip, type Remote } from '../../git/remote.ts';
import { readSettings } from '../../git/git-settings.ts';
import { digestOf } from '../../values/site-file.ts';
import { changedFile, stopIfAsked, type PublishHost, type Release } from '../publish-host.ts';
import { beginsAnew, publicationShape, publicationText, readRecord, type Publication } from '../publication.ts';
import { NOTHING, overtaken, presentIn } from './releases.ts';

export interface GitHostOptions {
  /** In the repository of the project. */
  readonly git: Git;
  /** Without one, the branch is changed in this repository. */
  readonly remote: Remote | undefined;
  readonly branch: string;
  /** A branch with this file is not a site, but its sources. */
  readonly configFile: string;
  readonly takeOver: boolean;
}

/** Where the branch keeps its record. */
export const BRANCH_RECORD = '.gitcast-published.json';
const TRAILER = 'Gitcast-Release';

export function gitHost({ git, remote, branch, configFile, takeOver }: GitHostOptions): PublishHost {
  const where = remote ? `the branch ${branch} on ${remote.name}` : `the branch ${branch}`;
  const ref = `refs/heads/${branch}`;

  const tipOf = async (): Promise<string | undefined> => {
    if (!remote)
      return (await git.attempt(['rev-parse', '--verify', '--quiet', `${ref}^{commit}`])).text.trim() || undefined;
    const tip = await remoteTip(git, remote.address, ref);
    if (!tip.ok) throw new UserError(`git ls-remote failed: ${tip.reason}`);
    if (tip.commit === undefined) return undefined;
    const here = `refs/gitcast-remotes/${remote.name}/publish/${branch}`;
    await git.run(['fetch', '--no-tags', '--no-write-fetch-head', '--quiet', remote.address, `+${ref}:${here}`]);
    return git.run(['rev-parse', here]);
  };

  const push = async (commit: string, tip: string | undefined): Promise<void> => {
    const lease = `--force-with-lease=${ref}:${tip ?? ''}`;
    const words = remote
      ? ['push', '--no-verify', '--quiet', lease, remote.address, `${commit}:${ref}`]
      : ['update-ref', '-m', 'gitcast publish', ref, commit, tip ?? '0'.repeat(commit.length)];
    const { ok, reason } = await git.attempt(words);
    if (ok) return;
    if ((await tipOf()) !== tip) throw overtaken(where);
    throw new UserError(`${where} cannot be written: ${reason}`, {
      suggestion: `check that you may push to ${branch} (in GitHub Actions: \`permissions: contents: write\`)`,
    });
  };

  const publish = async (
    { plan, next, source, watch }: Release,
    tip: string | undefined,
    tree: Tree,
  ): Promise<readonly string[]> => {
    const paths = Object.keys(next.site.files);
    const blobs =
      source.type === 'folder'
        ? await storeFiles(git, source.folder, next)
        : await treeOf(git, await commitOf(git, tip!, source.release.number));
    for (const { path } of plan.uploads) watch.onFile(path);
    const files = new Map<string, string | NewObject>(tree);
    for (const path of plan.deletes) files.delete(path);
    for (const path of paths) files.set(path, blobs.get(path)!);
    const { blob, commit } = await makerIn(git);
    files.set(BRANCH_RECORD, blob(publicationText(next)));
    // Without it, GitHub Pages leaves out files and folders that begin with an underscore.
    if (!files.has('.nojekyll')) files.set('.nojekyll', blob(''));
    stopIfAsked(watch);
    const message = (): string => `${messageOf(next)}\n\n${TRAILER}: ${next.number}\n`;
    const { id, objects } = await commit(files, { parents: tip === undefined ? [] : [tip], message });
    await storeObjects(git, objects);
    await push(id, tip);
    return [];
  };

  return {
    where,
    look: async () => {
      const tip = await tipOf();
      const tree = tip === undefined ? new Map<string, string>() : await treeOf(git, tip);
      if (tree.has(configFile)) {
        throw new UserError(`the branch ${branch} contains ${configFile}, so it has the sources and not the site`, {
          suggestion: 'set `branch` to one that is only for the site, such as gh-pages',
        });
      }
      const record = tree.get(BRANCH_RECORD);
      const text = record === undefined ? undefined : await git.run(['cat-file', 'blob', record]);
      const name = `${BRANCH_RECORD} on ${branch}`;
      const live = readRecord(text, publicationShape, { name, takeOver });
      const recordedBy = ['log', '-1', '--format=%H', tip ?? '', '--', `:(top)${BRANCH_RECORD}`];
      const asPublished = live ? await treeOf(git, await git.run(recordedBy)) : tree;
      const seen = [...tree]
        .filter(([path]) => path !== BRANCH_RECORD && path !== '.nojekyll')
        .map(([path, blob]) => [path, asPublished.get(path) === blob ? 'as-recorded' : 'unknown'] as const);
      const foreign = new Set(seen.map(([path]) => path));
      const notes = record === undefined ? [] : [beginsAnew(name)];
      const present = live ? presentIn(live, branch, new Map(seen)) : { ...NOTHING, foreign, notes };
      return { ...present, publish: (release) => publish(release, tip, tree) };
    },
  };
}

const messageOf = ({ number, origin, commit }: Publication): string =>
  number === origin
    ? `Publish release ${number}${commit === undefined ? '' : ` from ${commit.slice(0, 10)}`}`
    : `Roll back to release ${origin}`;

/** The blob at each path. */
type Tree = ReadonlyMap<string, string>;

async function treeOf(git: Git, commit: string): Promise<Tree> {
  const entries = listed(await git.run(['ls-tree', '-r', '-z', '--full-tree', commit]));
  // `100644 blob BLOB`, a tab and the path.
  return new Map(entries.map((entry) => [entry.slice(entry.indexOf('\t') + 1), entry.split(/[ \t]/, 3)[2]!]));
}

async function storeFiles(git: Git, folder: string, { site }: Publication): Promise<Tree> {
  const paths = Object.keys(site.files);
  for (const path of paths) {
    if (digestOf(await readFile(join(folder, path))) !== site.files[path]!.digest)
      throw changedFile(join(folder, path));
  }
  const input = paths.map((path) => `${join(folder, path)}\n`).join('');
  const ids = (await git.run(['hash-object', '-w', '--no-filters', '--stdin-paths'], { input })).split('\n');
  return new Map(paths.map((path, index) => [path, ids[index]!]));
}

async function commitOf(git: Git, tip: string, number: number): Promise<string> {
  const found = await git.run(['log', '-1', '--format=%H', `--grep=^${TRAILER}: ${number}$`, tip]);
  if (found !== '') return found;
  throw new UserError(`the history of the branch does not have release ${number}`, {
    suggestion: 'fetch the whole history of the repository (in GitHub Actions: `fetch-depth: 0`), then try again',
  });
}

/** If git has no user configured on this machine, gitcast is the author. */
async function makerIn(git: Git): Promise<ObjectMaker> {
  const settings = await readSettings(git);
  const { name = 'gitcast', email = 'gitcast@localhost' } = settings.author;
  return objectMaker(git, settings, { name, email });
}
