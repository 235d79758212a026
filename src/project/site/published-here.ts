/**
 * The addresses of the published site as this clone last saw its record: nothing is fetched, because `validate` and a build
 * work offline. A record is fetched by what reads or writes it, and by every call that fetches the state from git.
 */
import type { Config } from '../../config/config.ts';
import { expecting } from '../../diagnostics/errors.ts';
import { folderInRepository, isBelowRepository } from '../../git/folder-in-repository.ts';
import { NoGit, type Git } from '../../git/git.ts';
import { GITCAST_REFS, namespaceOf, TRACKED_REFS } from '../../git/ref-names.ts';
import { gitOf } from '../../repository/project-git.ts';
import { ifPossible } from '../../values/if-possible.ts';
import { hasShape } from '../../values/shape.ts';
import { memoryFile } from '../check/check-memory.ts';

export interface PublishedHere {
  /** Differs if another site was recorded. */
  readonly id: string;
  readonly read: () => Promise<PublishedAddresses | undefined>;
}

export interface PublishedAddresses {
  /** The commit that the site was built from. */
  readonly commit: string | null;
  /** Its paths, without those that nobody links to. */
  readonly addresses: readonly string[];
}

/** Undefined if no record is in this clone. */
export async function publishedHere(config: Config, target: string): Promise<PublishedHere | undefined> {
  if (!isBelowRepository(config.root)) return undefined;
  const git = gitOf(config);
  const ref = `${namespaceOf(folderInRepository(config.root))}site/${target}`;
  const found = await trackedRef(git, ref, config.stateRemote).catch(expecting(NoGit, () => undefined));
  return found === undefined ? undefined : { id: found, read: () => addressesOf(config, git, { target, id: found }) };
}

/** The id of a shared ref as it was last fetched or, in a repository without a remote, as it is. */
async function trackedRef(git: Git, ref: string, wanted = '*'): Promise<string | undefined> {
  const fetched = `${TRACKED_REFS}${wanted}/${ref.slice(GITCAST_REFS.length)}`;
  const { ok, text } = await git.attempt(['for-each-ref', '--format=%(objectname) %(refname)', fetched, ref]);
  const refs = (ok ? text.trim() : '').split('\n').map((line) => line.split(' ') as [id: string, name?: string]);
  const ofRemotes = refs.filter(([, name]) => name !== undefined && name !== ref);
  const usual = ofRemotes.find(([, name]) => name!.startsWith(`${TRACKED_REFS}origin/`));
  // Of several remotes, nobody can say which one is meant.
  const [id] = usual ?? (ofRemotes.length === 0 ? refs[0]! : ofRemotes.length === 1 ? ofRemotes[0]! : []);
  return id === '' ? undefined : id;
}

/** A manifest lists every file with its digest, and its addresses are needed at every check: they are remembered. */
async function addressesOf(
  config: Config,
  git: Git,
  { target, id }: { readonly target: string; readonly id: string },
): Promise<PublishedAddresses | undefined> {
  const memory = memoryFile({ root: config.root, name: `published-${target}`, scope: id });
  const remembered = memory.load();
  if (remembered)
    return {
      commit: JSON.parse(remembered.summary),
      addresses: JSON.parse(remembered.details()),
    } as PublishedAddresses;
  const { ok, text } = await git.attempt(['cat-file', 'blob', `${id}:site.json`]);
  if (!ok) return undefined;
  const read = await addressesInManifest(text);
  if (read) memory.save({ summary: JSON.stringify(read.commit), details: () => JSON.stringify(read.addresses) });
  return read;
}

/** Undefined for a manifest of another version. */
async function addressesInManifest(text: string): Promise<PublishedAddresses | undefined> {
  const [{ buildManifestShape }, { addressesIn }] = await Promise.all([
    import('../../publish/build-manifest.ts'),
    import('../../site/lost-addresses.ts'),
  ]);
  const manifest: unknown = ifPossible(() => JSON.parse(text));
  if (!hasShape(manifest, buildManifestShape)) return undefined;
  return { commit: manifest.commit, addresses: addressesIn(Object.keys(manifest.files)) };
}
