import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { marked, type Token, type Tokens } from 'marked';
import { expect, it } from 'vitest';
import type { Configuration } from 'markdownlint';
import { lint } from 'markdownlint/promise';
import { parse } from 'yaml';
import { spellCheckDocument, type CSpellUserSettings } from 'cspell-lib';
import { DOCUMENTS, headingIds, relativeLinks, ROOT, textOf } from './documents.ts';
import { messages } from './messages.ts';

const tokens = marked.lexer(textOf('SECURITY.md'));

/** The paths of tests in a text, such as `test/cli/links.test.ts`. */
const testsIn = (text: string): readonly string[] => [...text.matchAll(/`(test\/[^`]+)`/g)].map(([, path]) => path!);

const under = (heading: string): readonly Token[] => {
  const start = tokens.findIndex((token) => token.type === 'heading' && (token as Tokens.Heading).text === heading);
  const rest = tokens.slice(start + 1);
  const end = rest.findIndex(({ type }) => type === 'heading');
  return end === -1 ? rest : rest.slice(0, end);
};

const guarantees = under('What is a vulnerability').flatMap((token) =>
  token.type === 'list' ? (token as Tokens.List).items.map(({ text }) => text) : [],
);

it('SECURITY.md lists guarantees', () => {
  expect(guarantees.length).toBeGreaterThanOrEqual(7);
});

it.each([
  ...guarantees,
  under('Checking a release')
    .map(({ raw }) => raw)
    .join(''),
])('names tests that exist: %s', (claim) => {
  const named = testsIn(claim);
  expect(named).not.toEqual([]);
  expect(named.filter((path) => !path.endsWith('.test.ts') || !existsSync(join(ROOT, path)))).toEqual([]);
});

const broken = (document: string) => (href: string) => {
  const [path = '', heading] = href.split('#');
  const file = path === '' ? document : join(dirname(document), path);
  if (!existsSync(join(ROOT, file))) return true;
  return heading !== undefined && !headingIds(file).has(heading);
};

it.each(DOCUMENTS)(
  'every link and picture in %s points to an existing file and, if it has a fragment, to an existing heading',
  (document) => {
    expect(relativeLinks(textOf(document)).filter(broken(document))).toEqual([]);
  },
);

const config = parse(readFileSync(join(ROOT, '.markdownlint.yaml'), 'utf8')) as Configuration;

it('README, docs, changelog and contributing guide pass markdownlint', async () => {
  const strings = Object.fromEntries(DOCUMENTS.map((document) => [document, textOf(document)]));
  const problems = Object.entries(await lint({ strings, config })).flatMap(([document, found]) =>
    found.map(({ lineNumber, ruleNames, errorDetail, errorContext }) =>
      [`${document}:${lineNumber}`, ruleNames[1], errorDetail, errorContext].filter(Boolean).join(' '),
    ),
  );
  expect(problems).toEqual([]);
});

const settings = parse(readFileSync(join(ROOT, '.cspell.yaml'), 'utf8')) as CSpellUserSettings;

/** Without code blocks, inline code, link addresses and hidden notes. */
const prose = (markdown: string): string =>
  markdown
    .replaceAll(/^ *```[^]*?^ *```/gm, '')
    .replaceAll(/<!--[^]*?-->/g, '')
    .replaceAll(/`[^`\n]+`/g, '…')
    .replaceAll(/\]\([^)]*\)/g, ']');

/** All files in one run, because loading the dictionaries takes most of the time. */
async function misspelt(texts: readonly string[]): Promise<readonly string[]> {
  const document = { uri: 'file:///texts.txt', text: texts.join('\n\n'), languageId: 'plaintext' };
  const { issues } = await spellCheckDocument(
    { ...document, locale: settings.language! },
    { noConfigSearch: true, generateSuggestions: false },
    { ...settings, enabledFileTypes: { '*': true } },
  );
  return [...new Set(issues.map(({ text, line }) => `${text}: ${line.text.trim().slice(0, 120)}`))];
}

it('every word in the README, docs, changelog and contributing guide is in a dictionary or in .cspell.yaml', async () => {
  expect(await misspelt(DOCUMENTS.map((document) => prose(textOf(document))))).toEqual([]);
});

it('every word in messages and help is in a dictionary or in .cspell.yaml', async () => {
  const texts = messages();
  expect(texts.length).toBeGreaterThan(1000);
  expect(await misspelt(texts.map(prose))).toEqual([]);
});
