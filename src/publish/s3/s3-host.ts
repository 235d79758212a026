/**
 * A bucket has no rename, so the site changes file by file, in an order in which no page is visible without its assets:
 *
 * 1. The state, with everything that is about to change. It is replaced only if it is still the one that was read, so it
 *    is the lock too (`state.ts` has another one for storages that cannot do that), and a killed run leaves a list of
 *    the files that it may have changed.
 * 2. Copies of what will be overwritten or deleted, for a rollback. Pages are saved when they are uploaded, all in one
 *    object, so that one changed page does not cost a request for each copy.
 * 3. Assets, then new pages, then changed ones; then the deletions.
 * 4. The state of the new release.
 */
import { UserError } from '../../diagnostics/errors.ts';
import { call, option, worded } from '../../diagnostics/wording.ts';
import { fateOf, thisProcess, type Fate } from '../../machine/processes.ts';
import { headerOf } from '../../remote/http/exchange.ts';
import { contentType } from '../../values/content-type.ts';
import { inTurn } from '../../values/in-turn.ts';
import { LARGEST_REDIRECT, leadsTo } from '../../values/redirect-page.ts';
import { digestOf } from '../../values/site-file.ts';
import { stopIfAsked, type PublishHost, type Release, type View, type Watch } from '../publish-host.ts';
import type { SiteFiles } from '../manifest.ts';
import { isPage, UNKNOWN_FILE, uploadsIn, type Present, type Upload } from '../publish-plan.ts';
import { beginsAnew, publishedFiles, readRecord, RECORDS } from '../publication.ts';
import { encodedPath } from './sign.ts';
import { CONCURRENCY, type Bucket, type Headers, type StoredText } from './bucket.ts';
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
import { claim, stateShape, stateText, type BucketState, type Claim, type Pending } from './bucket-state.ts';

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

/** The content of the bucket before a run. */
interface Seen {
  readonly before: BucketState;
  readonly there: StoredText | undefined;
  /** All files of others are known. */
  readonly isListed: boolean;
}

/** A run that has the bucket to itself. */
interface Run extends Seen {
  readonly release: Release;
  /** The storage refuses a write whose condition does not hold. */
  readonly isConditional: boolean;
}

/** The files of the previous site that a run keeps. */
interface Kept {
  readonly bundles: readonly Bundle[];
  /** The names of copies, by path. */
  readonly copies: ReadonlyMap<string, string>;
}

type Restore = (upload: Upload, key: string) => Promise<void>;

/** A run of another machine that shows no end after this time counts as killed. */
const LONGEST_RUN = 15 * 60_000;

export const s3Host = (options: S3HostOptions): PublishHost => new S3Host(options);

class S3Host implements PublishHost {
  readonly where: string;
  readonly #bucket: Bucket;
  readonly #root: string;
  readonly #options: S3HostOptions;

  constructor(options: S3HostOptions) {
    const { bucket, prefix, where } = options;
    this.where = where;
    this.#bucket = bucket;
    this.#root = prefix === '' ? '' : `${prefix}/`;
    this.#options = options;
  }

  readonly close = (): Promise<void> => this.#bucket.close();

  /** The key of an object of gitcast's own. */
  readonly #own = (name: string): string => `${this.#root}.gitcast/${name}`;

  get #stateKey(): string {
    return this.#root + RECORDS.bucket;
  }

  readonly look = async (): Promise<View> => {
    const name = `${this.where}/${RECORDS.bucket}`;
    const there = await this.#bucket.read(this.#stateKey);
    const state = readRecord(there?.text, stateShape, { name, takeOver: this.#options.takeOver });
    if (state?.pending && !state.pending.ended && !this.#isOver(state.pending)) throw this.#underWay(state.pending);
    const before: BucketState = state ?? { version: 1, saved: {} };
    const left = await this.#leftBehind(before);
    const foreign = state ? left.foreign : await this.#foreignFiles();
    // A run that began in the meantime put them there.
    if (!there && foreign.size > 0 && (await this.#bucket.read(this.#stateKey))) throw this.#overtaken();
    return {
      live: before.live,
      found: left.found,
      foreign,
      notes: there && !state ? [beginsAnew(name)] : [],
      publish: (release) => this.#publish(release, { before, there, isListed: !state }),
    };
  };

  async #foreignFiles(): Promise<ReadonlySet<string>> {
    const paths = (await this.#bucket.list(this.#root)).map((key) => key.slice(this.#root.length));
    return new Set(paths.filter((path) => !path.startsWith('.gitcast/')));
  }

  /** Each file carries its digest, so what a killed run did can be read, and is told from what others put there. */
  async #leftBehind({ live, pending }: BucketState): Promise<Pick<Present, 'found' | 'foreign'>> {
    const found: Record<string, Present['found'][string]> = {};
    const foreign = new Set<string>();
    const published = publishedFiles(live);
    await each(Object.entries(pending?.files ?? {}), NEVER_STOPPED, async ([path, planned]) => {
      const headers = await this.#bucket.head(this.#root + path);
      const mark = headers && headerOf(headers, MARK);
      if (!headers) found[path] = 'absent';
      else if (mark === undefined && !Object.hasOwn(published, path)) foreign.add(path);
      else found[path] = [planned, published[path]].find((file) => file?.digest === mark) ?? UNKNOWN_FILE;
    });
    return { found, foreign };
  }

  #fateOf({ by, at }: Claim): Fate {
    return fateOf(by, { here: thisProcess(), lastSeen: Date.parse(at), now: this.#options.now().getTime() });
  }

  /** A run of another machine counts as killed after a while, or if a person says so. */
  #isOver(made: Claim): boolean {
    const { takeOver, now } = this.#options;
    const fate = this.#fateOf(made);
    if (fate === 'unknown') return takeOver || Date.parse(made.at) + LONGEST_RUN < now().getTime();
    return fate !== 'alive';
  }

  #underWay(made: Claim): UserError {
    const { by, at } = made;
    const latest = new Date(Date.parse(at) + LONGEST_RUN).toISOString();
    return new UserError(`another run has been publishing to ${this.where} since ${at} on ${by.host}`, {
      suggestion:
        this.#fateOf(made) === 'alive'
          ? worded`wait until it has ended, then run ${call('publish')} again`
          : worded`wait until ${latest}, or add ${option('takeOver')} if it was killed`,
    });
  }

  #overtaken(): UserError {
    return new UserError(`another run is publishing to ${this.where}`, {
      suggestion: worded`wait until it has ended, then run ${call('publish')} again`,
    });
  }

  async #publish(release: Release, seen: Seen): Promise<readonly string[]> {
    const { takeOver, now } = this.#options;
    if (seen.before.conditional === this.where) return this.#publishAlone({ ...seen, release, isConditional: true });
    const ours: Claim = { by: thisProcess(), at: now().toISOString() };
    const { isConditional, others, key } = await claim(this.#bucket, this.#own('runs/'), ours);
    const over = [...others].filter(([, made]) => (made ? this.#isOver(made) : takeOver)).map(([name]) => name);
    try {
      const rival = [...others].find(([name]) => !isConditional && !over.includes(name));
      if (rival) throw rival[1] ? this.#underWay(rival[1]) : this.#overtaken();
      if (!isConditional && (await this.#bucket.read(this.#stateKey))?.text !== seen.there?.text)
        throw this.#overtaken();
      return await this.#publishAlone({ ...seen, release, isConditional });
    } finally {
      // A claim that is left behind is recognised by its process or its age.
      await this.#bucket.remove([key, ...over]).catch(() => undefined);
    }
  }

  async #publishAlone(run: Run): Promise<readonly string[]> {
    const { release, before, there, isConditional } = run;
    const { plan, next, watch } = release;
    const kept: Kept = { bundles: bundlesOf(release), copies: copiesFor(next, before) };
    const names = [...kept.bundles.map(({ name }) => name), ...kept.copies.values()];
    const pending: Pending = {
      by: thisProcess(),
      at: this.#options.now().toISOString(),
      files: { ...before.pending?.files, ...filesToDelete(plan.deletes, before), ...filesOf(uploadsIn(plan)) },
      made: [...new Set([...(before.pending?.made ?? []), ...names])],
    };
    const text = stateText({ ...before, pending });
    const etag = await this.#bucket.replace(this.#stateKey, text, there?.etag);
    if (etag === false) throw this.#overtaken();
    const begun: StoredText = { text, etag };
    try {
      await this.#changeFiles(run, kept);
      const saved = savedAfter(before, next, kept.bundles, kept.copies);
      const used = new Set(Object.values(saved));
      const unused = [...new Set([...Object.values(before.saved), ...pending.made])].filter((name) => !used.has(name));
      stopIfAsked(watch);
      await this.#bucket.remove([...plan.deletes.map((path) => this.#root + path), ...unused.map(this.#own)]);
      const state = stateText({ version: 1, live: next, saved, ...(isConditional && { conditional: this.where }) });
      if (!(await this.#replaceOurs(begun, state, isConditional))) throw this.#overtaken();
      return [];
    } catch (error) {
      // If this fails too, the next run cannot know whether this one has ended, and waits.
      const ended = stateText({ ...before, pending: { ...pending, ended: true } });
      await this.#replaceOurs(begun, ended, isConditional).catch(() => false);
      throw error;
    }
  }

  /** Replaces what this run wrote. Where the storage ignores the condition, it is checked just before. */
  async #replaceOurs(ours: StoredText, text: string, isConditional: boolean): Promise<boolean> {
    if (!isConditional && (await this.#bucket.read(this.#stateKey))?.text !== ours.text) return false;
    return (await this.#bucket.replace(this.#stateKey, text, ours.etag)) !== false;
  }

  async #changeFiles(run: Run, { bundles, copies }: Kept): Promise<void> {
    const { before, release } = run;
    const { plan, watch } = release;
    await each([...copies], watch, async ([path, name]) => {
      const copy = this.#own(name);
      // A killed run copies everything before it overwrites anything: if the copy is there, the original may be gone.
      const isDone = Object.hasOwn(before.pending?.files ?? {}, path) && (await this.#bucket.head(copy)) !== undefined;
      if (!isDone) await this.#bucket.copy(this.#root + path, copy);
    });
    for (const { name, bytes } of bundles) await this.#bucket.put(this.#own(name), bytes(), BUNDLE_HEADERS);
    const restore = this.#restorer(before.saved);
    for (const stage of plan.stages) {
      await each(stage, watch, async (upload) => {
        await this.#uploadFile(upload, run, restore);
        watch.onFile(upload.path);
      });
    }
  }

  /** A file of others is not overwritten by a new one: by a condition, or by looking, where there is none. */
  async #uploadFile(upload: Upload, { release, isConditional, isListed }: Run, restore: Restore): Promise<void> {
    const { source } = release;
    const key = this.#root + upload.path;
    const isNew = upload.action === 'add';
    const isGuarded = isConditional && source.type === 'folder';
    if (isNew && !isGuarded && !isListed && (await this.#bucket.head(key))) throw this.#foreignFile(upload);
    if (source.type === 'earlier') return restore(upload, key);
    const bytes = bytesOf(source.folder, upload);
    const headers = headersOf(upload, key, bytes);
    if (!isNew) return this.#bucket.put(key, bytes, headers);
    if (!(await this.#bucket.add(key, bytes, headers))) throw this.#foreignFile(upload);
  }

  #foreignFile({ path }: Upload): UserError {
    return new UserError(`${this.where}/${path} exists, and gitcast did not publish it`, {
      suggestion: worded`move it away; or look at ${call('publish', { dryRun: true })}, which shows now that it would be overwritten`,
    });
  }

  #restorer(saved: BucketState['saved']): Restore {
    const opened = new Map<string, Promise<Readonly<Record<string, SavedContent>>>>();
    const open = (name: string) =>
      this.#bucket
        .read(this.#own(name))
        .then((there) => JSON.parse(there?.text ?? '{}') as Record<string, SavedContent>);
    return async (upload, key) => {
      const { path, digest } = upload;
      const name = Object.hasOwn(saved, digest) ? saved[digest]! : undefined;
      if (name?.startsWith('old/')) return this.#bucket.copy(this.#own(name), key, headersOf(upload, key));
      if (name !== undefined && !opened.has(name)) opened.set(name, open(name));
      const bytes = name === undefined ? undefined : contentOf((await opened.get(name)!)[digest]);
      if (bytes && digestOf(bytes) === digest) return this.#bucket.put(key, bytes, headersOf(upload, key, bytes));
      throw new UserError(`the bucket no longer has the earlier content of ${path}`, {
        suggestion: worded`check out the commit to return to, then run ${call('build')} and ${call('publish')}`,
      });
    };
  }
}

/** Tells the files that gitcast published from others, and which version each is. */
const MARK = 'x-amz-meta-gitcast';

/** The build puts a digest of the content into these names, so what they name never changes. */
const UNCHANGING = /\.[0-9a-f]{8,}\.\w+$|^media\/_\//;

const headersOf = ({ path, digest }: Upload, key: string, bytes?: Uint8Array): Headers => ({
  [MARK]: digest,
  ...(bytes && redirectOf(key, bytes)),
  'content-type': contentType(path),
  'cache-control': UNCHANGING.test(path)
    ? 'public, max-age=31536000, immutable'
    : isPage(path)
      ? 'public, max-age=0, must-revalidate'
      : 'public, max-age=3600',
});

/** The website of a bucket answers with a redirect in place of a page that leads on. Its visitors may see another folder. */
function redirectOf(key: string, bytes: Uint8Array): Headers {
  if (!key.endsWith('.html') || bytes.length > LARGEST_REDIRECT) return {};
  const to = leadsTo(Buffer.from(bytes).toString());
  if (!to) return {};
  const { pathname, hash } = new URL(to.href, `http://bucket/${encodedPath(key)}`);
  const location = (to.canonical ?? pathname) + hash;
  return { 'x-amz-website-redirect-location': location };
}

const filesOf = (uploads: readonly Upload[]): SiteFiles =>
  Object.fromEntries(uploads.map(({ path, digest, bytes }) => [path, { digest, bytes }]));

function filesToDelete(paths: readonly string[], { live, pending }: BucketState): SiteFiles {
  const all = { ...pending?.files, ...publishedFiles(live) };
  return Object.fromEntries(paths.map((path) => [path, { digest: all[path]!.digest, bytes: all[path]!.bytes }]));
}

const NEVER_STOPPED: Watch = { signal: undefined, onFile: () => {} };

/** Several at a time. If one fails, those under way are waited for, and no other begins. */
async function each<T>(items: readonly T[], watch: Watch, act: (item: T) => Promise<void>): Promise<void> {
  let failed: { readonly error: unknown } | undefined;
  await inTurn(items, CONCURRENCY, async (item) => {
    if (failed) return;
    try {
      stopIfAsked(watch);
      await act(item);
    } catch (error) {
      failed ??= { error };
    }
  });
  if (failed) throw failed.error;
}
