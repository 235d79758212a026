import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDatabase } from '../postgres/databases.ts';
import { ROOT, textOf } from './documents.ts';
import { blocksOf, type Block, type Command } from './shell-blocks.ts';
import { ShellSession } from './shell-session.ts';
import { needs, needsPostgres } from '../needs.ts';

const PAGES = ['README.md', ...globSync('docs/guides/*.md', { cwd: ROOT }).sort()];

/** Some pages are generated from the output of a test's commands, so that test runs their blocks. */
const writtenBy = (page: string): string | undefined => /^Written by `(test\/[^`]+)`/m.exec(textOf(page))?.[1];

const withBlocks = PAGES.filter((page) => blocksOf(textOf(page)).length > 0);
const run = withBlocks.filter((page) => writtenBy(page) === undefined);

const usesPostgres = (page: string): boolean => textOf(page).includes('use_postgres');

describe('every command in the shell blocks of the README and the guides', () => {
  const expectPage = async (page: string, variables: Readonly<Record<string, string>> = {}): Promise<void> => {
    const shell = new ShellSession(variables);
    for (const block of blocksOf(textOf(page))) await expectBlock(shell, page, block);
  };
  const timeout = 600_000;

  it.runIf(needs('curl')).each(run.filter((page) => !usesPostgres(page)))(
    '%s: does what the page shows',
    { timeout },
    (page) => expectPage(page),
  );

  it.runIf(needs('curl') && needsPostgres()).each(run.filter(usesPostgres))(
    '%s: does what the page shows, on PostgreSQL',
    { timeout },
    async (page) => expectPage(page, { GUIDE_DATABASE: await databaseForPage() }),
  );

  it.each(withBlocks.filter((page) => !run.includes(page)))('%s: is run by the test that writes the page', (page) => {
    expect(existsSync(join(ROOT, writtenBy(page)!))).toBe(true);
  });

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
      // Names a server; deploy.md runs the same commands on one.
      expect.stringMatching(/^docs\/guides\/service\.md: createdb gitcast/),
      // Installs packages, and needs a collector.
      expect.stringMatching(/^docs\/guides\/service\.md: npm install @opentelemetry/),
    ]);
  });
});

/** A database without tables, for the duration of the test. */
async function databaseForPage(): Promise<string> {
  const { url, drop } = await createDatabase({ isEmpty: true });
  onTestFinished(drop);
  return url;
}

async function expectBlock(shell: ShellSession, page: string, block: Block): Promise<void> {
  if (block.notRun !== undefined) return;
  if (block.before !== undefined) {
    const { exitCode, output } = await shell.run(block.before);
    expect(exitCode, `before ${page}:${block.commands[0]!.line}: ${output}`).toBe(0);
  }
  for (const command of block.commands) {
    const { exitCode, output } = await shell.run(command.text);
    const where = `${page}:${command.line}: ${command.text}\n${output}`;
    if (block.language === 'sh') expect(exitCode, where).toBe(0);
    else expect(notPrinted(command, output), where).toEqual([]);
  }
}

/** A page may omit lines, but keeps their order. The margin of an excerpt is as wide as its line numbers. */
function notPrinted({ output }: Command, printed: string): readonly string[] {
  const lines = printed.split('\n').map((line) => line.trim());
  let from = 0;
  return output.filter((line) => {
    const at = lines.indexOf(line.trim(), from);
    if (at !== -1) from = at + 1;
    return at === -1;
  });
}
