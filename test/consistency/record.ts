/** A history of clients that go on while copies of the service and its database are killed and restarted. */
import { setTimeout as wait } from 'node:timers/promises';
import { randomFrom, type Random } from '../contract/random.ts';
import { Clients } from './clients.ts';
import { Copies } from './copies.ts';
import type { History } from './history.ts';

export interface Recording {
  /** The file or the URL of the database. */
  readonly at: string;
  readonly copies: number;
  readonly clients: number;
  readonly operations: number;
  readonly seed: number;
  /** Faults of the database. */
  readonly faults?: readonly (() => unknown)[];
  /** How many faults there are in all, of the database and of copies. */
  readonly disturbances: number;
}

export async function record(recording: Recording): Promise<History> {
  const { at, clients, operations, seed, disturbances, faults = [] } = recording;
  const random = randomFrom(seed);
  const copies = await Copies.start(at, recording.copies);
  try {
    const crowd = new Clients(copies, random);
    const working = crowd.work(clients, operations);
    for (let index = 0; index < disturbances; index += 1) {
      const due = (operations * (index + random())) / (disturbances + 1);
      while (crowd.history.length < due) await Promise.race([wait(2), working]);
      // Each fault of the database in turn, and copies in between.
      const fault = index % 2 === 1 ? faults[((index - 1) / 2) % faults.length] : undefined;
      if (fault) await fault();
      else await disturb(copies, index % recording.copies, random);
    }
    await working;
    await crowd.lookAtEverything();
    return crowd.history;
  } finally {
    await copies.close();
  }
}

async function disturb(copies: Copies, index: number, random: Random): Promise<void> {
  const dice = random();
  if (dice < 0.2) await copies.pause(index, random() * 1500);
  else await copies.restart(index, dice < 0.8 ? 'SIGKILL' : 'SIGTERM');
}
