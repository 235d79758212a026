/** Renders the files of the site that no earlier build has rendered, and writes them, a part of the list after another. */
import { setImmediate } from 'node:timers/promises';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { OfflineText } from './offline/offline-files.ts';
import type { Output, OutputTools } from './outputs.ts';
import type { Recall } from './remember/recall.ts';
import { createRecorder } from './remember/recorder.ts';
import type { PackedList } from './remember/remembered-block.ts';
import type { BuildWorld } from './remember/world.ts';
import type { Writer } from './writer/writer.ts';

/** The files of a site so far, whether they were rendered or an earlier build had rendered them. */
interface MadeFiles {
  pages: number;
  /** Problems with files, by their index in the list. */
  readonly problems: { readonly index: number; readonly diagnostics: readonly Diagnostic[] }[];
  /** How a worker keeps the files. */
  readonly offline: OfflineText[];
  /** The number of files that an earlier build had rendered. */
  remembered: number;
  /** False if a file depends on the exact time, or on something that cannot be compared. */
  lasting: boolean;
}

interface Making {
  readonly world: BuildWorld;
  readonly outputs: readonly Output[];
  readonly tools: OutputTools;
  readonly writer: Writer;
  readonly signal: AbortSignal | undefined;
  /** The results of earlier builds. Absent: everything is rendered, and nothing is remembered. */
  readonly recall: Recall | undefined;
}

/** Files that are remembered as one block. */
const PART = 32;
/** After so many milliseconds a build can be stopped, and pictures that are made meanwhile go on. */
const TURN = 10;
/** So many blocks are packed while the next ones are rendered. */
const PACKED_MEANWHILE = 32;

export async function makeFiles(making: Making): Promise<MadeFiles> {
  const { world, outputs, tools, writer, signal, recall } = making;
  const made: MadeFiles = { pages: 0, problems: [], offline: [], remembered: 0, lasting: recall !== undefined };
  const wanted = recall ? reuseFiles(making, recall, made) : [...outputs.keys()];
  const recorder = recall && createRecorder(world, tools);
  const make = recorder?.make ?? ((output: Output) => output.make(world.site, tools));
  const packing: { readonly list: PackedList; readonly texts: () => Uint8Array | undefined }[] = [];
  const rememberFirst = (count: number): void =>
    recall?.remember(
      packing.splice(0, count).flatMap(({ texts, list }) => {
        const packed = texts();
        return packed ? [{ ...list, texts: packed }] : [];
      }),
    );
  let turned = performance.now();
  for (let from = 0; from < wanted.length; from += PART) {
    for (const index of wanted.slice(from, from + PART)) {
      const output = outputs[index]!;
      const { path, isPage } = output;
      const { text, offline, diagnostics } = make(output);
      if (diagnostics.length > 0) made.problems.push({ index, diagnostics });
      if (text === undefined) continue;
      if (isPage) made.pages++;
      writer.write(path, text);
      if (offline !== undefined) made.offline.push({ path, rank: offline });
      if (performance.now() - turned < TURN) continue;
      await setImmediate();
      signal?.throwIfAborted();
      turned = performance.now();
    }
    const block = recorder?.take(writer.versionOf);
    if (block) packing.push({ ...block, texts: writer.beside.pack(block.texts) });
    if (packing.length >= 2 * PACKED_MEANWHILE) rememberFirst(PACKED_MEANWHILE);
  }
  rememberFirst(packing.length);
  made.lasting &&= recorder?.isLasting() === true;
  return made;
}

/** Writes the files that an earlier build has rendered, and returns the others by their index in the list. */
function reuseFiles({ outputs, writer }: Making, recall: Recall, made: MadeFiles): readonly number[] {
  const wanted: number[] = [];
  for (const [index, output] of outputs.entries()) {
    const { path } = output;
    const file = recall.find(output);
    if (!file || !writer.keep(path, file, file.text)) {
      wanted.push(index);
      continue;
    }
    file.use();
    made.remembered++;
    made.lasting &&= file.isLasting;
    if (output.isPage) made.pages++;
    if (file.diagnostics) made.problems.push({ index, diagnostics: file.diagnostics });
    if (file.offline !== undefined) made.offline.push({ path, rank: file.offline });
  }
  return wanted;
}
