import type { PackedBlock, PackedList } from './block.ts';

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
  readonly settle: (used: Iterable<string>) => void;
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
    settle() {},
  };
}
