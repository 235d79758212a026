/** Of the system tier, because other machines can reach what listens here: `npm test` listens on loopback addresses only. */
import { expect, it, onTestFinished } from 'vitest';
import { serveMetrics } from '../../src/service/observe/metrics.ts';
import { folderWith } from '../cli/in-memory.ts';
import { whileServing } from '../cli/while-serving.ts';
import { ask } from '../preview/ask.ts';

it('serve --host 0.0.0.0 answers on each address of the machine, and prints one that works on it', async () => {
  await whileServing(folderWith(), '--host 0.0.0.0', async ({ url }) => {
    expect(new URL(url).hostname).toBe('127.0.0.1');
    for (const each of [url, url.replace('127.0.0.1', '127.0.0.2')])
      expect((await fetch(`${each}/v1/events`)).status).toBe(401);
  });
});

it('metrics on the other addresses of a machine answer to the names that its network has for them', async () => {
  const server = await serveMetrics(
    { text: async () => 'x 1\n', contentType: 'text/plain' },
    { port: 0, hostname: '0.0.0.0' },
  );
  onTestFinished(server.close);
  const { port } = new URL(server.url);
  const { status } = await ask(`http://127.0.0.1:${port}`, '/metrics', { headers: { host: 'copy-1:9464' } });
  expect(status).toBe(200);
});
