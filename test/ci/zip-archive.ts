/** Writes zip archives, sound ones and such that lie. */
import { crc32, deflateRawSync } from 'node:zlib';

export interface ZippedFile {
  readonly content: string | Uint8Array;
  readonly isDeflated?: boolean;
  /** The mode on Unix, with the type of the file. */
  readonly mode?: number;
  /** What the directory claims instead of the truth. */
  readonly claims?: Readonly<
    Partial<Record<'flags' | 'method' | 'checksum' | 'packedSize' | 'size' | 'offset', number>>
  >;
  /** The name in front of the content, if it is another one. */
  readonly localName?: string;
  /** Bytes between the name and the content. */
  readonly extra?: Uint8Array;
}

export type ZippedFiles = readonly (readonly [name: string, file: ZippedFile])[];

interface EndClaims {
  readonly count?: number;
  /** The number of entries in this part of the archive. */
  readonly countHere?: number;
  readonly start?: number;
  readonly disk?: number;
  readonly comment?: string;
  /** Bytes between the directory and the end record. */
  readonly before?: Uint8Array;
}

/** As the step upload-artifact archives a folder. */
export const zipOf = (files: Readonly<Record<string, string | Uint8Array>>): Buffer =>
  writeZip(Object.entries(files).map(([name, content]) => [name, { content, isDeflated: true }]));

export function writeZip(files: ZippedFiles, end: EndClaims = {}): Buffer {
  let offset = 0;
  const parts = files.map(([name, file]) => {
    const part = partsOf(name, file, offset);
    offset += part.local.length;
    return part;
  });
  const directory = Buffer.concat(parts.map(({ central }) => central));
  const {
    count = files.length,
    countHere = count,
    start = offset,
    disk = 0,
    comment = '',
    before = Buffer.alloc(0),
  } = end;
  return Buffer.concat([
    ...parts.map(({ local }) => local),
    directory,
    before,
    fields([4, 0x06054b50], [2, disk], [2, disk], [2, countHere], [2, count], [4, directory.length], [4, start]),
    fields([2, comment.length]),
    Buffer.from(comment),
  ]);
}

function partsOf(name: string, file: ZippedFile, at: number): { readonly local: Buffer; readonly central: Buffer } {
  const content = Buffer.from(file.content);
  const packed = file.isDeflated ? deflateRawSync(content) : content;
  const { extra = Buffer.alloc(0), localName = name, mode = 0 } = file;
  const truth = {
    flags: 0,
    method: file.isDeflated ? 8 : 0,
    checksum: crc32(content),
    packedSize: packed.length,
    size: content.length,
    offset: at,
  };
  const { flags, method, checksum, packedSize, size, offset } = { ...truth, ...file.claims };
  const common = (length: number, extraLength: number): Buffer =>
    fields(
      [2, 20],
      [2, flags],
      [2, method],
      [4, 0],
      [4, checksum],
      [4, packedSize],
      [4, size],
      [2, length],
      [2, extraLength],
    );
  const [local, central] = [Buffer.from(localName), Buffer.from(name)];
  const unix = 3;
  return {
    local: Buffer.concat([fields([4, 0x04034b50]), common(local.length, extra.length), local, extra, packed]),
    central: Buffer.concat([
      fields([4, 0x02014b50], [1, 20], [1, unix]),
      common(central.length, 0),
      fields([2, 0], [2, 0], [2, 0], [2, 0], [2, mode], [4, offset]),
      central,
    ]),
  };
}

const fields = (...all: readonly (readonly [width: 1 | 2 | 4, value: number])[]): Buffer =>
  Buffer.concat(
    all.map(([width, value]) => {
      const bytes = Buffer.alloc(width);
      bytes.writeUIntLE(value, 0, width);
      return bytes;
    }),
  );
