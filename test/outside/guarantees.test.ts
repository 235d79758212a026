import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { marked, type Token, type Tokens } from 'marked';
import { expect, it } from 'vitest';
import { ROOT, textOf } from './documents.ts';

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
