import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { gitcast } from '../../cli/in-memory.ts';
import { firstVisit, updateBytes } from './first-visit.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

it('a first visit to the demo loads at most 40 files and 1 MB, and a session that moves at most 40 kB', async () => {
  const root = mkdtempSync(join(tmpdir(), 'gitcast-update-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  cpSync(join(ROOT, 'content'), join(root, 'content'), { recursive: true });
  // The other languages do not matter to a visitor.
  writeFileSync(join(root, 'gitcast.config.yaml'), 'site: { timezone: Europe/Paris, locales: [fr] }\n');
  const build = async (name: string): Promise<string> => {
    const built = await gitcast(`build --out ${name} --now 2027-06-10T12:00:00Z`, { cwd: root });
    expect(built.exitCode, built.stderr).toBe(0);
    return join(root, name);
  };
  const before = await build('before');
  const session = join(root, 'content/sessions/a-boat-in-eleven-months.yaml');
  const text = readFileSync(session, 'utf8');
  writeFileSync(session, text.replace('T10:30:00+', 'T14:00:00+').replace('T11:20:00+', 'T15:20:00+'));
  const after = await build('after');
  const [old, now] = [firstVisit(before, 'fr'), firstVisit(after, 'fr')];
  expect(old.requests).toBeLessThanOrEqual(40);
  expect(old.bytes).toBeLessThan(1_000_000);
  const bytes = updateBytes(old, now);
  expect(bytes).toBeGreaterThan(5000);
  expect(bytes).toBeLessThanOrEqual(40_000);
});
