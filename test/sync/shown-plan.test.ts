import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Plan } from '../../src/plan/plan.ts';
import { gitcast } from '../cli/in-memory.ts';
import { ONE_OF_EACH, someEvents } from './fixture.ts';
import { openGitStage } from './git-stage.ts';
import { openStage } from './stage.ts';

/** A stage with an update, a deletion and drift, and its saved plan in a folder with nothing else. */
async function planned() {
  const stage = await openStage({ files: someEvents(3) });
  await stage.sync();
  stage.edit('events/event-0.yaml', '23:00', '23:30');
  stage.remove('events/event-1.yaml');
  await stage.call('PUT', `/events/${stage.named('event', 'Event 2').id}`, { title: 'Grand opening' });
  const report = await stage.plan('--out', 'plan.json');
  const cwd = mkdtempSync(join(tmpdir(), 'gitcast-shown-'));
  const text = readFileSync(join(stage.folder, 'plan.json'), 'utf8');
  const save = (plan: unknown): void => writeFileSync(join(cwd, 'plan.json'), JSON.stringify(plan));
  save(JSON.parse(text));
  return { stage, report, cwd, save, plan: JSON.parse(text) as Plan };
}

describe('plan --from', () => {
  it('shows a saved plan as the command that made it did, without configuration, content, key and network', async () => {
    const { stage, cwd } = await planned();
    for (const form of ['--markdown', '--json', '--no-color']) {
      const made = await stage.gitcast('plan', ...form.split(' '));
      const shown = await gitcast(`plan --from plan.json ${form}`, { cwd, env: {} });
      expect(shown.stderr).toBe('');
      expect(shown.stdout, form).toBe(made.stdout);
    }
  });

  it('has the digest of the plan in the file, in the JSON and at the end of the comment', async () => {
    const { report, plan, cwd } = await planned();
    const { stdout } = await gitcast('plan --from plan.json --markdown', { cwd });
    expect(plan.digest).toMatch(/^[\w-]{22}$/);
    expect(report).toMatchObject({ digest: plan.digest, approval: { deletes: 0, replace: false, labels: [] } });
    expect(stdout).toMatch(new RegExp(`<sub>Digest of this plan: \`${plan.digest}\`</sub>\n$`));
  });

  it('shows an offline plan, which has no digest', async () => {
    const { stage, cwd, save } = await planned();
    await stage.gitcast('plan', '--offline', '--out', 'offline.json');
    save(JSON.parse(readFileSync(join(stage.folder, 'offline.json'), 'utf8')));
    const { stdout, exitCode } = await gitcast('plan --from plan.json --markdown', { cwd });
    expect(exitCode).toBe(0);
    expect(stdout).toContain('made offline');
    expect(stdout).not.toContain('Digest');
  });

  it.each([
    [
      'another value',
      (plan: Plan) => ({
        ...plan,
        changes: plan.changes.map((change) => ({
          ...change,
          fields: change.fields.map((field) => ({ ...field, after: 'other' })),
        })),
      }),
      'is not what it shows',
    ],
    [
      'another title of what is lost',
      (plan: Plan) => ({
        ...plan,
        changes: plan.changes.map((change) => (change.lost ? { ...change, lost: { title: 'An old test' } } : change)),
      }),
      'was edited: its digest is',
    ],
    [
      'other counts',
      (plan: Plan) => ({ ...plan, summary: { ...plan.summary, delete: 0 } }),
      '`summary.delete` is 0, but `changes` has 1',
    ],
    [
      'another action',
      (plan: Plan) => ({ ...plan, changes: plan.changes.map((change) => ({ ...change, action: 'destroy' })) }),
      'expected one of create, update',
    ],
    [
      'an address that is none',
      (plan: Plan) => ({
        ...plan,
        changes: plan.changes.map((change) => ({ ...change, address: '](https://evil.example)' })),
      }),
      'is not the address of a document',
    ],
    ['another version', (plan: Plan) => ({ ...plan, version: 2 }), 'is not a plan that this version can show'],
    ['a list', () => [], 'is not a plan'],
  ] as const)('refuses a plan with %s', async (_, mutate, reason) => {
    const { cwd, plan, save } = await planned();
    save(mutate(plan));
    const { exitCode, stdout, stderr } = await gitcast('plan --from plan.json --markdown', { cwd });
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr).toContain(reason);
  });

  it('refuses JSON that nests too deep to be read', async () => {
    const { cwd } = await planned();
    writeFileSync(join(cwd, 'plan.json'), '['.repeat(100_000) + ']'.repeat(100_000));
    const { exitCode, stderr } = await gitcast('plan --from plan.json', { cwd });
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('is not a plan')]);
  });

  it.each(['--offline', '--target live', '--only events/*', '--out other.json', '--allow-replace'])(
    'refuses %s, which would have no effect',
    async (flag) => {
      const { stderr, exitCode } = await gitcast(`plan --from plan.json ${flag}`, { cwd: tmpdir() });
      expect([exitCode, stderr]).toEqual([
        1,
        expect.stringContaining(`--from shows a saved plan, so ${flag.split(' ')[0]} has no effect`),
      ]);
    },
  );
});

describe('a conflict', () => {
  it('shows the value of the last sync, from the commit that was synced and the text kept with the state', async () => {
    const { stage, commit } = await openGitStage(ONE_OF_EACH);
    await stage.sync();
    const article = stage.named('article', 'News');
    await stage.call('PUT', `/events/${stage.named('event', 'Opening night').id}`, { title: 'Grand opening' });
    await stage.call('PUT', `/articles/${article.id}`, { content: 'Trains stop **ten minutes** from the gate.\n' });
    stage.edit('events/opening-night.yaml', 'Opening night', 'First night');
    stage.edit('articles/news.md', 'five minutes', 'six minutes');
    commit();
    const { changes } = await stage.plan();
    expect(changes.filter(({ action }) => action === 'conflict')).toMatchObject([
      {
        address: 'articles/news',
        fields: [{ name: 'content', last_sync: 'Trains stop **five minutes** from the gate.\n' }],
      },
      { address: 'events/opening-night', fields: [{ name: 'title', last_sync: 'Opening night' }] },
    ]);
  });
});
