/**
 * A bucket has no rename, so the site changes file by file, in an order in which no page is visible without its assets:
 *
 * 1. The state, with everything that is about to change. It is replaced only if it is still the one that was read, so it
 *    is the lock too, and a killed run leaves a list of the files that it may have changed.
 * 2. Copies of what will be overwritten or deleted, for a rollback. Pages are saved when they are uploaded, all in one
 *    object, so that one changed page does not cost a request for each copy.
 * 3. Assets, then new pages, then changed ones; then the deletions.
 * 4. The state of the new release.
 */
import { UserError } from '../../diagnostics/errors.ts';
import { fateOf, thisProcess } from '../../machine/processes.ts';
import { digestOf } from '../../values/site-file.ts';
import { stopIfAsked, type Host, type Release, type Watch } from '../host.ts';
import type { SiteFiles } from '../manifest.ts';
import { UNKNOWN_FILE, uploadsIn, type Present, type Upload } from '../plan.ts';
import { RECORDS } from '../publication.ts';
import { CONCURRENCY, type Bucket } from './bucket.ts';
import { headersOf, markIn } from './headers.ts';
import {
  BUNDLE_HEADERS,
  bundlesOf,
  bytesOf,
  contentOf,
  copiesFor,
  savedAfter,
  type Bundle,
  type SavedContent,
} from './saved.ts';
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

const NEVER_STOPPED: Watch = { signal: undefined, onFile: () => {} };

/** A run of another machine that shows no end after this time counts as killed. */
const LONGEST_RUN = 15 * 60_000;

export function s3Host({ bucket, prefix, where, takeOver, now }: S3HostOptions): Host {
  const root = prefix === '' ? '' : `${prefix}/`;
  const own = (name: string): string => `${root}.gitcast/${name}`;
  const stateKey = root + RECORDS.bucket;

  const foreignFiles = async (): Promise<ReadonlySet<string>> => {
    const keys = await bucket.list(root);
    return new Set(keys.map((key) => key.slice(root.length)).filter((path) => !path.startsWith('.gitcast/')));
  };

  /** Each file carries its digest, so what a killed run did can be read, and is told from what others put there. */
  const leftBehind = async ({ live, pending }: BucketState): Promise<Pick<Present, 'found' | 'foreign'>> => {
    const found: Record<string, Present['found'][string]> = {};
    const foreign = new Set<string>();
    const known = { ...live?.kept, ...live?.site.files };
    await each(Object.entries(pending?.files ?? {}), NEVER_STOPPED, async ([path, planned]) => {
      const headers = await bucket.head(root + path);
      const mark = headers && markIn(headers);
      if (!headers) found[path] = 'absent';
      else if (mark === undefined && !Object.hasOwn(known, path)) foreign.add(path);
      else found[path] = [planned, known[path]].find((file) => file?.digest === mark) ?? UNKNOWN_FILE;
    });
    return { found, foreign };
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
      const after = await leftBehind(before);
      return {
        live: before.live,
        found: after.found,
        foreign: state ? after.foreign : await foreignFiles(),
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
      const isDone = Object.hasOwn(before.pending?.files ?? {}, path) && (await bucket.head(own(name))) !== undefined;
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
    const [key, headers] = [root + upload.path, headersOf(upload)];
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

/** Several at a time, until one fails. */
async function each<T>(items: readonly T[], watch: Watch, act: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values();
  let isStopped = false;
  const work = async (): Promise<void> => {
    for (const item of queue) {
      stopIfAsked(watch);
      await act(item);
      if (isStopped) return;
    }
  };
  const stop = (error: unknown): never => {
    isStopped = true;
    throw error;
  };
  const outcomes = await Promise.allSettled(Array.from({ length: CONCURRENCY }, () => work().catch(stop)));
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
}
