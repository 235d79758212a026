import fc from 'fast-check';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { readPlainYaml } from '../../src/content/plain-yaml.ts';
import { readYamlTree } from '../../src/content/yaml-tree.ts';

const LONG_KEYS = { 'Le festival': 'The festival', "À l'aube, (ou tôt) ? non!": 'x' };

/** The fast path reads the same as the `yaml` package, in the same order; it may always decline. */
function expectSame(text: string): void {
  if (readPlainYaml(text)) expectSameAs(readYamlTree(text), text);
}

function expectSameAs({ data, problems }: ReturnType<typeof readYamlTree>, text: string): void {
  const plain = readPlainYaml(text);
  if (!plain) return;
  expect(problems).toEqual([]);
  expect(plain).toEqual(data);
  expect(JSON.stringify(plain)).toBe(JSON.stringify(data));
}

describe('the fast path reads', () => {
  it.each([
    ['a: text', { a: 'text' }],
    ['\na: 1\n\n# said\nb: -2.50 # why\n', { a: 1, b: -2.5 }],
    ['a: true\nb: ~\nc:\nd: No', { a: true, b: null, c: null, d: 'No' }],
    ['a: 2027-06-18T20:30:00+02:00', { a: '2027-06-18T20:30:00+02:00' }],
    [`a: "it's # not"\nb: 'it''s'\n`, { a: "it's # not", b: "it's" }],
    ['a: >-\n  two\n  lines\n\n  more\nb: |\n  x\n    y\n', { a: 'two lines\nmore', b: 'x\n  y\n' }],
    ['a:\n  b:\n    c: 1\n  d: 2\n', { a: { b: { c: 1 }, d: 2 } }],
    ['a:\n- x\n- y: 1\n  z: 2\nb:\n  - 3\n', { a: ['x', { y: 1, z: 2 }], b: [3] }],
    ['a: [fr, "e,n", 3, []]\nb: { $env: NAME }\n', { a: ['fr', 'e,n', 3, []], b: { $env: 'NAME' } }],
    ['a: {start: 2027-06-18T20:30, end: x y}', { a: { start: '2027-06-18T20:30', end: 'x y' } }],
    ['titre: Été à la mer\n', { titre: 'Été à la mer' }],
    ["Le festival: The festival\nÀ l'aube, (ou tôt) ? non!: x\n", LONG_KEYS],
    ['a:\n  - Nous écrire: Write to us\n', { a: [{ 'Nous écrire': 'Write to us' }] }],
  ])('%j', (text, data) => {
    expect(readPlainYaml(text)).toEqual(data);
    expectSame(text);
  });

  it('every file of the demo', () => {
    const root = join(import.meta.dirname, '../../content');
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.yaml'));
    const texts = files.map((file) => readFileSync(join(root, file), 'utf8'));
    for (const text of texts) expectSame(text);
    expect(files.filter((_, index) => !readPlainYaml(texts[index]!))).toEqual([]);
  });
});

describe('the fast path leaves to the yaml package', () => {
  it.each([
    '',
    '# only a comment',
    '- a',
    'text',
    'a: 1\na: 2',
    '__proto__: 1',
    'a: {constructor: 1}',
    'a: &x 1\nb: *x',
    'a: !!str 1',
    'a: one\n  two',
    'a: "one\n  two"',
    'a: x: y',
    'a: b:',
    'a:1',
    'a:\tb',
    'a : b',
    'a b : c',
    'a  b: c',
    'a #b: c',
    'a:b c',
    '😀: a',
    'a: 1\r',
    'a: 1\rb: 2\n',
    '\uFEFFa: 1',
    'a: 0x1f',
    'a: 1e3',
    'a: 007',
    'a: .5',
    'a: 12345678901234567',
    'a: .inf',
    'a: "\\n"',
    'a: [1,\n 2]',
    'a: [x: y]',
    'a: |+\n  x\n',
    'a: |2\n  x\n',
    'a: |\n  x',
    'a: >\n  x\n    y\n',
    'a: 1\n---\nb: 2',
    '%YAML 1.2\n---\na: 1',
    'a:\n  - x\n - y\n',
    '  a: 1\nb: 2',
    '? a\n: b',
    '<<: {a: 1}',
    'a: @b',
    'a: `b`',
  ])('%j', (text) => {
    expect(readPlainYaml(text)).toBeUndefined();
  });
});

/** Pieces that occur in real files and in broken ones. */
const PIECES = [
  ...['a', 'b', 'key', '$id', 'null', 'true', 'é', '😀', '\u00a0'],
  ...['0', '1', '42', '-7', '1.5', '.5', '0x1f', '1e3', '007', '-0'],
  ...[':', ': ', ' :', '- ', '-', '  ', ' ', '    ', '\n', '\n', '\n', '\n  ', '\n    ', '\n- ', '\n  - '],
  ...['#', ' # said', '"', "'", "''", '\\', '"x"', "'y'", '[', ']', '{', '}', ',', ', ', '{ a: 1 }', '[a, b]'],
  ...['>', '|', '>-', '|-', '|+', ': >-\n  ', ': |\n  ', '&x ', '*x', '!t ', '---', '...'],
  ...['%', '?', '? ', '@', '`', '~', '<<', '\t', '\r\n', '__proto__', '=', '(', '/', '+', '_'],
  ...['2027-06-18T20:30:00+02:00', '12:30', 'https://x.example/a#b'],
];

const KEYS = ['a', 'Un mot', "l'été/b, c? (d)", 'é-è & !'];

/** A value that may follow a key, with the lines below it indented by two. */
const valueLines = fc.letrec<{ value: readonly string[]; map: readonly string[] }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', maxDepth: 3 },
    fc
      .constantFrom('x', 'x y', '1', '-2.5', 'true', '~', '', '"q # r"', "'s''t'", '# c', 'x # c', 'Été', '12:30')
      .map((x) => [x]),
    fc
      .constantFrom('[a, 1, "b"]', '{ k: v, l: [m] }', '[]', "{ k: l'eau, t: 20:30 }", '[{ a.b: é è }]')
      .map((x) => [x]),
    fc
      .tuple(
        fc.constantFrom('>', '>-', '|', '|-'),
        fc.array(fc.constantFrom('two words', '', '# not', '- a', 'k: v'), { maxLength: 4 }),
      )
      .map(([style, text]) => [style, ...['first', ...text].map((line) => (line === '' ? '' : `  ${line}`))]),
    tie('map').map((map) => ['', ...map.map((line) => (line === '' ? '' : `  ${line}`))]),
    fc
      .tuple(
        fc.boolean(),
        fc.array(fc.oneof(fc.constantFrom(['x'], ['1 # c'], ['"q"'], ['{ k: v }']), tie('map')), {
          minLength: 1,
          maxLength: 3,
        }),
      )
      .map(([indented, items]) => [
        '',
        ...items
          .flatMap(([first, ...rest]) => [`- ${first}`, ...rest.map((line) => (line === '' ? '' : `  ${line}`))])
          .map((line) => (indented && line !== '' ? `  ${line}` : line)),
      ]),
  ),
  map: fc
    .array(fc.record({ value: tie('value'), before: fc.constantFrom('', '', '', '# said', 'blank') }), {
      minLength: 1,
      maxLength: 4,
    })
    .map((entries) =>
      entries.flatMap(({ value: [first, ...rest], before }, index) => [
        ...(before === '' || index === 0 ? [] : [before === 'blank' ? '' : before]),
        `${KEYS[index]!}:${first === '' ? '' : ` ${first!}`}`,
        ...rest,
      ]),
    ),
}));

const file = valueLines.map.map((lines) => `${lines.join('\n')}\n`);

/** A file with a piece inserted or a part removed anywhere. */
const spoilt = fc
  .tuple(file, fc.nat(), fc.nat(4), fc.string({ unit: fc.constantFrom(...PIECES), maxLength: 2 }))
  .map(([text, at, length, piece]) => {
    const start = at % (text.length + 1);
    return text.slice(0, start) + piece + text.slice(start + length);
  });

const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.string({ unit: 'grapheme', maxLength: 30 }),
    fc.lorem({ maxCount: 20 }),
    fc.constantFrom('', 'null', 'yes', '12', ' lead', 'trail ', 'a: b', 'a #b', '- x', 'line\nline\n', 'para\n\npara'),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    tie('map'),
  ),
  map: fc.dictionary(fc.stringMatching(/^[a-z$_][a-zA-Z0-9_]{0,8}$/), tie('value'), {
    maxKeys: 5,
    noNullPrototype: true,
  }),
}));

describe('the fast path agrees with the yaml package', () => {
  it('on any plain file, which it does read', () => {
    fc.assert(
      fc.property(file, (text) => {
        expectSame(text);
        expect(readPlainYaml(text)).toBeDefined();
      }),
      { numRuns: 300 },
    );
  });

  it('on a plain file with a mistake in it', () => {
    fc.assert(fc.property(spoilt, expectSame), { numRuns: 1000 });
  });

  it('on pieces in any order', () => {
    fc.assert(fc.property(fc.string({ unit: fc.constantFrom(...PIECES), maxLength: 14 }), expectSame), {
      numRuns: 1000,
    });
  });

  it('on a file with CRLF, which reads the same as with LF', () => {
    fc.assert(
      fc.property(fc.oneof(file, spoilt), (text) => {
        const [unix, windows] = [text.replaceAll('\r', ''), text.replaceAll('\r', '').replaceAll('\n', '\r\n')];
        const read = readYamlTree(windows);
        expectSameAs(read, windows);
        expect(readPlainYaml(windows)).toEqual(readPlainYaml(unix));
        expect(read.data).toEqual(readYamlTree(unix).data);
      }),
      { numRuns: 500 },
    );
  });

  it('on anything written by the package itself', () => {
    fc.assert(
      fc.property(
        json.map,
        fc.constantFrom<object>({}, { indentSeq: false }, { lineWidth: 20 }, { blockQuote: 'literal' }, { indent: 4 }),
        (value, options) => expectSame(stringify(value, options)),
      ),
      { numRuns: 300 },
    );
  });
});
