import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startLocalService, useLocalService } from '../../src/service/local/local-service.ts';
import { systemClock, type ServiceOptions } from '../../src/service/options.ts';
import { folderWith, gitcast, refusal } from './in-memory.ts';
import { whileServing, type Card } from './while-serving.ts';

const OPTIONS: ServiceOptions = {
  profile: 'extended',
  rateLimit: 0,
  allowPrivateWebhooks: false,
  clock: systemClock,
};

const events = async ({ url, key }: Card, init: RequestInit = {}) => {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const response = await fetch(`${url}/v1/events`, { ...init, headers });
  return { status: response.status, body: (await response.json()) as { total: number } };
};

const EVENT = JSON.stringify({ title: 'x', start_time: '2027-01-01T10:00:00Z', end_time: '2027-01-01T11:00:00Z' });

describe('service', () => {
  it('prints its URL and key as one line of JSON, and logs requests to stderr', async () => {
    const { stdout, stderr, exitCode } = await whileServing(folderWith(), '', async (card) => {
      expect(await events(card)).toMatchObject({ status: 200, body: { total: 0 } });
    });
    expect(exitCode).toBe(0);
    expect(stdout.trimEnd().split('\n')).toHaveLength(1);
    expect(JSON.parse(stderr)).toMatchObject({
      method: 'GET',
      path: '/v1/events',
      status: 200,
      operation: 'event.list',
    });
  });

  it('listens on the address of --host, and reports one that this machine does not have', async () => {
    const cwd = folderWith();
    await whileServing(cwd, '--host 127.0.0.2', async (card) => {
      expect(new URL(card.url).hostname).toBe('127.0.0.2');
      expect((await events(card)).status).toBe(200);
    });
    await whileServing(cwd, '', async (card) => {
      await expect(events({ ...card, url: card.url.replace('127.0.0.1', '127.0.0.2') })).rejects.toThrow(
        'fetch failed',
      );
    });
    const elsewhere = await gitcast('service --port 0 --database s.db --host 203.0.113.9', { cwd });
    expect([elsewhere.exitCode, elsewhere.stderr]).toEqual([
      1,
      expect.stringContaining(
        '203.0.113.9 is not an address of this machine\n help: pass one of its addresses with --host',
      ),
    ]);
    const empty = await gitcast('service --port 0 --database s.db --host=', { cwd });
    expect(empty).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('--host needs a value') });
  });

  it('has the same data, broadcast and key after a restart', async () => {
    const cwd = folderWith();
    const cards: Card[] = [];
    await whileServing(cwd, '', async (card) => {
      cards.push(card);
      expect((await events(card, { method: 'POST', body: EVENT })).status).toBe(201);
    });
    await whileServing(cwd, '', async (card) => {
      cards.push(card);
      expect((await events(card)).body.total).toBe(1);
    });
    expect(cards[0]!.key).toBe(cards[1]!.key);
    expect(cards[0]!.broadcastId).toBe(cards[1]!.broadcastId);
  });

  it('keeps the key in a file that only its owner can read', async () => {
    const cwd = folderWith();
    await whileServing(cwd, '', async () => {});
    expect(statSync(join(cwd, 's.json')).mode & 0o077).toBe(0);
  });

  it('serves the document that gitcast openapi prints', async () => {
    await whileServing(folderWith(), '--profile documented', async ({ url }) => {
      const served: unknown = await (await fetch(`${url}/openapi.json`)).json();
      const { stdout } = await gitcast('openapi --profile documented --json');
      expect(served).toEqual(JSON.parse(stdout));
    });
  });

  it('is what serve is told of, and dev, which may be meant', async () => {
    expect(await refusal('serve')).toContain('did you mean gitcast dev, which previews the site, or gitcast service,');
  });

  it('runs one process per database: a second one reports which process serves it', async () => {
    const cwd = folderWith();
    await whileServing(cwd, '', async () => {
      const second = await gitcast('service --port 0 --database s.db', { cwd });
      expect(second).toMatchObject({ exitCode: 1 });
      expect(second.stderr).toContain(`process ${process.pid} already serves`);
    });
  });

  it('lets a second command use the running service, and ends only when that is done', async () => {
    const database = join(folderWith(), 's.db');
    const first = await startLocalService({ database, name: 'First', service: OPTIONS });
    if (first.type !== 'started') throw new Error('it did not start');
    const second = await useLocalService({ database, name: 'Second', service: OPTIONS });
    expect(second.url).toBe(first.service.url);
    let closed = false;
    const closing = first.service.close().then(() => (closed = true));
    expect((await fetch(`${second.url}/healthz`)).ok).toBe(true);
    expect(closed).toBe(false);
    await second.close();
    await closing;
    expect(closed).toBe(true);
  });

  it('takes over the lock of a process that is gone', async () => {
    const cwd = folderWith({ 's.db.lock': '999999999' });
    await whileServing(cwd, '', async (card) => expect((await events(card)).status).toBe(200));
  });

  it('creates, lists and revokes keys', async () => {
    const cwd = folderWith();
    let card: Card | undefined;
    await whileServing(cwd, '', async (each) => void (card = each));
    const made = await gitcast('service keys create --label ci --json --database s.db', { cwd });
    const { id, key } = JSON.parse(made.stdout) as { id: string; key: string };
    expect((await gitcast('service keys list --database s.db', { cwd })).stdout).toContain('ci');
    await whileServing(cwd, '', async ({ url }) => expect((await events({ ...card!, url, key })).status).toBe(200));
    expect((await gitcast(`service keys revoke ${id} --database s.db`, { cwd })).exitCode).toBe(0);
    await whileServing(cwd, '', async ({ url }) => expect((await events({ ...card!, url, key })).status).toBe(401));
    expect((await gitcast(`service keys revoke ${id} --database s.db`, { cwd })).exitCode).toBe(1);
  });

  it('creates no key that has already expired', async () => {
    const cwd = folderWith();
    const { key, id } = JSON.parse((await gitcast('service keys create --json --database s.db', { cwd })).stdout);
    expect(key).toMatch(/^gck_/);
    for (const action of ['create', `rotate ${id}`]) {
      const refused = await gitcast(`service keys ${action} --expires 2020-01-01T00:00:00Z --database s.db`, { cwd });
      expect([refused.exitCode, refused.stderr]).toEqual([
        1,
        expect.stringContaining('a key cannot expire in the past: 2020-01-01T00:00:00Z'),
      ]);
    }
    // The broadcast's first key, and the one above.
    const { keys } = JSON.parse((await gitcast('service keys list --json --database s.db', { cwd })).stdout);
    expect(keys.map(({ expiresAt }: { expiresAt: unknown }) => expiresAt)).toEqual([null, null]);
  });

  it('rotates a key, and refuses to revoke the last one', async () => {
    const cwd = folderWith();
    const made = await gitcast('service keys create --read-only --label ci --json --database s.db', { cwd });
    const { id } = JSON.parse(made.stdout) as { id: string };
    const rotated = await gitcast(`service keys rotate ${id} --json --database s.db`, { cwd });
    const fresh = JSON.parse(rotated.stdout) as { key: string; replaces: string };
    expect(fresh).toMatchObject({ replaces: id, key: expect.stringMatching(/^gck_/) });
    const { keys } = JSON.parse((await gitcast('service keys list --json --database s.db', { cwd })).stdout);
    expect(keys.map((key: { access: string }) => key.access).toSorted()).toEqual(['read', 'read', 'write']);
    const last = keys.find((key: { access: string }) => key.access === 'write').id as string;
    const refused = await gitcast(`service keys revoke ${last} --database s.db`, { cwd });
    expect(refused.exitCode).toBe(1);
    expect(refused.stderr).toContain(`${last} is the last valid key that can change its broadcast`);
  });

  it.each(['keys create', 'broadcasts create Quay'])(
    'creates the database of a new repository: service %s',
    async (action) => {
      const cwd = folderWith({ 'content/broadcast.yaml': 'name: Quay\n' });
      expect(await gitcast(`service ${action}`, { cwd })).toMatchObject({ exitCode: 0, stderr: '' });
      expect(statSync(join(cwd, '.gitcast/service.db')).isFile()).toBe(true);
    },
  );

  it('creates a key in a new repository that works for the served broadcast, named as in the files', async () => {
    const cwd = folderWith({ 'content/broadcast.yaml': 'name: Quay\n' });
    const made = await gitcast('service keys create --json', { cwd });
    const { key, userId, broadcastId } = JSON.parse(made.stdout) as Card;
    await whileServing(cwd, '--database .gitcast/service.db', async ({ url }) => {
      const broadcast = await fetch(`${url}/v1/users/${userId}/broadcasts/${broadcastId}`, {
        headers: { 'x-api-key': key },
      });
      expect(await broadcast.json()).toMatchObject({ name: 'Quay' });
    });
    const { stdout } = await gitcast('service keys list --json', { cwd });
    expect(JSON.parse(stdout).keys).toHaveLength(2);
  });

  it.each(['keys list', 'keys revoke key_1', 'broadcasts list', 'broadcasts plan 1 free'])(
    'reports that a new repository has no database yet: service %s',
    async (action) => {
      const cwd = folderWith({ 'content/broadcast.yaml': 'name: Quay\n' });
      expect(await refusal(`service ${action}`, { cwd })).toContain(
        'service.db yet\n help: create it with `gitcast service`',
      );
      expect(existsSync(join(cwd, '.gitcast'))).toBe(false);
    },
  );

  it('refuses the API to a broadcast without the Pro plan', async () => {
    const cwd = folderWith();
    let id = '';
    await whileServing(cwd, '', async ({ broadcastId }) => void (id = broadcastId));
    expect((await gitcast(`service broadcasts plan ${id} free --database s.db`, { cwd })).exitCode).toBe(0);
    await whileServing(cwd, '', async (card) => expect((await events(card)).status).toBe(403));
    expect((await gitcast('service broadcasts create Second --database s.db --json', { cwd })).exitCode).toBe(0);
    expect(
      JSON.parse((await gitcast('service broadcasts list --database s.db --json', { cwd })).stdout).broadcasts,
    ).toHaveLength(2);
  });

  it.each([
    ['service --profile all', 'use one of documented, extended'],
    ['service --port 99999', '--port must be 0 to 65535'],
    ['service --database mysql://user:secret@host/db', 'mysql://… is neither a file nor a PostgreSQL database'],
    [
      'service keys list --database postgres://user:secret@127.0.0.1:1/db',
      'postgres://user@127.0.0.1:1/db cannot be used: connect ECONNREFUSED 127.0.0.1:1',
    ],
    ['service keys mint', 'unknown action keys mint for service'],
  ])('reports what is wrong: gitcast %s', async (words, said) => {
    const stderr = await refusal(words.includes('--database') ? words : `${words} --database s.db`, {
      cwd: folderWith(),
    });
    expect(stderr).toContain(said);
    expect(stderr).not.toContain('secret');
  });
});
