/** The documents of the project: a list, new ones, copies, other names, and fewer of them. */
import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { Document } from '../../content/document.ts';
import { slugify } from '../../content/placement.ts';
import { isError } from '../../diagnostics/diagnostic.ts';
import { UserError } from '../../diagnostics/errors.ts';
import { editCall, type EditCalls } from '../../editing/call.ts';
import { copiedTexts, namedStarter, withoutTarget, type NewTexts } from '../../editing/copy-document.ts';
import { filesOf, FILTERS, pickDocuments, type ListWish } from '../../editing/document-list.ts';
import { titleOf } from '../../editing/title.ts';
import type { EditedFile, Recorded } from '../../editing/edited-files.ts';
import { freeName } from '../../editing/free-name.ts';
import { mayHaveAliases } from '../../model/aliases.ts';
import * as is from '../../values/shape.ts';
import { starterFile } from '../files/starter-file.ts';
import { move } from '../move/move.ts';
import { remove } from '../move/remove.ts';
import { changesOf, foresee, type Command } from './command-changes.ts';
import { latestList, uncommitted } from './latest-list.ts';
import type { Editing } from './editing.ts';

const wish: is.Shape<ListWish> = is.object({
  kind: is.optional(is.text),
  search: is.optional(is.text),
  filter: is.optional(is.oneOf(FILTERS)),
  offset: is.optional(is.count),
});

const newDocument = is.object({ kind: is.filledText, title: is.filledText, from: is.optional(is.filledText) });
const newName = is.object({ address: is.filledText, to: is.filledText, dryRun: is.withDefault(is.flag, false) });
const removal = is.object({
  address: is.filledText,
  sure: is.withDefault(is.flag, false),
  redirectTo: is.optional(is.filledText),
});

export function documentCalls(editing: Editing): EditCalls {
  const latest = latestList(editing);
  return {
    documents: editCall(wish, async (asked) => pickDocuments(await latest(), asked)),
    create: editCall(newDocument, (asked, tab) => editing.inTurn(() => create(editing, asked, tab))),
    rename: editCall(newName, (asked, tab) => editing.inTurn(() => rename(editing, asked, tab))),
    delete: editCall(removal, (asked, tab) => editing.inTurn(() => removeDocument(editing, asked, tab))),
  };
}

async function create(editing: Editing, asked: is.InferOf<typeof newDocument>, tab: string): Promise<object> {
  const { live, configured, files, settled } = editing;
  const { overlay } = configured().files;
  const { title } = asked;
  const original = asked.from === undefined ? undefined : documentAt(editing, asked.from);
  const kind = original?.declaration ?? live.engine.broadcast.kinds.find(({ name }) => name === asked.kind);
  if (!kind?.folder || kind.single || kind.describesFile)
    throw new UserError(`a new document cannot be of the kind ${asked.kind}`);
  const folder = original ? posix.dirname(original.address) : kind.folder;
  const slug = freeName(slugify(title), (name) => isTaken(editing, `${folder}/${name}`));
  const address = `${folder}/${slug}`;
  const isOfTarget = (file: string): boolean => file.startsWith(overlay.prefix);
  const texts = original
    ? copiedTexts(original, title, isOfTarget)
    : namedStarter(kind, starterFile(kind, { slug, timezone: configured().config.site.timezone }), title);
  const isForTarget = original !== undefined && isOfTarget(withoutTarget(original, isOfTarget).source.file);
  const changes = newFiles(editing, address, { texts, isForTarget });
  files.write(changes, { tab, said: `new document ${title}`, address });
  await settled();
  return { type: 'created', address };
}

function isTaken({ live, configured }: Editing, address: string): boolean {
  const { content, broadcast } = live.engine;
  if (content.documents.has(address) || broadcast.elsewhere?.has(address)) return true;
  const isThere = (extension: string): boolean =>
    existsSync(join(configured().files.contentFolder, address + extension));
  return ['.yaml', '.yml', '.md'].some(isThere);
}

/** Refused if the document would have errors, such as the natural key of another one. */
function newFiles(
  { live, configured, pathOf }: Editing,
  address: string,
  { texts, isForTarget }: { readonly texts: NewTexts; readonly isForTarget: boolean },
): readonly EditedFile[] {
  const { prefix } = configured().files[isForTarget ? 'overlay' : 'shared'];
  const named = new Map([...texts].map(([extension, text]) => [`${prefix}${address}${extension}`, text]));
  const error = live.engine.content.trial(address, named).diagnostics.find(isError);
  if (error) {
    throw new UserError(`nothing was written, because the document would have an error: ${error.message}`, {
      suggestion: error.suggestion,
    });
  }
  return [...named].map(([file, text]) => ({ path: pathOf(file)!, before: undefined, after: Buffer.from(text) }));
}

async function rename(editing: Editing, asked: is.InferOf<typeof newName>, tab: string): Promise<object> {
  const { address, to, dryRun } = asked;
  const document = documentAt(editing, address);
  refuseOtherNames(editing, to);
  const command: Command = async (options) => move(editing.outside, { from: address, to, ...options });
  if (!dryRun) {
    const step = { tab, said: `rename of ${titleOf(document)}`, address: to, formerly: address };
    const files = await run(editing, command, step);
    return { type: 'renamed', address: to, files };
  }
  const { pointedAtBy, refusal } = await foresee(editing, command);
  if (refusal !== undefined) throw new UserError(refusal);
  return { type: 'asked', address: to, pointedAtBy };
}

/** `mv` also moves documents into a folder, and takes paths. Here the new name is an address. */
function refuseOtherNames({ configured }: Editing, to: string): void {
  if (!/^[\w-]+(?:\/[\w-]+)+$/.test(to) || existsSync(join(configured().files.contentFolder, to)))
    throw new UserError(`${to} cannot be the address of a document`, { suggestion: 'choose another name' });
}

async function removeDocument(editing: Editing, asked: is.InferOf<typeof removal>, tab: string): Promise<object> {
  const { address, sure, redirectTo } = asked;
  const document = documentAt(editing, address);
  const wish = { addresses: [address], redirectTo, unlink: true, force: true, approve: true } as const;
  const command: Command = async (options) => remove(editing.outside, { ...wish, ...options });
  if (sure) {
    await run(editing, command, { tab, said: `deletion of ${titleOf(document)}`, address });
    return { type: 'deleted', address };
  }
  const [foreseen, isUncommitted] = await Promise.all([foresee(editing, command), uncommitted(editing)]);
  const files = filesOf(document);
  return {
    type: 'asked',
    ...foreseen,
    files,
    /** Undo in this tab brings them back while the server runs, and then nothing does. */
    uncommitted: files.filter(isUncommitted),
    /** Its former address can lead to another page. */
    hasPage: mayHaveAliases(document.declaration),
  };
}

/** Returns the names of the changed files. */
async function run(editing: Editing, command: Command, step: Recorded): Promise<readonly string[]> {
  const changes = await changesOf(editing, command);
  editing.files.recorded(changes, step);
  await editing.settled();
  return changes.map(({ path }) => editing.configured().files.nameOf(path));
}

function documentAt({ live }: Editing, address: string): Document {
  const document = live.engine.content.documents.get(address);
  if (!document) throw new UserError('this document does not exist any more');
  return document;
}
