/** Of the system tier, because other machines can reach what listens here: `npm test` listens on loopback addresses only. */
import { expect, it } from 'vitest';
import { folderWith } from '../cli/in-memory.ts';
import { whileServing } from '../cli/while-serving.ts';

it('service --host 0.0.0.0 answers on each address of the machine, and prints one that works on it', async () => {
  await whileServing(folderWith(), '--host 0.0.0.0', async ({ url }) => {
    expect(new URL(url).hostname).toBe('127.0.0.1');
    for (const each of [url, url.replace('127.0.0.1', '127.0.0.2')])
      expect((await fetch(`${each}/v1/events`)).status).toBe(401);
  });
});
