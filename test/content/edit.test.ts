import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { editYaml, type Edit } from '../../src/content/edit/yaml.ts';
import { valueAt, type Json, type Path } from '../../src/values/json.ts';
import { editParts } from '../../src/content/edit/edit-parts.ts';
import { memoryFiles } from '../../src/content/files.ts';
import { readFile } from '../../src/content/read-file.ts';

const set = (path: Path, value: Json): Edit => ({ path, value });
const remove = (...path: Path): Edit => ({ path, remove: true });
const move = (path: Path, to: number): Edit => ({ path, moveTo: to });

type Example = readonly [title: string, before: string, edit: Edit, after: string];

const EXAMPLES: Readonly<Record<string, readonly Example[]>> = {
  'a changed scalar': [
    ['keeps the space around it and its comment', 'a:   1   # one\n', set(['a'], 2), 'a:   2   # one\n'],
    ['stays plain', 'a: old\n', set(['a'], 'new text'), 'a: new text\n'],
    ['stays in single quotes', "a: 'old'\n", set(['a'], "it's"), "a: 'it''s'\n"],
    ['stays in double quotes', 'a: "old"\n', set(['a'], 'say "hi"'), 'a: "say \\"hi\\""\n'],
    ['keeps double quotes over a line break', 'a: "old"\n', set(['a'], 'x\ny'), 'a: "x\\ny"\n'],
    ['stays a literal block', 'a: | # c\n  old\n\nb: 1\n', set(['a'], 'x\ny\n'), 'a: | # c\n  x\n  y\n\nb: 1\n'],
    ['keeps the indentation of its block', 'a: |\n     old\n', set(['a'], 'new\n'), 'a: |\n     new\n'],
    [
      'stays a folded block of its width',
      'a: >-\n  one two three four five six\n  seven\n',
      set(['a'], 'eight nine ten eleven twelve thirteen'),
      'a: >-\n  eight nine ten eleven\n  twelve thirteen\n',
    ],
    ['leaves its block when it is no text', 'a: | # c\n  old\nb: 1\n', set(['a'], 5), 'a: 5 # c\nb: 1\n'],
    ['becomes a block when it gets several lines', 'a: x # c\n', set(['a'], 'y\nz\n'), 'a: | # c\n  y\n  z\n'],
    ['loses its quotes when it is no string', "a: '5'\n", set(['a'], 6), 'a: 6\n'],
    ['gets quotes as the file has them', "a: 5\nb: 'x'\n", set(['a'], '6'), "a: '6'\nb: 'x'\n"],
    ['is written behind a lonely key', 'a: # later\nb: 1\n', set(['a'], 'x'), 'a: x # later\nb: 1\n'],
    ['is written behind a lonely dash', '-\n- 1\n', set([0], 'x'), '- x\n- 1\n'],
    ['is written into a flow collection', 'a: {b: 1, c}\n', set(['a', 'c'], 'x, y'), 'a: {b: 1, c: "x, y"}\n'],
    ['keeps an anchor', 'a: &x 1\n', set(['a'], 2), 'a: &x 2\n'],
    ['drops a tag that contradicts it', 'a: !!str 1 # c\n', set(['a'], 1), 'a: 1 # c\n'],
    ['is found under a number as its key', '1.0: x\n', set(['1.0'], 'y'), '1.0: y\n'],
    ['is all there is', '# c\nold\n', set([], 'new'), '# c\nnew\n'],
  ],

  'a new key': [
    ['comes last in its mapping', 'a: 1\n\n# end\n', set(['b'], 2), 'a: 1\nb: 2\n\n# end\n'],
    ['needs no line break at the end of the file', 'a: 1', set(['b'], 2), 'a: 1\nb: 2'],
    [
      'has the indentation of its mapping',
      'a:\n   b: 1 # c\nd: 1\n',
      set(['a', 'c'], 2),
      'a:\n   b: 1 # c\n   c: 2\nd: 1\n',
    ],
    ['brings the mappings on its way', 'a: 1\n', set(['b', 'c', 'd'], 2), 'a: 1\nb:\n  c:\n    d: 2\n'],
    ['follows the indentation of the file', 'a:\n    b: 1\n', set(['c', 'd'], 2), 'a:\n    b: 1\nc:\n    d: 2\n'],
    ['has lists as the file has them', 'a:\n- 1\n', set(['b'], [2]), 'a:\n- 1\nb:\n- 2\n'],
    ['goes into a mapping in a list', '- a: 1\n- b: 2\n', set([0, 'c'], 3), '- a: 1\n  c: 3\n- b: 2\n'],
    ['goes into a flow mapping', 'a: { b: 1 } # c\n', set(['a', 'c'], [2]), 'a: { b: 1, c: [ 2 ] } # c\n'],
    ['fills an empty mapping', 'a: {} # c\n', set(['a', 'b'], 1), 'a: # c\n  b: 1\n'],
    ['fills an empty value', 'a:\nb: 1\n', set(['a', 'c'], 1), 'a:\n  c: 1\nb: 1\n'],
    ['fills an empty file', '', set(['a'], 1), 'a: 1\n'],
    ['fills a file of comments', '# c\n', set(['a'], 1), '# c\na: 1\n'],
    [
      'follows the comments inside the last value',
      'a:\n  b: 1\n  # in a\n# c\n',
      set(['d'], 1),
      'a:\n  b: 1\n  # in a\nd: 1\n# c\n',
    ],
    ['is quoted where it must be', 'a: 1\n', set(['b: c'], 2), 'a: 1\n"b: c": 2\n'],
  ],

  'a new item': [
    ['comes last in its list', 'a:\n  - 1 # one\n# c\n', set(['a', 1], 2), 'a:\n  - 1 # one\n  - 2\n# c\n'],
    ['may be a mapping', '- a: 1\n', set([1], { b: 2, c: [3] }), '- a: 1\n- b: 2\n  c:\n    - 3\n'],
    ['goes into a flow list', 'a: [1, 2, ]\n', set(['a', 2], 3), 'a: [1, 2, 3, ]\n'],
    [
      'gets its own line if the others have one',
      'a: [\n  1, # one\n  2 # two\n]\n',
      set(['a', 2], 3),
      'a: [\n  1, # one\n  2, # two\n  3\n]\n',
    ],
    ['fills an empty list', 'a: []\n', set(['a', 0], 1), 'a:\n  - 1\n'],
  ],

  'a removed key': [
    ['takes its line and its comment along', 'a: 1\nb: 2 # two\nc: 3\n', remove('b'), 'a: 1\nc: 3\n'],
    ['takes all its lines along', 'a:\n  b: 1\n\n  # in a\n  c: 2\n  # in a too\nd: 3\n', remove('a'), 'd: 3\n'],
    ['leaves the comments above it', 'a: 1\n# about b\nb: 2\n', remove('b'), 'a: 1\n# about b\n'],
    [
      'takes the comment right above it along as an entry of a list',
      'a:\n  # the list\n\n  # about b\n  # as well\n  - b\n  # about c\n  - c\n',
      remove('a', 0),
      'a:\n  # the list\n\n  # about c\n  - c\n',
    ],
    [
      'takes the comment right above the only entry of a list along',
      'a:\n  # about b\n  - b\nc: 1\n',
      remove('a', 0),
      'a: []\nc: 1\n',
    ],
    ['adds no line break at the end of the file', 'a: 1\nb: 2', remove('b'), 'a: 1'],
    ['leaves {} if it was the last', 'a: # c\n  # d\n  b: 1 # e\nf: 1\n', remove('a', 'b'), 'a: {} # c\n  # d\nf: 1\n'],
    ['leaves {} in a list', '- a: 1\n- b\n', remove(0, 'a'), '- {}\n- b\n'],
    ['leaves {} in the whole file', '# c\na: 1 # d\n', remove('a'), '# c\n{}\n'],
    ['moves the next one up to the dash', '- a: 1\n  # c\n  b: 2\n- c\n', remove(0, 'a'), '- # c\n  b: 2\n- c\n'],
    ['leaves a flow mapping', 'a: {b: 1, c: 2, d: 3}\n', remove('a', 'c'), 'a: {b: 1, d: 3}\n'],
    ['leaves an empty flow mapping', 'a: { b: 1 }\n', remove('a', 'b'), 'a: {}\n'],
    ['may not have been there', 'a: 1\n', remove('b', 'c'), 'a: 1\n'],
  ],

  'a removed item': [
    ['takes its lines along', '- a\n- b: 1\n  c: 2\n- d\n', remove(1), '- a\n- d\n'],
    ['leaves [] when it was the last', 'a:\n- b\nc: 1\n', remove('a', 0), 'a: []\nc: 1\n'],
    ['leaves a flow list', 'a: [1, 2] # c\n', remove('a', 1), 'a: [1] # c\n'],
    ['takes its line of a flow list along', 'a: [\n  1, # one\n  2 # two\n]\n', remove('a', 1), 'a: [\n  1 # one\n]\n'],
  ],

  'a collection': [
    ['replaces a scalar', 'a: x # c\nb: 1\n', set(['a'], { c: 1, d: [2] }), 'a: # c\n  c: 1\n  d:\n    - 2\nb: 1\n'],
    ['gives way to a scalar', 'a: # c\n  b: 1 # d\n  # e\nf: 1\n', set(['a'], 'x'), 'a: x # c\nf: 1\n'],
    ['gives way to one of another kind', 'a:\n  b: 1\nc: 1\n', set(['a'], [1]), 'a:\n  - 1\nc: 1\n'],
    ['stays in flow style', 'a: [1, 2] # c\n', set(['a'], [2, 1]), 'a: [2, 1] # c\n'],
    [
      'keeps the comment above its first item',
      'a:\n  # all\n  - 1 # one\n  - 2\n',
      set(['a'], [2, 3, 1]),
      'a:\n  # all\n  - 2\n  - 3\n  - 1\n',
    ],
    [
      'changes only where it differs',
      'a:\n  b: 1 # c\n  d: 2\n',
      set(['a'], { b: 1, e: 3 }),
      'a:\n  b: 1 # c\n  e: 3\n',
    ],
    [
      'gains an item without touching the others',
      '- 1 # one\n- 3 # three\n',
      set([], [1, 2, 3]),
      '- 1 # one\n- 2\n- 3 # three\n',
    ],
    ['takes in a first item', 'a:\n  - 2 # two\n', set(['a'], [1, 2]), 'a:\n  - 1\n  - 2 # two\n'],
    [
      'loses items without touching the others',
      '- 1 # one\n- 2\n- 3 # three\n',
      set([], [1, 3]),
      '- 1 # one\n- 3 # three\n',
    ],
    [
      'changes inside its items',
      '- a: 1 # one\n- a: 2 # two\n',
      set([], [{ a: 1 }, { a: 5 }]),
      '- a: 1 # one\n- a: 5 # two\n',
    ],
  ],

  'an alias': [
    ['is replaced by what is set', 'a: &x 1\nb: *x # c\n', set(['b'], 2), 'a: &x 1\nb: 2 # c\n'],
    [
      'is written out if a value below it changes',
      'a: &x {b: 1}\nc: *x\n',
      set(['c', 'd'], 2),
      'a: &x {b: 1}\nc:\n  b: 1\n  d: 2\n',
    ],
    [
      'is a copy of its value once its entry is above its anchor',
      'a:\n  # one\n  - {x:  &x "Hi"} # 1\n  # two\n  - {x:  *x} # 2\nb:   *x # b\n',
      move(['a', 1], 0),
      'a:\n  # two\n  - {x:  Hi} # 2\n  # one\n  - {x:  &x "Hi"} # 1\nb:   *x # b\n',
    ],
    [
      'is a copy of its value once the entry with its anchor is below it',
      'a: # a\n  - &x y # 1\n  - *x # 2\n  - *x # 3\n',
      move(['a', 0], 1),
      'a: # a\n  - y # 2\n  - &x y # 1\n  - *x # 3\n',
    ],
    [
      'does not follow a move in its anchor',
      'a: &x\n  - 1 # one\n  - 2\nb: *x\n',
      move(['a', 0], 1),
      'a: &x\n  - 2\n  - 1 # one\nb:\n  - 1\n  - 2\n',
    ],
    ['does not follow a change of its anchor', 'a: &x 1 # c\nb: [*x, *x]\n', set(['a'], 2), 'a: &x 2 # c\nb: [1, 1]\n'],
    [
      'does not follow a change inside its anchor',
      'a: &x\n  b: 1 # c\nd: *x\n',
      set(['a', 'e'], 2),
      'a: &x\n  b: 1 # c\n  e: 2\nd:\n  b: 1\n',
    ],
    ['outlives its anchor', 'a:\n  b: &x y\nc: *x\n', remove('a'), 'c: y\n'],
    ['stays if the edit does not affect it', 'a: &x 1\nb: *x\nc: 1\n', set(['c'], 2), 'a: &x 1\nb: *x\nc: 2\n'],
  ],

  'an unusual text': [
    [
      'with explicit keys is printed again around the value',
      'm:\n  ? a\n  : 1 # c\n  ? b\nn:   1\n',
      set(['m', 'b'], 2),
      'm:\n  a: 1 # c\n  b: 2\nn:   1\n',
    ],
    [
      'with pairs in a flow list gets the braces it needs',
      'a: [b: 1, c]\n',
      set(['a', 0, 'd'], 2),
      'a: [{b: 1, d: 2}, c]\n',
    ],
    [
      'with directives and markers keeps them',
      '%YAML 1.2\n---\na: 1\n...\n',
      set(['b'], 2),
      '%YAML 1.2\n---\na: 1\nb: 2\n...\n',
    ],
  ],
};

describe.each(Object.entries(EXAMPLES))('%s', (_, examples) => {
  it.each(examples)('%s', (_, before, edit, after) => {
    expect(editYaml(before, [edit])).toBe(after);
    expect(editYaml(`\uFEFF${before}`, [edit])).toBe(`\uFEFF${after}`);
  });

  it.each(examples.filter(([, before]) => before.includes('\n')))(
    '%s in a file from Windows',
    (_, before, edit, after) => {
      expect(editYaml(before.replaceAll('\n', '\r\n'), [edit])).toBe(after.replaceAll('\n', '\r\n'));
    },
  );
});

describe('a string', () => {
  it.each(['12', '1.5', '0x1F', '1e3', 'true', 'null', '~', '', '.inf', '- x', 'a: b', ' x', '#x'])(
    'gets quotes if YAML 1.2 would parse %j as something else',
    (value) => {
      const edited = editYaml('a: x\n', [set(['a'], value)]);
      expect(edited).toMatch(/^a: ["']/);
      expect(parse(edited)).toEqual({ a: value });
    },
  );

  it.each(['yes', '2027-06-18', '2027-06-18T20:30:00+02:00', 'https://x.example/#y'])(
    'gets no unnecessary quotes: %s',
    (value) => {
      expect(editYaml('a: x\n', [set(['a'], value)])).toBe(`a: ${value}\n`);
    },
  );
});

describe('editing', () => {
  it('applies several edits one after the other', () => {
    const edits = [set(['a', 'b'], 1), set(['a', 'c'], [1]), set(['a', 'c', 1], 2), remove('a', 'b'), remove('d')];
    expect(editYaml('d: x # gone\n', edits)).toBe('a:\n  c:\n    - 1\n    - 2\n');
  });

  it('changes no byte when nothing changes', () => {
    const source = "a:   0x1F\r\n\r\nb:  'x'  # c\nc: {d: 1,   e: [ ]}";
    const edits = [set(['a'], 31), set(['b'], 'x'), set(['c'], { e: [], d: 1 }), remove('f')];
    expect(editYaml(source, edits)).toBe(source);
  });

  it('rejects edits that can only be a mistake of the caller', () => {
    expect(() => editYaml('a: 1\n', [set(['a', 'b'], 1)])).toThrow('a is a single value, so it has no "b".');
    expect(() => editYaml('a: [1]\n', [set(['a', 'b'], 1)])).toThrow('a is a list, so it has no "b".');
    expect(() => editYaml('a: [1]\n', [set(['a', 2], 1)])).toThrow('a[2] is past the end of its list.');
    expect(() => editYaml('a: 1\n', [set(['b', 1], 1)])).toThrow('is past the end of a new list');
    expect(() => editYaml('a: 1\n', [remove()])).toThrow('An edit cannot remove a whole document.');
    expect(() => editYaml('a: [\n', [set(['a'], 1)])).toThrow('Cannot edit a text that is not valid YAML.');
  });

  it('never prints the whole file again', () => {
    expect(() => editYaml('? a\n: 1 # c\n? b\n', [set(['b'], 2)])).toThrow(
      'b cannot be changed without rewriting the whole file',
    );
  });

  it('never writes a key that the reader rejects', () => {
    expect(() => editYaml('a: 1\n', [set(['__proto__'], 1)])).toThrow(
      'cannot be changed without rewriting the whole file',
    );
  });
});

/** The file after every `old` in the value at the path, or in the body, became `new`. */
function edited(path: string, text: string, at: Path | undefined): string {
  const files = memoryFiles({ [path]: text });
  const file = readFile(files, files.entry(path)!, '').document!;
  const value = at === undefined ? file.body!.text : (valueAt(file.data, at) as string);
  const parts = [...value.matchAll(/old/g)].map(({ index }) => ({
    path: at,
    start: index,
    end: index + 3,
    text: 'new',
  }));
  return editParts(file, parts);
}

describe('a part of a value', () => {
  it.each([
    ['a plain text', 'title: old # old\n'],
    ['quotes', `title: 'it''s old' # old\n`],
    ['a folded text', 'title: >-\n  a line\n  old and old\n\n  end\n# old\n'],
    ['a text over several lines', 'title: a\n  line old\n  b\n'],
    ['CRLF and a byte order mark', '\uFEFF# old\r\ntitle: old\r\nstatus: old\r\n'],
    ['no line break at the end', 'title: old'],
  ])('is replaced in %s, and nothing else changes', (_, text) => {
    const after = edited('pages/a.yaml', text, ['title']);
    expect(after.length).toBe(text.length);
    expect(edited('pages/a.yaml', after.replaceAll('new', 'old'), ['title'])).toBe(after);
    expect(after.split('new').length).toBe(text.includes('old and old') ? 3 : 2);
    expect(after.includes('#') ? after : '# old').toContain('# old');
  });

  it('is replaced by setting the whole value, if the file writes it with escapes', () => {
    expect(edited('pages/a.yaml', 'title: "\\x6fld words" # why\n', ['title'])).toBe('title: "new words" # why\n');
  });
});

describe('a part of a body', () => {
  it('is replaced at its place, whatever the line breaks before it', () => {
    const text = '---\r\ntitle: old\r\n---\r\nfirst\r\nsecond\nold\r\nold\r\n';
    expect(edited('articles/a.md', text, undefined)).toBe(text.replace('old\r\nold\r\n', 'new\r\nnew\r\n'));
  });
});
