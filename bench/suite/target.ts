/** A target to sync with: the service on this machine, and the configuration of a repository for it. */
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Credentials } from '../../src/service/administration.ts';
import { tracked } from './leftovers.ts';
import { gitcast } from './program.ts';

export interface Card extends Credentials {
  readonly url: string;
}

export interface Served {
  readonly card: Card;
  readonly pid: number;
}

/** `gitcast service`, with its database in this folder. */
export async function serve(cwd: string): Promise<Served> {
  const flags = ['--json', '--port', '0', '--rate-limit', '0', '--database', join(cwd, 'service.db')];
  const words = gitcast('service', ...flags).slice(1);
  const child = tracked(spawn(process.execPath, words, { cwd, stdio: ['ignore', 'pipe', 'ignore'] }));
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return { pid: child.pid!, card: JSON.parse(line) as Card };
}

/** The service in a process of its own, with its database in this folder. Each call creates a broadcast. */
export async function openService(folder: string): Promise<() => Promise<Card>> {
  const service = tracked(fork(join(import.meta.dirname, 'service-process.ts'), [folder]));
  await once(service, 'message');
  return async () => {
    service.send('broadcast');
    const [card] = (await once(service, 'message')) as [Card];
    return card;
  };
}

/** The key is in the variable. */
export const configuration = ({ url, userId, broadcastId }: Card, variable = 'BENCH_KEY'): string =>
  `site: { url: "https://bench.example", timezone: Europe/Paris, locales: [en] }
defaultTarget: live
targets:
  live: { baseUrl: "${url}", userId: ${userId}, broadcastId: ${broadcastId}, key: { $env: ${variable} }, profile: extended }
publish:
  live: { to: folder, path: ../www }
`;
