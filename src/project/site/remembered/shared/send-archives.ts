import { archiveName, dayOf, scopeName } from '../../../../render/remember/archive-name.ts';
import { archiveDigest, fitsMemory, lastingFiles, writeArchive } from '../../../../render/remember/archive.ts';
import { unpackList, type PackedBlock } from '../../../../render/remember/block.ts';
import { timeFor, type Access } from './access.ts';
import { MOST_ARCHIVE_BYTES } from './archive-store.ts';
import { expired } from './expired.ts';
import { archivesIn, namesOf } from './fetch-archives.ts';

interface Sending {
  /** The round of the cache before this build. */
  readonly since: number;
  /** Archives that are of no use to anybody. */
  readonly damaged: ReadonlySet<string>;
  readonly now: Date;
}

/** A block that this build used, without its bytes. */
interface UsedBlock {
  readonly name: string;
  readonly bytes: number;
  readonly files: number;
}

/** About the size of a request that storages recommend. */
const ARCHIVE_BYTES = 16 * 1024 * 1024;
/** A larger block is an archive of its own, up to this size. */
const MOST_BLOCK_BYTES = MOST_ARCHIVE_BYTES / 2;

/** Adds what the store lacks, and removes what nobody needs. Nothing happens before enough files have come together. */
export async function sendArchives(access: Access, { since, damaged, now }: Sending): Promise<void> {
  const { store, within, key, scope, known, limits } = access;
  const used = usedBlocks(access, since);
  const isEnough = (): boolean => filesIn(lacking(used)) >= limits.few;
  const lacking = (blocks: readonly UsedBlock[]): readonly UsedBlock[] =>
    blocks.filter(({ name }) => known.with(name).every((archive) => damaged.has(archive)));
  if (!isEnough() && damaged.size === 0) return;
  const all = await archivesIn(access);
  known.keep(namesOf(all));
  const [own, day] = [scopeName(scope), dayOf(now)];
  const present = all.filter((each) => each.scope === own);
  const isLoose = present.length > groups(used).length + limits.loose;
  const wanted = isLoose ? used : isEnough() ? lacking(used) : [];
  const time = timeFor(filesIn(used), limits);
  const sent = new Set<string>();
  for (const group of groups(wanted)) {
    const bytes = writeArchive(
      own,
      group.flatMap(({ name }) => blockNamed(access, name) ?? []),
    );
    const name = archiveName({ scope: own, day, digest: archiveDigest(bytes) }, key);
    await within(time, (deadline) => store.add(name, bytes, deadline));
    known.add(name, namesOf(group));
    sent.add(name);
  }
  known.save();
  // Only after the others are there: a build at the same time finds one or the other.
  const old = [...damaged, ...(isLoose ? namesOf(present) : []), ...expired(all, own, day)];
  const gone = old.filter((name) => !sent.has(name));
  if (gone.length > 0) await within(time, (deadline) => store.remove(gone, deadline));
}

function usedBlocks({ cache, scope }: Access, since: number): readonly UsedBlock[] {
  return cache.usedSince(scope, since).flatMap(({ name, bytes }) => {
    if (bytes > MOST_BLOCK_BYTES) return [];
    const list = cache.list(name);
    const block = list && unpackList({ name, list });
    return block && fitsMemory(block) ? [{ name, bytes, files: lastingFiles(block) }] : [];
  });
}

const filesIn = (blocks: readonly UsedBlock[]): number => blocks.reduce((sum, { files }) => sum + files, 0);

function blockNamed({ cache }: Access, name: string): PackedBlock | undefined {
  const [list, texts] = [cache.list(name), cache.texts(name)];
  return list && texts && { name, list, texts };
}

/** As few archives as possible. */
function groups(blocks: readonly UsedBlock[]): readonly (readonly UsedBlock[])[] {
  const made: UsedBlock[][] = [];
  let size = Infinity;
  for (const block of blocks) {
    if (size + block.bytes > ARCHIVE_BYTES) {
      made.push([]);
      size = 0;
    }
    made.at(-1)!.push(block);
    size += block.bytes;
  }
  return made;
}
