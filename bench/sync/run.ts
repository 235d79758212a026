import { fork } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeBroadcast } from '../corpora/broadcast.ts';
import type { Run } from '../suite/benchmark.ts';
import { inTurns, type Took } from '../suite/in-turns.ts';
import { makeRoom, tracked } from '../suite/leftovers.ts';
import { highest, ratio } from '../suite/statistics.ts';
import { configuration, openService, type Card } from '../suite/target.ts';
import type { ContestantName } from './contestant.ts';
import { tracedRequests } from './trace.ts';

const CONTESTANT = join(import.meta.dirname, 'contestant.ts');

export const run =
  (events: number): Run =>
  async ({ rounds, size }) => {
    const folder = makeRoom();
    writeBroadcast(join(folder, 'content'), { events: size(events) });
    const createBroadcast = await openService(folder);

    /** An empty broadcast, and a repository that was never synced to it. */
    const fresh = async (): Promise<Card> => {
      const card = await createBroadcast();
      rmSync(join(folder, '.gitcast'), { recursive: true, force: true });
      writeFileSync(join(folder, 'gitcast.config.yaml'), configuration(card));
      return card;
    };
    const contestant = async (name: ContestantName, card: Card): Promise<Took> => {
      const child = tracked(fork(CONTESTANT, [name, folder, JSON.stringify(card)]));
      const [took] = (await Promise.race([once(child, 'message'), once(child, 'exit').then(failed)])) as [Took];
      if (child.exitCode === null) await once(child, 'exit');
      return took;
    };

    let card = await fresh();
    const first = await inTurns(
      // The first one of 100,000 takes minutes, and warms nothing up that a smaller one would not.
      { rounds, hasWarmUp: events <= 10_000 },
      {
        'a loop of POSTs': async () => contestant('bare-sync', await fresh()),
        'gitcast, first sync': async () => contestant('sync', (card = await fresh())),
      },
    );
    await contestant('traced-plan', card);
    const plans = await inTurns(
      { rounds },
      {
        'fetching and parsing': () => contestant('bare-plan', card),
        'gitcast, empty plan': () => contestant('plan', card),
      },
    );
    const [sync, plan] = [first['gitcast, first sync'], plans['gitcast, empty plan']];
    return {
      figures: [
        ratio(
          { name: 'empty plan, relative to fetching and parsing', aim: { most: 1.1 } },
          plan,
          plans['fetching and parsing'],
          's',
        ),
        ratio(
          { name: 'first sync, relative to a loop of POSTs', aim: { most: 1.2 } },
          sync,
          first['a loop of POSTs'],
          's',
        ),
        { name: 'requests of an empty plan', value: tracedRequests(folder).length },
        ...highest({ name: 'memory of an empty plan', unit: 'MB' }, plan, 'MB'),
        ...highest({ name: 'memory of a first sync', unit: 'MB' }, sync, 'MB'),
      ],
      series: [...Object.values(plans), ...Object.values(first)],
    };
  };

const failed = (): never => {
  throw new Error('a contestant exited without a result');
};
