import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ONE_OF_EACH, SECRET } from './fixture.ts';
import { actionsOf, openStage, type Ran, type Stage } from './stage.ts';

const OLD = 'canary-secret-of-last-year';

/** All that the program said and wrote. */
const traces = (stage: Stage, ...runs: readonly Ran[]): string =>
  JSON.stringify([runs.map(({ stdout, stderr }) => [stdout, stderr]), stage.kept()]);

describe('a secret', () => {
  it('that is not set fails that one change by name, and the rest goes on', async () => {
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

  it('is in no output, state, plan, trash or trace, old values included', async () => {
    const stage = await openStage({ files: ONE_OF_EACH });
    stage.env = { ...stage.env, CREW_SECRET: OLD };
    const first = await stage.sync('--trace', 'trace.jsonl');
    stage.env = { ...stage.env, CREW_SECRET: SECRET };
    const plan = await stage.plan('--out', 'plan.json');
    expect(plan.changes).toMatchObject([
      { address: 'webhooks/crew', fields: [{ name: 'secret', after: '(sensitive)' }] },
    ]);
    const text = await stage.gitcast('plan');
    const second = await stage.sync('--trace', 'trace-2.jsonl');
    stage.edit('webhooks/crew.yaml', /secret.*\n/.exec(stage.read('webhooks/crew.yaml'))![0], '');
    const third = await stage.gitcast('plan');
    stage.remove('webhooks/crew.yaml');
    const fourth = await stage.sync('--allow-deletes', '99');
    expect([first, second, fourth].map(({ exitCode }) => exitCode)).toEqual([0, 0, 0]);
    const files = ['trace.jsonl', 'trace-2.jsonl', 'plan.json'].map((name) =>
      readFileSync(join(stage.folder, name), 'utf8'),
    );
    const all = traces(stage, first, plan, text, second, third, fourth) + files.join();
    expect(all).toContain('webhooks');
    expect(Object.keys(stage.kept()).filter((name) => name.startsWith('trash/'))).toHaveLength(1);
    for (const secret of [OLD, SECRET, stage.credentials.key]) expect(all.includes(secret)).toBe(false);
  });

  it('of a provider inside a list of the broadcast is in none of them either', async () => {
    const providers = (key: string): string =>
      `name: Harbour festival\nauthProviders:\n  - { type: oAuth, key: { $env: ${key} } }\n`;
    const stage = await openStage({ files: { 'broadcast.yaml': providers('PROVIDER_KEY') } });
    stage.env = { ...stage.env, PROVIDER_KEY: SECRET, OTHER_KEY: OLD };
    const first = await stage.sync('--trace', 'trace.jsonl');
    expect([first.exitCode, first.stderr]).toEqual([0, '']);
    expect(JSON.stringify(stage.only('broadcast').fields)).toContain(SECRET);
    expect(actionsOf(await stage.plan())).toEqual([]);
    stage.write('broadcast.yaml', providers('OTHER_KEY'));
    const plan = await stage.plan('--out', 'plan.json');
    const text = await stage.gitcast('plan');
    const markdown = await stage.gitcast('plan', '--markdown');
    const second = await stage.sync('--trace', 'trace-2.jsonl');
    expect(second.exitCode).toBe(0);
    const files = ['trace.jsonl', 'trace-2.jsonl', 'plan.json'].map((name) =>
      readFileSync(join(stage.folder, name), 'utf8'),
    );
    const all = traces(stage, first, plan, text, markdown, second) + files.join();
    for (const secret of [OLD, SECRET]) expect(all.includes(secret)).toBe(false);
    expect(actionsOf(await stage.plan())).toEqual([]);
  });

  it('in an open object is no drift, is noticed when its value changes, and is shown nowhere either', async () => {
    const page = (token: string): string => `title: Map\nstatus: published\nmetadata: { token: ${token}, floor: 1 }\n`;
    const stage = await openStage({ files: { 'pages/map.yaml': page('{ $env: MAP_TOKEN }') } });
    stage.env = { ...stage.env, MAP_TOKEN: OLD };
    expect((await stage.sync()).exitCode).toBe(0);
    expect(JSON.stringify(stage.only('page').fields)).toContain(OLD);
    expect(actionsOf(await stage.plan())).toEqual([]);
    stage.env = { ...stage.env, MAP_TOKEN: SECRET };
    const rotated = await stage.plan();
    expect(actionsOf(rotated)).toEqual(['update pages/map']);
    const second = await stage.sync();
    stage.write('pages/map.yaml', page('none'));
    const third = await stage.plan('--out', 'plan.json');
    expect(actionsOf(third)).toEqual(['update pages/map']);
    stage.remove('pages/map.yaml');
    const fourth = await stage.sync();
    expect([second.exitCode, fourth.exitCode]).toEqual([0, 0]);
    const all = traces(stage, rotated, second, third, fourth) + readFileSync(join(stage.folder, 'plan.json'), 'utf8');
    for (const secret of [OLD, SECRET]) expect(all.includes(secret)).toBe(false);
  });
});
