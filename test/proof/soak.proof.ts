import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { event } from '../contract/bodies.ts';
import { LAUNCHER, ROOT } from '../e2e/program.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { isQuick, record } from './figures.ts';
import { startInspected, type Inspected } from './parts/inspected.ts';
import { hasLittleGarbage, isSteady, noteOf, soak } from './parts/soak.ts';

async function start(cwd: string, ...words: readonly string[]): Promise<Inspected> {
  const inspected = await startInspected(cwd, [LAUNCHER, ...words]);
  onTestFinished(inspected.kill);
  return inspected;
}

describe('a process that runs for long keeps neither memory nor handles', () => {
  it('gitcast service', { timeout: 3_600_000 }, async () => {
    const count = isQuick ? 1000 : 50_000;
    const words = ['--json', '--port', '0', '--rate-limit', '0', '--database', 's.db'];
    const inspected = await start(temporaryFolder(), 'service', ...words);
    const { url, key } = JSON.parse(inspected.line) as { url: string; key: string };
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const ask = async (path: string, init: RequestInit = {}): Promise<string> => {
      const response = await fetch(`${url}/v1/${path}`, { ...init, headers });
      if (!response.ok) throw new Error(`${path}: ${response.status}`);
      return response.text();
    };
    const soaked = await soak(inspected, {
      count,
      act: async (index) => {
        const body = JSON.stringify(event({ title: `Night ${index}` }));
        const { id } = JSON.parse(await ask('events', { method: 'POST', body })) as { id: string };
        await ask('events?limit=20');
        await ask(`events/${id}`, { method: 'PUT', body: JSON.stringify({ title: `Day ${index}` }) });
        await ask(`events/${id}`, { method: 'DELETE' });
      },
    });
    expect(soaked).toSatisfy(isSteady);
    record({ what: 'requests to gitcast service', tried: count * 4, failed: 0, note: noteOf(soaked) });
  });

  it('gitcast dev', { timeout: 3_600_000 }, async () => {
    const count = isQuick ? 120 : 2000;
    const folder = temporaryFolder();
    for (const name of ['content', 'gitcast.config.yaml'])
      cpSync(join(ROOT, name), join(folder, name), { recursive: true });
    const inspected = await start(folder, 'dev', '--json', '--port', '0');
    const [url] = /http:\/\/[\d.]+:\d+/.exec(inspected.line)!;
    const file = join(folder, 'content/broadcast.yaml');
    const text = readFileSync(file, 'utf8');
    const soaked = await soak(inspected, {
      count,
      act: async (index) => {
        const name = `Edition ${index}`;
        writeFileSync(file, text.replace(/^name: .*$/m, `name: ${name}`));
        await expect.poll(async () => (await fetch(url)).text(), { timeout: 60_000, interval: 20 }).toContain(name);
      },
    });
    expect(soaked).toSatisfy(isSteady);
    expect(soaked).toSatisfy(hasLittleGarbage);
    record({ what: 'saved files that gitcast dev showed', tried: count, failed: 0, note: noteOf(soaked) });
  });
});
