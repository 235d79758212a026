/**
 * Measures the pre-commit hook: a fresh process that validates a handful of staged files, in the demo and among ten thousand
 * files. In turns with an empty Node.js process, the minimum for any hook in JavaScript on this machine.
 */
import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatFigure, inTurns, type Figure } from '../measure.ts';

const ROUNDS = 15;
const HANDFUL = 5;
const MANY = 10_000;
const LAUNCHER = join(import.meta.dirname, '../../bin/gitcast.mjs');
const DEMO = join(import.meta.dirname, '../..');

function figures(): readonly Figure[] {
  const root = mkdtempSync(join(tmpdir(), 'gitcast-bench-'));
  try {
    const demo = stagedIn(join(root, 'demo'), (folder) => {
      cpSync(join(DEMO, 'content'), join(folder, 'content'), { recursive: true });
      cpSync(join(DEMO, 'gitcast.config.yaml'), join(folder, 'gitcast.config.yaml'));
    });
    const many = stagedIn(join(root, 'many'), writeMany);
    const node = (cwd: string, ...words: readonly string[]) => {
      execFileSync(process.execPath, words, { cwd, stdio: 'ignore' });
    };
    const times = inTurns(ROUNDS, {
      nothing: () => node(root, '--eval', '0'),
      demo: () => node(demo, LAUNCHER, 'validate', '--staged'),
      many: () => node(many, LAUNCHER, 'validate', '--staged'),
      whole: () => node(demo, LAUNCHER, 'validate'),
    });
    return [
      { name: 'an empty Node.js process', value: times.nothing, unit: ' ms' },
      { name: `${HANDFUL} staged files in the demo`, value: times.demo, unit: ' ms', aim: { most: 300 } },
      { name: `${HANDFUL} staged files among ${MANY}`, value: times.many, unit: ' ms' },
      {
        name: 'staged files, relative to validating the whole demo',
        value: times.demo / times.whole,
        aim: { most: 1 },
      },
    ];
  } finally {
    rmSync(root, { recursive: true });
  }
}

/** A repository with everything committed, and a handful of changed events staged. */
function stagedIn(folder: string, fill: (folder: string) => void): string {
  mkdirSync(folder);
  fill(folder);
  const git = (...words: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=Bench', '-c', 'user.email=bench@example.com', ...words], { cwd: folder });
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '--message', 'all');
  const events = join(folder, 'content/events');
  const files = readdirSync(events, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.yaml'));
  for (const name of files.slice(0, HANDFUL)) appendFileSync(join(events, name), '# changed\n');
  git('add', '.');
  return folder;
}

function writeMany(folder: string): void {
  const events = join(folder, 'content/events');
  mkdirSync(events, { recursive: true });
  writeFileSync(join(folder, 'content/broadcast.yaml'), 'name: Bench\n');
  for (let index = 0; index < MANY; index++) {
    const day = String(1 + (index % 28)).padStart(2, '0');
    writeFileSync(
      join(events, `event-${index}.yaml`),
      `title: Concert number ${index}\nstart_time: 2027-06-${day}T20:30:00+02:00\nend_time: 2027-06-${day}T23:00:00+02:00\n`,
    );
  }
}

for (const figure of figures()) console.log(`  ${formatFigure(figure)}`);
