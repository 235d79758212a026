/**
 * Pictures and other files that come with a source. The digests of what the source had last time are committed with its state,
 * so that a file which changed there alone is replaced, and one that somebody changed here is not.
 */
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SourceMedia } from '../../import/source.ts';
import type { ChangeSet } from '../change-set.ts';
import type { FileTexts } from '../../machine/write-files.ts';
import type { PullConflict } from '../../pull/pull-plan.ts';
import { ifPossible } from '../../values/if-possible.ts';
import type { Present } from '../files/present-content.ts';

/** The present content as if these files, and those of the source, were in the content folder already. */
export function withMedia(
  collected: FileTexts,
  media: readonly SourceMedia[],
  presentWith: (added: FileTexts) => Present,
): Present {
  const present = presentWith(collected);
  const added = media.filter((each) => !present.broadcast.media.has(pathOf(each)));
  if (added.length === 0) return present;
  return presentWith({ ...collected, ...Object.fromEntries(added.map((each) => [pathOf(each), each.bytes()])) });
}

const pathOf = ({ name }: SourceMedia): string => `media/${name}`;

const digestOf = (bytes: Uint8Array): string => hash('sha256', bytes, 'base64url');

interface Bringing {
  readonly changes: ChangeSet;
  /** The content folder. */
  readonly root: string;
  /** Where the digests of last time are. */
  readonly record: string;
  /** New and changed documents: without the files that they use, they would be invalid. */
  readonly texts: readonly string[];
  readonly theirs: boolean;
  readonly ours: boolean;
}

/** Adds files that are used, and replaces those that changed in the source. Returns their paths, and what changed on both sides. */
export function bringMedia(media: readonly SourceMedia[], bringing: Bringing) {
  const { changes, root, record, texts, theirs, ours } = bringing;
  const before = (ifPossible(() => JSON.parse(readFileSync(record, 'utf8'))) ?? {}) as Readonly<Record<string, string>>;
  const conflicts: PullConflict[] = [];
  const paths: string[] = [];
  const known = { ...before };
  for (const each of media) {
    const path = pathOf(each);
    const present = changes.read(join(root, path));
    if (!present && !texts.some((text) => text.includes(path))) continue;
    const after = each.bytes();
    const [there, here] = [digestOf(after), present && digestOf(present)];
    const last = before[path] ?? there;
    const isOpen = there !== last && there !== here;
    if (present && isOpen && here !== last && !theirs && !ours) {
      conflicts.push({ address: path, fields: [], reason: 'changed here and in the source' });
      continue;
    }
    known[path] = there;
    if (present && (!isOpen || (ours && here !== last))) continue;
    changes.put(join(root, path), after);
    paths.push(path);
  }
  const text = `${JSON.stringify(Object.fromEntries(Object.entries(known).sort()), null, 2)}\n`;
  if (media.length > 0) changes.put(record, text);
  return { conflicts, paths };
}
