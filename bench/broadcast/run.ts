import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeArticles } from '../corpora/articles.ts';
import { eventText, writeBroadcast } from '../corpora/broadcast.ts';
import { articleText, NOW } from '../peers/gitcast.ts';
import type { Run, Series } from '../suite/benchmark.ts';
import { commit, commitAll } from '../suite/git.ts';
import { report, seriesOf } from '../suite/in-turns.ts';
import { makeRoom } from '../suite/leftovers.ts';
import { measureTree, peakMegabytes } from '../suite/measure-tree.ts';
import { gitcast } from '../suite/program.ts';
import { configuration, serve } from '../suite/target.ts';

interface Size {
  readonly events: number;
  readonly articles: number;
  readonly sessions: number;
}

const EDITED = 100;

const STEPS: Readonly<Record<string, readonly string[]>> = {
  validate: ['validate'],
  'first plan': ['plan', '--json'],
  'first sync': ['sync', '--yes', '--ours'],
  'empty plan': ['plan', '--json'],
  'plan of 100 edits': ['plan', '--json'],
  'sync of 100 edits': ['sync', '--yes'],
  build: ['build', '--now', NOW],
  'build again': ['build', '--now', NOW],
  publish: ['publish', '--yes'],
  'publish again': ['publish', '--yes'],
};

export const run =
  (whole: Size): Run =>
  async ({ size }) => {
    const [events, articles, sessions] = [size(whole.events), size(whole.articles), size(whole.sessions)];
    const room = makeRoom();
    const repository = join(room, 'repository');
    mkdirSync(repository);
    const { pid, card } = await serve(room);
    writeFileSync(join(repository, 'gitcast.config.yaml'), configuration(card));
    writeFileSync(join(repository, '.gitignore'), '.gitcast/\ndist/\ngitcast.config.yaml\n');
    const documents = writeBroadcast(join(repository, 'content'), { events, sessions });
    writeArticles({ folder: join(repository, 'content/articles'), count: articles, textOf: articleText });
    commitAll(repository);
    const series: Series[] = [];
    for (const [name, words] of Object.entries(STEPS)) {
      if (name === 'plan of 100 edits') edit(repository, events);
      const env = { ...process.env, BENCH_KEY: card.key };
      const took = await measureTree({ words: gitcast(...words), cwd: repository, env, codes: [0, 2] });
      report('once', name, took);
      series.push(seriesOf(`gitcast, ${name}`, [took]));
    }
    return {
      figures: [
        { name: 'documents', value: documents + articles },
        { name: 'memory of the service', value: peakMegabytes(pid), unit: 'MB' },
      ],
      series,
    };
  };

function edit(repository: string, events: number): void {
  for (let at = 0; at < EDITED; at++) {
    const index = at * Math.floor(events / EDITED);
    const text = eventText(index, events, `Moved concert ${index}`);
    writeFileSync(join(repository, `content/events/event-${index}.yaml`), text);
  }
  commit(repository);
}
