import type { PackedBlock } from './block.ts';

/**
 * Keeps the blocks of earlier builds: in a file, or in memory for tests. Every process of a build adds its own blocks. A store
 * may lose any block at any time.
 */
export interface BlockStore {
  /** True if there are blocks with this scope. */
  readonly knows: (scope: string) => boolean;
  /** The lists of the blocks with this scope, the latest first. */
  readonly lists: (scope: string) => readonly Pick<PackedBlock, 'name' | 'list'>[];
  readonly texts: (name: string) => Uint8Array | undefined;
  readonly add: (scope: string, block: PackedBlock) => void;
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
    knows: (scope) => [...blocks.values()].some((block) => block.scope === scope),
    lists: (scope) => [...blocks.values()].filter((block) => block.scope === scope).toReversed(),
    texts: (name) => blocks.get(name)?.texts,
    add: (scope, block) => void blocks.set(block.name, { ...block, scope }),
    drop: (name) => void blocks.delete(name),
    settle() {},
  };
}
