import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { spellCheckDocument, type CSpellUserSettings } from 'cspell-lib';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { DOCUMENTS, ROOT, textOf } from './documents.ts';
import { messages } from './messages.ts';

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
