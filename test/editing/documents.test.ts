import { describe, expect, it } from 'vitest';
import type { Document } from '../../src/content/document.ts';
import { memoryFiles } from '../../src/content/files.ts';
import { readContent } from '../../src/content/read-content.ts';
import { contentFor, readInherited, readLayer } from '../../src/content/target-content.ts';
import { copiedTexts, namedStarter } from '../../src/editing/copy-document.ts';
import { listDocuments, pickDocuments } from '../../src/editing/document-list.ts';
import { titleField, titleOf } from '../../src/editing/title.ts';
import { freeName } from '../../src/editing/free-name.ts';
import type { Kind } from '../../src/kinds/kind.ts';
import { starterFile } from '../../src/project/files/starter-file.ts';
import { declaredKinds } from '../site/declared-kinds.ts';

const { kinds } = await declaredKinds();
const withFiles = kinds.filter(({ folder, single }) => folder !== undefined && !single);

const read = (files: Readonly<Record<string, string>>): ReadonlyMap<string, Document> => {
  const { documents } = readContent(memoryFiles(files), { prefix: 'content/', kinds });
  return new Map(documents.map((document) => [document.address, document]));
};

describe('a new document', () => {
  it.each(withFiles.map((kind): [string, Kind] => [kind.name, kind]))('of the kind %s has its title', (_, kind) => {
    const starter = starterFile(kind, { slug: 'a-name', timezone: 'Europe/Paris' });
    const [[extension, text] = ['', '']] = namedStarter(kind, starter, 'It’s: a “name” #1');
    const address = `${kind.folder}/a-name`;
    const document = read({ [address + extension]: text }).get(address)!;
    const field = titleField(kind);
    expect(document.data[field ?? '']).toBe(field === undefined ? undefined : 'It’s: a “name” #1');
    expect(titleOf(document)).toBe(field === undefined ? address : 'It’s: a “name” #1');
  });

  it('takes the first name that is free, however long it is', () => {
    const taken = new Set(['a', 'a-2', 'b'.repeat(96)]);
    const isTaken = (name: string): boolean => taken.has(name);
    expect(freeName('a', isTaken)).toBe('a-3');
    expect(freeName('c', isTaken)).toBe('c');
    expect(freeName('b'.repeat(96), isTaken)).toBe(`${'b'.repeat(90)}-2`);
  });
});

describe('a copy of a document', () => {
  const layer = (prefix: string, files: Readonly<Record<string, string>>) => ({ files: memoryFiles(files), prefix });
  const inherited = { 'articles/a.md': '---\n# From all.\ntitle: All\nstatus: draft\n$slug: x\n---\n\nText of all.\n' };
  const shared = { 'articles/a.md': '---\ntitle: Ours\n$id: 64b7c0ffee64b7c0ffee0001\n---\n\nOur text.\n' };
  const own = { 'articles/a.md': '---\ntitle: Theirs\nstatus: published\n---\n' };
  const isOfTarget = (file: string): boolean => file.startsWith('content.stage/');
  const document = contentFor('stage', {
    prefix: 'content/',
    targets: ['stage'],
    shared: readLayer(layer('content/', shared)),
    inherited: readInherited([layer('shared/', inherited)]),
    overlays: new Map([['stage', readLayer(layer('content.stage/', own))]]),
  }).documents.find(({ address }) => address === 'articles/a')!;

  it('has what all broadcasts and this one say, and not what one target overrides', () => {
    const texts = copiedTexts(document, 'Copy', isOfTarget);
    expect([...texts.keys()]).toEqual(['.md']);
    const copy = read({ 'articles/b.md': texts.get('.md')! }).get('articles/b')!;
    expect(copy.data).toEqual({ title: 'Copy', status: 'draft' });
    expect(copy.body?.text.trim()).toBe('Our text.');
  });
});

describe('the list of documents', () => {
  const documents = read({
    'broadcast.yaml': 'name: Harbour\n',
    'stalls/bread.yaml': 'title: Pain & Œufs\nstatus: draft\nlocaleDetails: { en: { title: Bread } }\n',
    'stalls/fish.yaml': 'title: Fish\nstatus: published\n',
  });
  const rows = listDocuments({
    documents,
    entities: new Map(),
    problems: [],
    locales: ['fr', 'en'],
    kinds,
    now: 0,
    prefix: 'content/',
    isChanged: (file) => file.endsWith('fish.yaml'),
    hrefOf: () => undefined,
  });

  it('needs no code for a declared kind', () => {
    const { documents: listed, counts } = pickDocuments(rows, { kind: 'stall' });
    expect(listed.map(({ title, flags }) => [title, flags])).toEqual([
      ['Fish', ['untranslated', 'changed']],
      ['Pain & Œufs', ['draft']],
    ]);
    expect(counts).toEqual({ all: 2, draft: 1, scheduled: 0, invalid: 0, untranslated: 1, changed: 1 });
    expect(pickDocuments(rows, { search: 'oeufs pain' }).total).toBe(1);
  });
});
