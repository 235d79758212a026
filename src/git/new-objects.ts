/**
 * Objects that are made here, and stored by one command. Git names an object by the digest of its content, so a tree can
 * name its blobs, and a ref its commit, before any of them is stored.
 */
import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import type { Git } from './git.ts';

export type ObjectFormat = 'sha1' | 'sha256';

export interface NewObject {
  readonly type: 'blob' | 'tree' | 'commit';
  readonly id: string;
  readonly bytes: Buffer;
}

export interface TreeEntry {
  readonly name: string;
  readonly type: 'blob' | 'tree';
  readonly id: string;
}

export interface Author {
  readonly name: string;
  readonly email: string;
}

export interface NewCommit {
  readonly tree: string;
  readonly parents: readonly string[];
  readonly message: string;
  readonly author: Author;
}

export const newBlob = (format: ObjectFormat, content: string | Uint8Array): NewObject =>
  newObject(format, 'blob', Buffer.from(content as Uint8Array));

export function newTree(format: ObjectFormat, entries: readonly TreeEntry[]): NewObject {
  // Git sorts a folder as if its name ended with a slash.
  const sorted = entries
    .map((entry) => ({ ...entry, key: Buffer.from(entry.type === 'tree' ? `${entry.name}/` : entry.name) }))
    .toSorted((a, b) => Buffer.compare(a.key, b.key));
  const parts = sorted.flatMap(({ type, name, id }) => [
    Buffer.from(`${type === 'tree' ? '40000' : '100644'} ${name}\0`),
    Buffer.from(id, 'hex'),
  ]);
  return newObject(format, 'tree', Buffer.concat(parts));
}

export function newCommit(format: ObjectFormat, { tree, parents, message, author }: NewCommit): NewObject {
  const by = `${wordsOf(author.name)} <${wordsOf(author.email)}> ${timeOf(new Date())}`;
  const lines = [
    `tree ${tree}`,
    ...parents.map((parent) => `parent ${parent}`),
    `author ${by}`,
    `committer ${by}`,
    '',
    message,
  ];
  return newObject(format, 'commit', Buffer.from(lines.join('\n')));
}

/** Like git, without characters that would end the name or the address, and without punctuation around them. */
function wordsOf(text: string): string {
  const kept = text.replaceAll(/[<>\p{Cc}]/gu, '').replaceAll(/^[\s.,:;"\\']+|[\s.,:;"\\']+$/g, '');
  return kept === '' ? 'unknown' : kept;
}

function timeOf(date: Date): string {
  const offset = -date.getTimezoneOffset();
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60];
  const zone = [hours, minutes].map((part) => String(part).padStart(2, '0')).join('');
  return `${Math.floor(date.getTime() / 1000)} ${offset < 0 ? '-' : '+'}${zone}`;
}

function newObject(format: ObjectFormat, type: NewObject['type'], bytes: Buffer): NewObject {
  const id = createHash(format).update(`${type} ${bytes.length}\0`).update(bytes).digest('hex');
  return { type, id, bytes };
}

/** Stores all of them as git itself would store each: objects that exist already are left alone. */
export async function storeObjects({ run }: Git, objects: readonly NewObject[]): Promise<void> {
  if (objects.length === 0) return;
  await run(['unpack-objects', '-q'], { input: packOf(objects) });
}

const TYPES: Readonly<Record<NewObject['type'], number>> = { commit: 1, tree: 2, blob: 3 };

/** Git's format for sending objects: a header, each object compressed, and a digest of it all. */
function packOf(objects: readonly NewObject[]): Buffer {
  const distinct = [...new Map(objects.map((object) => [object.id, object])).values()];
  const header = Buffer.from('PACK\0\0\0\x02\0\0\0\0');
  header.writeUInt32BE(distinct.length, 8);
  const parts = distinct.flatMap(({ type, bytes }) => [startOf(TYPES[type], bytes.length), deflateSync(bytes)]);
  const pack = Buffer.concat([header, ...parts]);
  const format: ObjectFormat = distinct[0]!.id.length === 64 ? 'sha256' : 'sha1';
  return Buffer.concat([pack, createHash(format).update(pack).digest()]);
}

/** The type and the size: four bits of the size first, then seven in each byte, the smallest first. */
function startOf(type: number, size: number): Buffer {
  const bytes = [(type << 4) | (size & 15)];
  for (let rest = Math.floor(size / 16); rest > 0; rest = Math.floor(rest / 128)) {
    bytes[bytes.length - 1]! |= 128;
    bytes.push(rest & 127);
  }
  return Buffer.from(bytes);
}
