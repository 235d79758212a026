/** Each case is a separate process: the test is that it ends. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { PROGRAM } from './compiled-program.ts';
import { ended, type Ended } from './program.ts';
import { NODE, program } from '../programs.ts';
import { leftOutIf, needs } from '../needs.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const SERVE = [PROGRAM, 'service', '--port', '0'];
/** A folder that counts as a repository. */
function newRepository(): string {
  const cwd = temporaryFolder();
  mkdirSync(join(cwd, 'content'));
  return cwd;
}

const serve = (cwd: string): Promise<Ended> => ended(NODE, SERVE, cwd);

function mount(folder: string, options: string): boolean {
  return spawnSync(program('mount'), ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]).status === 0;
}

const hasPrograms = needs('mount', 'umount');
const canMount = ((): boolean => {
  if (!hasPrograms) return false;
  const folder = mkdtempSync(join(tmpdir(), 'gitcast-mount-'));
  const isMounted = mount(folder, 'size=4k');
  if (isMounted) spawnSync(program('umount'), [folder]);
  rmSync(folder, { recursive: true });
  return isMounted;
})();

/** A repository whose .gitcast is a separate disk. */
function withDisk(options: string): string {
  const cwd = newRepository();
  const place = join(cwd, '.gitcast');
  mkdirSync(place);
  mount(place, options);
  onTestFinished(() => void spawnSync(program('umount'), [place]));
  return cwd;
}

const CASES: readonly [string, (gitcast: string) => void, string][] = [
  [
    'its card is a folder',
    (gitcast) => mkdirSync(join(gitcast, 'service.json'), { recursive: true }),
    'service.json cannot be used: it is a folder',
  ],
  [
    'its note is a folder',
    (gitcast) => mkdirSync(join(gitcast, 'service.db.lock'), { recursive: true }),
    'service.db.lock cannot be used: it is a folder',
  ],
  ['.gitcast is a file', (gitcast) => writeFileSync(gitcast, ''), '.gitcast cannot be used: '],
  [
    'its database is of another version',
    (gitcast) => {
      mkdirSync(gitcast);
      const database = new DatabaseSync(join(gitcast, 'service.db'));
      database.exec('PRAGMA user_version = 99');
      database.close();
    },
    'has tables of another gitcast',
  ],
  [
    'its database is none',
    (gitcast) => {
      mkdirSync(gitcast);
      writeFileSync(join(gitcast, 'service.db'), 'x'.repeat(5000));
    },
    'service.db cannot be used: it is not a SQLite database',
  ],
];

/** One sentence and one next step, no stack, no hanging process. */
function expectSentence({ exitCode, stderr }: Ended, said: string): void {
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining(said)]);
  expect(stderr.trimEnd().split('\n')).toEqual([
    expect.stringMatching(/^error: /),
    expect.stringMatching(/^ help: .+/),
  ]);
}

describe('a failed start of the embedded service ends with a sentence if', () => {
  it.each(CASES)('%s', async (_, prepare, said) => {
    const cwd = newRepository();
    prepare(join(cwd, '.gitcast'));
    expectSentence(await serve(cwd), said);
  });

  it('files may not grow', async () => {
    const cwd = newRepository();
    const limited = await ended(
      program('sh'),
      ['-c', 'ulimit -f 8 && exec "$0" "$@"', process.execPath, ...SERVE],
      cwd,
    );
    expectSentence(limited, 'service.db cannot be used: the disk cannot be read or written');
  });

  it.skipIf(leftOutIf(hasPrograms && !canMount, 'this user cannot mount a disk') || !hasPrograms).each([
    ['full', 'size=64k'],
    ['read-only', 'ro'],
  ])('the disk is %s', async (said, options) => {
    expectSentence(await serve(withDisk(options)), `cannot be used: the disk is ${said}`);
  });
});
