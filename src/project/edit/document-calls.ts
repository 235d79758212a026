/** The documents of the project: a list, new ones, copies, other names, and fewer of them. */
import { existsSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { Document } from '../../content/document.ts';
import { slugify } from '../../content/placement.ts';
import { isError } from '../../diagnostics/diagnostic.ts';
import { expecting, UserError } from '../../diagnostics/errors.ts';
import { editCall, type EditCalls } from '../../editing/call.ts';
import { copiedTexts, namedStarter, withoutTarget, type NewTexts } from '../../editing/copy-document.ts';
import { filesOf, FILTERS, pickDocuments, titleOfDocument, type ListWish } from '../../editing/document-list.ts';
import type { FileChange } from '../../editing/edited-files.ts';
import { freeName } from '../../editing/free-name.ts';
import { pointingAt } from '../../editing/pointing-at.ts';
import { refuseLinkOutOf } from '../../machine/symbolic-links.ts';
import { mayHaveAliases } from '../../model/aliases.ts';
import { ownPages } from '../../preview/live-outputs.ts';
import * as is from '../../values/shape.ts';
import { starterFile } from '../files/starter-file.ts';
import { move } from '../move/move.ts';
import { remove } from '../move/remove.ts';
import { changesOf, ownFolders } from './command-changes.ts';
import { hrefIn, latestList, uncommitted } from './latest-list.ts';
import type { Editing } from './open-editor.ts';

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
  let last: Promise<unknown> = Promise.resolve();
  /** Each sees the files as the one before left them. */
  const inTurn = (act: () => Promise<object>): Promise<object> => {
    const turn = last.then(editing.settled).then(act);
    last = turn.catch(() => {});
    return turn;
  };
  return {
    documents: editCall(wish, async (asked) => pickDocuments(await latest(), asked)),
    create: editCall(newDocument, (asked) => inTurn(() => create(editing, asked))),
    rename: editCall(newName, (asked) => inTurn(() => rename(editing, asked))),
    delete: editCall(removal, (asked) => inTurn(() => removeDocument(editing, asked))),
  };
}

async function create(editing: Editing, asked: is.InferOf<typeof newDocument>): Promise<object> {
  const { live, configured, files, settled } = editing;
  const { shared, overlay } = configured().files;
  const { title } = asked;
  const original = asked.from === undefined ? undefined : documentAt(editing, asked.from);
  const kind = original?.declaration ?? live.engine.broadcast.kinds.find(({ name }) => name === asked.kind);
  if (!kind?.folder || kind.single || kind.describesFile)
    throw new UserError(`a new document cannot be of the kind ${asked.kind}`);
  const slug = freeName(slugify(title), (name) => isTaken(editing, `${kind.folder}/${name}`));
  const address = `${kind.folder}/${slug}`;
  const isOfTarget = (file: string): boolean => file.startsWith(overlay.prefix);
  const texts = original
    ? copiedTexts(original, title, isOfTarget)
    : namedStarter(kind, starterFile(kind, { slug, timezone: configured().config.site.timezone }), title);
  const isForTarget = original !== undefined && isOfTarget(withoutTarget(original, isOfTarget).source.file);
  const changes = newFiles(editing, address, texts, isForTarget ? overlay.prefix : shared.prefix);
  files.write(changes, { said: `new document ${title}`, address });
  await settled();
  return { type: 'created', address };
}

function isTaken({ live, configured }: Editing, address: string): boolean {
  const { content, broadcast } = live.engine;
  const isThere = (folder: string): boolean =>
    ['.yaml', '.yml', '.md'].some((extension) => existsSync(join(folder, address + extension)));
  if (content.documents.has(address) || broadcast.elsewhere?.has(address)) return true;
  return ownFolders(configured().files.contentFolder).some(isThere);
}

/** Refused if the document would have errors, such as the natural key of another one. */
function newFiles(
  { live, pathOf, configured }: Editing,
  address: string,
  texts: NewTexts,
  prefix: string,
): readonly FileChange[] {
  const named = new Map([...texts].map(([extension, text]) => [`${prefix}${address}${extension}`, text]));
  const error = live.engine.content.trial(address, named).diagnostics.find(isError);
  if (error) {
    throw new UserError(`nothing was written, because the document would have an error: ${error.message}`, {
      suggestion: error.suggestion,
    });
  }
  return [...named].map(([file, text]) => {
    const path = pathOf(file)!;
    for (const folder of ownFolders(configured().files.contentFolder))
      if (path.startsWith(folder + sep)) refuseLinkOutOf(folder, path);
    return { path, before: undefined, after: Buffer.from(text) };
  });
}

async function rename(editing: Editing, { address, to, dryRun }: is.InferOf<typeof newName>): Promise<object> {
  const { outside } = editing;
  const document = documentAt(editing, address);
  refuseOtherNames(editing, to);
  if (dryRun) {
    await move(outside, { from: address, to, dryRun });
    return { type: 'asked', address: to, pointedAtBy: pointers(editing, document) };
  }
  const changes = await changesOf(editing, [address, to], async () => move(outside, { from: address, to }));
  const after = await record(editing, changes, { said: `rename of ${titleOfDocument(document)}`, address: to });
  return { type: 'renamed', address: to, files: after };
}

/** `mv` also moves documents into a folder, and takes paths. Here the new name is an address. */
function refuseOtherNames({ configured }: Editing, to: string): void {
  const isFolder = ownFolders(configured().files.contentFolder).some((folder) => existsSync(join(folder, to)));
  if (isFolder || !/^[\w-]+(?:\/[\w-]+)+$/.test(to))
    throw new UserError(`${to} cannot be the address of a document`, { suggestion: 'choose another name' });
}

async function removeDocument(editing: Editing, asked: is.InferOf<typeof removal>): Promise<object> {
  const { outside } = editing;
  const { address, sure, redirectTo } = asked;
  const document = documentAt(editing, address);
  const options = { addresses: [address], redirectTo, unlink: true, force: true, approve: true } as const;
  if (!sure) {
    const tried = (async () => remove(outside, { ...options, dryRun: true }))();
    const refusal = await tried.then(() => undefined).catch(expecting(UserError, ({ message }) => message));
    const isUncommitted = await uncommitted(editing);
    const files = filesOf(document);
    return {
      type: 'asked',
      pointedAtBy: pointers(editing, document),
      files,
      /** Undo brings them back while the server runs, and then nothing does. */
      uncommitted: files.filter(isUncommitted),
      /** Its former address can lead to another page. */
      hasPage: mayHaveAliases(document.declaration),
      ...(refusal !== undefined && { refusal }),
    };
  }
  const changes = await changesOf(editing, [address], async () => remove(outside, options));
  await record(editing, changes, { said: `deletion of ${titleOfDocument(document)}`, address });
  return { type: 'deleted', address };
}

/** The names of the changed files. */
async function record(
  { files, touch, settled, configured }: Editing,
  changes: readonly FileChange[],
  step: { readonly said: string; readonly address: string },
): Promise<readonly string[]> {
  files.recorded(changes, step);
  const paths = changes.map(({ path }) => path);
  touch(new Set(paths));
  await settled();
  return paths.map(configured().files.nameOf);
}

function documentAt({ live }: Editing, address: string): Document {
  const document = live.engine.content.documents.get(address);
  if (!document) throw new UserError('this document does not exist any more');
  return document;
}

const pointers = ({ live }: Editing, document: Document) =>
  pointingAt(document, live.engine.content.documents, hrefIn(ownPages(live.engine.outputs), document.address));
