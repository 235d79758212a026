/** Renders the files of the site, and writes them. */
import { setImmediate } from 'node:timers/promises';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Site } from '../site/site.ts';
import type { OfflineText } from './offline/offline-files.ts';
import type { Output, OutputTools } from './outputs.ts';
import type { Writer } from './writer/writer.ts';

interface MadeFiles {
  readonly pages: number;
  /** How a worker keeps the files. */
  readonly offline: readonly OfflineText[];
  readonly diagnostics: readonly Diagnostic[];
}

interface Making {
  readonly site: Site;
  readonly tools: OutputTools;
  readonly writer: Writer;
  readonly signal: AbortSignal | undefined;
}

/** After so many milliseconds a build can be stopped, and pictures that are made meanwhile go on. */
const TURN = 10;

export async function makeFiles(outputs: readonly Output[], making: Making): Promise<MadeFiles> {
  const { site, tools, writer, signal } = making;
  const offline: OfflineText[] = [];
  const diagnostics: Diagnostic[] = [];
  let pages = 0;
  let turned = performance.now();
  for (const { path, isPage, make } of outputs) {
    const made = make(site, tools);
    diagnostics.push(...made.diagnostics);
    if (made.text === undefined) continue;
    if (isPage) pages++;
    writer.write(path, made.text);
    if (made.offline !== undefined) offline.push({ path, rank: made.offline });
    if (performance.now() - turned < TURN) continue;
    await setImmediate();
    signal?.throwIfAborted();
    turned = performance.now();
  }
  return { pages, offline, diagnostics };
}
