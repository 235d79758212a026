import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Configuration } from 'markdownlint';
import { lint } from 'markdownlint/promise';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { DOCUMENTS, ROOT, textOf } from './documents.ts';

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
