import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ONE_OF_EACH, SECRET } from './fixture.ts';
import { actionsOf, openStage, openSyncedStage, type Ran, type Stage } from './stage.ts';

const OLD = 'canary-secret-of-last-year';
const HOOK = 'url: https://a.example/hook\nevents: [event.created]\n';

/** Everything that the program printed and wrote. */
const traces = (stage: Stage, ...runs: readonly Ran[]): string =>
  JSON.stringify([runs.map(({ stdout, stderr }) => [stdout, stderr]), stage.kept()]);

describe('a secret', () => {
  it('that is not set fails that one change by name, and the rest continues', async () => {
    const stage = await openStage({ files: ONE_OF_EACH });
    stage.env = { ...stage.env, CREW_SECRET: undefined };
    const { exitCode, results } = await stage.sync();
    expect(exitCode).toBe(3);
    expect(results.filter(({ outcome }) => outcome !== 'applied')).toMatchObject([
      {
        address: 'webhooks/crew',
        outcome: 'failed',
        error: expect.stringContaining('the environment variable CREW_SECRET is not set'),
      },
    ]);
    expect(stage.contents('webhook')).toEqual([]);
    expect(stage.contents('event')).toHaveLength(1);
    stage.env = { ...stage.env, CREW_SECRET: SECRET };
    expect((await stage.sync()).exitCode).toBe(0);
    expect(actionsOf(await stage.plan())).toEqual([]);
  });

  it('is in no output, state, plan, copy of a deleted object or trace, including old values', async () => {
    const stage = await openStage({ files: ONE_OF_EACH });
    stage.env = { ...stage.env, CREW_SECRET: OLD };
    const first = await stage.sync('--trace', 'trace.jsonl');
    stage.env = { ...stage.env, CREW_SECRET: SECRET };
    const plan = await stage.plan();
    expect(plan.changes).toMatchObject([
      { address: 'webhooks/crew', fields: [{ name: 'secret', after: { $env: 'CREW_SECRET' } }] },
    ]);
    const text = await stage.gitcast('plan');
    const second = await stage.sync('--trace', 'trace-2.jsonl');
    stage.edit('webhooks/crew.yaml', /secret.*\n/.exec(stage.read('webhooks/crew.yaml'))![0], '');
    const third = await stage.gitcast('plan');
    stage.remove('webhooks/crew.yaml');
    const fourth = await stage.sync('--allow-deletes', '99');
    expect([first, second, fourth].map(({ exitCode }) => exitCode)).toEqual([0, 0, 0]);
    const files = ['trace.jsonl', 'trace-2.jsonl'].map((name) => readFileSync(join(stage.folder, name), 'utf8'));
    const all = traces(stage, first, plan, text, second, third, fourth) + files.join();
    expect(all).toContain('webhooks');
    expect(Object.keys(stage.kept()).filter((name) => name.includes('.deleted/'))).toHaveLength(1);
    for (const secret of [OLD, SECRET, stage.credentials.key]) expect(all.includes(secret)).toBe(false);
  });

  it('of a provider inside a list of the broadcast is in none of them either', async () => {
    const providers = (key: string): string =>
      `name: Harbour festival\nauthProviders:\n  - { type: oAuth, key: { $env: ${key} } }\n`;
    const stage = await openStage({ files: { 'broadcast.yaml': providers('PROVIDER_KEY') } });
    stage.configure({ secrets: ['PROVIDER_KEY', 'OTHER_KEY'] });
    stage.env = { ...stage.env, PROVIDER_KEY: SECRET, OTHER_KEY: OLD };
    const first = await stage.sync('--trace', 'trace.jsonl');
    expect([first.exitCode, first.stderr]).toEqual([0, '']);
    expect(JSON.stringify(stage.only('broadcast').fields)).toContain(SECRET);
    expect(actionsOf(await stage.plan())).toEqual([]);
    stage.write('broadcast.yaml', providers('OTHER_KEY'));
    const plan = await stage.plan();
    const text = await stage.gitcast('plan');
    const markdown = await stage.gitcast('plan', '--markdown');
    const second = await stage.sync('--trace', 'trace-2.jsonl');
    expect(second.exitCode).toBe(0);
    const files = ['trace.jsonl', 'trace-2.jsonl'].map((name) => readFileSync(join(stage.folder, name), 'utf8'));
    const all = traces(stage, first, plan, text, markdown, second) + files.join();
    for (const secret of [OLD, SECRET]) expect(all.includes(secret)).toBe(false);
    expect(actionsOf(await stage.plan())).toEqual([]);
  });

  it.each([
    ['an open object', 'pages/map.yaml', 'title: Map\nstatus: published\nmetadata: { token: { $env: CREW_SECRET } }\n'],
    ['the key of the target', 'webhooks/a.yaml', `${HOOK}secret: { $env: GITCAST_KEY }\n`],
    ['a variable that is not listed', 'webhooks/a.yaml', `${HOOK}secret: { $env: OTHER_KEY }\n`],
  ])('is never sent from %s', async (_, path, text) => {
    const stage = await openStage({ files: { 'broadcast.yaml': 'name: Harbour festival\n', [path]: text } });
    stage.env = { ...stage.env, OTHER_KEY: OLD };
    for (const command of ['plan', 'sync --yes', 'pull', 'status']) {
      expect((await stage.gitcast(...command.split(' '))).exitCode).toBe(1);
    }
    expect(stage.contents('page').length + stage.contents('webhook').length).toBe(0);
    const known = JSON.stringify(stage.everything());
    for (const secret of [OLD, SECRET, stage.credentials.key]) expect(known.includes(secret)).toBe(false);
  });

  it('is listed by name in every format of the plan whose requests carry it', async () => {
    const stage = await openStage({ files: ONE_OF_EACH });
    const { secrets } = await stage.plan();
    expect(secrets).toEqual([{ name: 'CREW_SECRET', addresses: ['webhooks/crew'] }]);
    expect((await stage.gitcast('plan')).stdout).toContain('Secrets sent (1)\n\n  CREW_SECRET with webhooks/crew\n');
    expect((await stage.gitcast('plan', '--markdown')).stdout).toContain(
      '#### Secrets sent (1)\n\n- `CREW_SECRET` with `webhooks/crew`\n',
    );
    expect((await stage.gitcast('plan', '--offline')).stdout).toContain('CREW_SECRET with webhooks/crew');
    expect((await stage.plan('--only', 'places/*')).secrets).toEqual([]);
    await stage.sync();
    expect((await stage.plan()).secrets).toEqual([]);
    stage.edit('webhooks/crew.yaml', 'event.created', 'event.updated');
    expect((await stage.plan()).secrets).toEqual([]);
  });

  it('is listed if another field of the list that contains it changes', async () => {
    const file = (label: string): string =>
      `name: Harbour festival\nauthProviders:\n  - { type: oAuth, singUpLabel: ${label}, key: { $env: CREW_SECRET } }\n`;
    const stage = await openSyncedStage({ files: { 'broadcast.yaml': file('In') } });
    stage.write('broadcast.yaml', file('Come in'));
    expect((await stage.plan()).secrets).toEqual([{ name: 'CREW_SECRET', addresses: ['broadcast'] }]);
  });
});
