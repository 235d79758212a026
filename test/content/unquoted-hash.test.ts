import fc from 'fast-check';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { diskFiles, memoryFiles } from '../../src/content/files.ts';
import { readContent } from '../../src/content/read-content.ts';
import { starterFile } from '../../src/project/files/starter-file.ts';
import { fileKinds } from '../../src/kinds/registry.ts';
import { readYaml } from '../../src/content/yaml-tree.ts';

const codesOf = (text: string): readonly string[] => readYaml(text).problems.map(({ code }) => code);

describe('a # that cuts off an unquoted text is an error', () => {
  it.each([
    ['color: #f4f7fb', '#f4f7fb', { color: '#f4f7fb' }],
    ['color:   #f4f7fb\r\nother: 1\r\n', '#f4f7fb', { color: '#f4f7fb', other: 1 }],
    ['title: Meet at stage #3', 'Meet at stage #3', { title: 'Meet at stage #3' }],
    ['title: Meet at\n  stage #3\n', 'Meet at\n  stage #3', { title: 'Meet at stage #3' }],
    ['title: #1 of\n  all stages\n', '#1 of', { title: '#1 of all stages' }],
    ['tags:\n  - #jazz\n  - blues\n', '#jazz', { tags: ['#jazz', 'blues'] }],
    ['tags:\n  - jazz #live\n', 'jazz #live', { tags: ['jazz #live'] }],
    ['a: { b: #fff\n }\n', '#fff', { a: { b: '#fff' } }],
    ['a: [jazz #live\n  , blues]\n', 'jazz #live', { a: ['jazz #live', 'blues'] }],
    ['count: 3 #three', '3 #three', { count: 3 }],
    ['- a:\n    b: ~ #none', '~ #none', [{ a: { b: '#none' } }]],
    ['a: x ##', 'x ##', { a: 'x ##' }],
    ['theme:\n  color:\n    #fffdf7\n  size: 1\n', '#fffdf7', { theme: { color: '#fffdf7', size: 1 } }],
    ['description:\r\n  #1 brunch in town\r\n', '#1 brunch in town', { description: '#1 brunch in town' }],
  ])('%j', (text, pointedAt, data) => {
    const read = readYaml(text);
    expect(read.problems.map(({ code, start, end }) => [code, text.slice(start, end)])).toEqual([
      ['unquoted-hash', pointedAt],
    ]);
    expect(read.data).toEqual(data);
  });
});

describe('a # is reported if it is the reason why the YAML cannot be parsed', () => {
  it.each([
    ['colors: [#fff, #000]\nname: x\n', '#fff, #000]'],
    ['theme: { color: #fff, size: 3 }\n', '#fff, size: 3 }'],
    ['title: Meet #3\n  tomorrow\n', '#3'],
    ['a: 1\nstage #3: main\n', '#3: main'],
  ])('%j', (text, pointedAt) => {
    const { problems } = readYaml(text);
    expect(problems.map(({ code, start, end }) => [code, text.slice(start, end)])).toEqual([
      ['unquoted-hash', pointedAt],
    ]);
  });
});

describe('a comment stays a comment', () => {
  it.each([
    '#title: old\na: 1',
    'a: 1 # why',
    'a: 1 #',
    'a: 1 #\tindented',
    'a: # all of them\n  b: 1',
    'a: #all of them\n  b: 1',
    'a: #all of them\n  - b',
    'a: #all of them\n- b',
    'a:\n  #- b\n  #- c\nd: 1',
    'a:\n  #b: 1\n  #"c": 2\nd: 1',
    'a:\n  ##\nd: 1',
    'a:\n#b\nd: 1',
    '  a:\n  #b\n  d: 1',
    'a:\n- #first\n  b: 1',
    'a: "x" #quoted',
    "a: 'x' #quoted",
    'a: [x] #list',
    'a: { x: 1 } #group',
    'a: [\n  x, #first\n  y\n]',
    'a: | #text\n  x #3\n',
    'a: >-\n  x #3\n',
    'a: x#3',
    'a: https://a.example/#top',
    'a: &x 1\nb: *x #alias',
  ])('%j', (text) => {
    expect(codesOf(text)).toEqual([]);
  });
});

describe('no such error is in', () => {
  it.each(['content', 'templates/starter/content'])('%s', (folder) => {
    const files = diskFiles(join(import.meta.dirname, '../..', folder));
    expect(readContent(files, { prefix: '' }).diagnostics).toEqual([]);
  });

  it.each(fileKinds.map((kind) => [kind.name, kind] as const))('what gitcast new writes for %s', (_, kind) => {
    const path = kind.single ? kind.folder : `${kind.folder}/a-name${kind.body === undefined ? '.yaml' : '.md'}`;
    const written = starterFile(kind, { slug: 'a-name', timezone: 'Europe/Paris' });
    const everyLine = written.replaceAll(/^# (?=[$\w]+:| )/gm, '');
    for (const text of [written, everyLine]) {
      const { diagnostics } = readContent(memoryFiles({ [path]: text }), { prefix: '' });
      expect(diagnostics.filter(({ code }) => code === 'unquoted-hash')).toEqual([]);
    }
  });
});

it('a value with a # in quotes, as suggested, is read completely', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', ' ', '#', '"', "'", '\\', ':', '3') }), (text) => {
      const written = `title: x #${text.trim()}y\n`;
      const { diagnostics } = readContent(memoryFiles({ 'events/a.yaml': written }), { prefix: '' });
      const suggestion = diagnostics.find(({ code }) => code === 'unquoted-hash')?.suggestion;
      if (suggestion === undefined) return;
      const [, edit] = /^write (.*), or add a space/s.exec(suggestion)!;
      expect(readYaml(`title: ${edit!}`)).toEqual({ data: { title: `x #${text.trim()}y` }, problems: [] });
    }),
  );
});

it('the suggested edit of a credential is not shown', () => {
  const written = 'url: https://hooks.example/x\nevents: [event.created]\nsecret: abcdef #ghijkl\n';
  const { diagnostics } = readContent(memoryFiles({ 'webhooks/a.yaml': written }), { prefix: '' });
  expect(diagnostics).toMatchObject([{ code: 'unquoted-hash', at: { line: 3, lineText: '' } }]);
  expect(JSON.stringify(diagnostics)).not.toMatch(/abcdef|ghijkl/);
});

describe('a character that is not allowed in text is rejected', () => {
  it.each([
    ['NUL as an escape', 'title: "a\\0b"'],
    ['NUL itself', 'title: a\0b'],
    ['a lone surrogate', 'title: "\\ud800"'],
    ['NUL in a name', '"a\\0b": 1'],
    ['a lone surrogate in a name', '"a\\udc00": 1'],
  ])('%s', (_, text) => {
    expect(codesOf(text)).toEqual(['bad-character']);
  });

  it('NUL in the text of an article', () => {
    const written = '---\ntitle: a\n---\r\none\r\ntwo \0 three\n';
    const { diagnostics } = readContent(memoryFiles({ 'articles/a.md': written }), { prefix: '' });
    expect(diagnostics).toMatchObject([{ code: 'bad-character', at: { line: 5, column: 5 } }]);
  });

  it('but not a complete surrogate pair', () => {
    expect(readYaml('title: "\\ud83d\\ude00"')).toEqual({ data: { title: '😀' }, problems: [] });
  });
});
