/** The meaning of a word: the address of a document, a folder, a media file, or the path of one of these as shells complete it. */
import { posix, relative, resolve, sep } from 'node:path';
import type { FileReading } from '../../content/read-file.ts';
import { UserError } from '../../diagnostics/errors.ts';
import { nearestAddress } from '../../diagnostics/nearest.ts';
import { kinds } from '../../kinds/registry.ts';
import { addressIn, type OwnContent } from './own-layers.ts';

export type Named =
  /** `extension`: that of the file, if the word has one. */
  | { readonly type: 'document'; readonly path: string; readonly extension: string }
  | { readonly type: 'folder'; readonly path: string }
  | { readonly type: 'media'; readonly path: string };

/** The content, and the folder that relative paths start from. */
export interface Surroundings extends OwnContent {
  readonly cwd: string;
}

const EXTENSION = /\.(?:yaml|yml|md)$/i;

export const folderOf = (path: string): string => path.slice(0, path.indexOf('/') >>> 0);

const isKindFolder = (name: string): boolean => kinds.some(({ folder, single }) => folder === name && !single);

/** The path below a folder of content, with a slash at its end if the word has one. */
export function contentPath(word: string, { cwd, own }: Surroundings): string | undefined {
  const plain = posix.normalize(word.split(sep).join('/'));
  if (isKindFolder(plain.split('/')[0]!) || /^broadcast(?:\.yaml)?$/.test(plain)) return plain;
  const ways = own.map(({ folder }) => relative(folder, resolve(cwd, word)).split(sep).join('/'));
  const inside = ways.find((way) => way !== '' && way !== '..' && !way.startsWith('../') && resolve(way) !== way);
  return inside === undefined ? undefined : inside + (plain.endsWith('/') ? '/' : '');
}

/** Every file of the broadcast, those included that it shares with others. */
export const allReadings = ({ own, layers }: OwnContent): readonly FileReading[] => [
  ...own.flatMap(({ readings }) => readings),
  ...(layers.inherited ?? []),
];

export const isFolder = (path: string, content: OwnContent): boolean =>
  isKindFolder(path) || allReadings(content).some((reading) => reading.path.startsWith(`${path}/`));

/** The document, folder or media file with this name. */
export function findNamed(word: string, content: Surroundings): Named {
  const path = contentPath(word, content);
  if (path === undefined) throw unknown(word, content);
  const bare = path.replace(/\/+$/, '');
  if (bare === 'broadcast' || bare === 'broadcast.yaml') {
    throw new UserError('broadcast.yaml is the broadcast itself: it has one name and is always there');
  }
  const readings = allReadings(content);
  if (path === bare) {
    if (readings.some(({ media }) => media?.name === bare)) return { type: 'media', path: bare };
    const extension = EXTENSION.exec(bare)?.[0] ?? '';
    // A misnamed file is known by its path, and has the address that its name should give it.
    const misnamed = readings.find((each) => each.path === bare && each.document);
    const address = misnamed?.document?.address ?? bare.slice(0, bare.length - extension.length);
    if (readings.some((each) => (each.document?.address ?? each.unreadable) === address))
      return { type: 'document', path: address, extension };
    refuseTranslation(bare, readings);
  }
  if (isKindFolder(bare)) {
    throw new UserError(`${bare}/ is the folder of a kind: what is in it has to stay in it`, {
      suggestion: `name a document, such as ${readings.map(addressIn).find((each) => each?.startsWith(`${bare}/`)) ?? `${bare}/…`}, or a folder below it`,
    });
  }
  if (isFolder(bare, content)) return { type: 'folder', path: bare };
  throw unknown(word, content);
}

/**
 * The files of a document in every folder, with its translations; in media/, with the files that it describes. A media file
 * has its description beside it, unless that describes other files too.
 */
export function filesOf({ type, path }: Named, content: OwnContent): readonly FileReading[] {
  const readings = allReadings(content);
  if (type === 'folder') return readings.filter((each) => each.path.startsWith(`${path}/`));
  const stem = type === 'media' ? withoutExtension(path) : path;
  const isDescribed = ({ media, path: file }: FileReading): boolean =>
    media !== undefined && withoutExtension(file) === stem;
  if (type === 'document') return readings.filter((each) => addressIn(each) === path || isDescribed(each));
  const isAlone = !readings.some((each) => isDescribed(each) && each.path !== path);
  return readings.filter((each) => each.path === path || (isAlone && each.document?.address === stem));
}

export const withoutExtension = (path: string): string => path.replace(/\.[^./]+$/, '');

function refuseTranslation(path: string, readings: readonly FileReading[]): void {
  const of = readings.find((each) => each.path === path)?.translation?.of;
  if (of === undefined) return;
  throw new UserError(`${path} is a translation of ${of}, and has its name`, {
    suggestion: `name the document: its translations follow`,
  });
}

function unknown(word: string, content: OwnContent): UserError {
  const all = allReadings(content).flatMap((each) => each.media?.name ?? each.document?.address ?? []);
  const meant =
    nearestAddress(word, all) ?? all.find((name) => name.endsWith(`/${word}`) || name.startsWith(`${word}.`));
  return new UserError(`there is no document, folder or media file ${word}`, {
    suggestion:
      meant === undefined
        ? 'pass an address with folder and name, such as sessions/opening, or a path such as content/sessions/opening.yaml'
        : `did you mean ${meant}?`,
  });
}

/** The kind of documents that a path names, in words. */
export const kindAt = (path: string): string =>
  kinds.find(({ folder }) => folder === folderOf(path))?.title.toLowerCase() ?? 'document';
