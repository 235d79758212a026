import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { memoryFiles } from '../../src/content/files.ts';
import { readContent } from '../../src/content/read-content.ts';
import type { Positions } from '../../src/content/document.ts';
import { Source } from '../../src/content/source.ts';
import { readYaml } from '../../src/content/yaml-tree.ts';
import type { Span } from '../../src/diagnostics/diagnostic.ts';
import { isObject, type Json, type JsonObject, type Path } from '../../src/values/json.ts';
import { runs } from '../seed.ts';

const FORBIDDEN = ['__proto__', 'constructor', 'prototype'];
const key = fc.string({ minLength: 1, maxLength: 12 }).filter((name) => !FORBIDDEN.includes(name));
const scalar: fc.Arbitrary<Json> = fc.oneof(
  fc.string(),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', '#'), maxLength: 12 }),
  fc.integer(),
  fc.double({ min: -1e6, max: 1e6, noNaN: true }).map((number) => number + 0),
  fc.boolean(),
  fc.constant(null),
);
const { tree } = fc.letrec<{ tree: Json; node: Json }>((tie) => ({
  tree: fc.dictionary(key, tie('node'), { minKeys: 1, maxKeys: 6, noNullPrototype: true }) as fc.Arbitrary<Json>,
  node: fc.oneof({ maxDepth: 4 }, scalar, fc.array(tie('node'), { maxLength: 4 }), tie('tree')),
}));
const options = fc.record({
  indent: fc.constantFrom(2, 4),
  collectionStyle: fc.constantFrom('any' as const, 'block' as const, 'flow' as const),
  defaultStringType: fc.constantFrom('PLAIN' as const, 'QUOTE_DOUBLE' as const, 'QUOTE_SINGLE' as const),
  lineWidth: fc.constant(0),
});
// `stringify` does not always write what it was given, and sometimes not even YAML: only what can be read from it
// counts.
const document = fc
  .tuple(tree, options)
  .map(([data, style]) => stringify(data, style))
  .filter((yaml) => readYaml(yaml).problems.length === 0);

/** Every leaf value of a document, with its path. */
function* leaves(value: Json, path: Path = []): Generator<{ path: Path; value: Json }> {
  const children = Array.isArray(value) ? [...value.entries()] : isObject(value) ? Object.entries(value) : [];
  if (typeof value !== 'object' || value === null) yield { path, value };
  for (const [step, child] of children) yield* leaves(child as Json, [...path, step]);
}

const written = ({ lineText, column, length }: Span): string => lineText.slice(column - 1, column - 1 + length);

function expectToPointAt(span: Span, value: Json): void {
  const text = written(span);
  // A value with several lines is reported at its first line: at its indicator, its quote or its text.
  if (typeof value === 'string' && value.includes('\n'))
    expect(/^[|>'"]/.test(text) || value.startsWith(text)).toBe(true);
  else expect(parse(`- ${text}`)).toEqual([value]);
}

function expectPositions(source: Positions, data: JsonObject): void {
  for (const { path, value } of leaves(data)) {
    expectToPointAt(source.valueSpan(path), value);
    const step = path.at(-1);
    if (typeof step === 'string') expect(parse(`- ${written(source.keySpan(path))}`)).toEqual([step]);
  }
}

describe('every value is reported at its position', () => {
  it('in YAML', () => {
    fc.assert(
      fc.property(document, (yaml) => {
        const { data } = readYaml(yaml);
        expect(data).toEqual(parse(yaml));
        expectPositions(new Source('a.yaml', yaml), data as JsonObject);
      }),
      { numRuns: runs({ test: 50, proof: 150 }) },
    );
  });

  it('in front matter, after a byte order mark, and in lines that end with CRLF', () => {
    const article = fc.tuple(document, fc.boolean(), fc.boolean()).map(([yaml, mark, crlf]) => {
      const text = `${mark ? '\uFEFF' : ''}---\n${yaml}---\nBody\n`;
      return crlf ? text.replaceAll('\n', '\r\n') : text;
    });
    fc.assert(
      fc.property(article, (text) => {
        const { documents, diagnostics } = readContent(memoryFiles({ 'articles/a.md': text }), { prefix: '' });
        expect(diagnostics).toEqual([]);
        expectPositions(documents[0]!.source, documents[0]!.data);
      }),
      { numRuns: runs({ test: 40, proof: 100 }) },
    );
  });
});

describe('a span', () => {
  const text = [
    'title: Opening night',
    'times:',
    '  - {start: 20:30, end: 23:00}',
    'place:',
    'note: |',
    '  Bring a coat.',
    '',
  ].join('\n');
  const source = new Source('content/a.yaml', text);

  it('has the text of its line', () => {
    expect(source.valueSpan(['times', 0, 'end'])).toEqual({
      file: 'content/a.yaml',
      line: 3,
      column: 25,
      length: 5,
      lineText: '  - {start: 20:30, end: 23:00}',
    });
  });

  it('ends with its line', () => {
    expect(source.valueSpan(['note'])).toMatchObject({ line: 5, column: 7, length: 1 });
    expect(source.valueSpan(['times'])).toMatchObject({ line: 3, column: 3 });
  });

  it('of an empty value is after its key', () => {
    expect(source.valueSpan(['place'])).toMatchObject({ line: 4, column: 7, length: 1 });
  });

  it('of a missing value is that of the nearest enclosing one', () => {
    expect(source.keySpan(['times', 0, 'room'])).toEqual(source.valueSpan(['times', 0]));
    expect(source.keySpan(['times', 7])).toMatchObject({ line: 2, column: 1, length: 5 });
    expect(source.keySpan(['category'])).toMatchObject({ line: 1, column: 1, length: 5 });
  });

  it('below an alias is at the anchor', () => {
    const aliased = new Source('a.yaml', 'a: &x {b: 1}\nc: *x\n');
    expect(aliased.valueSpan(['c'])).toMatchObject({ line: 2, column: 4 });
    expect(aliased.valueSpan(['c', 'b'])).toMatchObject({ line: 1, column: 11 });
  });

  it('of a duplicate key is that of the first, whose value applies', () => {
    expect(new Source('a.yaml', 'a: 1\na: 2\n').valueSpan(['a'])).toMatchObject({ line: 1 });
  });

  it('of a key written as a number is found by its name', () => {
    expect(new Source('a.yaml', 'a: 1\n2: b\n').valueSpan(['2'])).toMatchObject({ line: 2, column: 4 });
  });

  it('does not count a byte order mark', () => {
    expect(new Source('a.yaml', '\uFEFFtitle: A\n').valueSpan(['title'])).toMatchObject({
      column: 8,
      lineText: 'title: A',
    });
  });

  it.each(['', '\n', '# nothing', '[]', '- a', 'a: "', '\uFEFF'])('exists for any path of any text: %j', (odd) => {
    const { line, column, length } = new Source('a.yaml', odd).valueSpan(['a', 0, 'b']);
    expect([line, column, length].every((number) => number >= 1)).toBe(true);
  });
});

describe('a line that may contain a credential is not shown', () => {
  const lines = [
    'url: https://a.example',
    'secret: |',
    '  hunter2',
    '',
    '  hunter3',
    'events: []',
    'x: {secret: hunter4}',
  ];
  const source = new Source('a.yaml', lines.join('\n'), { confidential: /\bsecret\b/ });
  const shown = (line: number): string => {
    const start = lines.slice(0, line).join('\n').length + (line > 0 ? 1 : 0);
    return source.span(start, start + 1).lineText;
  };

  it('nor are the indented lines below it', () => {
    expect(lines.map((_, line) => shown(line))).toEqual([lines[0], '', '', '', '', lines[5], '']);
  });

  it('but its position is', () => {
    expect(source.keySpan(['secret'])).toEqual({ file: 'a.yaml', line: 2, column: 1, length: 6, lineText: '' });
  });
});

it('positions in a document with thirty thousand fields are found at once', () => {
  const yaml = Array.from({ length: 30_000 }, (_, i) => `k${i}:`).join('\n');
  const source = new Source('a.yaml', yaml);
  for (let i = 0; i < 30_000; i += 10) expect(source.keySpan([`k${i}`]).line).toBe(i + 1);
});
