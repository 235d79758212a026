/**
 * A cold build of 10,000 documents, in turns with Hugo on the same texts if it is installed. Each round writes into a new
 * folder, because creating thousands of files where thousands were just deleted would measure the file system.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeCorpus } from '../dev/corpus.ts';
import { formatFigure, inTurns, type Figure } from '../measure.ts';
import { writeHugoSite } from './hugo-site.ts';

const ROUNDS = 3;
const LAUNCHER = join(import.meta.dirname, '../../bin/gitcast.mjs');
const NOW = '2027-05-20T12:00:00Z';

function figures(): readonly Figure[] {
  const root = mkdtempSync(join(tmpdir(), 'gitcast-bench-'));
  try {
    const content = join(root, 'site/content');
    mkdirSync(content, { recursive: true });
    writeCorpus(content);
    const config = 'site: { url: "https://bench.example", timezone: Europe/Paris, locales: [fr] }\n';
    writeFileSync(join(root, 'site/gitcast.config.yaml'), config);
    writeHugoSite(content, join(root, 'hugo'));

    let builds = 0;
    const gitcast = (out: string, ...flags: readonly string[]): void => {
      const words = [LAUNCHER, 'build', '--now', NOW, '--out', join(root, out), ...flags];
      execFileSync(process.execPath, words, { cwd: join(root, 'site'), stdio: 'ignore' });
    };
    const cold = (...flags: readonly string[]): void => gitcast(`cold-${++builds}`, ...flags);
    const hugo = (): void => {
      const words = [
        '--quiet',
        '--buildFuture',
        '--source',
        join(root, 'hugo'),
        '--destination',
        join(root, `cold-${++builds}`),
      ];
      execFileSync('hugo', words, { stdio: 'ignore' });
    };
    gitcast('warm');
    const hasHugo = spawnSync('hugo', ['version']).status === 0;
    const times = inTurns(ROUNDS, {
      cold: () => cold(),
      alone: () => cold('--jobs', '1'),
      again: () => gitcast('warm'),
      hugo: hasHugo ? hugo : () => {},
    });
    return [
      { name: 'cold build of 10,000 documents', value: times.cold / 1000, unit: ' s' },
      { name: 'with one process', value: times.alone / 1000, unit: ' s' },
      { name: 'with nothing changed', value: times.again / 1000, unit: ' s' },
      ...(hasHugo
        ? [
            { name: 'Hugo, cold build with a simple layout', value: times.hugo / 1000, unit: ' s' },
            { name: 'cold build, relative to Hugo', value: times.cold / times.hugo, aim: { most: 1 } },
          ]
        : [{ name: 'Hugo is not installed', value: 0 }]),
    ];
  } finally {
    rmSync(root, { recursive: true });
  }
}

for (const figure of figures()) console.log(formatFigure(figure));
