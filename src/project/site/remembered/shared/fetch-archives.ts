import { isProven, parseArchiveName, scopeName, type ArchiveName } from '../../../../render/remember/archive-name.ts';
import { archiveDigest, readArchive } from '../../../../render/remember/archive.ts';
import type { PackedBlock } from '../../../../render/remember/block.ts';
import { timeFor, type Access } from './access.ts';

interface Wanted {
  /** How many files would be rendered otherwise. */
  readonly files: number;
  /** Called with each block that came, also if the store fails later. */
  readonly onBlock: (name: string) => void;
}

interface Fetched {
  /** Archives whose bytes are not what their names promise. */
  readonly damaged: readonly string[];
  /** The number of archives without a valid proof. */
  readonly unproven: number;
}

/** Brings the archives that this machine lacks. */
export async function fetchArchives(access: Access, { files, onBlock }: Wanted): Promise<Fetched> {
  const { store, within, key, cache, scope, known, limits } = access;
  const own = scopeName(scope);
  const all = (await archivesIn(access)).filter((each) => each.scope === own);
  const proven = all.filter((each) => isProven(each, key));
  known.keep(proven.map(({ name }) => name));
  const missing = new Map(proven.filter(({ name }) => !known.has(name)).map((each) => [each.name, each]));
  const damaged: string[] = [];
  let isOver = false;
  const receive = (name: string, bytes: Uint8Array): void => {
    const received = isOver ? [] : blocksIn(missing.get(name)!, bytes);
    if (!received) return void damaged.push(name);
    for (const block of received) {
      cache.receive(scope, block);
      onBlock(block.name);
    }
    known.add(name, namesOf(received));
  };
  try {
    if (missing.size > 0)
      await within(timeFor(files, limits), (deadline) => store.read([...missing.keys()], deadline, receive));
  } finally {
    // Work that is not waited for any more may still go on.
    isOver = true;
    known.save();
  }
  return { damaged, unproven: all.length - proven.length };
}

/** What is not gitcast's is left out. */
export async function archivesIn({ store, within, limits }: Access): Promise<readonly ArchiveName[]> {
  const names = await within(limits.answer, store.list);
  return names.flatMap((name) => parseArchiveName(name) ?? []);
}

const blocksIn = ({ digest, scope }: ArchiveName, bytes: Uint8Array): readonly PackedBlock[] | undefined =>
  archiveDigest(bytes) === digest ? readArchive(scope, bytes) : undefined;

export const namesOf = (blocks: readonly { readonly name: string }[]): readonly string[] =>
  blocks.map(({ name }) => name);
