import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { NOW } from '../peers/gitcast.ts';
import type { Run } from '../suite/benchmark.ts';
import { commitAll } from '../suite/git.ts';
import { inTurns } from '../suite/in-turns.ts';
import { makeRoom } from '../suite/leftovers.ts';
import { measureTree } from '../suite/measure-tree.ts';
import { gitcast, ROOT } from '../suite/program.ts';
import { ratio } from '../suite/statistics.ts';

const COMMITS = 2000;

export const run: Run = async ({ rounds, size }) => {
  const room = makeRoom();
  const [committed, bare] = [join(room, 'committed'), join(room, 'bare')];
  for (const folder of [committed, bare])
    for (const name of ['content', 'gitcast.config.yaml'])
      cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  commitAll(committed);
  commitOften(committed, size(COMMITS));
  const cold = (cwd: string) => () => {
    for (const name of ['.gitcast', 'dist']) rmSync(join(cwd, name), { recursive: true, force: true });
    return measureTree({ words: gitcast('build', '--now', NOW), cwd });
  };
  const { without, withCommits } = await inTurns({ rounds }, { without: cold(bare), withCommits: cold(committed) });
  return {
    figures: [
      ratio({ name: 'CPU time relative to no history', aim: { most: 1.1 } }, withCommits, without, 'CPU s'),
      ratio({ name: 'time relative to no history' }, withCommits, without, 's'),
    ],
    series: [
      { ...without, name: 'gitcast, no history' },
      { ...withCommits, name: 'gitcast, 2,000 commits' },
    ],
  };
};

/** Every commit moves one event by a second. */
function commitOften(folder: string, count: number): void {
  const events = readdirSync(join(folder, 'content/events'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => [`content/events/${name}`, readFileSync(join(folder, 'content/events', name), 'utf8')] as const);
  const commits = Array.from({ length: count }, (_, index) => {
    const [path, text] = events[index % events.length]!;
    const second = String(Math.floor(index / events.length) % 60).padStart(2, '0');
    const moved = text.replace(/^(start_time: .*T\d\d:\d\d):\d\d/m, `$1:${second}`);
    const from = index === 0 ? 'from refs/heads/main^0\n' : '';
    const head = `commit refs/heads/main\ncommitter A <a@b.example> ${1_800_000_000 + index * 600} +0000\ndata 0\n${from}`;
    return `${head}M 100644 inline ${path}\ndata ${Buffer.byteLength(moved)}\n${moved}\n`;
  });
  const input = commits.join('');
  execFileSync('git', ['-C', folder, 'fast-import', '--quiet', '--force', '--date-format=raw'], { input });
  execFileSync('git', ['-C', folder, 'checkout', '-q', '-f', 'main']);
}
