import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { describe, expect, it, onTestFinished } from 'vitest';
import { UserError } from '../../src/diagnostics/errors.ts';
import { openProject } from '../../src/project/index.ts';
import { createDatabase, withClient } from './databases.ts';
import { needsPostgres } from '../needs.ts';
import { temporaryFolder } from '../temporary-folder.ts';

async function emptyServer() {
  const { url, drop } = await createDatabase({ isEmpty: true });
  const folder = temporaryFolder();
  onTestFinished(drop);
  return { url, folder, project: openProject({ folder, env: { DATABASE_URL: url } }) };
}

describe.runIf(needsPostgres())('service on PostgreSQL', () => {
  it('uses DATABASE_URL, shows the first key once, and keeps no files', async () => {
    const { folder, project } = await emptyServer();
    const first = await project.service({ port: 0 });
    const second = await project.service({ port: 0 });
    expect(first.server).toMatch(/^postgres:\/\/gitcast@.+\/test_/);
    const { key, ...known } = first.card;
    expect(second.card).toEqual({ ...known, url: second.card.url });
    for (const { card, close } of [first, second]) {
      const headers = { authorization: `Bearer ${key!}` };
      expect((await fetch(`${card.url}/v1/events`, { headers })).status).toBe(200);
      await close();
    }
    expect(readdirSync(folder)).toEqual([]);
  });

  it('administers the same database: keys, broadcasts and their plan', async () => {
    const { url, folder } = await emptyServer();
    const service = await openProject({ folder, env: {} }).administerService({ database: url });
    const { id, broadcastId } = await service.createKey({ label: 'ci' });
    await service.setPlan(broadcastId, 'free');
    expect(await service.listBroadcasts()).toMatchObject([{ id: broadcastId, plan: 'free' }]);
    await service.revokeKey(id);
    await expect(service.revokeKey(id)).rejects.toThrow(`there is no active key ${id}`);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('reports a table that somebody else has locked as that, not as a bug', async () => {
    const { url, project } = await emptyServer();
    const service = await project.administerService();
    await service.createKey();
    await withClient(url, async (other) => {
      await other.query('BEGIN; LOCK TABLE gitcast.api_keys IN ACCESS EXCLUSIVE MODE');
      const failed = await service.listKeys().catch((error: unknown) => error);
      expect(failed).toBeInstanceOf(UserError);
      expect((failed as UserError).message).toBe('the database took too long: canceling statement due to lock timeout');
    });
  });
});

it.each(['"postgres://me:s3cret@db.example/live"', ' postgres://me:s3cret@db.example/live'])(
  'a DATABASE_URL with a quotation mark or space before it is an error, not a reason to use a file: %s',
  async (url) => {
    const { listKeys } = await openProject({ folder: tmpdir(), env: { DATABASE_URL: url } }).administerService();
    await expect(listKeys()).rejects.toThrow(/^DATABASE_URL begins with a quotation mark or a space$/);
  },
);
