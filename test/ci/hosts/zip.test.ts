import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openZip } from '../../../src/ci/hosts/zip.ts';
import { UserError } from '../../../src/diagnostics/errors.ts';
import { temporaryFolder } from '../folders.ts';
import { writeZip, zipOf, type ZippedFile, type ZippedFiles } from '../zip-archive.ts';

const MB = 1_000_000;
const open = (bytes: Uint8Array) => openZip(bytes, 'The artifact');
const text = (bytes: Uint8Array | undefined): string | undefined => bytes && Buffer.from(bytes).toString();
const file = (more: Partial<ZippedFile> = {}): ZippedFile => ({ content: 'plan', ...more });

describe('an archive', () => {
  it('gives stored and deflated files by their exact names', () => {
    const archive = open(
      writeZip([
        ['outcome', { content: 'ok' }],
        ['plan.json', { content: '{"changes": []}'.repeat(1000), isDeflated: true }],
        ['empty', { content: '', isDeflated: true }],
      ]),
    );
    expect(text(archive.read('outcome', MB))).toBe('ok');
    expect(text(archive.read('plan.json', MB))).toHaveLength(15_000);
    expect(text(archive.read('empty', MB))).toBe('');
    expect(archive.read('OUTCOME', MB)).toBeUndefined();
    expect(archive.read('./outcome', MB)).toBeUndefined();
  });

  it('may have no files, a comment, and extra fields in front of a content', () => {
    expect(open(writeZip([])).read('plan.json', MB)).toBeUndefined();
    const archive = open(writeZip([['outcome', file({ extra: Buffer.alloc(9) })]], { comment: 'by a runner' }));
    expect(text(archive.read('outcome', MB))).toBe('plan');
  });

  it('may leave sizes and the checksum to a record behind the content, as a stream does', () => {
    const bytes = writeZip([['outcome', file({ isDeflated: true, claims: { flags: 8 } })]]);
    bytes.fill(0, 14, 26);
    expect(text(open(bytes).read('outcome', MB))).toBe('plan');
  });

  it('refuses a file that is larger than asked for before it inflates anything', () => {
    const bytes = writeZip([['plan.json', { content: Buffer.alloc(5 * MB), isDeflated: true }]]);
    expect(() => open(bytes).read('plan.json', MB)).toThrow('larger than 1 MB');
  });
});

describe('a hostile archive', () => {
  const bomb = file({ content: Buffer.alloc(5 * MB), isDeflated: true, claims: { size: 10 } });
  const overlapping: ZippedFiles = [
    ['first', file({ content: 'a'.repeat(100) })],
    ['second', file({ claims: { packedSize: 200, size: 200 } })],
    ['third', file({ content: 'b'.repeat(300) })],
  ];
  const hostile: readonly (readonly [title: string, bytes: Uint8Array, says: string])[] = [
    ['is no archive', Buffer.from('<html>'), 'not a zip archive'],
    ['is empty', Buffer.alloc(0), 'not a zip archive'],
    ['is truncated', zipOf({ x: 'text' }).subarray(0, -5), 'truncated'],
    ['has bytes behind its end', Buffer.concat([zipOf({ x: '' }), Buffer.from('more')]), 'truncated'],
    ['has bytes in front of its start', Buffer.concat([Buffer.from('#!/bin/sh'), zipOf({ x: '' })]), 'end record'],
    ['counts more entries than it has', writeZip([['x', file()]], { count: 2 }), 'fewer entries'],
    [
      'counts fewer entries than it has',
      writeZip(
        [
          ['x', file()],
          ['y', file()],
        ],
        { count: 1 },
      ),
      'more entries',
    ],
    ['is zip64 by its counts', writeZip([['x', file()]], { count: 0xffff }), 'zip64'],
    ['is zip64 by its directory', writeZip([['x', file()]], { start: 0xffffffff }), 'zip64'],
    [
      'is zip64 by a locator',
      writeZip([], { before: Buffer.concat([Buffer.from('504b0607', 'hex'), Buffer.alloc(16)]) }),
      'zip64',
    ],
    ['is zip64 by the size of a file', writeZip([['x', file({ claims: { size: 0xffffffff } })]]), 'zip64'],
    ['is one part of several', writeZip([['x', file()]], { disk: 1 }), 'one part of several'],
    ['has a part of its entries elsewhere', writeZip([['x', file()]], { countHere: 0 }), 'one part of several'],
    [
      'has two entries of one name',
      writeZip([
        ['x', file()],
        ['x', file({ content: 'other' })],
      ]),
      'same name',
    ],
    ['has an encrypted file', writeZip([['x', file({ claims: { flags: 1 } })]]), 'encrypted'],
    ['has overlapping files', writeZip(overlapping), '“second” overlaps'],
    ['has a file that reaches into the directory', writeZip([['x', file({ claims: { packedSize: 5 } })]]), 'overlaps'],
    [
      'has two entries for one content',
      writeZip([
        ['x', file()],
        ['y', file({ claims: { offset: 0 } })],
      ]),
      'overlaps',
    ],
    ['has a file behind its end', writeZip([['x', file({ claims: { offset: 9999 } })]]), 'not where its directory'],
    ['has a file without a header', writeZip([['x', file({ claims: { offset: 3 } })]]), 'not where its directory'],
    ['has another name in front of a content', writeZip([['x', file({ localName: 'y' })]]), 'another name'],
  ];
  it.each(hostile)('that %s is refused when it is opened', (_, bytes, says) => {
    expect(() => open(bytes)).toThrow(UserError);
    expect(() => open(bytes)).toThrow(says);
  });

  const lying: readonly (readonly [title: string, file: ZippedFile, says: string])[] = [
    // Inflating stops at the size it claims.
    ['inflates to more than it claims', bomb, 'does not have the size it claims, or is damaged'],
    ['inflates to less than it claims', file({ isDeflated: true, claims: { size: 50 } }), 'does not have the size'],
    ['is stored with another size', file({ claims: { size: 3 } }), 'does not have the size it claims'],
    ['has a wrong checksum', file({ claims: { checksum: 1 } }), 'checksum'],
    ['is packed by an unknown method', file({ claims: { method: 12 } }), 'other than deflate'],
    ['is no deflated data', file({ content: '\xff\xff\xff', claims: { method: 8 } }), 'damaged'],
  ];
  it.each(lying)('with a file that %s is refused when that file is read', async (_, lie, says) => {
    const archive = open(writeZip([['index.html', lie]]));
    expect(() => archive.read('index.html', MB)).toThrow(says);
    await expect(archive.unpack(join(temporaryFolder(), 'site'), MB)).rejects.toThrow(says);
  });

  it('never shows the control characters of a name', () => {
    const bytes = writeZip([['\u001b[31m::error::', file({ claims: { flags: 1 } })]]);
    expect(() => open(bytes)).toThrow('“␛[31m::error::” is encrypted');
  });
});

describe('unpacking', () => {
  it('writes files and folders below a new folder', async () => {
    const folder = join(temporaryFolder(), 'site');
    const archive = writeZip([
      ['events/', { content: '', mode: 0o040755 }],
      ['events/opening/index.html', { content: '<h1>Opening</h1>', mode: 0o100644, isDeflated: true }],
      ['.well-known/security.txt', { content: 'Contact' }],
    ]);
    await open(archive).unpack(folder, MB);
    expect(readFileSync(join(folder, 'events/opening/index.html'), 'utf8')).toBe('<h1>Opening</h1>');
    expect(readFileSync(join(folder, '.well-known/security.txt'), 'utf8')).toBe('Contact');
  });

  it('does not write into a folder that is there', async () => {
    await expect(open(zipOf({ x: '' })).unpack(temporaryFolder(), MB)).rejects.toThrow('EEXIST');
  });

  const unsafe: readonly (readonly [title: string, files: ZippedFiles, says: string])[] = [
    ['an absolute path', [['/etc/passwd', file()]], 'not a path below'],
    ['a drive', [['C:evil', file()]], 'not a path below'],
    ['a path that leaves the folder', [['a/../../evil', file()]], 'not a path below'],
    ['a folder that leaves the folder', [['../evil/', file({ content: '' })]], 'not a path below'],
    ['a backslash', [['..\\evil', file()]], 'not a path below'],
    ['a control character', [['evil\0.html', file()]], 'not a path below'],
    ['an empty name', [['', file()]], 'not a path below'],
    ['a symbolic link', [['link', file({ content: '/etc', mode: 0o120777 })]], 'a link or a special file'],
    ['a device', [['null', file({ content: '', mode: 0o020666 })]], 'a link or a special file'],
    ['a folder with content', [['folder/', file()]], 'has content'],
    [
      'a file that is a folder too',
      [
        ['a', file()],
        ['a/b', file()],
      ],
      '“a” is a file and a folder',
    ],
    [
      'too many bytes',
      [
        ['a', file({ content: Buffer.alloc(600_000) })],
        ['b', file({ content: Buffer.alloc(600_000) })],
      ],
      'larger than 1 MB',
    ],
  ];
  it.each(unsafe)('refuses %s before it writes anything', async (_, files, says) => {
    const parent = temporaryFolder();
    const sound: ZippedFiles[number] = ['0-sound.html', file()];
    await expect(open(writeZip([sound, ...files])).unpack(join(parent, 'site'), MB)).rejects.toThrow(says);
    expect(readdirSync(parent)).toEqual([]);
  });
});
