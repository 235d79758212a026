/**
 * The description of a run in its commit on the state's ref: as JSON in the tree for programs, as the message for
 * people.
 */
import type { ContentTrees } from '../git/content.ts';
import type { Base, BaseEntry } from '../model/base.ts';
import { identityShape, type TargetIdentity } from '../model/target-identity.ts';
import * as is from '../values/shape.ts';
import { readShaped } from '../values/strict-json.ts';
import { canonicalText } from '../values/canonical-json.ts';
import { unusable, type JournalLine } from './journal-line.ts';

/** The record of a run. */
export interface RunNote {
  /** The version of the format. */
  readonly version: 1;
  /** The id of the run, which is the id of its lock. */
  readonly id: string;
  /** The command, such as `sync`. */
  readonly command: string;
  /** The target of the run. */
  readonly identity: TargetIdentity;
  /** The person who started it. */
  readonly by: string;
  /** When it started. */
  readonly startedAt: string;
  /** The URL of the run in CI. */
  readonly url?: string;
  /** The commit whose files were synced. */
  readonly content?: ContentCommit;
  /** False while the run is in progress, and for a run that died. */
  readonly finished: boolean;
  /** The run died or lost its lock, and its results were saved later. */
  readonly interrupted?: true;
  /** Its changes. */
  readonly changes: readonly RunChange[];
  /** For an unfinished run: the last finished commit. */
  readonly after?: string;
  /** The content commit of the last finished sync, from which the addresses in the state come. */
  readonly synced?: string;
  /** Once the run may send: the commits that were sent before it, all of which its own content was found to include. */
  readonly supersedes?: readonly string[];
  /** The commits whose files may be on the target, and that a later sync has to include. */
  readonly sent?: readonly SentContent[];
  /** For a run that is unfinished or was finished by another: how many lines of its journal are included. */
  readonly lines?: number;
}

/** The commit whose files were synced. */
export interface ContentCommit {
  /** The id of the commit. */
  readonly commit: string;
  /** The branch that was checked out. */
  readonly branch?: string;
  /** True if content files differed from it. */
  readonly uncommitted: boolean;
  /** Its content at the paths that are synced. */
  readonly trees: ContentTrees;
}

/** A commit whose files a run has sent or was about to send. */
export interface SentContent extends ContentCommit {
  /** The person who started the run. */
  readonly by?: string;
  /** The time at which the run started. */
  readonly at?: string;
}

/** A change that a run made. */
export interface RunChange {
  /** The action that was taken. */
  readonly action: 'create' | 'adopt' | 'update' | 'move' | 'delete' | 'forget';
  /** The document's address. */
  readonly address: string;
  /** The id on the target. */
  readonly id: string;
  /** For a move: the previous address. */
  readonly from?: string;
}

const contentFields = {
  commit: is.text,
  branch: is.optional(is.text),
  uncommitted: is.flag,
  trees: is.recordOf(is.text),
} satisfies is.Fields<ContentCommit>;

const noteShape = is.objectOf<RunNote>({
  version: is.exactly(1),
  id: is.text,
  command: is.text,
  identity: identityShape,
  by: is.text,
  startedAt: is.text,
  url: is.optional(is.text),
  content: is.optional(is.objectOf<ContentCommit>(contentFields)),
  finished: is.flag,
  interrupted: is.optional(is.exactly(true)),
  changes: is.listOf(
    is.objectOf<RunChange>({
      action: is.oneOf(['create', 'adopt', 'update', 'move', 'delete', 'forget']),
      address: is.text,
      id: is.text,
      from: is.optional(is.text),
    }),
  ),
  after: is.optional(is.text),
  synced: is.optional(is.text),
  supersedes: is.optional(is.listOf(is.text)),
  sent: is.optional(
    is.listOf(is.objectOf<SentContent>({ ...contentFields, by: is.optional(is.text), at: is.optional(is.text) })),
  ),
  lines: is.optional(is.count),
});

/** The next run builds on a note: a damaged one would hide what was sent. `where` locates it in the message. */
export function readNote(text: string, where: string): RunNote {
  const note = readShaped(text, noteShape);
  if (note.ok) return note.value;
  throw unusable(`the run note ${where} cannot be used: ${note.why}`);
}

/**
 * The commits that were sent once a run has written on top of another's note. Its own commit replaces those that it was
 * checked against. Others stay: those of a run that was saved in the meantime have not been compared with it.
 */
export function sentAfter(run: RunNote, before: RunNote | undefined): readonly SentContent[] {
  const earlier = before?.sent ?? [];
  const { content, by, startedAt: at, supersedes } = run;
  if (!content || !supersedes || !isSync(run)) return earlier;
  const others = earlier.filter(({ commit }) => commit !== content.commit && !supersedes.includes(commit));
  return [...others, { ...content, by, at }];
}

/** A commit on the state's ref, as far as the next note depends on it. */
interface Noted {
  readonly id: string | undefined;
  readonly note: RunNote | undefined;
}

/** The last finished commit, this one or an earlier one. */
export const lastFinished = ({ id, note }: Noted): string | undefined => (note?.finished === false ? note.after : id);

/** The note of a run as it is written on top of a commit. */
export function noteOn(on: Noted, given: RunNote): RunNote {
  const last = lastFinished(on);
  const isWhole = given.finished && !given.interrupted && isSync(given) && given.supersedes !== undefined;
  const synced = (isWhole ? given.content?.commit : undefined) ?? on.note?.synced;
  const sent = sentAfter(given, on.note);
  return {
    ...given,
    ...(!given.finished && last !== undefined && { after: last }),
    ...(synced !== undefined && { synced }),
    ...(sent.length > 0 && { sent }),
  };
}

/** True if the run made the target match the files; other runs only pull, or change what is recorded. */
export const isSync = ({ command }: Pick<RunNote, 'command'>): boolean => !/^(pull|state)\b/.test(command);

/**
 * The fate of each document between two states. A document with an intent was created, not found. A document that
 * was found or moved, and then written with different content, was updated too.
 */
export function changesBetween(before: Base, after: Base, lines: readonly JournalLine[]): readonly RunChange[] {
  const begun = new Set(lines.flatMap((line) => (isCreation(line) ? [line.address] : [])));
  const updated = updatedIn(lines);
  const oldAddress = new Map([...before.entries].map(([address, { id }]) => [id, address]));
  const ids = new Set([...after.entries.values()].map(({ id }) => id));
  const present = [...after.entries].flatMap(([address, entry]): RunChange[] => {
    const old = before.entries.get(address);
    const { id } = entry;
    if (old?.id === id) return isSame(old, entry) ? [] : [{ action: 'update', address, id }];
    const from = oldAddress.get(id);
    const action = from !== undefined ? 'move' : begun.has(address) ? 'create' : 'adopt';
    return [
      { action, address, id, ...(from !== undefined && { from }) },
      ...(action !== 'create' && updated.has(address) ? [{ action: 'update' as const, address, id }] : []),
    ];
  });
  const gone = [...before.entries]
    .filter(([, { id }]) => !ids.has(id))
    .map(([address, { id }]): RunChange => ({ action: after.deleted?.has(id) ? 'delete' : 'forget', address, id }));
  const byAddress = Map.groupBy([...present, ...gone], ({ address }) => address);
  return [...byAddress.keys()].sort().flatMap((address) => byAddress.get(address)!);
}

const isCreation = (line: JournalLine): boolean => line.type === 'intent' && line.action === 'create';

/** Documents with two different entries one after the other. A line may occur twice. */
function updatedIn(lines: readonly JournalLine[]): ReadonlySet<string> {
  const byAddress = new Map<string, Set<string>>();
  for (const line of lines) {
    if (line.type !== 'written' && line.type !== 'moved') continue;
    const entries = byAddress.get(line.address) ?? new Set<string>();
    byAddress.set(line.address, entries.add(canonicalText(line.entry)));
  }
  return new Set([...byAddress].flatMap(([address, { size }]) => (size > 1 ? [address] : [])));
}

/** Seen values of fields that no file manages are not a change of the document. */
const isSame = ({ seen: _, ...one }: BaseEntry, { seen: __, ...other }: BaseEntry): boolean =>
  canonicalText(one) === canonicalText(other);

const PAST: Readonly<Record<RunChange['action'], string>> = {
  create: 'created',
  adopt: 'adopted',
  update: 'updated',
  move: 'moved',
  delete: 'deleted',
  forget: 'forgotten',
};

export const RUN_ACTIONS = Object.keys(PAST) as readonly RunChange['action'][];

/** `2 created, 1 updated`. */
export function countsText(changes: readonly RunChange[]): string {
  const counts = RUN_ACTIONS.map(
    (action) => [changes.filter((each) => each.action === action).length, action] as const,
  );
  const said = counts.filter(([count]) => count > 0).map(([count, action]) => `${count} ${PAST[action]}`);
  return said.length === 0 ? 'nothing changed' : said.join(', ');
}

const MOST_LISTED = 100;

export function messageOf(target: string, note: RunNote): string {
  const { command, changes, finished, interrupted, content, url } = note;
  const what = finished ? countsText(changes) : 'in progress';
  const subject = `${command} ${target}: ${what}${interrupted ? ' (interrupted)' : ''}`;
  const listed = changes
    .slice(0, MOST_LISTED)
    .map(({ action, address, from }) => `${PAST[action]} ${from === undefined ? '' : `${from} to `}${address}`);
  const more = changes.length > MOST_LISTED ? [`and ${changes.length - MOST_LISTED} more`] : [];
  const trailers = [
    `${RUN_TRAILER}: ${note.id}`,
    `Gitcast-By: ${note.by}`,
    ...(content ? [`Gitcast-Content: ${content.commit}${content.uncommitted ? ' with uncommitted changes' : ''}`] : []),
    ...(url === undefined ? [] : [`Gitcast-Run-Url: ${url}`]),
  ];
  return [[subject], [...listed, ...more], trailers]
    .filter((part) => part.length > 0)
    .map((part) => `${part.map(oneLine).join('\n')}\n`)
    .join('\n');
}

/** The trailer by which the commits of a run are found. */
export const RUN_TRAILER = 'Gitcast-Run';

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ');
