/**
 * `node bench/run.ts cold --against=REV`: a cold build of the demo, in turns with the same by another revision of the program
 * and its content. Processor time is compared too, because it depends less on what else the machine does.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatFigure, median, processorSeconds, timesAsLong, timesInTurns, type Figure } from '../measure.ts';

const ROUNDS = 7;
const MOST = 1.3;
const REPOSITORY = join(import.meta.dirname, '../..');

function figures(revision: string): readonly Figure[] {
  const root = mkdtempSync(join(tmpdir(), 'gitcast-bench-'));
  try {
    const other = checkedOut(revision, join(root, 'program'));
    const [now, before] = [contestant(REPOSITORY, join(root, 'now')), contestant(other, join(root, 'before'))];
    const times = timesInTurns(ROUNDS, { before: before.build, now: now.build });
    return [
      { name: `cold build of the demo by ${revision}`, value: median(times.before) / 1000, unit: ' s' },
      { name: 'relative to that', ...timesAsLong(times.now, times.before), aim: { most: MOST } },
      // The first is the warm-up.
      { name: 'processor time', ...timesAsLong(now.used.slice(1), before.used.slice(1)), aim: { most: MOST } },
    ];
  } finally {
    rmSync(root, { recursive: true });
  }
}

/** With the packages that are installed here. */
function checkedOut(revision: string, folder: string): string {
  mkdirSync(folder);
  const files = execFileSync('git', ['archive', revision], { cwd: REPOSITORY, maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x', '-C', folder], { input: files });
  symlinkSync(join(REPOSITORY, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

function contestant(program: string, folder: string) {
  for (const name of ['content', 'gitcast.config.yaml'])
    cpSync(join(program, name), join(folder, name), { recursive: true });
  const used: number[] = [];
  const words = [join(program, 'bin/gitcast.mjs'), 'build', '--now', '2027-06-10T12:00:00Z'];
  const build = (): void => {
    for (const name of ['.gitcast', 'dist']) rmSync(join(folder, name), { recursive: true, force: true });
    used.push(processorSeconds(words, folder));
  };
  return { build, used };
}

const revision = process.argv.find((word) => word.startsWith('--against='))?.slice('--against='.length);
if (revision === undefined) console.log('choose a revision to compare with: node bench/run.ts cold --against=REV');
else for (const figure of figures(revision)) console.log(formatFigure(figure));
