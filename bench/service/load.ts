/** Load on a server, from a process of its own. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

export interface Load {
  readonly url: string;
  readonly path: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly milliseconds: number;
  readonly connections?: number;
  /** The URL of another server: connections alternate between the two. */
  readonly alsoAt?: string;
  /** Requests per second. */
  readonly rate?: number;
}

export interface Loaded {
  readonly perSecond: number;
  readonly refused: number;
  /** Milliseconds. */
  readonly p99: number;
}

export async function loadFrom(load: Load): Promise<Loaded> {
  const words = [join(import.meta.dirname, 'load-process.ts'), JSON.stringify(load)];
  const { stdout } = await promisify(execFile)(process.execPath, words);
  const loaded = JSON.parse(stdout) as Loaded;
  if (loaded.refused > 0) throw new Error(`${loaded.refused} requests to ${load.path} were refused`);
  return loaded;
}
