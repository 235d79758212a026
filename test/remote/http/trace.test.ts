import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openTrace, type TraceLine } from '../../../src/remote/http/trace.ts';
import { rawServer } from '../raw-server.ts';
import { clientOf, newKey, startTarget } from '../target.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

function traceFile() {
  const folder = temporaryFolder();
  const path = join(folder, 'trace.jsonl');
  const file = openTrace(path);
  onTestFinished(() => file.close());
  const lines = (): readonly TraceLine[] =>
    readFileSync(path, 'utf8')
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as TraceLine);
  return { path, trace: file.trace, close: file.close, lines };
}

describe('a trace', () => {
  it('has one line for each try of a request', async () => {
    const { trace, lines } = traceFile();
    const target = await startTarget({ trace });
    target.service.faults.arm([{ do: 'reset-before', method: 'GET', nth: 1 }]);
    await target.client.list('event');
    expect(lines()).toMatchObject([
      {
        method: 'GET',
        path: '/v1/events?limit=200&offset=0',
        try: 1,
        error: expect.stringContaining('lost its connection'),
      },
      {
        method: 'GET',
        path: '/v1/events?limit=200&offset=0',
        try: 2,
        status: 200,
        time: expect.stringMatching(/^2027-/),
        sentBytes: 0,
      },
    ]);
  });

  it('never contains a key or a secret, wherever the service repeats it', async () => {
    const { trace, path, lines } = traceFile();
    const server = await rawServer(({ headers, method }, response) => {
      const key = String(headers.authorization ?? headers['x-api-key']);
      const debug = method === 'POST' ? 'canary-secret' : 'none';
      response.writeHead(400, { 'x-echo': key, 'x-debug': debug, 'set-cookie': 'canary-cookie' }).end(key);
    });
    const { client } = clientOf(server.url, { trace });
    const failures = [
      client.create('webhook', { secret: 'canary-secret' }, { ...newKey(), secrets: ['canary-secret'] }),
      client.read('broadcast'),
      client.read('event', 'canary-key'),
    ];
    for (const failure of failures) await expect(failure).rejects.not.toThrow('canary');
    expect(lines()).toHaveLength(3);
    expect(lines()[0]).toMatchObject({
      requestHeaders: { authorization: '[removed]' },
      answerHeaders: { 'x-echo': 'Bearer [removed]' },
    });
    expect(readFileSync(path, 'utf8')).not.toContain('canary');
  });

  it('that cannot be written is reported before anything is sent', () => {
    expect(() => openTrace('/no/such/folder/trace.jsonl')).toThrow(
      'cannot write the trace to /no/such/folder/trace.jsonl (ENOENT)',
    );
  });

  it('never writes into a different file if a request ends after it was closed', async () => {
    const { path, trace, close, lines } = traceFile();
    const target = await startTarget({ trace });
    await target.client.list('event');
    close();
    const before = lines();
    // Its descriptor is free, so the next file gets it.
    const other = join(path, '../other');
    const descriptor = openSync(other, 'w');
    onTestFinished(() => closeSync(descriptor));
    await target.client.list('event');
    expect([readFileSync(other, 'utf8'), lines()]).toEqual(['', before]);
  });
});
