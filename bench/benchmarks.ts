/** Every benchmark, in the order of docs/performance.md. Their code is loaded when they run. */
import { aboutBroadcast, aboutLargeBroadcast } from './broadcast/about.ts';
import { about as cold } from './cold/about.ts';
import { aboutDev, aboutLargeDev } from './dev/about.ts';
import { about as demo } from './demo/about.ts';
import { about as equal } from './equal/about.ts';
import { about as fair } from './fair/about.ts';
import { about as hundredThousand } from './hundred-thousand/about.ts';
import { about as programme } from './programme/about.ts';
import { about as service } from './service/about.ts';
import { about as start } from './start/about.ts';
import { aboutLargeSync, aboutSync } from './sync/about.ts';
import { about as validate } from './validate/about.ts';
import { about as warm } from './warm/about.ts';
import type { About, Run } from './suite/benchmark.ts';

export interface Entry {
  readonly name: string;
  readonly about: About;
  /** Takes many minutes: `--no-large` leaves it out. */
  readonly isLarge?: boolean;
  /** Measures with corpora and layouts that are not part of this repository: `fair DIR`. */
  readonly needsCheckout?: boolean;
  readonly load: () => Promise<Run>;
}

export const BENCHMARKS: readonly Entry[] = [
  { name: 'cold', about: cold, load: async () => (await import('./cold/run.ts')).run },
  { name: 'equal', about: equal, load: async () => (await import('./equal/run.ts')).run },
  {
    name: 'fair',
    about: fair,
    needsCheckout: true,
    load: async () => (await import('./fair/run.ts')).run,
  },
  { name: 'warm', about: warm, load: async () => (await import('./warm/run.ts')).run },
  { name: 'demo', about: demo, load: async () => (await import('./demo/run.ts')).run },
  {
    name: 'hundred-thousand',
    about: hundredThousand,
    isLarge: true,
    load: async () => (await import('./hundred-thousand/run.ts')).run,
  },
  {
    name: 'dev',
    about: aboutDev,
    load: async () => (await import('./dev/run.ts')).run({ documents: 10_000, most: 100 }),
  },
  {
    name: 'dev-50000',
    about: aboutLargeDev,
    isLarge: true,
    load: async () => (await import('./dev/run.ts')).run({ documents: 50_000, most: 200 }),
  },
  { name: 'validate', about: validate, load: async () => (await import('./validate/run.ts')).run },
  { name: 'sync', about: aboutSync, load: async () => (await import('./sync/run.ts')).run(10_000) },
  {
    name: 'sync-100000',
    about: aboutLargeSync,
    isLarge: true,
    load: async () => (await import('./sync/run.ts')).run(100_000),
  },
  { name: 'service', about: service, load: async () => (await import('./service/run.ts')).run },
  { name: 'start', about: start, load: async () => (await import('./start/run.ts')).run },
  {
    name: 'broadcast',
    about: aboutBroadcast,
    load: async () => (await import('./broadcast/run.ts')).run({ events: 10_000, articles: 2000, sessions: 3000 }),
  },
  {
    name: 'broadcast-100000',
    about: aboutLargeBroadcast,
    isLarge: true,
    load: async () => (await import('./broadcast/run.ts')).run({ events: 100_000, articles: 20_000, sessions: 0 }),
  },
  { name: 'programme', about: programme, load: async () => (await import('./programme/run.ts')).run },
];
