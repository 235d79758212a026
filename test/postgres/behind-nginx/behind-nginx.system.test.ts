/** Three copies of the service behind nginx. A few hundred events here, 5,000 in `npm run proof`. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { JsonObject } from '../../../src/values/json.ts';
import { createKey } from '../../../src/service/store/tenants.ts';
import { PostgresEngine } from '../../../src/service/store/postgres/postgres-engine.ts';
import { LAUNCHER } from '../../e2e/program.ts';
import { record } from '../../proof/figures.ts';
import { runs } from '../../seed.ts';
import { startHook } from '../../webhooks/support/hook.ts';
import { ROLE, startCluster, type Cluster } from '../cluster.ts';
import { administer } from '../databases.ts';
import { Nginx, type LoggedRequest } from './nginx.ts';
import { ServeProcess } from './serving.ts';
import { needs, needsPostgres } from '../../needs.ts';

const EVENTS = runs({ test: 300, proof: 5000 });
/** Requests a minute. */
const LIMIT = runs({ test: 400, proof: 3000 });
/** However slow the machine is. */
const PATIENCE_MS = runs({ test: 600_000, proof: 7_200_000 });

describe.runIf(needsPostgres() && needs('nginx'))('three copies of the service behind nginx', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gitcast-behind-nginx-'));
  const nginx = new Nginx();
  let cluster: Cluster;
  let copies: readonly ServeProcess[];
  let key: string;

  beforeAll(async () => {
    cluster = startCluster({ isDurable: true });
    await administer(cluster, `CREATE ROLE ${ROLE} LOGIN`, `CREATE DATABASE live OWNER ${ROLE}`);
    const flags = ['--database', cluster.urlOf('live'), '--rate-limit', String(LIMIT), '--allow-private-webhooks'];
    copies = [0, 1, 2].map(() => new ServeProcess(folder, flags));
    const [first, ...others] = copies;
    await first!.start();
    key = first!.card.key!;
    await Promise.all(others.map((copy) => copy.start()));
    await nginx.start(copies.map(({ card }) => card.url));
    writeRepository();
  }, 120_000);

  afterAll(async () => {
    await Promise.all(copies.map((copy) => copy.end('SIGKILL')));
    await nginx.remove();
    cluster.remove();
    rmSync(folder, { recursive: true });
  }, 120_000);

  function writeRepository(): void {
    const { userId, broadcastId } = copies[0]!.card;
    writeFileSync(
      join(folder, 'gitcast.config.yaml'),
      `site: { url: "https://harbour.example", timezone: Europe/Paris }
defaultTarget: live
targets:
  live: { baseUrl: "${nginx.url}", userId: ${userId}, broadcastId: ${broadcastId}, key: { $env: GITCAST_KEY }, profile: extended, settle: 1 }
`,
    );
    mkdirSync(join(folder, 'content/events'), { recursive: true });
    for (let index = 0; index < EVENTS; index += 1)
      writeFileSync(
        join(folder, `content/events/event-${index}.yaml`),
        `title: Event ${index}\nstart_time: 2027-06-18T20:30:00+02:00\nend_time: 2027-06-18T23:00:00+02:00\n`,
      );
  }

  async function gitcast(...words: readonly string[]): Promise<{ exitCode: number; output: string }> {
    const env = { ...process.env, GITCAST_KEY: key };
    try {
      const { stdout } = await promisify(execFile)(process.execPath, [LAUNCHER, ...words], { cwd: folder, env });
      return { exitCode: 0, output: stdout };
    } catch (error) {
      const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
      return { exitCode: code, output: stdout + stderr };
    }
  }

  const ask = (path: string, init: RequestInit = {}, bearer = key): Promise<Response> =>
    fetch(`${nginx.url}/v1${path}`, { ...init, headers: { authorization: `Bearer ${bearer}`, ...init.headers } });

  async function allEvents(): Promise<readonly JsonObject[]> {
    const found: JsonObject[] = [];
    for (;;) {
      const answer = await ask(`/events?limit=200&offset=${found.length}`);
      if (answer.status === 429) {
        await wait(1000);
        continue;
      }
      const { data } = (await answer.json()) as { readonly data: readonly JsonObject[] };
      found.push(...data);
      if (data.length < 200) return found;
    }
  }

  /** A full bucket, and what it was refilled with since. */
  const mostSince = (started: number): number => LIMIT * (1 + (performance.now() - started) / 60_000);

  const created = (): number =>
    nginx.requests().filter(({ method, status }) => method === 'POST' && status === 201).length;
  const untilCreated = async (share: number): Promise<void> => {
    await expect.poll(created, { timeout: PATIENCE_MS }).toBeGreaterThan(EVENTS * share);
  };

  it(
    'sync everything once, and deliver everything with one id, though one is killed, one restarted, and the database too',
    async () => {
      const hook = await startHook([204]);
      const body = JSON.stringify({ url: hook.url, events: ['event.created'] });
      const headers = { 'content-type': 'application/json' };
      expect((await ask('/webhooks', { method: 'POST', body, headers })).status).toBe(201);

      const started = performance.now();
      const syncing = gitcast('sync', '--yes');
      const [killed, stopped] = copies;
      await untilCreated(0.2);
      await killed!.end('SIGKILL');
      await untilCreated(0.4);
      await cluster.restart('fast');
      await untilCreated(0.6);
      await stopped!.end('SIGTERM');
      await Promise.all([killed!.start(), stopped!.start()]);
      nginx.use(copies.map(({ card }) => card.url));
      expect(await syncing).toMatchObject({ exitCode: 0 });

      const isCounted = ({ path, status }: LoggedRequest): boolean =>
        path.startsWith('/v1/') && status < 500 && status !== 429;
      // The first request was that for the webhook.
      expect(nginx.requests().filter(isCounted).length).toBeLessThanOrEqual(1 + mostSince(started));
      const events = await allEvents();
      expect(new Set(events.map(({ title }) => title)).size).toBe(EVENTS);
      expect(events).toHaveLength(EVENTS);
      expect((await gitcast('plan', '--json')).exitCode).toBe(0);
      const deliveries = (): Map<string, Set<string>> => {
        const ids = new Map<string, Set<string>>();
        hook.heard.forEach(({ body: text }, index) => {
          const { data } = JSON.parse(text) as { data: { id: string } };
          ids.set(data.id, (ids.get(data.id) ?? new Set()).add(hook.ids[index]!));
        });
        return ids;
      };
      // What a killed copy had leased is delivered by another one, within half a minute.
      await expect.poll(() => deliveries().size, { timeout: PATIENCE_MS }).toBe(EVENTS);
      expect(new Set(deliveries().keys())).toEqual(new Set(events.map(({ id }) => id)));
      expect([...deliveries().values()].filter(({ size }) => size !== 1)).toEqual([]);
      record({
        what: 'events synced through nginx to three copies: one is killed, one and PostgreSQL are restarted',
        tried: EVENTS,
        failed: 0,
        note: 'each created once and delivered with one id',
      });
    },
    PATIENCE_MS,
  );

  it(
    'allow a key as many requests together as one of them would',
    async () => {
      const engine = await PostgresEngine.open(cluster.urlOf('live'));
      onTestFinished(() => engine.close());
      const { broadcastId } = copies[0]!.card;
      const other = await engine.write('everything', () => createKey(broadcastId, { label: 'other', now: Date.now() }));
      const started = performance.now();
      const counts = { 200: 0, 429: 0 };
      const clients = Array.from({ length: 24 }, async () => {
        while (counts[429] < 20) counts[(await ask('/places', {}, other.key)).status as keyof typeof counts] += 1;
      });
      await Promise.all(clients);
      expect(counts[200]).toBeGreaterThanOrEqual(LIMIT);
      expect(counts[200]).toBeLessThanOrEqual(mostSince(started));
    },
    PATIENCE_MS,
  );
});
