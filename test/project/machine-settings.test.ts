import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import type { Config } from '../../src/config/config.ts';
import { openMemory } from '../../src/project/site/remembered/memory.ts';

const root = mkdtempSync(join(tmpdir(), 'gitcast-machine-'));
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(root, { recursive: true, force: true });
});

it('remembers pages for one time zone of the machine, because templates can format times without naming one', () => {
  const config = { root, targets: {}, site: { timezone: 'UTC', locales: ['en'], offline: true } } as unknown as Config;
  const scopeIn = (zone: string): string => {
    vi.stubEnv('TZ', zone);
    const memory = openMemory(config, { target: 'local', at: 0, drafts: false, gallery: false })!;
    memory.close();
    return memory.scope;
  };
  const tokyo = scopeIn('Asia/Tokyo');
  expect(scopeIn('Europe/Paris')).not.toBe(tokyo);
  expect(scopeIn('Asia/Tokyo')).toBe(tokyo);
});
