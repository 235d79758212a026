import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { thisProcess } from '../../src/machine/processes.ts';
import {
  startLocalService,
  useLocalService,
  type LocalOptions,
  type LocalService,
} from '../../src/service/local/local-service.ts';
import { systemClock } from '../../src/service/options.ts';
import { folderWith } from '../cli/in-memory.ts';
import { PROGRAM } from '../e2e/compiled-program.ts';
import { leftOutIf } from '../needs.ts';

const optionsFor = (database: string): LocalOptions => ({
  database,
  name: 'Harbour',
  service: {
    profile: 'extended',
    rateLimit: 0,
    allowPrivateWebhooks: false,
    clock: systemClock,
  },
});

const newDatabase = (): string => join(folderWith(), 's.db');

async function start(database: string): Promise<LocalService> {
  const started = await startLocalService(optionsFor(database));
  if (started.type !== 'started') throw new Error(`process ${started.by?.pid} has it`);
  return started.service;
}

async function placesOf({ url, key }: LocalService): Promise<number> {
  const response = await fetch(`${url}/v1/places`, { headers: { authorization: `Bearer ${key}` } });
  return ((await response.json()) as { total: number }).total;
}

async function addPlace({ url, key }: LocalService): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const response = await fetch(`${url}/v1/places`, { method: 'POST', headers, body: '{"name":"Quay"}' });
  expect(response.status).toBe(201);
}

/** Runs `gitcast service` in a separate process, which may be killed. */
async function serveApart(database: string): Promise<ChildProcess> {
  const words = ['service', '--json', '--quiet', '--port', '0', '--database', database];
  const child = spawn(process.execPath, [PROGRAM, ...words], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(createInterface(child.stdout), 'line');
  return child;
}

async function untilAnswered(url: string): Promise<void> {
  for (;;) {
    const response = await fetch(`${url}/healthz`).catch(() => undefined);
    if (response?.ok) return;
    await wait(50);
  }
}

/** Renewed for longer than any test takes. */
function noteFromElsewhere(database: string, details: object): void {
  writeFileSync(
    `${database}.lock`,
    JSON.stringify({ host: 'elsewhere', pid: 1, boot: 'another', id: 'other', folder: '/other', ...details }),
  );
  const later = new Date(Date.now() + 3_600_000);
  utimesSync(`${database}.lock`, later, later);
}

const LONG_AGO = new Date('2026-01-01T00:00:00Z');
const here = { ...thisProcess(), id: 'other', folder: '/other' };

describe('a database left behind by a process', () => {
  it.each([
    ['this process id with a different start time, as in a restarted container', { ...here, started: '1' }],
    ['this process id in a container that no longer exists', { ...here, space: 'pid:[1]', started: '1' }],
    ['a process of this machine before its restart', { ...here, boot: 'yesterday' }],
    ['a process of another machine that shows no sign of life', { ...here, host: 'elsewhere', boot: 'another' }],
    ['nothing readable', '{'],
  ])('is served again: its note names %s', async (_, note) => {
    const database = newDatabase();
    writeFileSync(`${database}.lock`, typeof note === 'string' ? note : JSON.stringify(note));
    utimesSync(`${database}.lock`, LONG_AGO, LONG_AGO);
    const service = await start(database);
    expect((await fetch(`${service.url}/healthz`)).ok).toBe(true);
    await service.close();
  });

  it('is served by one of twenty processes that start at once, and used by all', async () => {
    const database = newDatabase();
    const services = await Promise.all(Array.from({ length: 20 }, () => useLocalService(optionsFor(database))));
    expect(services.filter(({ own }) => own)).toHaveLength(1);
    expect(new Set(services.map(({ url, key }) => `${url} ${key}`)).size).toBe(1);
    await Promise.all(services.map(({ close }) => close()));
    await expect(fetch(services[0]!.url)).rejects.toThrow('fetch failed');
  });
});

describe('a database that is being served', () => {
  it('is left to another machine that renews its note', async () => {
    const database = newDatabase();
    noteFromElsewhere(database, {});
    expect(await startLocalService(optionsFor(database))).toMatchObject({ type: 'running', by: { host: 'elsewhere' } });
    const refused = useLocalService({ ...optionsFor(database), patience: 100 });
    await expect(refused).rejects.toMatchObject({
      name: 'UserError',
      message: `process 1 on elsewhere is serving ${database} but does not respond`,
    });
  });

  it('is independent of its copy, which can be served separately', async () => {
    const [folder, copy] = [folderWith(), join(folderWith(), 'copy')];
    const original = await start(join(folder, 's.db'));
    cpSync(folder, copy, { recursive: true, filter: (file) => !/\.(?:serving|using)$/.test(file) });
    const copied = await useLocalService(optionsFor(join(copy, 's.db')));
    expect(copied.url).not.toBe(original.url);
    await addPlace(copied);
    expect([await placesOf(original), await placesOf(copied)]).toEqual([0, 1]);
    await copied.close();
    await original.close();
  });

  it('can be found again after its card was removed', async () => {
    const database = newDatabase();
    const first = await start(database);
    rmSync(database.replace('.db', '.json'));
    const second = await useLocalService(optionsFor(database));
    expect([second.url, second.key]).toEqual([first.url, first.key]);
    await second.close();
    await first.close();
  });

  it('is not confused with a server at the address of a killed service', async () => {
    const database = newDatabase();
    const stranger = await start(newDatabase());
    await (await start(database)).close();
    const card = database.replace('.db', '.json');
    const kept = JSON.parse(readFileSync(card, 'utf8')) as object;
    writeFileSync(card, JSON.stringify({ ...kept, url: stranger.url, claim: 'of-a-service-that-was-killed' }));
    noteFromElsewhere(database, { id: 'new' });
    await expect(useLocalService({ ...optionsFor(database), patience: 0 })).rejects.toThrow('does not respond');
    await stranger.close();
  });

  it('whose files are removed shuts down cleanly, and leaves the files of the next service alone', async () => {
    const folder = folderWith();
    const database = join(folder, 'kept/s.db');
    const first = await start(database);
    rmSync(join(folder, 'kept'), { recursive: true });
    mkdirSync(join(folder, 'kept'));
    const second = await start(database);
    await first.close();
    const found = await useLocalService(optionsFor(database));
    expect(found.url).toBe(second.url);
    await found.close();
    await second.close();
    expect(readdirSync(join(folder, 'kept'))).not.toContain('s.db.lock');
  });
});

describe('a service that ends before the commands that use it', () => {
  it('continues in one of them at the same address, and does not wait for an idle one', async () => {
    const database = newDatabase();
    const first = await start(database);
    const second = await useLocalService(optionsFor(database));
    await addPlace(second);
    await first.close();
    await untilAnswered(second.url);
    expect(await placesOf(second)).toBe(1);
    await second.close();
    await expect(fetch(`${second.url}/healthz`)).rejects.toThrow('fetch failed');
  });

  it('continues in one of them when it is killed', async () => {
    const database = newDatabase();
    const child = await serveApart(database);
    const guest = await useLocalService(optionsFor(database));
    expect(guest.own).toBeUndefined();
    await addPlace(guest);
    child.kill('SIGKILL');
    await once(child, 'exit');
    await untilAnswered(guest.url);
    expect(await placesOf(guest)).toBe(1);
    await guest.close();
  });

  it('is reported with its process id when it is suspended and does not respond', async () => {
    const database = newDatabase();
    const child = await serveApart(database);
    child.kill('SIGSTOP');
    await expect(useLocalService({ ...optionsFor(database), patience: 100 })).rejects.toMatchObject({
      name: 'UserError',
      message: expect.stringContaining(
        `process ${child.pid} is serving ${database} but does not respond at http://127.0.0.1`,
      ),
      suggestion: expect.stringContaining(`kill -9 ${child.pid}`),
    });
  });
});

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

describe.skipIf(leftOutIf(process.platform === 'win32', 'Windows has no file modes'))('the files of a service', () => {
  it('are readable only by their owner, and so is the folder created for them', async () => {
    const folder = join(folderWith(), '.gitcast');
    const service = await start(join(folder, 'service.db'));
    onTestFinished(() => service.close());
    await addPlace(service);
    expect(modeOf(folder)).toBe('700');
    const files = readdirSync(folder);
    expect(files).toEqual(expect.arrayContaining(['service.db', 'service.db-wal', 'service.db-shm', 'service.json']));
    expect(files.filter((name) => modeOf(join(folder, name)) !== '600')).toEqual([]);
  });

  it('become private if they are readable for everyone', async () => {
    const folder = join(folderWith({ '.gitcast/state/production.json': '{}' }), '.gitcast');
    const database = join(folder, 'service.db');
    await (await start(database)).close();
    chmodSync(folder, 0o755);
    chmodSync(database, 0o644);
    const service = await start(database);
    onTestFinished(() => service.close());
    expect([folder, database, `${database}-wal`, `${database}-shm`].map(modeOf)).toEqual(['700', '600', '600', '600']);
  });

  it('do not change the permissions of an existing folder', async () => {
    const folder = folderWith();
    chmodSync(folder, 0o755);
    await (await start(join(folder, 's.db'))).close();
    expect([modeOf(folder), modeOf(join(folder, 's.db'))]).toEqual(['755', '600']);
  });
});
