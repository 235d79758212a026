/**
 * The addresses of the published site as this clone last saw its record: nothing is fetched, because `validate` and a build
 * work offline. A record is fetched by what reads or writes it, and by every call that fetches the state from git.
 */
import type { Config } from '../../config/config.ts';
import { expecting } from '../../diagnostics/errors.ts';
import { folderInRepository, isBelowRepository } from '../../git/folder-in-repository.ts';
import { NoGit, type Git } from '../../git/git.ts';
import { GITCAST_REFS, namespaceOf, TRACKED_REFS } from '../../git/ref-names.ts';
import { version } from '../../machine/program.ts';
import { gitOf } from '../../repository/project-git.ts';
import { isHtml } from '../../publish/page-summary.ts';
import type { PublishedAddresses, PublishedFiles } from '../../site/lost-addresses.ts';
import { digest } from '../../values/digest.ts';
import { ifPossible } from '../../values/if-possible.ts';
import { hasShape } from '../../values/shape.ts';
import { memoryFile } from '../check/check-memory.ts';

export interface PublishedHere {
  /** Differs if another site was recorded. */
  readonly id: string;
  readonly read: () => Promise<PublishedAddresses | undefined>;
}

/** Undefined if this clone neither published a site nor has the record of one. */
export async function publishedHere(config: Config, target: string): Promise<PublishedHere | undefined> {
  const record = await recordOf(config, target);
  const note = noteOf(config, target, record).read();
  if (note) return { id: note.id, read: () => Promise.resolve(note.addresses) };
  return record && { id: record.id, read: () => addressesOf(config, { target, ...record }) };
}

/** The site that this clone published, until it sees another record. Its default target has the website. */
export async function notePublished(config: Config, site: Pick<PublishedFiles, 'commit' | 'files'>): Promise<void> {
  const { defaultTarget: target } = config;
  const { publishedAddresses } = await import('../../site/lost-addresses.ts');
  const { kinds } = await import('../../kinds/registry.ts');
  const addresses = publishedAddresses({ ...site, pages: site.files.filter(isHtml), former: {} }, kinds);
  noteOf(config, target, await recordOf(config, target)).write(addresses);
}

const noteOf = (config: Config, target: string, record: { readonly id: string } | undefined) =>
  addressFile(config, { name: `published-from-here-${target}`, record: record?.id ?? '' });

async function recordOf(config: Config, target: string) {
  if (!isBelowRepository(config.root)) return undefined;
  const git = gitOf(config);
  const ref = `${namespaceOf(folderInRepository(config.root))}site/${target}`;
  const id = await trackedRef(git, ref, config.stateRemote).catch(expecting(NoGit, () => undefined));
  return id === undefined ? undefined : { id, git };
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
  { target, id, git }: { readonly target: string; readonly id: string; readonly git: Git },
): Promise<PublishedAddresses | undefined> {
  const memory = addressFile(config, { name: `published-${target}`, record: id });
  const remembered = memory.read();
  if (remembered) return remembered.addresses;
  const { ok, text } = await git.attempt(['cat-file', 'blob', `${id}:site.json`]);
  const read = ok ? await addressesInManifest(text) : undefined;
  if (read) memory.write(read);
  return read;
}

/** Addresses that count as long as this record is the newest one. */
function addressFile({ root }: Config, { name, record }: { readonly name: string; readonly record: string }) {
  const { load, save } = memoryFile({ root, name, scope: `${version()} ${record}` });
  return {
    read(): { readonly id: string; readonly addresses: PublishedAddresses } | undefined {
      const found = load();
      if (!found) return undefined;
      const summary = JSON.parse(found.summary) as Omit<PublishedAddresses, 'others'>;
      return { id: digest(found.summary), addresses: { ...summary, others: () => JSON.parse(found.details()) } };
    },
    write: ({ others, ...summary }: PublishedAddresses): void =>
      save({ summary: JSON.stringify(summary), details: () => JSON.stringify(others()) }),
  };
}

/** Undefined for a manifest of another version. */
async function addressesInManifest(text: string): Promise<PublishedAddresses | undefined> {
  const [{ buildManifestShape }, { publishedAddresses }, { kinds }] = await Promise.all([
    import('../../publish/build-manifest.ts'),
    import('../../site/lost-addresses.ts'),
    import('../../kinds/registry.ts'),
  ]);
  const manifest: unknown = ifPossible(() => JSON.parse(text));
  if (!hasShape(manifest, buildManifestShape)) return undefined;
  const { files, pages, redirects: former = {} } = manifest;
  return publishedAddresses({ ...manifest, files: Object.keys(files), pages: Object.keys(pages), former }, kinds);
}
