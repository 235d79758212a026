import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { claim } from '../../src/service/local/claim.ts';
import { LATEST } from '../../src/service/store/sqlite/sqlite-migrations.ts';
import { event } from '../contract/bodies.ts';
import { KillableService } from '../contract/killable-service.ts';
import { sealed } from '../service/sealed.ts';
import { folderWith, gitcast, textOf } from './in-memory.ts';

const AT = '2027-01-01T00:00:00.000Z';
const record = (id: string, kind: string, more: object = {}) => ({
  table: 'records',
  row: {
    id,
    broadcast_id: 'b',
    kind,
    fields: '{"name":"Café"}',
    place_id: null,
    created_at: AT,
    updated_at: AT,
    ...more,
  },
});
const CONTENT = [
  { table: 'broadcasts', row: { id: 'b', user_id: 'u', plan: 'pro' } },
  {
    table: 'api_keys',
    row: { id: 'key_1', broadcast_id: 'b', hash: 'h', label: 'first', created_at: AT, access: 'write' },
  },
  record('p', 'place'),
  record('w', 'webhook', { secret: 'whsec_x' }),
  record('e', 'event', { place_id: 'p' }),
  {
    table: 'deliveries',
    row: {
      id: 'd',
      broadcast_id: 'b',
      webhook_id: 'w',
      subject_id: 'e',
      type: 'event.created',
      body: '{}',
      state: 'pending',
      attempts: 0,
      due_at: 1,
      created_at: 1,
    },
  },
];
const FILE = sealed(CONTENT.map((row) => JSON.stringify(row)))
  .map((line) => `${line}\n`)
  .join('');

/** A folder with a database s.db and its backup a.jsonl. */
async function backedUp(): Promise<{ readonly cwd: string; readonly said: string }> {
  const cwd = folderWith({ 'seed.jsonl': FILE });
  await gitcast('serve restore seed.jsonl --database s.db', { cwd });
  const { stdout, exitCode, stderr } = await gitcast('serve backup a.jsonl --database s.db', { cwd });
  expect(exitCode, stderr).toBe(0);
  return { cwd, said: stdout };
}

const valueIn = (file: string, sql: string): unknown => {
  const database = new DatabaseSync(file);
  try {
    return Object.values(database.prepare(sql).get()!)[0];
  } finally {
    database.close();
  }
};

describe('serve backup', () => {
  it('writes a file that only its owner can read, and reports what is in it and what is not', async () => {
    const { cwd, said } = await backedUp();
    expect(statSync(join(cwd, 'a.jsonl')).mode & 0o777).toBe(0o600);
    expect(said).toContain('1 broadcast, 1 key, 3 records, 1 delivery; rate limits and injected faults are left out');
    expect(readdirSync(cwd).filter((name) => name.includes('.part'))).toEqual([]);
  });

  it('overwrites a file only with --force, and leaves no part of one behind', async () => {
    const { cwd } = await backedUp();
    writeFileSync(join(cwd, 'a.jsonl'), 'precious');
    const refused = await gitcast('serve backup a.jsonl --database s.db', { cwd });
    expect(refused).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('a.jsonl exists already') });
    expect(textOf(cwd, 'a.jsonl')).toBe('precious');
    expect((await gitcast('serve backup a.jsonl --database s.db --force', { cwd })).exitCode).toBe(0);
    expect(textOf(cwd, 'a.jsonl')).toContain('"sha256"');
    expect(readdirSync(cwd).filter((name) => name.includes('.part'))).toEqual([]);
  });

  it('shows one moment while another process writes: no event without its delivery', async () => {
    const service = new KillableService();
    onTestFinished(() => service.dispose());
    await service.start();
    const post = (path: string, body: object): Promise<Response> =>
      fetch(`${service.url}/v1/${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    await post('webhooks', { url: 'https://127.0.0.1:9/hook', events: ['event.created'] });
    const stop = new AbortController();
    const writing = Promise.all(
      [1, 2, 3].map(async () => {
        while (!stop.signal.aborted) await post('events', event());
      }),
    );
    const cwd = folderWith();
    for (const name of ['1.jsonl', '2.jsonl', '3.jsonl']) {
      await post('events', event());
      const { exitCode, stderr } = await gitcast(`serve backup ${name} --database ${service.file}`, { cwd });
      expect(exitCode, stderr).toBe(0);
      const lines = textOf(cwd, name).split('\n');
      const events = lines.filter((line) => line.includes('"kind":"event"')).length;
      expect(events).toBeGreaterThan(0);
      expect(lines.filter((line) => line.startsWith('{"table":"deliveries"'))).toHaveLength(events);
    }
    stop.abort();
    await writing;
  });
});

describe('serve restore', () => {
  it('fills an empty database, reports what the next start sends, and backs up the same bytes', async () => {
    const { cwd } = await backedUp();
    const { stdout } = await gitcast('serve restore a.jsonl --database t.db', { cwd });
    expect(stdout).toContain('restored 1 broadcast, 1 key, 3 records, 1 delivery');
    expect(stdout).toContain('the next gitcast serve sends 1 delivery that was pending');
    await gitcast('serve backup b.jsonl --database t.db', { cwd });
    expect(textOf(cwd, 'b.jsonl')).toBe(textOf(cwd, 'a.jsonl'));
  });

  it.each([
    ['is cut off in the middle of a line', (text: string) => text.slice(0, -200)],
    ['lacks its last line', (text: string) => text.replace(/\{"rows".*\n$/, '')],
    ['lacks a line', (text: string) => text.replace(/.*"webhook".*\n/, '')],
    ['has a changed character', (text: string) => text.replace('Café', 'Cafe')],
    ['has a line after its end', (text: string) => `${text}${JSON.stringify(record('x', 'place'))}\n`],
  ])('refuses a file that %s, before it writes anything', async (_, damage) => {
    const { cwd } = await backedUp();
    writeFileSync(join(cwd, 'a.jsonl'), damage(textOf(cwd, 'a.jsonl')));
    const before = valueIn(join(cwd, 's.db'), "SELECT value FROM meta WHERE name = 'id'");
    const { exitCode, stderr } = await gitcast('serve restore a.jsonl --database s.db --force', { cwd });
    expect(exitCode).toBe(1);
    expect(stderr).toContain('the file is not complete or was changed');
    expect(valueIn(join(cwd, 's.db'), 'SELECT count(*) FROM records')).toBe(3);
    expect(valueIn(join(cwd, 's.db'), "SELECT value FROM meta WHERE name = 'id'")).toBe(before);
  });

  it('refuses bytes that are not UTF-8, which decoding would change', async () => {
    const { cwd } = await backedUp();
    const bytes = readFileSync(join(cwd, 'a.jsonl'));
    bytes[bytes.indexOf('Café') + 3] = 0xff;
    writeFileSync(join(cwd, 'a.jsonl'), bytes);
    const { stderr } = await gitcast('serve restore a.jsonl --database t.db', { cwd });
    expect(stderr).toContain('a.jsonl cannot be read: it is not UTF-8 text');
  });

  it('replaces what a database contains only with --force, and gives it another id', async () => {
    const { cwd } = await backedUp();
    const database = join(cwd, 's.db');
    const id = (): unknown => valueIn(database, "SELECT value FROM meta WHERE name = 'id'");
    const before = id();
    const refused = await gitcast('serve restore a.jsonl --database s.db', { cwd });
    expect(refused).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('the database is not empty') });
    expect(id()).toBe(before);
    const { stdout } = await gitcast('serve restore a.jsonl --database s.db --force', { cwd });
    expect(stdout).toContain('deleted 6 rows that the database contained');
    expect(id()).not.toBe(before);
    expect(valueIn(database, 'SELECT sum(total) FROM counts')).toBe(3);
  });

  it('refuses a database that a process serves', async () => {
    const { cwd } = await backedUp();
    const claimed = claim(join(cwd, 's.db'));
    if (claimed.type !== 'claimed') throw new Error('it was not free');
    onTestFinished(claimed.release);
    const { exitCode, stderr } = await gitcast('serve restore a.jsonl --database s.db --force', { cwd });
    expect(exitCode).toBe(1);
    expect(stderr).toContain(`process ${process.pid} serves ${join(cwd, 's.db')}`);
  });
});

describe('serve migrate', () => {
  it('reports versions; with --check it changes nothing and exits with 2 if it is necessary', async () => {
    const cwd = folderWith({ 'old.db': '' });
    const file = join(cwd, 'old.db');
    const check = () => gitcast('serve migrate --check --database old.db', { cwd });
    expect(await check()).toMatchObject({
      exitCode: 2,
      stdout: `format 0 has to be migrated to ${LATEST}: gitcast serve migrate\n`,
    });
    expect(valueIn(file, 'PRAGMA user_version')).toBe(0);
    const migrated = await gitcast('serve migrate --database old.db --json', { cwd });
    expect(JSON.parse(migrated.stdout)).toEqual({ from: 0, to: LATEST, needed: true });
    expect(await check()).toMatchObject({ exitCode: 0, stdout: `✓ format ${LATEST} is up to date\n` });
  });

  it('does not create a database', async () => {
    const cwd = folderWith();
    const { exitCode, stderr } = await gitcast('serve migrate --database none.db', { cwd });
    expect(exitCode).toBe(1);
    expect(stderr).toContain('there is no database');
    expect(readdirSync(cwd)).toEqual([]);
  });
});
