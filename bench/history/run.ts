/**
 * A cold build of the demo with 2,000 commits, each of which changes an event, in turns with the same content outside of a
 * repository. Builds start without the files that earlier ones have kept.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatFigure, median, processorSeconds, timesAsLong, timesInTurns, type Figure } from '../measure.ts';

const COMMITS = 2000;
const ROUNDS = 3;
const REPOSITORY = join(import.meta.dirname, '../..');
const LAUNCHER = join(REPOSITORY, 'bin/gitcast.mjs');

function figures(): readonly Figure[] {
  const root = mkdtempSync(join(tmpdir(), 'gitcast-bench-'));
  try {
    const [committed, bare] = [join(root, 'committed'), join(root, 'bare')];
    for (const folder of [committed, bare]) copyDemo(folder);
    commitOften(committed);
    let builds = 0;
    const build = (cwd: string): number => {
      const words = [LAUNCHER, 'build', '--now', '2027-06-10T12:00:00Z', '--out', join(root, `cold-${++builds}`)];
      return processorSeconds(words, cwd);
    };
    const used = { without: [] as number[], cold: [] as number[] };
    const cold = (cwd: string): number => {
      rmSync(join(cwd, '.gitcast'), { recursive: true, force: true });
      return build(cwd);
    };
    const times = timesInTurns(ROUNDS, {
      without: () => void used.without.push(cold(bare)),
      cold: () => void used.cold.push(cold(committed)),
      again: () => void build(committed),
    });
    return [
      { name: 'cold build of the demo without history', value: median(times.without) / 1000, unit: ' s' },
      {
        name: `with ${COMMITS} commits, relative to that`,
        ...timesAsLong(times.cold, times.without),
      },
      {
        name: 'the same in processor time',
        // The first round is a warm-up.
        ...timesAsLong(used.cold.slice(1), used.without.slice(1)),
        aim: { most: 1.1 },
      },
      { name: 'with what the build before has kept', value: median(times.again) / 1000, unit: ' s' },
    ];
  } finally {
    rmSync(root, { recursive: true });
  }
}

function copyDemo(folder: string): void {
  for (const name of ['content', 'gitcast.config.yaml'])
    cpSync(join(REPOSITORY, name), join(folder, name), { recursive: true });
}

/** Every commit moves one event by a second. */
function commitOften(folder: string): void {
  const git = (words: readonly string[], input = ''): void =>
    void execFileSync('git', ['-C', folder, '-c', 'user.name=A', '-c', 'user.email=a@b.example', ...words], { input });
  git(['init', '-q', '-b', 'main']);
  git(['add', '.']);
  git(['commit', '-qm', 'start']);
  const events = readdirSync(join(folder, 'content/events'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => [`content/events/${name}`, readFileSync(join(folder, 'content/events', name), 'utf8')] as const);
  const commits = Array.from({ length: COMMITS }, (_, index) => {
    const [path, text] = events[index % events.length]!;
    const second = String(Math.floor(index / events.length) % 60).padStart(2, '0');
    const moved = text.replace(/^(start_time: .*T\d\d:\d\d):\d\d/m, `$1:${second}`);
    const from = index === 0 ? 'from refs/heads/main^0\n' : '';
    const head = `commit refs/heads/main\ncommitter A <a@b.example> ${1_800_000_000 + index * 600} +0000\ndata 0\n${from}`;
    return `${head}M 100644 inline ${path}\ndata ${Buffer.byteLength(moved)}\n${moved}\n`;
  });
  git(['fast-import', '--quiet', '--force', '--date-format=raw'], commits.join(''));
  git(['checkout', '-q', '-f', 'main']);
}

for (const figure of figures()) console.log(formatFigure(figure));
