import { existsSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { readMarkdown, type ReadMarkdown } from '../../src/content/front-matter.ts';
import { readYaml } from '../../src/content/yaml-tree.ts';
import { runs } from '../seed.ts';

const codesOf = (text: string): readonly string[] => readMarkdown(text).problems.map(({ code }) => code);

describe('front matter in a language other than YAML is rejected and never executed', () => {
  const trace = join(tmpdir(), `gitcast-front-matter-${process.pid}`);
  const harmful = `(globalThis.wasRun = true, process.getBuiltinModule('node:fs').writeFileSync(${JSON.stringify(trace)}, ''))`;

  afterEach(() => {
    delete (globalThis as { wasRun?: boolean }).wasRun;
    rmSync(trace, { force: true });
  });

  const expectNothingRan = (): void => {
    expect(globalThis).not.toHaveProperty('wasRun');
    expect(existsSync(trace)).toBe(false);
  };

  it.each([
    ['js', `{ title: ${harmful} }`],
    ['javascript', `{ title: ${harmful} }`],
    ['JS', `{ title: ${harmful} }`],
    [' js ', `{ title: ${harmful} }`],
    ['json', '{ "title": "Getting there" }'],
    ['coffee', 'title: "Getting there"'],
    ['cson', 'title: "Getting there"'],
    ['toml', 'title = "Getting there"'],
    ['yaml js', `{ title: ${harmful} }`],
    ['constructor', `{ title: ${harmful} }`],
    ['__proto__', `{ title: ${harmful} }`],
  ])('---%s', (language, code) => {
    expect(codesOf(`---${language}\n${code}\n---\nBody\n`)).toEqual(['front-matter-language']);
    expectNothingRan();
  });

  // Some programs end a line here, so that `js` is on the next one; gray-matter treats all of these as spaces around
  // its language.
  it.each(['\r', '\v', '\f', '\u0085', '\u00A0', '\u2028', '\u2029', '\u3000', '\uFEFF'])(
    'also if %j precedes the language',
    (blank) => {
      expect(codesOf(`---${blank}js\n{ title: ${harmful} }\n---\nBody\n`)).toEqual(['front-matter-language']);
      expectNothingRan();
    },
  );

  it('for any first line', () => {
    const line = fc.string({
      unit: fc.constantFrom('j', 's', 'y', 'a', 'm', 'l', ' ', '\t', '\r', '\u2028', '\uFEFF', '-'),
    });
    fc.assert(
      fc.property(line, (words) => {
        expect(() => readMarkdown(`---${words}\n{ title: ${harmful} }\n---\nBody\n`)).not.toThrow();
        expectNothingRan();
      }),
      { numRuns: 500 },
    );
  });

  it('after a byte order mark too', () => {
    expect(codesOf(`\uFEFF---js\n{ title: ${harmful} }\n---\n`)).toEqual(['front-matter-language']);
    expectNothingRan();
  });

  it.each(['+++\ntitle = "A"\n+++\nText\n', '\uFEFF+++  \r\ntitle = "A"\r\n+++\r\n'])(
    'in TOML, with what to write: %j',
    (text) => {
      expect(readMarkdown(text).problems).toMatchObject([
        {
          code: 'front-matter-language',
          suggestion: expect.stringContaining('`title: Hello`, not `title = "Hello"`'),
        },
      ]);
    },
  );

  it('a text may begin with plus signs', () => {
    expect(readMarkdown('+++ news +++\n')).toMatchObject({ problems: [], body: '+++ news +++\n' });
  });

  it('the reported position is that of the language', () => {
    const [problem] = readMarkdown('---toml\ntitle = "x"\n---\n').problems;
    expect(problem).toMatchObject({ start: 3, end: 7 });
  });
});

describe('front matter and body are separated', () => {
  it.each([
    ['lines that end in LF', '---\ntitle: A\n---\nBody\n', { title: 'A' }, 'Body\n'],
    [
      'lines that end in CRLF',
      '---\r\ntitle: A\r\nstatus: draft\r\n---\r\nBody\r\n',
      { title: 'A', status: 'draft' },
      'Body\r\n',
    ],
    ['a number before CRLF', '---\r\norder: 1\r\n---\r\n', { order: 1 }, ''],
    ['a byte order mark', '\uFEFF---\ntitle: A\n---\nBody', { title: 'A' }, 'Body'],
    ['a byte order mark and no front matter', '\uFEFFBody', {}, 'Body'],
    ['spaces after the closing fence', '---\ntitle: A\n---  \t\nBody', { title: 'A' }, 'Body'],
    ['spaces after the opening fence', '---  \ntitle: A\n---\nBody', { title: 'A' }, 'Body'],
    ['a fence that names YAML', '---yaml\ntitle: A\n---\nBody', { title: 'A' }, 'Body'],
    ['a fence that names YML in capitals', '---YML\ntitle: A\n---\nBody', { title: 'A' }, 'Body'],
    ['a closing fence at the end of the file', '---\ntitle: A\n---', { title: 'A' }, ''],
    ['a rule inside the body', '---\ntitle: A\n---\nOne\n\n---\n\nTwo', { title: 'A' }, 'One\n\n---\n\nTwo'],
    ['a rule of four hyphens at the beginning', '----\nBody', {}, '----\nBody'],
    ['no front matter', 'Body\n', {}, 'Body\n'],
    ['an empty file', '', {}, ''],
    ['empty front matter', '---\n---\nBody', {}, 'Body'],
    ['front matter of comments only', '---\n# title: A\n#\n---\nBody', {}, 'Body'],
    ['a text with hyphens inside', '---\ntitle: A --- B\n---\nBody', { title: 'A --- B' }, 'Body'],
  ])('%s', (_, text, data, body) => {
    const read = readMarkdown(text);
    expect(read).toMatchObject({ data, body, problems: [] });
    expect(text.slice(read.bodyStart)).toBe(body);
  });

  it.each([
    ['no closing fence', '---\ntitle: A\n\nBody\n'],
    ['nothing but the opening fence', '---'],
    ['a closing fence with a word on it', '---\ntitle: A\n--- end\nBody'],
    ['a closing fence of four hyphens', '---\ntitle: A\n----\nBody'],
    ['an indented closing fence', '---\ntitle: A\n ---\nBody'],
  ])('%s: the front matter is not closed', (_, text) => {
    expect(codesOf(text)).toEqual(['front-matter-unclosed']);
    expect(readMarkdown(text).data).toBeNull();
  });

  it('a line that only begins with the fence is the one that is reported', () => {
    const { problems } = readMarkdown('---\ntitle: A\n---foo\n---\nBody');
    expect(problems).toMatchObject([
      { code: 'front-matter-unclosed', start: 13, suggestion: 'end the line after ---' },
    ]);
  });

  it('invalid YAML is reported and leaves no data', () => {
    expect(readMarkdown('---\ntitle: "A\n---\nBody')).toMatchObject({
      data: null,
      problems: [{ code: 'yaml-syntax' }],
    });
  });

  it('a list is returned as a list, to be rejected later', () => {
    expect(readMarkdown('---\n- A\n---\n')).toMatchObject({ data: ['A'], problems: [] });
  });
});

describe('front matter with so many spaces in a row that gray-matter would take seconds', () => {
  it.each(['\n'.repeat(40_000), ' '.repeat(500), '\t\r\n'.repeat(300)])('is refused: %#', (blank) => {
    expect(codesOf(`---\n${blank}title: A\n---\n`)).toEqual(['yaml-syntax']);
  });

  it('is read with fewer, and the text may have any number', () => {
    expect(readMarkdown(`---\n${'\n'.repeat(499)}title: A\n---\n${'\n'.repeat(40_000)}`).data).toEqual({ title: 'A' });
  });
});

/** Front matter as the project split it before gray-matter did. */
function splitByHand(text: string): Pick<ReadMarkdown, 'data' | 'problems' | 'body' | 'yaml'> {
  const start = text.startsWith('\uFEFF') ? 1 : 0;
  const end = text.indexOf('\n---', start);
  const yamlStart = text.indexOf('\n', start);
  const yaml = text.slice(yamlStart, end).replace(/\r$/, '');
  // gray-matter skips comments alone, also where YAML would take them for something else because they are indented.
  const isEmpty = yaml.replaceAll(/^\s*#[^\n]+/gm, '').trim() === '';
  const { data, problems } = isEmpty ? { data: {}, problems: [] } : readYaml(yaml);
  const body = text
    .slice(end + 4)
    .replace(/^\r?\n/, '')
    .replace(/^[ \t]+(?:\r?\n|$)/, '');
  const range = [yamlStart, yamlStart + yaml.length] as const;
  return { data: problems.length > 0 ? data : (data ?? {}), problems, body, yaml: range };
}

it('every other text is split as it was by hand: its values, problems, positions and body', () => {
  const piece = fc.constantFrom(
    ...['---\n', '\n---\n', '---', '\n', ' ', '\t', '# a', 'title: A\n', 'title: A\r\n', 'b: |\n  c\n', '\r\n', '\r'],
    ...['- a', '"', '# b\n', '\uFEFF', '\u00A0', '---yaml\n', 'a: 2027-05-02\n', 'excerpt_separator: x\n', '...\n'],
    ...['{'],
  );
  const text = fc
    .tuple(fc.constantFrom('', '\uFEFF'), fc.constantFrom('\n', '\r\n', ' \n', 'yaml\n', '\t\r\n'), fc.array(piece))
    .map(([mark, line, pieces]) => `${mark}---${line}${pieces.join('')}`);
  fc.assert(
    fc.property(text, (each) => {
      const read = readMarkdown(each);
      if (read.problems.some(({ code }) => code.startsWith('front-matter'))) return;
      expect(read).toMatchObject(splitByHand(each));
      expect(each.slice(read.bodyStart)).toBe(read.body);
    }),
    { numRuns: runs({ test: 1000, proof: 50_000 }) },
  );
});

it('no text makes it throw, and the body is always the end of the text', () => {
  const piece = fc.constantFrom(
    ...['---', '\n', '\r\n', ' ', 'title: A', '- a', '"', 'js', '\uFEFF', '#', '\t', '...', '---js\n'],
  );
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const text = pieces.join('');
      const { problems, data, body } = readMarkdown(text);
      expect(text.endsWith(body)).toBe(true);
      expect(problems.length > 0 || data !== null).toBe(true);
    }),
    { numRuns: 1000 },
  );
});
