/** The new names of everything that moves with a document, a folder or a media file. */
import { place, slugify } from '../../content/placement.ts';
import { assertNever, UserError } from '../../diagnostics/errors.ts';
import { call, worded } from '../../diagnostics/wording.ts';
import {
  allReadings,
  contentPath,
  filesOf,
  findNamed,
  folderOf,
  isFolder,
  kindAt,
  refuseShared,
  withoutExtension,
  type Named,
  type Surroundings,
} from './named-content.ts';
import { addressIn } from './own-layers.ts';

export interface Renames {
  /** The new addresses of documents, by the old ones. */
  readonly addresses: ReadonlyMap<string, string>;
  /** The new paths of files below each folder of content, by the old ones. */
  readonly paths: ReadonlyMap<string, string>;
  /** Set if a folder moves as a whole, with whatever else is in it. */
  readonly folder?: { readonly from: string; readonly to: string };
  readonly notes: readonly string[];
}

export function whatMoves(from: string, to: string, content: Surroundings): Renames {
  const old = findNamed(from, content);
  const path = newPath(old, to, content);
  const renames = renamesOf(old, path, content);
  if (renames.paths.size === 0) throw new UserError(`${from} has that name already`);
  refuseShared(new Set(renames.paths.keys()), new Set(renames.addresses.keys()), content);
  refuseTaken(renames, content);
  return renames;
}

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
    suggestion: worded`they are different objects on a target: write a new document with ${call('newDocument', { kind: other, slug: to.slice(folderOf(to).length + 1) })}, then ${call('remove', { addresses: path, redirectTo: to })}`,
  });
}

function renamesOf(old: Named, path: string, content: Surroundings): Renames {
  switch (old.type) {
    case 'folder':
      return folderRenames(old, path, content);
    case 'media':
      return mediaRenames(old, sameExtension(old.path, path), content);
    case 'document':
      return documentRenames(old, newAddress(old, path), content);
    default:
      return assertNever(old);
  }
}

function newAddress({ path: old, extension }: Extract<Named, { type: 'document' }>, path: string): string {
  const own = /\.(?:yaml|yml|md)$/i.exec(path)?.[0] ?? '';
  if (own !== '' && extension !== '' && own.toLowerCase() !== extension.toLowerCase()) {
    throw new UserError(`a move keeps the extension: ${old}${extension} cannot become ${path}`, {
      suggestion: 'give the new name without an extension',
    });
  }
  const address = path.slice(0, path.length - own.length);
  refuseMisnamed(address);
  return address;
}

function refuseMisnamed(address: string): void {
  if (addressAt(`${address}.yaml`) === address) return;
  const [folder, ...names] = address.split('/');
  const misnamed = names.find((name) => addressAt(`${folder}/${name}.yaml`) !== `${folder}/${name}`) ?? address;
  throw new UserError(
    `${misnamed} cannot be part of an address: use lower-case letters, digits and hyphens, at most 96`,
    {
      suggestion: `for example ${slugify(misnamed)}`,
    },
  );
}

/** Also that of a misnamed file, which has the address that its name should give it. */
function addressAt(path: string): string | undefined {
  const placement = place(path);
  const meant = placement.type === 'problem' ? placement.meant : placement;
  return meant?.type === 'document' ? meant.address : undefined;
}

/** The bytes stay what they are. */
function sameExtension(old: string, path: string): string {
  const [before, after] = [old, path].map((each) => /\.[^./]+$/.exec(each)?.[0] ?? '');
  const plain = (extension = ''): string => extension.toLowerCase().replace('.jpeg', '.jpg');
  if (plain(before) === plain(after)) return path;
  throw new UserError(`a move keeps the extension: ${old} cannot become ${path}`, {
    suggestion: `did you mean ${path.slice(0, path.length - after!.length)}${before}?`,
  });
}

function documentRenames(old: Named, to: string, content: Surroundings): Renames {
  const paths = filesOf(old, content).map(({ path, translation }): [string, string] => [
    path,
    translation ? `${to}.${translation.text.locale}.md` : to + /\.[^.]+$/.exec(path)![0],
  ]);
  return {
    addresses: changed([[old.path, to]]),
    paths: changed(paths),
    notes: isFolder(old.path, content)
      ? [`the folder ${old.path}/ stays: with a slash at its end, it is moved too`]
      : [],
  };
}

function folderRenames(old: Named, to: string, content: Surroundings): Renames {
  const readings = filesOf(old, content);
  const moved = (path: string): string => to + path.slice(old.path.length);
  if (readings.some(({ document }) => document)) refuseMisnamed(`${to}/a`);
  return {
    addresses: changed(
      readings.flatMap(({ path, document }): [string, string][] =>
        document ? [[document.address, addressAt(moved(path)) ?? document.address]] : [],
      ),
    ),
    paths: changed(readings.map(({ path }) => [path, moved(path)])),
    folder: { from: old.path, to },
    notes: [],
  };
}

function mediaRenames(old: Named, to: string, content: Surroundings): Renames {
  const [stem, newStem] = [withoutExtension(old.path), withoutExtension(to)];
  const readings = filesOf(old, content);
  const isDescribed = readings.some(({ document }) => document);
  const staysDescribed = !isDescribed && allReadings(content).some(({ document }) => document?.address === stem);
  return {
    addresses: changed(isDescribed ? [[stem, newStem]] : []),
    paths: changed(readings.map(({ path, document }) => [path, document ? newStem + path.slice(stem.length) : to])),
    notes: staysDescribed ? [`${stem}.yaml stays, because it also describes other files`] : [],
  };
}

const changed = (names: readonly (readonly [string, string])[]): ReadonlyMap<string, string> =>
  new Map(names.filter(([from, to]) => from !== to));

/** Nothing is ever overwritten. */
function refuseTaken({ addresses, paths }: Renames, content: Surroundings): void {
  const [newPaths, newAddresses] = [new Set(paths.values()), new Set(addresses.values())];
  const taken = allReadings(content).find(
    (reading) => !paths.has(reading.path) && (newPaths.has(reading.path) || newAddresses.has(addressIn(reading) ?? '')),
  );
  if (!taken) return;
  throw new UserError(`${addressIn(taken) ?? taken.path} exists already`, {
    suggestion: 'choose another name, or move or remove that one first',
  });
}
