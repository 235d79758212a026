/**
 * Compares the sync with bare loops that transfer the same bytes, in turns, against the embedded service on loopback. With
 * `--large` also at ten times the size, which takes some minutes.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeConcerts } from '../concerts.ts';
import { formatFigure, median, type Figure } from '../measure.ts';
import type { ContestantName, Took } from './contestant.ts';
import type { Card, Span } from './service.ts';

const EVENTS = 10_000;
const ROUNDS = 3;

const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

class Arena {
  readonly folder = mkdtempSync(join(tmpdir(), 'gitcast-bench-sync-'));
  readonly #service: ChildProcess;

  private constructor(events: number) {
    writeConcerts(join(this.folder, 'content'), events);
    this.#service = fork(here('service.ts'), [this.folder]);
  }

  static async open(events: number): Promise<Arena> {
    const arena = new Arena(events);
    await once(arena.#service, 'message');
    return arena;
  }

  close(): void {
    this.#service.kill('SIGKILL');
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** An empty broadcast, and a repository that was never synced to it. */
  async fresh(): Promise<Card> {
    const card = await this.#ask<Card>('broadcast');
    rmSync(join(this.folder, '.gitcast'), { recursive: true, force: true });
    writeFileSync(
      join(this.folder, 'gitcast.config.yaml'),
      `site: { timezone: Europe/Paris }
defaultTarget: bench
targets:
  bench:
    baseUrl: ${card.url}
    userId: ${card.userId}
    broadcastId: ${card.broadcastId}
    key: { $env: BENCH_KEY }
    profile: extended
`,
    );
    return card;
  }

  span(): Promise<Span> {
    return this.#ask<Span>('span');
  }

  async run(name: ContestantName, card: Card): Promise<Took> {
    const child = fork(here('contestant.ts'), [name, this.folder, JSON.stringify(card)]);
    const [took] = (await Promise.race([once(child, 'message'), once(child, 'exit').then(failed)])) as [Took];
    await once(child, 'exit');
    return took;
  }

  async #ask<T>(question: string): Promise<T> {
    this.#service.send(question);
    const [answer] = (await once(this.#service, 'message')) as [T];
    return answer;
  }
}

const failed = (): never => {
  throw new Error('a contestant exited without a result');
};

/** Events per second while they were being sent. */
const rate = ({ posts, milliseconds }: Span): number => (posts / milliseconds) * 1000;

interface Synced {
  readonly card: Card;
  readonly took: Took;
  readonly rate: number;
}

async function sync(arena: Arena, name: 'sync' | 'bare-sync'): Promise<Synced> {
  const card = await arena.fresh();
  const took = await arena.run(name, card);
  return { card, took, rate: rate(await arena.span()) };
}

/** Records the requests of a plan, so that the bare loop can repeat them. */
async function recordRequests(arena: Arena, { userId, broadcastId }: Card, plan: Took): Promise<number> {
  const { snapshot } = JSON.parse(plan.said) as { snapshot?: { requests: number } };
  const pages = Array.from({ length: EVENTS / 200 }, (_, page) => `/v1/events?limit=200&offset=${page * 200}`);
  const root = `/v1/users/${userId}/broadcasts/${broadcastId}`
    .replace(userId, 'USER')
    .replace(broadcastId, 'BROADCAST');
  writeFileSync(
    join(arena.folder, 'requests.txt'),
    [...pages, ...OTHERS.map((path) => path.replace('ROOT', root))].join('\n'),
  );
  return snapshot?.requests ?? 0;
}

const LISTS =
  'broadcastPages broadcastSessions broadcastHosts broadcastCategories broadcastMaps broadcastInterestPoints media fonts workflows broadcastNetworkingForms broadcastCampaigns broadcastDiffusers';
const OTHERS = [
  'ROOT',
  '/v1/places',
  '/v1/articles?limit=200&offset=0',
  '/v1/webhooks',
  ...LISTS.split(' ').map((name) => `ROOT/${name}?limit=50&skip=0`),
];

async function figures(): Promise<readonly Figure[]> {
  const arena = await Arena.open(EVENTS);
  try {
    const [syncs, bareSyncs]: [Synced[], Synced[]] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      bareSyncs.push(await sync(arena, 'bare-sync'));
      syncs.push(await sync(arena, 'sync'));
    }
    const { card } = syncs.at(-1)!;
    const [plans, barePlans]: [Took[], Took[]] = [[], []];
    await recordRequests(arena, card, await arena.run('plan', card));
    for (let round = 0; round < ROUNDS; round++) {
      barePlans.push(await arena.run('bare-plan', card));
      plans.push(await arena.run('plan', card));
    }
    const expected = readFileSync(join(arena.folder, 'requests.txt'), 'utf8').split('\n').length;
    const milliseconds = (runs: readonly Took[]): number => median(runs.map((took) => took.milliseconds));
    const again = JSON.parse((await arena.run('sync', card)).said) as { requests: number };
    const rates = (runs: readonly Synced[]): number => median(runs.map((each) => each.rate));
    const large = process.argv.includes('--large') ? await largeFigures(syncs, plans) : [];
    return [
      {
        name: 'requests of an empty plan in addition to listing the target',
        value: again.requests - expected,
        aim: { most: 0 },
      },
      { name: `plan of ${EVENTS} events`, value: milliseconds(plans), unit: ' ms' },
      {
        name: 'empty plan, relative to only fetching the pages and parsing the files',
        value: milliseconds(plans) / milliseconds(barePlans),
        aim: { most: 1.5 },
      },
      { name: 'events per second in a first sync', value: rates(syncs) },
      { name: 'events per second in a bare loop of POSTs', value: rates(bareSyncs) },
      {
        name: 'first sync, relative to a bare loop of POSTs',
        value: rates(syncs) / rates(bareSyncs),
        aim: { least: 0.8 },
      },
      { name: 'duration of a first sync', value: median(syncs.map(({ took }) => took.milliseconds)), unit: ' ms' },
      {
        name: 'peak memory of a first sync',
        value: Math.max(...syncs.map(({ took }) => took.megabytes)),
        unit: ' MB',
        aim: { most: 300 },
      },
      {
        name: 'peak memory of a plan',
        value: Math.max(...plans.map(({ megabytes }) => megabytes)),
        unit: ' MB',
        aim: { most: 300 },
      },
      ...large,
    ];
  } finally {
    arena.close();
  }
}

async function largeFigures(syncs: readonly Synced[], plans: readonly Took[]): Promise<readonly Figure[]> {
  const arena = await Arena.open(EVENTS * 10);
  try {
    const { card, took } = await sync(arena, 'sync');
    const plan = await arena.run('plan', card);
    const times = (large: Took, small: readonly Took[]): number =>
      large.milliseconds / median(small.map(({ milliseconds }) => milliseconds));
    return [
      {
        name: 'first sync of ten times as many events, relative to the smaller one',
        value: times(
          took,
          syncs.map((each) => each.took),
        ),
        aim: { most: 11 },
      },
      {
        name: 'plan of ten times as many events, relative to the smaller one',
        value: times(plan, plans),
        aim: { most: 11 },
      },
      { name: 'peak memory of that sync', value: took.megabytes, unit: ' MB' },
    ];
  } finally {
    arena.close();
  }
}

for (const figure of await figures()) console.log(`  ${formatFigure(figure)}`);
