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
import type { PackedBlock } from '../remember/block.ts';
import type { DrawnCard, Recorded, Recorder } from '../remember/recorder.ts';
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
  /** False if a file depends on the exact time, or on something that cannot be compared. */
  readonly lasting: boolean;
}

export const NOTHING_MADE: Share = {
  pages: 0,
  problems: [],
  offline: [],
  written: { digests: new Map(), sizes: new Map(), count: 0, replaced: [], bytes: 0 },
  nextChange: undefined,
  lasting: true,
};

/** Results that one process computes for all. */
export interface Work {
  readonly head: SharedHead;
  readonly published: ReadonlyMap<string, PublishedMedia>;
  /** The files to render, by their index in the list: those that no earlier build has rendered. */
  readonly wanted: readonly number[];
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

/** The files that one process renders, by their index in the list. Nearly all are of one file. */
export type Unit = readonly number[];

export function unitsOf(outputs: readonly Output[], wanted: readonly number[]): readonly Unit[] {
  const units: number[][] = [];
  let last: string | undefined;
  for (const index of wanted) {
    const { together } = outputs[index]!;
    if (together !== undefined && together === last) units.at(-1)!.push(index);
    else units.push([index]);
    last = together;
  }
  return units;
}

export interface ShareTools {
  readonly outputs: readonly Output[];
  /** The files to render. */
  readonly units: readonly Unit[];
  /** For the units. */
  readonly queue: Queue;
  readonly tools: OutputTools;
  readonly writer: Writer;
  readonly signal?: AbortSignal | undefined;
  /** Remembers what is rendered for later builds. */
  readonly recorder?: Recorder | undefined;
  readonly remember?: ((block: PackedBlock) => void) | undefined;
}

export async function makeShare(site: Site, share: ShareTools): Promise<Share> {
  const { outputs, units, queue, tools, writer, signal, recorder, remember } = share;
  const problems: { index: number; diagnostics: readonly Diagnostic[] }[] = [];
  const kept: (readonly [string, OfflineRole])[] = [];
  let pages = 0;
  /** The link previews of the last part are drawn while the pages of the next one are rendered. */
  let drawing: Promise<readonly DrawnCard[]> | undefined;
  let recorded: Recorded | undefined;
  const finishPart = async (): Promise<void> => {
    const drawn = (await drawing) ?? [];
    for (const { path, picture } of drawn) writer.write(path, picture);
    const block = recorded?.pack(drawn, writer.versionOf);
    if (block) remember?.(block);
  };
  for (let next = queue.take(); next; next = queue.take()) {
    const cards: Promise<DrawnCard>[] = [];
    for (const index of units.slice(next.from, next.to).flat()) {
      const output = outputs[index]!;
      const { path, isPage } = output;
      const { text, offline, diagnostics } = recorder ? recorder.make(output) : output.make(site, tools);
      const own = tools.cards?.take() ?? [];
      if (diagnostics.length > 0) problems.push({ index, diagnostics });
      if (text === undefined) continue;
      if (isPage) pages++;
      writer.write(path, text);
      cards.push(...own.map(async ({ draw, ...card }) => ({ ...card, page: path, picture: await draw() })));
      if (offline !== undefined) kept.push([path, offline]);
    }
    const drawn = Promise.all(cards);
    // It is awaited after the next part. A failure before that must not end the process.
    drawn.catch(() => {});
    await finishPart();
    drawing = drawn;
    recorded = recorder?.take();
    await stopPoint(signal);
  }
  await finishPart();
  const [written, lasting] = [writer.soFar(), recorder?.isLasting() === true];
  return { pages, problems, offline: kept, written, nextChange: site.clock.nextChange, lasting };
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
