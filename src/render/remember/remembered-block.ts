/**
 * Files of the site that were rendered one after another, as a build remembers them: what each asked, and what came out.
 * A block never changes, its name is the digest of its list, and the list has the digest of each text. So a block can be
 * copied from anywhere, and each part of it is verified when it is used.
 */
import { zstdDecompressSync } from 'node:zlib';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { ifPossible } from '../../values/if-possible.ts';
import { digestOf } from '../../values/site-file.ts';
import type { OfflineRank } from '../../site/offline-role.ts';
import { packTexts, unpackedTexts } from './packed-texts.ts';
import type { PageQuestion } from './world.ts';

/** A question and the digest of its answer. */
export type Fact = readonly [question: PageQuestion, answer: string];

export interface RememberedFile {
  readonly path: string;
  /** The digest of the values that the list of files passed to it. */
  readonly about: string;
  /** The facts that it depends on, by their index in the block. */
  readonly facts: readonly number[];
  /** The digest and the length of its text. */
  readonly digest: string;
  readonly bytes: number;
  readonly offline?: OfflineRank;
  readonly diagnostics?: readonly Diagnostic[] | undefined;
}

export interface Block {
  readonly facts: readonly Fact[];
  readonly files: readonly RememberedFile[];
}

/** As it is stored. */
export interface PackedBlock extends PackedList {
  /** The texts of all files. */
  readonly texts: Uint8Array;
}

export interface PackedList {
  /** The digest of `list`. */
  readonly name: string;
  readonly list: Uint8Array;
}

export function packList(block: Block): PackedList {
  const list = packTexts([JSON.stringify(block)]);
  return { name: digestOf(list), list };
}

export const packBlock = (block: Block, texts: readonly string[]): PackedBlock => ({
  ...packList(block),
  texts: packTexts(texts),
});

/** Undefined if it is damaged. */
export const unpackList = ({ name, list }: PackedList): Block | undefined =>
  digestOf(list) === name ? ifPossible(() => JSON.parse(zstdDecompressSync(list).toString()) as Block) : undefined;

/** The text of each file by its index; undefined if it is lost, or not the one that the list names. */
export function unpackTexts(
  { files }: Block,
  texts: Uint8Array | undefined,
): (index: number) => Uint8Array | undefined {
  const starts: number[] = [];
  let size = 0;
  for (const { bytes } of files) size += starts.push(size) && bytes;
  const all = texts && unpackedTexts(texts, size);
  return (index) => {
    const { digest, bytes } = files[index]!;
    const text = all?.subarray(starts[index], starts[index]! + bytes);
    return text && digestOf(text) === digest ? text : undefined;
  };
}

/**
 * Keeps the blocks of earlier builds: in a file, or in memory for tests. Every process of a build adds its own blocks. A store
 * may lose any block at any time.
 */
export interface BlockStore {
  /** The lists of the blocks with this scope, the latest first. */
  readonly lists: (scope: string) => readonly PackedList[];
  readonly texts: (name: string) => Uint8Array | undefined;
  readonly add: (scope: string, blocks: readonly PackedBlock[]) => void;
  /** Forgets a block that is damaged. */
  readonly drop: (name: string) => void;
  /** Forgets blocks that no recent build used. `used` are the names of those that this build used. */
  readonly forgetUnused: (used: Iterable<string>) => void;
}

interface MemoryBlocks extends BlockStore {
  readonly blocks: Map<string, PackedBlock & { readonly scope: string }>;
}

export function memoryBlocks(): MemoryBlocks {
  const blocks: MemoryBlocks['blocks'] = new Map();
  return {
    blocks,
    lists: (scope) => [...blocks.values()].filter((block) => block.scope === scope).toReversed(),
    texts: (name) => blocks.get(name)?.texts,
    add(scope, added) {
      for (const block of added) blocks.set(block.name, { ...block, scope });
    },
    drop: (name) => void blocks.delete(name),
    forgetUnused() {},
  };
}
