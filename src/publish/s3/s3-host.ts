/**
 * A bucket has no rename, so the site changes file by file, in an order in which no page is visible without its assets:
 *
 * 1. The state, with everything that is about to change. It is replaced only if it is still the one that was read, so it
 *    is the lock too, and a killed run leaves a list of files about which nothing is certain.
 * 2. Copies of what will be overwritten or deleted, for a rollback. Pages are saved when they are uploaded, all in one
 *    object, so that one changed page does not cost a request for each copy.
 * 3. Assets, then new pages, then changed ones; then the deletions.
 * 4. The state of the new release.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { UserError } from '../../diagnostics/errors.ts';
import { fateOf, thisProcess } from '../../machine/processes.ts';
import { digestOf } from '../../values/site-file.ts';
import { isPage } from '../file-class.ts';
import { stopIfAsked, type Host, type Release, type Watch } from '../host.ts';
import { changedFile } from '../hosts/folder.ts';
import type { SiteFiles } from '../manifest.ts';
import { uploadsIn, type Upload } from '../plan.ts';
import type { Publication } from '../publication.ts';
import { CONCURRENCY, type Bucket } from './bucket.ts';
import { headersOf } from './headers.ts';
import { parseState, stateText, type BucketState, type Pending } from './state.ts';

export interface S3HostOptions {
  readonly bucket: Bucket;
  /** Without slashes at the ends; may be empty. */
  readonly prefix: string;
  /** For display. */
  readonly where: string;
  /** Continue a run of another machine without waiting. */
  readonly takeOver: boolean;
  readonly now: () => Date;
}

/** A run of another machine that shows no end after this time counts as killed. */
const LONGEST_RUN = 15 * 60_000;

export function s3Host({ bucket, prefix, where, takeOver, now }: S3HostOptions): Host {
  const root = prefix === '' ? '' : `${prefix}/`;
  const own = (name: string): string => `${root}.gitcast/${name}`;
  const stateKey = own('published.json');

  const foreignFiles = async (): Promise<ReadonlySet<string>> => {
    const keys = await bucket.list(root);
    return new Set(keys.map((key) => key.slice(root.length)).filter((path) => !path.startsWith('.gitcast/')));
  };

  const assertEnded = ({ by, at, ended }: Pending): void => {
    if (ended) return;
    const started = Date.parse(at);
    const fate = fateOf(by, { here: thisProcess(), lastSeen: started, now: now().getTime() });
    const isCertain = fate === 'ended' || fate === 'restarted';
    if (isCertain || (fate === 'unknown' && (takeOver || started + LONGEST_RUN < now().getTime()))) return;
    throw new UserError(`another run has been publishing to ${where} since ${at} on ${by.host}`, {
      suggestion:
        fate === 'alive'
          ? 'wait until it has ended, then run gitcast publish again'
          : `wait until ${new Date(started + LONGEST_RUN).toISOString()}, or add --take-over if it was killed`,
    });
  };

  return {
    where,
    look: async () => {
      const there = await bucket.read(stateKey);
      const state = there && parseState(there.text);
      if (state?.pending) assertEnded(state.pending);
      const before: BucketState = state ?? { version: 1, saved: {} };
      return {
        live: before.live,
        uncertain: before.pending?.files ?? {},
        foreign: state ? new Set() : await foreignFiles(),
        notes: there && !state ? [`${stateKey} is damaged, so no file is deleted`] : [],
        publish: (release) => publish(release, before, there?.etag),
      };
    },
    close: () => bucket.close(),
  };

  async function publish(release: Release, before: BucketState, etag: string | undefined): Promise<void> {
    const { plan, next } = release;
    const uploads = uploadsIn(plan);
    const bundles = bundlesOf(release);
    const copies = copiesFor(next, before);
    const pending: Pending = {
      by: thisProcess(),
      at: now().toISOString(),
      files: { ...before.pending?.files, ...filesToDelete(plan.deletes, before), ...filesOf(uploads) },
      made: [...new Set([...(before.pending?.made ?? []), ...bundles.map(({ name }) => name), ...copies.values()])],
    };
    const begun = await bucket.replace(stateKey, stateText({ ...before, pending }), etag);
    if (begun === false) throw overtaken();
    try {
      await carryOut(release, { before, pending, bundles, copies, begun });
    } catch (error) {
      // If this fails too, the next run cannot know whether this one has ended, and waits.
      const ended = stateText({ ...before, pending: { ...pending, ended: true } });
      await bucket.replace(stateKey, ended, begun).catch(() => false);
      throw error;
    }
  }

  interface Begun {
    readonly before: BucketState;
    readonly pending: Pending;
    readonly bundles: readonly Bundle[];
    readonly copies: ReadonlyMap<string, string>;
    /** The version of the state that this run wrote. */
    readonly begun: string;
  }

  async function carryOut(release: Release, { before, pending, bundles, copies, begun }: Begun): Promise<void> {
    const { plan, next, watch } = release;
    await each([...copies], watch, async ([path, name]) => {
      // A killed run copies everything before it overwrites anything: if the copy is there, the original may be gone.
      const isDone = Object.hasOwn(before.pending?.files ?? {}, path) && (await bucket.exists(own(name)));
      if (!isDone) await bucket.copy(root + path, own(name));
    });
    for (const { name, bytes } of bundles) await bucket.put(own(name), bytes(), BUNDLE_HEADERS);
    const restored = restorer(before.saved);
    for (const stage of plan.stages) {
      await each(stage, watch, async (upload) => {
        await uploadFile(upload, release, restored);
        watch.onFile(upload.path);
      });
    }
    const saved = savedAfter(before, next, bundles, copies);
    const used = new Set(Object.values(saved));
    const unused = [...new Set([...Object.values(before.saved), ...pending.made])].filter((name) => !used.has(name));
    stopIfAsked(watch);
    await bucket.remove([...plan.deletes.map((path) => root + path), ...unused.map(own)]);
    const ended = await bucket.replace(stateKey, stateText({ version: 1, live: next, saved }), begun);
    if (ended === false) throw overtaken();
  }

  async function uploadFile(upload: Upload, { source }: Release, restored: Restorer): Promise<void> {
    const [key, headers] = [root + upload.path, headersOf(upload.path)];
    if (source.type === 'earlier') return restored(upload, key, headers);
    const bytes = bytesOf(source.folder, upload);
    if (upload.action !== 'add') return bucket.put(key, bytes, headers);
    if (await bucket.add(key, bytes, headers)) return undefined;
    throw new UserError(`${where}/${upload.path} exists, and gitcast did not publish it`, {
      suggestion: 'move it away, then run gitcast publish again',
    });
  }

  type Restorer = (upload: Upload, key: string, headers: ReturnType<typeof headersOf>) => Promise<void>;

  function restorer(saved: BucketState['saved']): Restorer {
    const opened = new Map<string, Promise<Readonly<Record<string, SavedContent>>>>();
    const open = (name: string) => {
      const found =
        opened.get(name) ??
        bucket.read(own(name)).then((there) => JSON.parse(there?.text ?? '{}') as Record<string, SavedContent>);
      opened.set(name, found);
      return found;
    };
    return async ({ path, digest }, key, headers) => {
      const name = Object.hasOwn(saved, digest) ? saved[digest]! : undefined;
      if (name?.startsWith('old/')) return bucket.copy(own(name), key, headers);
      const bytes = name === undefined ? undefined : contentOf((await open(name))[digest]);
      if (bytes && digestOf(bytes) === digest) return bucket.put(key, bytes, headers);
      throw new UserError(`the bucket no longer has the earlier content of ${path}`, {
        suggestion: 'check out the commit to return to, then run gitcast build and gitcast publish',
      });
    };
  }

  function overtaken(): UserError {
    return new UserError(`another run is publishing to ${where}`, {
      suggestion: 'wait until it has ended, then run gitcast publish again',
    });
  }
}

const filesOf = (uploads: readonly Upload[]): SiteFiles =>
  Object.fromEntries(uploads.map(({ path, digest, bytes }) => [path, { digest, bytes }]));

function filesToDelete(paths: readonly string[], { live, pending }: BucketState): SiteFiles {
  const known = { ...pending?.files, ...live?.kept, ...live?.site.files };
  return Object.fromEntries(paths.map((path) => [path, { digest: known[path]!.digest, bytes: known[path]!.bytes }]));
}

function bytesOf(folder: string, { path, digest }: Upload): Buffer {
  const bytes = readFileSync(join(folder, path));
  if (digestOf(bytes) !== digest) throw changedFile(join(folder, path));
  return bytes;
}

interface Bundle {
  readonly name: string;
  readonly digests: readonly string[];
  readonly bytes: () => Uint8Array;
}

const BUNDLE_HEADERS = { 'content-type': 'application/json', 'content-encoding': 'gzip', 'cache-control': 'no-store' };
const MOST_IN_BUNDLE = 8_000_000;

/** The pages of the release, so that a later one can overwrite them without copying each first. */
function bundlesOf({ plan, next, source }: Release): readonly Bundle[] {
  if (source.type !== 'folder') return [];
  const groups: Upload[][] = [];
  let size = Infinity;
  for (const upload of uploadsIn(plan).filter(({ path }) => isPage(path))) {
    if (size + upload.bytes > MOST_IN_BUNDLE) {
      groups.push([]);
      size = 0;
    }
    groups.at(-1)!.push(upload);
    size += upload.bytes;
  }
  return groups.map((group, index) => ({
    name: `pages/${next.number}-${next.site.digest.slice(0, 12)}-${index + 1}`,
    digests: group.map(({ digest }) => digest),
    bytes: () => gzipSync(JSON.stringify(Object.fromEntries(group.map((upload) => savedForm(upload, source.folder))))),
  }));
}

/** Text compresses well as it is; anything else is kept as base64, in a list. */
type SavedContent = string | readonly [base64: string];

function savedForm(upload: Upload, folder: string): readonly [string, SavedContent] {
  const bytes = bytesOf(folder, upload);
  const text = bytes.toString();
  return [upload.digest, Buffer.from(text).equals(bytes) ? text : [bytes.toString('base64')]];
}

const contentOf = (saved: SavedContent | undefined): Buffer =>
  typeof saved === 'string' ? Buffer.from(saved) : Buffer.from(saved?.[0] ?? '', 'base64');

/** The files that an earlier release needs and that only the site itself has: the new name of each, by path. */
function copiesFor(next: Publication, { live, saved }: BucketState): ReadonlyMap<string, string> {
  const needed = neededBy(next);
  const staying = new Set(
    Object.entries({ ...next.kept, ...next.site.files }).map(([path, { digest }]) => `${digest} ${path}`),
  );
  const copies = new Map<string, string>();
  for (const [path, { digest }] of Object.entries({ ...live?.kept, ...live?.site.files })) {
    if (!needed.has(digest) || Object.hasOwn(saved, digest) || staying.has(`${digest} ${path}`)) continue;
    copies.set(path, `old/${digest}`);
  }
  return copies;
}

const neededBy = ({ earlier }: Publication): ReadonlySet<string> =>
  new Set(earlier.flatMap(({ changed }) => Object.values(changed).map(({ digest }) => digest)));

/** Includes the current pages: the release after the next one may need them. */
function savedAfter(
  { saved }: BucketState,
  next: Publication,
  bundles: readonly Bundle[],
  copies: ReadonlyMap<string, string>,
): BucketState['saved'] {
  const needed = new Set([...neededBy(next), ...Object.values(next.site.files).map(({ digest }) => digest)]);
  const all = [
    ...Object.entries(saved),
    ...[...copies.values()].map((name) => [name.slice('old/'.length), name] as const),
    ...bundles.flatMap(({ name, digests }) => digests.map((digest) => [digest, name] as const)),
  ];
  return Object.fromEntries(all.filter(([digest]) => needed.has(digest)));
}

/** Several at a time. */
async function each<T>(items: readonly T[], watch: Watch, act: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values();
  const work = async (): Promise<void> => {
    for (const item of queue) {
      stopIfAsked(watch);
      await act(item);
    }
  };
  const outcomes = await Promise.allSettled(Array.from({ length: CONCURRENCY }, work));
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
}
