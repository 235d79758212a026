import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { copyOfMade } from '../git/copies.ts';
import { folderWith, gitcast, SOUND, writeInto, refusal } from './in-memory.ts';

const json = async (words: string, cwd: string) =>
  JSON.parse((await gitcast(`${words} --json`, { cwd })).stdout) as Record<string, unknown>;

async function synced(): Promise<string> {
  const cwd = folderWith();
  await copyOfMade('a synced folder', cwd, async (folder) => {
    writeInto(folder, SOUND);
    expect((await gitcast('sync --yes --quiet', { cwd: folder })).exitCode).toBe(0);
  });
  return cwd;
}

describe('an address on the command line', () => {
  it.each(['plan --only', 'plan --offline --only', 'sync --yes --only', 'pull', 'state show', 'state rm'])(
    'is refused by %s if it does not exist, and the nearest one is suggested',
    async (words) => {
      const cwd = await synced();
      const misspelt = await gitcast(`${words} events/opening-nihgt`, { cwd });
      expect([misspelt.exitCode, misspelt.stderr]).toEqual([
        1,
        expect.stringMatching(/events\/opening-nihgt.*\n help: did you mean events\/opening-night\?\n$/),
      ]);
      const path = await gitcast(`${words} content/events/opening-night.yaml`, { cwd });
      expect(path.stderr).toContain('did you mean events/opening-night?');
    },
  );

  it('may belong to a file that was removed', async () => {
    const cwd = await synced();
    rmSync(join(cwd, 'content/events/opening-night.yaml'));
    expect(await json('plan --only events/opening-night', cwd)).toMatchObject({ summary: { delete: 1 } });
  });

  it('limits state show', async () => {
    const cwd = await synced();
    expect(await json('state show events/*', cwd)).toMatchObject({ entries: [{ address: 'events/opening-night' }] });
    expect((await gitcast('state rm', { cwd })).stderr).toMatch(/^error: state rm needs ADDRESS/);
  });
});

describe('plan', () => {
  it('exits with 2 if there are changes, with --detailed-exitcode', async () => {
    const cwd = folderWith(SOUND);
    expect((await gitcast('plan', { cwd })).exitCode).toBe(0);
    expect((await gitcast('plan --detailed-exitcode', { cwd })).exitCode).toBe(2);
    await gitcast('sync --yes', { cwd });
    expect((await gitcast('plan --detailed-exitcode', { cwd })).exitCode).toBe(0);
  });
});

describe('sync', () => {
  it('changes nothing if it cannot ask for confirmation, and names the flag and the command that shows the plan', async () => {
    const stderr = await refusal('sync --target local', { cwd: folderWith(SOUND) });
    expect(stderr).toContain('--yes');
    expect(stderr).toContain('gitcast plan --target local shows what it would do');
  });
});

describe('status', () => {
  it('shows what is managed, and what is only on the target', async () => {
    const cwd = await synced();
    expect(await json('status', cwd)).toMatchObject({ target: 'local', managed: 3, drifted: [], unmanaged: [] });
    await gitcast('state rm places/main-stage', { cwd });
    rmSync(join(cwd, 'content/events/opening-night.yaml'));
    rmSync(join(cwd, 'content/places/main-stage.yaml'));
    expect(await json('status', cwd)).toMatchObject({ managed: 2, unmanaged: [{ kind: 'place' }] });
  });
});

describe('state', () => {
  it('stops managing a document, and reports an unknown one', async () => {
    const cwd = await synced();
    expect((await gitcast('state rm events/opening-night', { cwd })).exitCode).toBe(0);
    expect((await gitcast('state rm events/opening-night', { cwd })).stderr).toContain('is not managed');
    expect(await json('plan', cwd)).toMatchObject({ summary: { adopt: 1, create: 0 } });
  });

  it('finds everything again if the state is broken, and creates nothing', async () => {
    const cwd = await synced();
    writeFileSync(join(cwd, '.gitcast/service-state/local.json'), '{ broken');
    const broken = await gitcast('plan', { cwd });
    expect([broken.exitCode, broken.stderr]).toEqual([1, expect.stringContaining('gitcast state rebuild')]);
    expect(await json('state rebuild', cwd)).toEqual({ adopted: 3, left: 0, next: {}, complete: true });
    expect(await json('plan', cwd)).toMatchObject({ changes: [] });
  });
});

describe('state unlock', () => {
  it('reports a lock that does not exist', async () => {
    expect((await gitcast('state unlock nothing', { cwd: await synced() })).exitCode).toBe(1);
  });
});

describe('doctor', () => {
  it('finds no problems in a working project', async () => {
    const { checks } = (await json('doctor', folderWith(SOUND))) as { checks: { name: string; ok: boolean }[] };
    expect(checks.filter(({ ok }) => !ok)).toEqual([]);
    expect(checks.map(({ name }) => name)).toEqual([
      'configuration',
      'content',
      'git',
      'permissions',
      'state',
      'target local',
      'clock',
    ]);
  });

  it('names a new embedded broadcast as in the files, so that the first sync has no conflict', async () => {
    const cwd = folderWith(SOUND);
    expect((await gitcast('doctor', { cwd })).stdout).toContain('connected to broadcast “Harbour festival”');
    expect((await gitcast('sync --yes', { cwd })).exitCode).toBe(0);
  });

  it('reports an unknown target as such, and checks what does not depend on it', async () => {
    const { checks } = (await json('doctor --target nope', folderWith(SOUND))) as { checks: { name: string }[] };
    expect(checks).toMatchObject([
      { name: 'configuration', ok: true },
      { name: 'git', ok: true },
      { name: 'permissions', ok: true },
      { name: 'target', ok: false, message: 'the configuration has no target nope' },
    ]);
  });

  it('shows how to fix a missing key and an unreachable service', async () => {
    const target =
      '{ baseUrl: "http://127.0.0.1:9", userId: 64b7c0ffee64b7c0ffee0001, broadcastId: 64b7c0ffee64b7c0ffee0002, key: { $env: THE_KEY } }';
    const cwd = folderWith({ ...SOUND, 'gitcast.config.yaml': `targets:\n  production: ${target}\n` });
    const unset = await gitcast('doctor --target production', { cwd });
    expect([unset.exitCode, unset.stdout]).toEqual([1, expect.stringContaining('set THE_KEY')]);
    const away = await gitcast('doctor --target production', { cwd, env: { THE_KEY: 'canary-key' } });
    expect([away.exitCode, away.stdout]).toEqual([1, expect.stringContaining('cannot reach')]);
    expect(away.stdout + away.stderr).not.toContain('canary-key');
  });
});
