/** Renders the files of the site and writes them, a part of the list after another. */
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { stopPoint } from '../machine/stop-point.ts';
import type { OfflineRole } from '../site/offline-role.ts';
import type { Site } from '../site/site.ts';
import type { Output, OutputTools } from './outputs.ts';
import type { PackedBlock, PackedList } from './remember/block.ts';
import type { DrawnCard, Recorded, Recorder } from './remember/recorder.ts';
import type { Writer } from './writer/writer.ts';

export interface MadeFiles {
  readonly pages: number;
  /** Problems with files, by their index in the list. */
  readonly problems: readonly { readonly index: number; readonly diagnostics: readonly Diagnostic[] }[];
  /** How a worker keeps the files, by path. */
  readonly offline: readonly (readonly [path: string, role: OfflineRole])[];
  /** False if a file depends on the exact time, or on something that cannot be compared. */
  readonly lasting: boolean;
}

interface Making {
  readonly outputs: readonly Output[];
  /** The files to render, by their index in the list. */
  readonly wanted: readonly number[];
  readonly tools: OutputTools;
  readonly writer: Writer;
  readonly signal?: AbortSignal | undefined;
  /** Remembers what is rendered for later builds. */
  readonly recorder?: Recorder | undefined;
  readonly remember?: ((blocks: readonly PackedBlock[]) => void) | undefined;
}

/** Files that are remembered as one block. A build can be stopped between two parts. */
const PART = 32;
/** So many blocks are packed while the next ones are rendered. */
const PACKED_MEANWHILE = 32;

export async function makeFiles(site: Site, making: Making): Promise<MadeFiles> {
  const { outputs, wanted, tools, writer, signal, recorder, remember } = making;
  const problems: { index: number; diagnostics: readonly Diagnostic[] }[] = [];
  const kept: (readonly [string, OfflineRole])[] = [];
  let pages = 0;
  /** The link previews of the last part are drawn while the pages of the next one are rendered. */
  let drawing: Promise<readonly DrawnCard[]> | undefined;
  let recorded: Recorded | undefined;
  const packing: (PackedList & { readonly texts: () => Uint8Array | undefined })[] = [];
  const rememberFirst = (count: number): void =>
    remember?.(
      packing.splice(0, count).flatMap(({ texts, ...list }) => {
        const packed = texts();
        return packed ? [{ ...list, texts: packed }] : [];
      }),
    );
  const finishPart = async (): Promise<void> => {
    const drawn = (await drawing) ?? [];
    for (const { path, picture } of drawn) writer.write(path, picture);
    const block = recorded?.pack(drawn, writer.versionOf);
    if (block) packing.push({ ...block, texts: writer.pack(block.texts) });
    if (packing.length >= 2 * PACKED_MEANWHILE) rememberFirst(PACKED_MEANWHILE);
  };
  for (let from = 0; from < wanted.length; from += PART) {
    const cards: Promise<DrawnCard>[] = [];
    for (const index of wanted.slice(from, from + PART)) {
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
  rememberFirst(packing.length);
  return { pages, problems, offline: kept, lasting: recorder?.isLasting() === true };
}
