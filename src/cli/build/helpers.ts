/** The other threads of a build. They are started before anything is read, so that all read at the same time. */
import { existsSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Config } from '../../config/config.ts';
import type { Broadcast } from '../../model/broadcast.ts';
import type { PublishedMedia } from '../../render/images/images.ts';
import type { DiskStoreOptions } from '../../render/writer/disk-store.ts';
import type { Helper, Share, Work } from '../../render/share/share.ts';
import { fingerprintOf } from './fingerprint.ts';

/** All that a helper needs to come to the same site. */
export interface HelperInput {
  readonly configFile: string | undefined;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly target: string;
  readonly output: DiskStoreOptions;
  readonly now: number;
  readonly drafts: boolean;
  readonly gallery: boolean;
}

export interface HelperTask extends Work {
  readonly fingerprint: string;
}

export interface Helpers {
  readonly of: (broadcast: Broadcast) => readonly Helper[];
  readonly close: () => Promise<void>;
}

/** With fewer files a thread takes longer to start than it saves. */
const MANY_FILES = 2000;
/** Each reads all the content for itself, so the next one brings less than the one before. */
const MOST_THREADS = 4;

export function threadsFor({ root, content }: Config): number {
  const cores = Math.min(availableParallelism(), MOST_THREADS);
  const folder = join(root, content);
  if (cores === 1 || !existsSync(folder)) return 1;
  return readdirSync(folder, { recursive: true }).length >= MANY_FILES ? cores : 1;
}

const HELPER = new URL(`./helper-thread${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url);

export function startHelpers(count: number, input: HelperInput): Helpers {
  const workers = Array.from({ length: count }, () => openHelper(new Worker(HELPER, { workerData: input })));
  return {
    of: (broadcast) => {
      if (workers.length === 0) return [];
      const fingerprint = fingerprintOf(broadcast);
      return workers.map(({ help }) => ({ help: (work) => help({ ...work, fingerprint }) }));
    },
    close: async () => {
      await Promise.all(workers.map(({ close }) => close()));
    },
  };
}

function openHelper(worker: Worker) {
  const share = new Promise<Share | undefined>((resolve) => {
    worker.once('message', resolve);
    worker.once('error', () => resolve(undefined));
    worker.once('exit', () => resolve(undefined));
  });
  return {
    help(task: HelperTask): Promise<Share | undefined> {
      worker.postMessage({ ...task, published: withoutFiles(task.published) });
      return share;
    },
    close: () => worker.terminate(),
  };
}

/** The files are written by the main thread. */
const withoutFiles = (published: Work['published']): Work['published'] =>
  new Map([...published].map(([name, media]): [string, PublishedMedia] => [name, { ...media, files: [] }]));
