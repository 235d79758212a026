/**
 * The description of a run in its commit on the state's ref: as JSON in the tree for programs, as the message for
 * people.
 */
import type { Base, BaseEntry } from '../model/base.ts';
import { folderName, identityShape } from '../model/target-identity.ts';
import * as is from '../values/shape.ts';
import { readShaped } from '../values/strict-json.ts';
import { canonicalText } from '../values/canonical-json.ts';
import { unusable, type JournalLine } from './journal-line.ts';

const contentFields = {
  commit: is.text,
  /** The branch that was checked out. */
  branch: is.optional(is.text),
  /** True if content files differed from the commit. */
  uncommitted: is.flag,
  /** Its content at the paths that are synced. */
  trees: is.recordOf(is.text),
};
const contentShape = is.object(contentFields);
/** Who sent it, and when that run started. */
const sentShape = is.object({ ...contentFields, by: is.optional(is.text), at: is.optional(is.text) });

const changeShape = is.object({
  action: is.oneOf(['create', 'adopt', 'update', 'move', 'delete', 'forget']),
  address: is.text,
  /** On the target. */
  id: is.text,
  /** For a move: the previous address. */
  from: is.optional(is.text),
});

const noteShape = is.object({
  version: is.exactly(1),
  /** The id of the run, which is the id of its lock. */
  id: is.text,
  command: is.text,
  identity: identityShape,
  /** The person who started it. */
  by: is.text,
  startedAt: is.text,
  /** The URL of the run in CI. */
  url: is.optional(is.text),
  /** The commit whose files were synced. */
  content: is.optional(contentShape),
  /** False while the run is in progress, and for a run that died. */
  finished: is.flag,
  /** The run died or lost its lock, and another run saved its results. */
  interrupted: is.optional(is.exactly(true)),
  /** The state is on the ref of the folder in `identity` now. */
  moved: is.optional(is.exactly(true)),
  changes: is.listOf(changeShape),
  /** For an unfinished run: the last finished commit. */
  after: is.optional(is.text),
  /** The content commit of the last finished sync, from which the addresses in the state come. */
  synced: is.optional(is.text),
  /** Once the run may send: the commits that were sent before it, all of which its own content was found to include. */
  supersedes: is.optional(is.listOf(is.text)),
  /** The commits whose files may be on the target, and that a later sync has to include. */
  sent: is.optional(is.listOf(sentShape)),
});

/** The commit whose files were synced. */
export type ContentCommit = is.InferOf<typeof contentShape>;
/** A commit whose files a run has sent or was about to send. */
export type SentContent = is.InferOf<typeof sentShape>;
/** A change that a run made. */
export type RunChange = is.InferOf<typeof changeShape>;
/** The record of a run. */
export type RunNote = is.InferOf<typeof noteShape>;

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

interface RunJournal {
  /** Its first line: the note of its run as it began. */
  readonly header: string;
  readonly lines: readonly JournalLine[];
}

/** The note of a run in its last commit. The changes of a run that died are reported as its own. */
export function finishedNote(
  own: RunNote,
  journals: readonly RunJournal[],
  [before, after]: readonly [Base, Base],
): RunNote {
  const lines = journals.flatMap((each) => each.lines);
  const runs = journals.filter((each) => each.lines.length > 0).map(({ header }) => readNote(header, 'in a journal'));
  const dead = runs.some(({ id }) => id === own.id) ? undefined : runs[0];
  const { after: _, ...note } = dead ?? own;
  return {
    ...note,
    finished: true,
    ...(dead && { interrupted: true as const }),
    changes: changesBetween(before, after, lines),
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
  const moved = note.moved && `moved to ${folderName(note.identity.folder)}`;
  const what = moved ?? (finished ? countsText(changes) : 'in progress');
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
