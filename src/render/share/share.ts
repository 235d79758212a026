/**
 * A large site is built by several processes that have all read the same content. They take files from one list and
 * write them. The result of each process is a share, and all shares together are the site.
 */
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { stopPoint } from '../../machine/stop-point.ts';
import type { OfflineRole } from '../../site/offline-role.ts';
import type { Site } from '../../site/site.ts';
import type { SharedHead } from '../assets.ts';
import type { PublishedMedia } from '../images/images.ts';
import type { Output, OutputTools } from '../outputs.ts';
import type { Writer, Written } from '../writer/writer.ts';
import type { Queue } from './queue.ts';

export interface Share {
  readonly pages: number;
  /** Problems with files, by their index in the list. */
  readonly problems: readonly { readonly index: number; readonly diagnostics: readonly Diagnostic[] }[];
  /** How a worker keeps the files, by path. */
  readonly offline: readonly (readonly [path: string, role: OfflineRole])[];
  readonly written: Written;
  readonly nextChange: number | undefined;
}

/** Results that one process computes for all. */
export interface Work {
  readonly head: SharedHead;
  readonly published: ReadonlyMap<string, PublishedMedia>;
}

/** The other processes. */
export interface Helpers {
  /** The shared list. */
  readonly queue: (length: number) => Queue;
  /**
   * Starts them. Each returns its share, or undefined if it failed: then it is unknown which files are missing.
   */
  readonly begin: (work: Work) => Promise<readonly Promise<Share | undefined>[]>;
}

export interface ShareTools {
  readonly outputs: readonly Output[];
  readonly queue: Queue;
  readonly tools: OutputTools;
  readonly writer: Writer;
  readonly signal?: AbortSignal | undefined;
}

interface DrawnCard {
  readonly path: string;
  readonly bytes: Uint8Array;
}

export async function makeShare(site: Site, { outputs, queue, tools, writer, signal }: ShareTools): Promise<Share> {
  const problems: { index: number; diagnostics: readonly Diagnostic[] }[] = [];
  const kept: (readonly [string, OfflineRole])[] = [];
  let pages = 0;
  /** The link previews of the last part are drawn while the pages of the next one are rendered. */
  let drawing: Promise<readonly DrawnCard[]> | undefined;
  const writeDrawn = async (): Promise<void> => {
    for (const { path, bytes } of (await drawing) ?? []) writer.write(path, bytes);
  };
  for (let next = queue.take(); next; next = queue.take()) {
    const wanted: Promise<DrawnCard>[] = [];
    for (let index = next.from; index < next.to; index++) {
      const { path, isPage, make } = outputs[index]!;
      const { text, offline, diagnostics } = make(site, tools);
      const cards = tools.cards?.take() ?? [];
      if (diagnostics.length > 0) problems.push({ index, diagnostics });
      if (text === undefined) continue;
      if (isPage) pages++;
      writer.write(path, text);
      wanted.push(...cards.map(async (card) => ({ path: card.path, bytes: await card.draw() })));
      if (offline !== undefined) kept.push([path, offline]);
    }
    const drawn = Promise.all(wanted);
    // It is awaited after the next part. A failure before that must not end the process.
    drawn.catch(() => {});
    await writeDrawn();
    drawing = drawn;
    await stopPoint(signal);
  }
  await writeDrawn();
  return { pages, problems, offline: kept, written: writer.soFar(), nextChange: site.clock.nextChange };
}

/** The problems of all shares in list order, as if one process had found them. */
export const problemsOf = (shares: readonly Share[]): readonly Diagnostic[] =>
  shares
    .flatMap(({ problems }) => problems)
    .sort((one, other) => one.index - other.index)
    .flatMap(({ diagnostics }) => diagnostics);

export function nextChangeOf(shares: readonly Share[]): number | undefined {
  const instants = shares.flatMap(({ nextChange }) => nextChange ?? []);
  return instants.length === 0 ? undefined : Math.min(...instants);
}
