/**
 * Blocks that travel together between machines. A block's name is the digest of its list, so it is not written. An archive
 * comes from a store that others write: what is read from it is checked once here, and only then used. It names its scope,
 * because a file can get into the wrong folder.
 */
import { hash } from 'node:crypto';
import { zstdDecompressSync } from 'node:zlib';
import { codes } from '../../diagnostics/catalogue.ts';
import type { Diagnostic, Note, Span } from '../../diagnostics/diagnostic.ts';
import type { OfflineRole } from '../../site/offline-role.ts';
import { isObject } from '../../values/json.ts';
import * as is from '../../values/shape.ts';
import { digestOf, isSitePath } from '../../values/site-file.ts';
import type { CardContent } from '../cards/card.ts';
import type { Block, Fact, PackedBlock, RememberedCard, RememberedFile } from './block.ts';
import { isMomentary } from './world.ts';

const startOf = (scope: string): Buffer => Buffer.from(`gitcast blocks 2\n${scope}\n`);
/** The lengths of a list and its texts. */
const LENGTHS = 8;
/** More would not fit into the memory of a small machine. Ours are a hundredth of it. */
const MOST_UNPACKED = 256 * 1024 * 1024;

/** Files that are made from other files have no path on the site. */
const DERIVED = /^\/[a-z]+$/;

export function writeArchive(scope: string, blocks: readonly Pick<PackedBlock, 'list' | 'texts'>[]): Uint8Array {
  const parts = blocks.flatMap(({ list, texts }) => {
    const lengths = Buffer.alloc(LENGTHS);
    lengths.writeUInt32LE(list.length, 0);
    lengths.writeUInt32LE(texts.length, 4);
    return [lengths, list, texts];
  });
  return Buffer.concat([startOf(scope), ...parts]);
}

/** A whole digest, because it protects from people and not only from accidents. */
export const archiveDigest = (bytes: Uint8Array): string => hash('sha256', bytes, 'hex');

/** Undefined if it is not an archive of this scope, or if one of its blocks cannot be used. */
export function readArchive(scope: string, archive: Uint8Array): readonly PackedBlock[] | undefined {
  const bytes = Buffer.from(archive.buffer, archive.byteOffset, archive.length);
  const head = startOf(scope);
  if (!bytes.subarray(0, head.length).equals(head)) return undefined;
  const blocks: PackedBlock[] = [];
  for (let at = head.length; at < bytes.length;) {
    if (at + LENGTHS > bytes.length) return undefined;
    const start = at + LENGTHS;
    const middle = start + bytes.readUInt32LE(at);
    const end = middle + bytes.readUInt32LE(at + 4);
    const [list, texts] = [bytes.subarray(start, middle), bytes.subarray(middle, end)];
    if (end > bytes.length || !isUsable(list)) return undefined;
    blocks.push({ name: digestOf(list), list, texts });
    at = end;
  }
  return blocks;
}

/** Those of a very large site may not fit: packs that are made from all of its pages. */
export const fitsMemory = ({ files }: Block): boolean =>
  files.reduce((sum, { bytes }) => sum + bytes, 0) <= MOST_UNPACKED;

/** How many files another build can use. Those that depend on the exact time are rendered in every build. */
export const lastingFiles = ({ facts, files }: Block): number =>
  files.filter((file) => file.facts.every((at) => !isMomentary(facts[at]![0]))).length;

function isUsable(list: Uint8Array): boolean {
  const value = parsed(list);
  if (!is.hasShape(value, blockShape)) return false;
  const { facts, files } = value;
  return (
    files.every(({ path }) => isSitePath(path) || DERIVED.test(path)) &&
    fitsMemory(value) &&
    files.every((file) => file.facts.every((at) => at < facts.length) && (file.cards ?? []).every(isCardOf(file)))
  );
}

function parsed(list: Uint8Array): unknown {
  try {
    return JSON.parse(zstdDecompressSync(list, { maxOutputLength: MOST_UNPACKED }).toString());
  } catch {
    return undefined;
  }
}

/** The picture of a card is drawn to the path that the list names: it must be the page's own. */
const isCardOf =
  ({ path }: RememberedFile) =>
  (card: RememberedCard): boolean =>
    /^[0-9a-f]{16}$/.test(card.name) &&
    isSitePath(card.path) &&
    card.path === `${path.slice(0, path.lastIndexOf('/') + 1)}card.${card.name}.png`;

const isPart = (value: unknown): boolean =>
  typeof value === 'string' ||
  typeof value === 'number' ||
  (Array.isArray(value) && value.every((each) => typeof each === 'string'));

const isQuestion = (value: unknown): boolean =>
  isObject(value) &&
  typeof value['type'] === 'string' &&
  Object.values(value).every(isPart) &&
  (value['type'] !== 'has-come' || Number.isFinite(value['instant']));

const factShape = is.shape<Fact>(
  'a fact',
  (value) => Array.isArray(value) && value.length === 2 && isQuestion(value[0]) && typeof value[1] === 'string',
);

const spanShape = is.objectOf<Span>({
  file: is.text,
  line: is.count,
  column: is.count,
  length: is.count,
  lineText: is.text,
});

const diagnosticShape = is.objectOf<Diagnostic>({
  code: is.oneOf(codes),
  severity: is.oneOf(['error', 'warning']),
  message: is.text,
  at: spanShape,
  notes: is.listOf(is.objectOf<Note>({ message: is.text, at: is.optional(spanShape) })),
  suggestion: is.optional(is.text),
});

const digestShape = is.shape<string>('a digest', (value) => typeof value === 'string' && /^[0-9a-f]{32}$/.test(value));

const cardShape = is.objectOf<RememberedCard>({
  path: is.text,
  name: is.text,
  content: is.objectOf<CardContent>({
    title: is.text,
    details: is.listOf(is.text),
    siteName: is.text,
    colour: is.optional(is.shape('a colour', isColour)),
  }),
  digest: digestShape,
  bytes: is.count,
});

function isColour(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.length === 3 &&
    value.every((part: unknown) => Number.isInteger(part) && (part as number) >= 0 && (part as number) <= 255)
  );
}

const blockShape = is.objectOf<Block>({
  facts: is.listOf(factShape),
  files: is.listOf(
    is.objectOf<RememberedFile>({
      path: is.text,
      about: is.text,
      facts: is.listOf(is.count),
      digest: digestShape,
      bytes: is.count,
      offline: is.optional(is.oneOf<OfflineRole>(['core', 'event', 'index', 'rest', 'never'])),
      diagnostics: is.optional(is.listOf(diagnosticShape)),
      cards: is.optional(is.listOf(cardShape)),
    }),
  ),
});
