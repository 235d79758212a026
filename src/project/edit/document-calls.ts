/** The documents of the project: a list, new ones, copies, other names, and fewer of them. */
import { existsSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { Document } from '../../content/document.ts';
import { place, slugify } from '../../content/placement.ts';
import { isError } from '../../diagnostics/diagnostic.ts';
import { UserError } from '../../diagnostics/errors.ts';
import { editCall, type EditCalls } from '../../editing/call.ts';
import { copiedTexts, namedStarter, withoutTarget, type NewTexts } from '../../editing/copy-document.ts';
import { filesOf, FILTERS, pickDocuments, titleOfDocument, type ListWish } from '../../editing/document-list.ts';
import type { FileChange } from '../../editing/edited-files.ts';
import { pointingAt } from '../../editing/pointing-at.ts';
import { refuseLinkOutOf } from '../../machine/symbolic-links.ts';
import { mayHaveAliases } from '../../model/aliases.ts';
import { ownPages } from '../../preview/live-outputs.ts';
import * as is from '../../values/shape.ts';
import { starterFile } from '../files/starter-file.ts';
import { move } from '../move/move.ts';
import { remove } from '../move/remove.ts';
import { changesOf, ownFolders } from './command-changes.ts';
import { freeAddress } from './free-address.ts';
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
  const { settled } = editing;
  const latest = latestList(editing);
  return {
    documents: editCall(wish, async (asked) => pickDocuments(await latest(), asked)),
    create: editCall(newDocument, (asked) => settled().then(() => create(editing, asked))),
    rename: editCall(newName, (asked) => settled().then(() => rename(editing, asked))),
    delete: editCall(removal, (asked) => settled().then(() => removeDocument(editing, asked))),
  };
}

async function create(editing: Editing, asked: is.InferOf<typeof newDocument>): Promise<object> {
  const { live, configured, files, settled } = editing;
  const { shared, overlay } = configured().files;
  const { title, from } = asked;
  const kind = live.engine.broadcast.kinds.find(({ name }) => name === asked.kind);
  if (!kind?.folder || kind.single || kind.describesFile)
    throw new UserError(`a new document cannot be of the kind ${asked.kind}`);
  const original = from === undefined ? undefined : documentAt(editing, from);
  const address = freeAddress(editing, kind.folder, title);
  const isOfTarget = (file: string): boolean => file.startsWith(overlay.prefix);
  const slug = address.slice(kind.folder.length + 1);
  const texts = original
    ? copiedTexts(original, title, isOfTarget)
    : namedStarter(kind, starterFile(kind, { slug, timezone: configured().config.site.timezone }), title);
  const isForTarget = original !== undefined && isOfTarget(withoutTarget(original, isOfTarget).source.file);
  const changes = newFiles(editing, address, texts, isForTarget ? overlay.prefix : shared.prefix);
  files.write(changes, { said: `new document ${title}`, address });
  await settled();
  return { type: 'created', address };
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
  refuseOtherNames(editing, document, to);
  if (dryRun) {
    await move(outside, { from: address, to, dryRun });
    return { type: 'asked', address: to, pointedAtBy: pointers(editing, document) };
  }
  const changes = await changesOf(editing, [address, to], async () => move(outside, { from: address, to }));
  const after = await record(editing, changes, { said: `rename of ${titleOfDocument(document)}`, address: to });
  return { type: 'renamed', address: to, files: after };
}

/** `mv` also takes folders and paths. Here the new name is an address, and nothing else. */
function refuseOtherNames({ live, configured }: Editing, { declaration }: Document, to: string): void {
  const placement = place(`${to}.yaml`, live.engine.broadcast.kinds);
  if (placement.type !== 'document' || placement.address !== to) {
    const slugs = to
      .split('/')
      .filter((part) => /[^.]/.test(part))
      .map(slugify);
    throw new UserError(`${to} cannot be an address: use lower-case letters, digits and hyphens, at most 96`, {
      suggestion: `for example ${[declaration.folder, ...slugs.slice(1)].join('/')}`,
    });
  }
  if (ownFolders(configured().files.contentFolder).some((folder) => existsSync(join(folder, to))))
    throw new UserError(`${to} is the name of a folder`, { suggestion: 'choose another name' });
}

async function removeDocument(editing: Editing, asked: is.InferOf<typeof removal>): Promise<object> {
  const { outside } = editing;
  const { address, sure, redirectTo } = asked;
  const document = documentAt(editing, address);
  const options = { addresses: [address], redirectTo, unlink: true, force: true, approve: true } as const;
  if (!sure) {
    const refusal = await reasonAgainst(async () => remove(outside, { ...options, dryRun: true }));
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

/** Why a command would refuse, with the places that are in the way. */
async function reasonAgainst(act: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await act();
    return undefined;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const places = error.diagnostics.filter(isError).map(({ message, at }) => `${at.file}:${at.line}: ${message}`);
    return [error.message, ...places.slice(0, 5)].join('\n');
  }
}

function documentAt({ live }: Editing, address: string): Document {
  const document = live.engine.content.documents.get(address);
  if (!document) throw new UserError('this document does not exist any more');
  return document;
}

const pointers = ({ live }: Editing, document: Document) =>
  pointingAt(document, live.engine.content.documents, hrefIn(ownPages(live.engine.outputs), document.address));
