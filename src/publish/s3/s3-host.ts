/**
 * A bucket has no rename, so the site changes file by file, in an order in which no page is visible without its assets:
 *
 * 1. The state, with everything that is about to change. It is replaced only if it is still the one that was read, so it
 *    is the lock too (`claims.ts` has another one for storages that cannot do that), and a killed run leaves a list of
 *    the files that it may have changed.
 * 2. Copies of what will be overwritten or deleted, for a rollback. Pages are saved when they are uploaded, all in one
 *    object, so that one changed page does not cost a request for each copy.
 * 3. Assets, then new pages, then changed ones; then the deletions.
 * 4. The state of the new release.
 */
import { UserError } from '../../diagnostics/errors.ts';
import { call, option, worded } from '../../diagnostics/wording.ts';
import { fateOf, thisProcess } from '../../machine/processes.ts';
import { digestOf } from '../../values/site-file.ts';
import { stopIfAsked, type Host, type Release, type Watch } from '../host.ts';
import type { SiteFiles } from '../manifest.ts';
import { UNKNOWN_FILE, uploadsIn, type Present, type Upload } from '../plan.ts';
import { RECORDS } from '../publication.ts';
import { beginsAnew, readRecord } from '../record.ts';
import { CONCURRENCY, type Bucket, type StoredText } from './bucket.ts';
import { claim, type Claim } from './claims.ts';
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
import { stateShape, stateText, type BucketState, type Pending } from './state.ts';

export interface S3HostOptions {
  readonly bucket: Bucket;
  /** Without slashes at the ends; may be empty. */
  readonly prefix: string;
  /** For display. */
  readonly where: string;
  /** Continue a run of another machine without waiting, and begin a new record if the present one is damaged. */
  readonly takeOver: boolean;
  readonly now: () => Date;
}

interface Manner {
  /** The storage refuses a write whose condition does not hold. */
  readonly isConditional: boolean;
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

  /** A run of another machine counts as killed after a while, or if a person says so. */
  const isOver = ({ by, at }: Claim): boolean => {
    const fate = fateOf(by, { here: thisProcess(), lastSeen: Date.parse(at), now: now().getTime() });
    if (fate === 'unknown') return takeOver || Date.parse(at) + LONGEST_RUN < now().getTime();
    return fate !== 'alive';
  };

  const underWay = ({ by, at }: Claim): UserError => {
    const isHere = fateOf(by, { here: thisProcess(), lastSeen: Date.parse(at), now: now().getTime() }) === 'alive';
    const latest = new Date(Date.parse(at) + LONGEST_RUN).toISOString();
    return new UserError(`another run has been publishing to ${where} since ${at} on ${by.host}`, {
      suggestion: isHere
        ? 'wait until it has ended, then run gitcast publish again'
        : worded`wait until ${latest}, or add ${option('takeOver')} if it was killed`,
    });
  };

  return {
    where,
    look: async () => {
      const there = await bucket.read(stateKey);
      const state = readRecord(there?.text, stateShape, { name: `${where}/${RECORDS.bucket}`, takeOver });
      if (state?.pending && !state.pending.ended && !isOver(state.pending)) throw underWay(state.pending);
      const before: BucketState = state ?? { version: 1, saved: {} };
      const after = await leftBehind(before);
      const foreign = state ? after.foreign : await foreignFiles();
      // A run that began in the meantime put them there.
      if (!there && foreign.size > 0 && (await bucket.read(stateKey))) throw overtaken();
      return {
        live: before.live,
        found: after.found,
        foreign,
        notes: there && !state ? [beginsAnew(`${where}/${RECORDS.bucket}`)] : [],
        publish: (release) => publish(release, { before, there, isListed: !state }),
      };
    },
    close: () => bucket.close(),
  };

  interface Seen {
    readonly before: BucketState;
    readonly there: StoredText | undefined;
    /** All files of others are known. */
    readonly isListed: boolean;
  }

  async function publish(release: Release, seen: Seen): Promise<readonly string[]> {
    const { before } = seen;
    if (before.conditional === where) return publishAlone(release, seen, { isConditional: true });
    const ours: Claim = { by: thisProcess(), at: now().toISOString() };
    const { isConditional, others, key } = await claim(bucket, own('runs/'), ours);
    const over = [...others].filter(([, made]) => (made ? isOver(made) : takeOver)).map(([name]) => name);
    try {
      const rival = [...others].find(([name]) => !isConditional && !over.includes(name));
      if (rival) throw rival[1] ? underWay(rival[1]) : overtaken();
      if (!isConditional && (await bucket.read(stateKey))?.text !== seen.there?.text) throw overtaken();
      return await publishAlone(release, seen, { isConditional });
    } finally {
      // A claim that is left behind is recognised by its process or its age.
      await bucket.remove([key, ...over]).catch(() => undefined);
    }
  }

  async function publishAlone(
    release: Release,
    { before, there, isListed }: Seen,
    { isConditional }: Manner,
  ): Promise<readonly string[]> {
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
    const text = stateText({ ...before, pending });
    const etag = await bucket.replace(stateKey, text, there?.etag);
    if (etag === false) throw overtaken();
    try {
      await carryOut(release, { before, pending, bundles, copies, begun: { text, etag }, isConditional, isListed });
      return [];
    } catch (error) {
      // If this fails too, the next run cannot know whether this one has ended, and waits.
      const ended = stateText({ ...before, pending: { ...pending, ended: true } });
      await replaceOurs({ text, etag }, ended, isConditional).catch(() => false);
      throw error;
    }
  }

  /** Replaces what this run wrote. Where the storage ignores the condition, it is checked just before. */
  async function replaceOurs(ours: StoredText, text: string, isConditional: boolean): Promise<boolean> {
    if (!isConditional && (await bucket.read(stateKey))?.text !== ours.text) return false;
    return (await bucket.replace(stateKey, text, ours.etag)) !== false;
  }

  interface Begun extends Manner, Pick<Seen, 'isListed'> {
    readonly before: BucketState;
    readonly pending: Pending;
    readonly bundles: readonly Bundle[];
    readonly copies: ReadonlyMap<string, string>;
    /** The state that this run wrote. */
    readonly begun: StoredText;
  }

  async function carryOut(release: Release, run: Begun): Promise<void> {
    const { before, pending, bundles, copies, begun, isConditional } = run;
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
        await uploadFile(upload, release, { ...run, restored });
        watch.onFile(upload.path);
      });
    }
    const saved = savedAfter(before, next, bundles, copies);
    const used = new Set(Object.values(saved));
    const unused = [...new Set([...Object.values(before.saved), ...pending.made])].filter((name) => !used.has(name));
    stopIfAsked(watch);
    await bucket.remove([...plan.deletes.map((path) => root + path), ...unused.map(own)]);
    const state = stateText({ version: 1, live: next, saved, ...(isConditional && { conditional: where }) });
    if (!(await replaceOurs(begun, state, isConditional))) throw overtaken();
  }

  interface Uploading extends Manner, Pick<Seen, 'isListed'> {
    readonly restored: Restorer;
  }

  /** A file of others is not overwritten by a new one: by a condition, or by looking, where there is none. */
  async function uploadFile(upload: Upload, { source }: Release, run: Uploading): Promise<void> {
    const [key, headers] = [root + upload.path, headersOf(upload)];
    const isNew = upload.action === 'add';
    const isGuarded = run.isConditional && source.type === 'folder';
    if (isNew && !isGuarded && !run.isListed && (await bucket.head(key))) throw foreignFile(upload);
    if (source.type === 'earlier') return run.restored(upload, key, headers);
    const bytes = bytesOf(source.folder, upload);
    if (!isNew) return bucket.put(key, bytes, headers);
    if (!(await bucket.add(key, bytes, headers))) throw foreignFile(upload);
  }

  function foreignFile(upload: Upload): UserError {
    return new UserError(`${where}/${upload.path} exists, and gitcast did not publish it`, {
      suggestion: worded`move it away; or look at ${call('publish', { dryRun: true })}, which shows now that it would be overwritten`,
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
