import { globSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDatabase } from '../postgres/databases.ts';
import { ROOT, textOf } from './documents.ts';
import { blocksOf } from './shell-blocks.ts';
import { ShellSession } from './shell-session.ts';
import { notPrinted, showsAll, ShownOutput } from './shown-output.ts';
import { needs, needsPostgres } from '../needs.ts';

const PAGES = ['README.md', ...globSync('docs/guides/*.md', { cwd: ROOT }).sort()];

const withBlocks = PAGES.filter((page) => blocksOf(textOf(page)).length > 0);

const usesPostgres = (page: string): boolean => textOf(page).includes('use_postgres');

describe('every command in the shell blocks of the README and the guides', () => {
  const timeout = 600_000;

  it.runIf(needs('curl')).each(withBlocks.filter((page) => !usesPostgres(page)))(
    '%s: does what the page shows',
    { timeout },
    (page) => expectPage(page),
  );

  it.runIf(needs('curl') && needsPostgres()).each(withBlocks.filter(usesPostgres))(
    '%s: does what the page shows, on PostgreSQL',
    { timeout },
    async (page) => expectPage(page, { GUIDE_DATABASE: await databaseForPage() }),
  );

  it('shows no number that a new kind or a new document of the demo would change', () => {
    const counted = PAGES.flatMap((page) =>
      blocksOf(textOf(page)).flatMap(({ before = '', commands }) => {
        const count = before.includes('demo') ? /\d+ (?:documents|schemas)/ : /\d+ schemas|\.vscode\/ +\d/;
        return commands.flatMap(({ output }) => output).filter((line) => count.test(line));
      }),
    );
    expect(counted).toEqual([]);
  });

  it('is run, except for a few that say why not', () => {
    const notRun = PAGES.flatMap((page) =>
      blocksOf(textOf(page))
        .filter((block) => block.notRun !== undefined)
        .map(({ commands }) => `${page}: ${commands[0]!.text}`),
    );
    expect(notRun).toEqual([
      expect.stringMatching(/^README\.md: npm install --save-dev gitcast/),
      expect.stringMatching(/^README\.md: npm start/),
      expect.stringMatching(/^docs\/guides\/moving-in\.md: npx wordpress-export-to-markdown/),
      expect.stringMatching(/^docs\/guides\/publish\.md: aws s3 sync/),
      expect.stringMatching(/^docs\/guides\/publish\.md: rclone copy/),
    ]);
  });
});

/** A database without tables, for the duration of the test. */
async function databaseForPage(): Promise<string> {
  const { url, drop } = await createDatabase({ isEmpty: true });
  onTestFinished(drop);
  return url;
}

async function expectPage(page: string, variables: Readonly<Record<string, string>> = {}): Promise<void> {
  const ran = await runPage(page, variables);
  if (!showsAll(ran)) return;
  if (process.env['UPDATE'] !== undefined) writeFileSync(join(ROOT, page), ran);
  expect(textOf(page)).toBe(ran);
}

/** Returns the page with the output of this run. */
async function runPage(page: string, variables: Readonly<Record<string, string>>): Promise<string> {
  const text = textOf(page);
  const shell = new ShellSession(variables);
  const shown = new ShownOutput();
  const parts: string[] = [];
  let from = 0;
  for (const { before, commands, file, language, start, code } of blocksOf(text).filter(
    ({ notRun }) => notRun === undefined,
  )) {
    if (before !== undefined) {
      const { exitCode, output } = await shell.run(before);
      expect(exitCode, `before ${page}:${commands[0]?.line ?? file}: ${output}`).toBe(0);
    }
    if (file !== undefined) {
      await shell.write(file, code);
      continue;
    }
    const lines: string[] = [];
    for (const command of commands) {
      const { exitCode, output } = await shell.run(command.text);
      const printed = shown.of(output);
      const where = `${page}:${command.line}: ${command.text}\n${output}`;
      if (language === 'sh') expect(exitCode, where).toBe(0);
      else if (!showsAll(text)) expect(notPrinted(command.output, printed), where).toEqual([]);
      lines.push(`$ ${command.text}\n`, ...printed.map((line) => `${line}\n`));
    }
    if (language === 'sh') continue;
    parts.push(text.slice(from, start), ...lines);
    from = start + code.length;
  }
  return parts.join('') + text.slice(from);
}
