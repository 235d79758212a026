/** A change of the set of documents and media files: some get other names, some go. */
import { place, slugify } from '../../content/placement.ts';
import type { FileReading } from '../../content/read-file.ts';
import { UserError } from '../../diagnostics/errors.ts';
import { isAddressMatch, refuseUnknown } from '../files/address-pattern.ts';
import {
  allReadings,
  contentPath,
  filesOf,
  findNamed,
  folderOf,
  isFolder,
  kindAt,
  withoutExtension,
  type Named,
  type Surroundings,
} from './named-content.ts';
import { addressIn, type OwnContent } from './own-layers.ts';

export interface ContentChange {
  /** The new addresses of documents, by the old ones; undefined for a document that goes. */
  readonly addresses: ReadonlyMap<string, string | undefined>;
  /** The new paths of files below each folder of content, by the old ones; undefined for a file that goes. */
  readonly paths: ReadonlyMap<string, string | undefined>;
  /** Those of media files alone. */
  readonly media: ReadonlyMap<string, string | undefined>;
  /** Set if a folder moves as a whole, with whatever else is in it. */
  readonly folder?: { readonly from: string; readonly to: string };
  readonly notes: readonly string[];
}

/** `words`: addresses, folders, media files, their paths, or patterns such as `sessions/2019/*`. */
export function removalOf(words: readonly string[], content: Surroundings): ContentChange {
  const files = words.flatMap((word) => namedBy(word, content)).flatMap((each) => filesOf(each, content));
  const change = {
    addresses: new Map(files.flatMap(({ document }) => (document ? [[document.address, undefined]] : []))),
    paths: new Map(files.map(({ path }) => [path, undefined])),
    media: new Map(files.flatMap(({ media }) => (media ? [[media.name, undefined]] : []))),
    notes: [],
  };
  refuseShared(change, content);
  return change;
}

function namedBy(word: string, content: Surroundings): readonly Named[] {
  if (!/[*?]/.test(word)) return [findNamed(word, content)];
  const pattern = contentPath(word, content) ?? word;
  const names = new Map(
    allReadings(content).flatMap(({ document, media }): [string, Named][] => {
      if (document?.kind === 'broadcast') return [];
      if (document) return [[document.address, { type: 'document', path: document.address, extension: '' }]];
      return media ? [[media.name, { type: 'media', path: media.name }]] : [];
    }),
  );
  refuseUnknown([pattern], names.keys());
  return [...names].filter(([name]) => isAddressMatch(pattern, name)).map(([, named]) => named);
}

export function moveOf(from: string, to: string, content: Surroundings): ContentChange {
  const old = findNamed(from, content);
  const path = checkedName(old, newPath(old, to, content));
  const files = filesOf(old, content);
  if (old.type === 'folder' && files.some(({ document }) => document)) refuseMisnamed(`${path}/a`);
  const stem = old.type === 'media' ? withoutExtension(path) : path;
  const nameOf = (file: FileReading): string => {
    if (old.type === 'folder') return path + file.path.slice(old.path.length);
    if (file.path === old.path) return path;
    return stem + (file.translation ? `.${file.translation.text.locale}.md` : /\.[^.]+$/.exec(file.path)![0]);
  };
  const change = {
    addresses: changed(
      files.flatMap((file) =>
        file.document ? [[file.document.address, addressAt(nameOf(file)) ?? file.document.address]] : [],
      ),
    ),
    paths: changed(files.map((file) => [file.path, nameOf(file)])),
    media: changed(files.filter(({ media }) => media).map((file) => [file.path, nameOf(file)])),
    ...(old.type === 'folder' && { folder: { from: old.path, to: path } }),
    notes: staying(old, files, content),
  };
  if (change.paths.size === 0) throw new UserError(`${from} has that name already`);
  refuseShared(change, content);
  refuseTaken(change, content);
  return change;
}

const changed = (names: readonly (readonly [string, string])[]): ReadonlyMap<string, string> =>
  new Map(names.filter(([from, to]) => from !== to));

/** Into a folder that exists or has a slash at its end, as `mv` does. */
function newPath(old: Named, word: string, content: Surroundings): string {
  const name = old.path.slice(old.path.lastIndexOf('/') + 1);
  const written = contentPath(word, content);
  if (written === undefined) {
    const beside = `${old.path.slice(0, old.path.lastIndexOf('/') + 1)}${word}`;
    throw new UserError(`${word} is neither an address nor a path below the content folder`, {
      suggestion: /^[\w-]+(?:\.\w+)?$/.test(word) ? `did you mean ${beside}?` : `it starts with ${folderOf(old.path)}/`,
    });
  }
  const bare = written.replace(/\/+$/, '');
  const path = bare !== written || isFolder(bare, content) ? `${bare}/${name}` : bare;
  if (folderOf(path) !== folderOf(old.path)) throw otherKind(old, path);
  if (old.type === 'folder' && path.startsWith(`${old.path}/`))
    throw new UserError(`${old.path}/ cannot be moved into itself`);
  return path;
}

function otherKind({ path, type }: Named, to: string): UserError {
  if (type === 'media' || folderOf(path) === 'media') {
    return new UserError(`media files are in media/, so ${path} cannot become ${to}`);
  }
  const [kind, other] = [kindAt(path), kindAt(to)];
  return new UserError(`${path} is of the kind ${kind}, and ${folderOf(to)}/ is for the kind ${other}`, {
    suggestion: `they are different objects on a target: write a new document with gitcast new ${other} ${to.slice(folderOf(to).length + 1)}, then gitcast rm ${path} --redirect-to ${to}`,
  });
}

/** The address or the path that it gets. The bytes of a file stay what they are, and so does its extension. */
function checkedName(old: Named, path: string): string {
  if (old.type === 'folder') return path;
  const pattern = old.type === 'media' ? /\.[^./]+$/ : /\.(?:yaml|yml|md)$/i;
  const own = pattern.exec(path)?.[0] ?? '';
  const before = old.type === 'media' ? (pattern.exec(old.path)?.[0] ?? '') : old.extension;
  const isOpen = old.type === 'document' && (own === '' || before === '');
  const plain = (extension: string): string => extension.toLowerCase().replace('.jpeg', '.jpg');
  const stem = path.slice(0, path.length - own.length);
  if (!isOpen && plain(own) !== plain(before)) {
    const name = old.type === 'media' ? old.path : old.path + before;
    throw new UserError(`a move keeps the extension: ${name} cannot become ${path}`, {
      suggestion: `did you mean ${stem}${before}?`,
    });
  }
  if (old.type === 'media') return path;
  refuseMisnamed(stem);
  return stem;
}

function refuseMisnamed(address: string): void {
  if (addressAt(`${address}.yaml`) === address) return;
  const [folder, ...names] = address.split('/');
  const misnamed = names.find((name) => addressAt(`${folder}/${name}.yaml`) !== `${folder}/${name}`) ?? address;
  throw new UserError(
    `${misnamed} cannot be part of an address: use lower-case letters, digits and hyphens, at most 96`,
    { suggestion: `for example ${slugify(misnamed)}` },
  );
}

/** Also that of a misnamed file, which has the address that its name should give it. */
function addressAt(path: string): string | undefined {
  const placement = place(path);
  const meant = placement.type === 'problem' ? placement.meant : placement;
  return meant?.type === 'document' ? meant.address : undefined;
}

/** Notes about a neighbour that has the same name and does not move. */
function staying(old: Named, files: readonly FileReading[], content: OwnContent): readonly string[] {
  if (old.type === 'document' && isFolder(old.path, content))
    return [`the folder ${old.path}/ stays: with a slash at its end, it is moved too`];
  const stem = withoutExtension(old.path);
  const isDescribed = allReadings(content).some(({ document }) => document?.address === stem);
  return old.type === 'media' && isDescribed && !files.some(({ document }) => document)
    ? [`${stem}.yaml stays, because it also describes other files`]
    : [];
}

/** Nothing is ever overwritten. */
function refuseTaken({ addresses, paths }: ContentChange, content: OwnContent): void {
  const [newPaths, newAddresses] = [new Set(paths.values()), new Set(addresses.values())];
  const taken = allReadings(content).find(
    (reading) => !paths.has(reading.path) && (newPaths.has(reading.path) || newAddresses.has(addressIn(reading) ?? '')),
  );
  if (!taken) return;
  throw new UserError(`${addressIn(taken) ?? taken.path} exists already`, {
    suggestion: 'choose another name, or move or remove that one first',
  });
}

/** A document that several broadcasts share is not only this one's to move or remove. */
function refuseShared({ addresses, paths }: ContentChange, { layers }: OwnContent): void {
  const shared = (layers.inherited ?? []).find(
    (reading) => paths.has(reading.path) || addresses.has(addressIn(reading) ?? ''),
  );
  if (!shared) return;
  const { document, translation, media, path } = shared;
  const file = document?.source.file ?? translation?.text.source.file ?? media?.file ?? path;
  throw new UserError(`${file} is shared: other broadcasts of the workspace use it too`, {
    suggestion:
      'rename or delete the file with git, and correct what points to it in each broadcast; gitcast validate in each of them finds it',
  });
}
