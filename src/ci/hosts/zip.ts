/**
 * Reads zip archives that a stranger may have written. Only what the end record and the central directory agree on counts:
 * the whole directory is checked before anything is unpacked, sizes before and while inflating, and each checksum.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { crc32, inflateRawSync } from 'node:zlib';
import { UserError } from '../../diagnostics/errors.ts';
import { printable } from '../../diagnostics/printable.ts';

export interface ZipArchive {
  readonly has: (name: string) => boolean;
  /** The content of the file with exactly this name; undefined if there is none. */
  readonly read: (name: string, largest: number) => Uint8Array | undefined;
  /** Writes all files below a folder that does not exist yet. */
  readonly unpack: (folder: string, largestTotal: number) => Promise<void>;
}

interface Entry {
  readonly name: string;
  readonly method: number;
  readonly checksum: number;
  readonly packedSize: number;
  readonly size: number;
  /** The start of the header in front of its content. */
  readonly offset: number;
  /** Its kind of file on Unix; 0 if the archive does not say. */
  readonly fileType: number;
}

/** `what` starts the messages, such as "The artifact gitcast-plan". Throws a `UserError` if the directory is not sound. */
export function openZip(bytes: Uint8Array, what: string): ZipArchive {
  const directory = findDirectory(viewOf(bytes), what);
  const entries = locate(bytes, readEntries(bytes, directory, what), directory, what);
  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  if (byName.size < entries.length) throw unsound(what, 'it has two entries of the same name');

  return {
    has: (name) => byName.has(name),
    read: (name, largest) => {
      const entry = byName.get(name);
      if (!entry) return undefined;
      if (entry.size > largest) throw tooLarge(`${what} has a file ${shown(name)} that is`, largest);
      return contentOf(entry, what);
    },
    unpack: async (folder, largestTotal) => {
      const files = entries.filter(({ name }) => !name.endsWith('/'));
      for (const entry of entries) refuseUnsafe(entry, what);
      refuseFilesAsFolders(files, what);
      if (files.reduce((sum, { size }) => sum + size, 0) > largestTotal)
        throw tooLarge(`${what}, unpacked, is`, largestTotal);
      await mkdir(folder);
      for (const entry of files) {
        const path = join(folder, entry.name);
        await mkdir(dirname(path), { recursive: true });
        // Where names differ only in case, the second file fails instead of replacing the first.
        await writeFile(path, contentOf(entry, what), { flag: 'wx' });
      }
    },
  };
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const END = { signature: 0x06054b50, length: 22, longestComment: 0xffff };
const ENTRY = { signature: 0x02014b50, length: 46 };
const LOCAL = { signature: 0x04034b50, length: 30 };
const ZIP64_LOCATOR = { signature: 0x07064b50, length: 20 };

interface Directory {
  readonly start: number;
  readonly end: number;
  readonly count: number;
}

/** The end record is the one whose comment reaches exactly to the end of the archive. */
function findDirectory(archive: DataView, what: string): Directory {
  const last = archive.byteLength - END.length;
  for (let at = last; at >= Math.max(0, last - END.longestComment); at--) {
    if (archive.getUint32(at, true) !== END.signature || at + archive.getUint16(at + 20, true) !== last) continue;
    const count = archive.getUint16(at + 10, true);
    const size = archive.getUint32(at + 12, true);
    const start = archive.getUint32(at + 16, true);
    const locator = at - ZIP64_LOCATOR.length;
    const isZip64 =
      count === 0xffff ||
      size === 0xffffffff ||
      start === 0xffffffff ||
      (locator >= 0 && archive.getUint32(locator, true) === ZIP64_LOCATOR.signature);
    if (isZip64) throw unsound(what, 'it is in the format zip64, for more than 65,534 files or 4 GB');
    const isInParts = archive.getUint32(at + 4, true) !== 0 || archive.getUint16(at + 8, true) !== count;
    if (isInParts) throw unsound(what, 'it is one part of several');
    if (start + size !== at) throw unsound(what, 'its directory is not where its end record says');
    return { start, end: at, count };
  }
  throw unsound(what, 'it is not a zip archive, or it is truncated');
}

function readEntries(bytes: Uint8Array, { start, end, count }: Directory, what: string): readonly Entry[] {
  const archive = viewOf(bytes);
  const entries: Entry[] = [];
  let at = start;
  for (let index = 0; index < count; index++) {
    if (at + ENTRY.length > end || archive.getUint32(at, true) !== ENTRY.signature)
      throw unsound(what, 'its directory has fewer entries than its end record says');
    const nameLength = archive.getUint16(at + 28, true);
    const next = at + ENTRY.length + nameLength + archive.getUint16(at + 30, true) + archive.getUint16(at + 32, true);
    if (next > end) throw unsound(what, 'an entry reaches over the end of its directory');
    const entry: Entry = {
      name: textOf(bytes.subarray(at + ENTRY.length, at + ENTRY.length + nameLength), what),
      method: archive.getUint16(at + 10, true),
      checksum: archive.getUint32(at + 16, true),
      packedSize: archive.getUint32(at + 20, true),
      size: archive.getUint32(at + 24, true),
      offset: archive.getUint32(at + 42, true),
      fileType: isFromUnix(archive.getUint8(at + 5)) ? archive.getUint16(at + 40, true) & 0o170000 : 0,
    };
    if ((archive.getUint16(at + 8, true) & 1) === 1) throw unsound(what, `${shown(entry.name)} is encrypted`);
    if (Math.max(entry.size, entry.packedSize, entry.offset) === 0xffffffff)
      throw unsound(what, `${shown(entry.name)} is in the format zip64, for files of more than 4 GB`);
    entries.push(entry);
    at = next;
  }
  if (at !== end) throw unsound(what, 'its directory has more entries than its end record says');
  return entries;
}

/** Unix and macOS. */
const isFromUnix = (system: number): boolean => system === 3 || system === 19;

function textOf(name: Uint8Array, what: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(name);
  } catch {
    throw unsound(what, 'the name of an entry is not UTF-8');
  }
}

interface LocatedEntry extends Entry {
  readonly packed: Uint8Array;
}

/**
 * Finds the content of each entry. It must end before the next entry begins: many entries that share their packed bytes
 * would unpack to far more than the archive can hold.
 */
function locate(
  bytes: Uint8Array,
  entries: readonly Entry[],
  { start: directoryStart }: Directory,
  what: string,
): readonly LocatedEntry[] {
  const archive = viewOf(bytes);
  const inOrder = entries.toSorted((a, b) => a.offset - b.offset);
  return inOrder.map((entry, index) => {
    const { name, offset, packedSize } = entry;
    const nameStart = offset + LOCAL.length;
    if (nameStart > directoryStart || archive.getUint32(offset, true) !== LOCAL.signature)
      throw unsound(what, `${shown(name)} is not where its directory says`);
    const nameEnd = nameStart + archive.getUint16(offset + 26, true);
    if (!Buffer.from(name).equals(bytes.subarray(nameStart, nameEnd)))
      throw unsound(what, `${shown(name)} has another name in front of its content`);
    const start = nameEnd + archive.getUint16(offset + 28, true);
    if (start + packedSize > (inOrder[index + 1]?.offset ?? directoryStart))
      throw unsound(what, `${shown(name)} overlaps with what follows it`);
    return { ...entry, packed: bytes.subarray(start, start + packedSize) };
  });
}

function contentOf(entry: LocatedEntry, what: string): Uint8Array {
  const content = unpacked(entry, what);
  if (content.length !== entry.size) throw unsound(what, `${shown(entry.name)} does not have the size it claims`);
  if (crc32(content) !== entry.checksum) throw unsound(what, `the checksum of ${shown(entry.name)} is wrong`);
  return content;
}

function unpacked({ name, method, size, packed }: LocatedEntry, what: string): Uint8Array {
  if (method === 0) return packed;
  if (method !== 8) throw unsound(what, `${shown(name)} is compressed by a method other than deflate`);
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(size, 1) });
  } catch {
    throw unsound(what, `${shown(name)} does not have the size it claims, or is damaged`);
  }
}

const REGULAR = 0o100000;
const FOLDER = 0o040000;

function refuseUnsafe({ name, size, fileType }: Entry, what: string): void {
  const isFolder = name.endsWith('/');
  const segments = (isFolder ? name.slice(0, -1) : name).split('/');
  const isPlain = segments.every((segment) => segment !== '' && segment !== '.' && segment !== '..');
  if (!isPlain || /[\\:\p{Cc}]/u.test(name)) throw unsound(what, `${shown(name)} is not a path below its folder`);
  if (fileType !== 0 && fileType !== (isFolder ? FOLDER : REGULAR))
    throw unsound(what, `${shown(name)} is a link or a special file`);
  if (isFolder && size > 0) throw unsound(what, `the folder ${shown(name)} has content`);
}

function refuseFilesAsFolders(files: readonly Entry[], what: string): void {
  const names = new Set(files.map(({ name }) => name));
  for (const { name } of files) {
    for (let end = name.indexOf('/'); end !== -1; end = name.indexOf('/', end + 1)) {
      if (names.has(name.slice(0, end))) throw unsound(what, `${shown(name.slice(0, end))} is a file and a folder`);
    }
  }
}

const shown = (name: string): string => `“${printable(name.slice(0, 100))}”`;

const unsound = (what: string, why: string): UserError => new UserError(`${what} cannot be read: ${why}`);

const tooLarge = (what: string, largest: number): UserError =>
  new UserError(`${what} larger than ${largest / 1_000_000} MB, so it was not read`);
