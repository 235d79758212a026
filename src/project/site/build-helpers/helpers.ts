/** The helper processes of a build. They start before anything is read, so that all read at the same time. */
import { fork, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { getCompileCacheDir } from 'node:module';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createHash } from 'node:crypto';
import type { Config } from '../../../config/config.ts';
import type { Broadcast } from '../../../model/broadcast.ts';
import type { PublishedMedia } from '../../../render/images/images.ts';
import { claimingQueue } from '../../../render/share/queue.ts';
import type { Helpers, Share, Work } from '../../../render/share/share.ts';
import type { DiskStoreOptions } from '../../../render/writer/disk-store.ts';
import type { SiteInput } from '../../../site/site.ts';
import { layersOf } from '../../../content/overlay.ts';
import { growHeapFor } from '../../../machine/heap.ts';
import type { MemoryPlace } from '../remembered/memory.ts';
import { append } from '../../../values/long-lists.ts';

/** Everything that a helper needs to render the same site. */
export interface HelperInput extends HelperFlags {
  /** The folder in which processes claim their work. */
  readonly claims: string;
}

export interface HelperFlags {
  readonly configFile: string | undefined;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly target: string;
  readonly output: DiskStoreOptions;
  readonly now: number;
  readonly drafts: boolean;
  readonly gallery: boolean;
  /** Where builds remember what they rendered. */
  readonly memory: MemoryPlace | undefined;
}

export interface HelperTask extends Work, Past {
  readonly fingerprint: string;
}

/** Read from git, by the main process only. */
type Past = Pick<SiteInput, 'history' | 'committed'>;

export interface StartedHelpers {
  readonly of: (broadcast: Broadcast, past: Past) => Helpers | undefined;
  readonly close: () => void;
}

/** With fewer files, starting a process takes longer than it saves. */
const MANY_FILES = 2000;
/** Each process reads all the content, so each further one saves less than the one before. */
const MOST_PROCESSES = 4;

export function jobsFor({ root, content }: Config): number {
  const cores = Math.min(availableParallelism(), MOST_PROCESSES);
  const folder = join(root, content);
  if (cores === 1 || !existsSync(folder)) return 1;
  return hasMany(folder) ? cores : 1;
}

/** Looks into as few folders as it can, one level after another. */
function hasMany(folder: string): boolean {
  let count = 0;
  const folders = [folder];
  for (const each of folders) {
    const entries = readdirSync(each, { withFileTypes: true });
    count += entries.length;
    if (count >= MANY_FILES) return true;
    append(
      folders,
      entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(each, name)),
    );
  }
  return false;
}

const NOBODY: StartedHelpers = { of: () => undefined, close: () => {} };

/** `now`: start them at once, so that they read the content while the main process does. Otherwise they start to render. */
export function startHelpers(count: number, flags: HelperFlags, { now }: { readonly now: boolean }): StartedHelpers {
  if (count === 0) return NOBODY;
  if (!now) growHeapFor('alone');
  const claims = mkdtempSync(join(tmpdir(), 'gitcast-build-'));
  const start = () => Array.from({ length: count }, () => startHelper({ ...flags, claims }));
  let started = now ? start() : undefined;
  return {
    of: (broadcast, past) => ({
      queue: (length) => claimingQueue(length, claims),
      begin: async (work) => {
        growHeapFor('together');
        const helpers = (started ??= start());
        const fingerprint = fingerprintOf(broadcast);
        await Promise.all(helpers.map(({ begin }) => begin({ ...work, ...past, fingerprint })));
        return helpers.map(({ share }) => share);
      },
    }),
    close() {
      for (const { stop } of started ?? []) stop();
      rmSync(claims, { recursive: true });
    },
  };
}

const HELPER = fileURLToPath(
  new URL(`./helper-process${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url),
);

function startHelper(input: HelperInput) {
  // Its output is ignored: if it fails, the main process does the work and reports the problem.
  const helper = fork(HELPER, {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: { ...input.env, ...compileCache() },
  });
  const share = new Promise<Share | undefined>((resolve) => {
    helper.once('message', (made) => {
      resolve(made as Share);
      // Its memory is free while the main process packs what the helpers have written.
      helper.kill();
    });
    helper.once('error', () => resolve(undefined));
    helper.once('exit', () => resolve(undefined));
  });
  const sent = send(helper, input);
  return {
    share,
    /** Resolves when the message was sent: afterwards the main process is too busy to send it. */
    begin: async ({ published, ...work }: HelperTask) => {
      await sent;
      await send(helper, { ...work, published: withoutFiles(published) });
    },
    stop: () => void helper.kill(),
  };
}

/** The helper keeps its compiled code where this process does, which has a folder of the user's own for it. */
function compileCache(): { readonly NODE_COMPILE_CACHE?: string } {
  // The folder has one for each version of Node.js in it.
  const folder = getCompileCacheDir();
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) };
}

/** If the helper has exited already, its share shows that. */
const send = (helper: ChildProcess, message: object): Promise<void> =>
  new Promise((resolve) => {
    if (helper.connected) helper.send(message, () => resolve());
    else resolve();
  });

/** The files are written by the main process. */
const withoutFiles = (published: Work['published']): Work['published'] =>
  new Map([...published].map(([name, media]): [string, PublishedMedia] => [name, { ...media, files: [] }]));

/** A digest of all files as they were read. Another process may read different content a moment later. */
export function fingerprintOf({ entities, media }: Broadcast): string {
  const digest = createHash('sha256');
  for (const { document } of entities.values()) {
    for (const { source, translations } of layersOf(document)) {
      for (const { file, text } of [source, ...translations.map((each) => each.source)]) {
        digest.update(`${file} ${text.length}\n${text}`);
      }
    }
  }
  for (const name of media.keys()) digest.update(`${name}\n`);
  return digest.digest('hex');
}
