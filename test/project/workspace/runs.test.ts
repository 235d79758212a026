import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { printMarkdown } from '../../../src/cli/views/print-markdown.ts';
import { workspaceOutcome } from '../../../src/cli/views/workspace-view.ts';
import { UserError } from '../../../src/diagnostics/errors.ts';
import type { WorkspaceEvent } from '../../../src/project/workspace/workspace.ts';
import { createBroadcast } from '../../../src/service/administration.ts';
import { answerJson, rawServer } from '../../remote/raw-server.ts';
import { openTheatre } from '../../sync/stage.ts';
import { Agency, broadcast, FESTIVALS, type Files } from './agency.ts';

const remote = (
  baseUrl: string,
  ids: { readonly userId: string; readonly broadcastId: string },
  key: string,
): string => `
defaultTarget: live
site: { timezone: Europe/Paris }
targets:
  live: { baseUrl: "${baseUrl}", userId: ${ids.userId}, broadcastId: ${ids.broadcastId}, key: { $env: ${key} }, profile: extended, settle: 0 }
`;

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await wait(1);
}

/** Three broadcasts on one real service. */
async function agencyOnService() {
  const theatre = await openTheatre();
  onTestFinished(() => theatre.close());
  const names = ['a', 'b', 'c'];
  const tenants = await Promise.all(
    names.map((name) => createBroadcast(theatre.service, { name: `Festival of ${name}` })),
  );
  const files = tenants.map((ids, index) => broadcast(names[index]!, remote(theatre.url, ids, `KEY_${index}`)));
  const agency = new Agency(Object.assign({}, ...files) as Files);
  agency.env = Object.fromEntries(tenants.map(({ key }, index) => [`KEY_${index}`, key]));
  return { agency, theatre, tenants };
}

describe('a run over a workspace', () => {
  it('syncs every broadcast to its own target; afterwards --detailed-exitcode is 2 only if one has changes', async () => {
    const { agency } = await agencyOnService();
    const { exitCode, stdout } = await agency.run('sync --all --yes --ours');
    expect(stdout).toContain('✓ 3 broadcasts: 3 changed');
    expect(exitCode).toBe(0);
    expect((await agency.run('plan --all --detailed-exitcode')).exitCode).toBe(0);
    expect((await agency.run('status --all')).stdout).toBe('✓ 3 broadcasts: 3 without differences\n');
    agency.write({ 'c/content/places/quay.yaml': 'name: Quay\n' });
    expect((await agency.run('plan --all --detailed-exitcode')).exitCode).toBe(2);
    expect((await agency.run('plan --all')).exitCode).toBe(0);
  });

  it('shows one line for each broadcast when it ends, outside of a terminal', async () => {
    const { agency } = await agencyOnService();
    agency.write({ 'b/content/events/opening.yaml': 'title: Without a time\n' });
    const { stdout, stderr } = await agency.run('sync --all --yes --ours');
    const lines = stderr.trimEnd().split('\n');
    expect(lines.map((line) => line.replace(/ \(.*/, '')).sort()).toEqual([
      'a: 1 change made, 1 adopted',
      'b: failed',
      'c: 1 change made, 1 adopted',
    ]);
    expect(lines.map((line) => /\((.*)\)/.exec(line)?.[1])).toEqual(['1 of 3', '2 of 3', '3 of 3']);
    // What was done, and what failed, is part of the result.
    expect(stdout).toContain('b/content/events/opening.yaml');
    const again = await agency.run('sync --all --yes');
    expect(again.stderr).toMatch(/^a: the target equals the files \(\d of 3\)$/m);
    for (const words of ['plan --all', 'validate --all', 'sync --all --yes --quiet', 'sync --all --yes --json'])
      expect((await agency.run(words)).stderr).toBe('');
  });

  it('goes on with the others if one fails, and exits with the worst code', async () => {
    const { agency } = await agencyOnService();
    agency.write({ 'b/content/events/opening.yaml': 'title: Without a time\n' });
    const { exitCode, stdout } = await agency.run('sync --all --yes --ours');
    expect(exitCode).toBe(1);
    expect(stdout).toContain('✗ 3 broadcasts: 1 failed, 2 changed');
    expect(stdout).toContain('b/content/events/opening.yaml');
    const { broadcasts } = await agency.json('plan --all');
    expect(broadcasts.map(({ folder, exit_code: code }) => [folder, code])).toEqual([
      ['a', 0],
      ['b', 1],
      ['c', 0],
    ]);
    expect(broadcasts[1]).toMatchObject({ error: { diagnostics: [{ file: 'b/content/events/opening.yaml' }, {}] } });
    expect(broadcasts[0]).toMatchObject({ changes: [], target: 'live' });
  });

  it('refuses flags that choose among broadcasts without --all, and --config with it', async () => {
    const agency = new Agency(FESTIVALS);
    expect((await agency.run('plan --since main')).stderr).toContain('add --all, or remove --since');
    expect((await agency.run('plan --all --config x.yaml')).stderr).toContain('remove one of the two');
  });

  it('shows a problem in a shared file once, and counts the broadcasts that have it', async () => {
    const agency = new Agency(FESTIVALS).write({ 'shared/venues/content/places/harbour.yaml': 'nam: Old harbour\n' });
    const { exitCode, stdout } = await agency.run('validate --all');
    expect(exitCode).toBe(1);
    expect(stdout.split('unknown-key')).toHaveLength(2);
    expect(stdout).toContain('✗ 3 broadcasts: 3 failed');
  });

  it('prints nothing with --quiet, except about broadcasts with a problem', async () => {
    const agency = Agency.committed(FESTIVALS);
    for (const line of ['validate --all', 'build --all', 'build --all', 'sync --all --yes']) {
      const { exitCode, stdout, stderr } = await agency.run(`${line} --quiet`);
      expect([line, exitCode, stdout, stderr]).toEqual([line, 0, '', '']);
    }
    agency.write({ 'festivals/oslo/content/places/quay.yaml': 'nam: Quay\n' });
    const { exitCode, stdout } = await agency.run('build --all --quiet');
    expect(exitCode).toBe(1);
    expect(stdout).toContain('unknown-key');
    expect(stdout).toContain('3 broadcasts: 1 failed, 2 unchanged');
    expect(stdout).not.toContain('lyon');
  });

  it('reports its steps as events, with the broadcast that each belongs to', async () => {
    const events: WorkspaceEvent[] = [];
    const agency = new Agency(FESTIVALS);
    await agency
      .open({ onEvent: (event) => void events.push(event) })
      .each({ atOnce: 1, folders: ['festivals/lyon', 'festivals/oslo'] }, (project) => project.validate());
    expect(events).toEqual([
      { type: 'broadcasts-selected', broadcasts: ['festivals/lyon', 'festivals/oslo'], total: 3 },
      { type: 'broadcast-started', folder: 'festivals/lyon' },
      { type: 'broadcast-ended', folder: 'festivals/lyon', failed: false },
      { type: 'broadcast-started', folder: 'festivals/oslo' },
      { type: 'broadcast-ended', folder: 'festivals/oslo', failed: false },
    ]);
  });

  it('starts no further broadcast once it is stopped', async () => {
    const stop = new AbortController();
    const onEvent = ({ type }: WorkspaceEvent): void => {
      if (type === 'broadcast-ended') stop.abort();
    };
    const run = await new Agency(FESTIVALS)
      .open({ signal: stop.signal, onEvent })
      .each({ atOnce: 1 }, (project) => project.validate());
    expect(run.results.map(({ outcome }) => outcome)).toEqual(['done', 'not-started', 'not-started']);
    expect(run.ending.failed).toBe(true);
  });

  it('asks a person about one plan at a time', async () => {
    const { agency } = await agencyOnService();
    let [open, most] = [0, 0];
    const ask = async (): Promise<string> => {
      most = Math.max(most, ++open);
      await wait(5);
      open -= 1;
      return 'n';
    };
    const { stdout } = await agency.run('sync --all --ours', '.', ask);
    expect(most).toBe(1);
    expect(stdout).toContain('in 3 broadcasts  declined: nothing was changed\n');
  });

  it('has at most as many requests in flight as asked for, over all broadcasts with the same host and key', async () => {
    let [now, most] = [0, 0];
    const server = await rawServer(async (_, response) => {
      most = Math.max(most, ++now);
      // No request is answered until the maximum number has arrived, however slow the machine is.
      await until(() => most >= 3);
      await wait(3);
      now -= 1;
      answerJson(response, { data: [] });
    });
    const ids = (index: number) => ({
      userId: '64b7c0ffee64b7c0ffee0001',
      broadcastId: `64b7c0ffee64b7c0ffee010${index}`,
    });
    const files = [0, 1, 2, 3].map((index) => broadcast(`f/${index}`, remote(server.url, ids(index), 'KEY')));
    const agency = new Agency(Object.assign({}, ...files) as Files);
    agency.env = { KEY: 'k'.repeat(32) };
    await agency.run('status --all --concurrency 3');
    expect(most).toBe(3);
    expect(server.seen.length).toBeGreaterThan(12);
  });
});

describe('plan --all --markdown', () => {
  it('is one line for each broadcast, with its plan folded below', async () => {
    const agency = Agency.committed(FESTIVALS);
    agency.write({ 'festivals/oslo/content/places/quay.yaml': 'name: Quay | <b>\n' });
    const { stdout } = await agency.run('plan --all --markdown --since main');
    expect(stdout).toMatch(
      /^### gitcast plan --all of 1 broadcast\n\n✅ 1 of 3 broadcasts: 1 with changes\.\n\n<details><summary>✅ festivals\/oslo: \d to create, 1 to adopt<\/summary>\n\n#### Creates/,
    );
    expect(stdout).toMatch(/\n<sub>Digest: `[\w-]{22}`<\/sub>\n\n<\/details>\n$/);
  });

  it('shows a change that many broadcasts share once, with each digest, and what differs in one of them apart', async () => {
    const { agency, theatre, tenants } = await agencyOnService();
    agency.write({
      'gitcast.workspace.yaml': 'shared:\n  shared/house: ["**"]\n',
      'shared/house/content/broadcast.yaml': 'theme:\n  accentColor: "#aa0000"\n',
      // One has more documents than the others.
      'a/content/places/quay.yaml': 'name: Quay\n',
    });
    expect((await agency.run('sync --all --yes --ours')).exitCode).toBe(0);
    agency.write({ 'shared/house/content/broadcast.yaml': 'theme:\n  accentColor: "#00aa00"\n' });
    const { stdout } = await agency.run('plan --all --markdown');
    expect(stdout).toMatch(
      /<summary>✅ in 3 broadcasts: 1 to update<\/summary>\n\n- `a`: `[\w-]{22}`\n- `b`: `[\w-]{22}`\n- `c`: `[\w-]{22}`\n/,
    );
    expect(stdout.match(/accentColor/g)).toHaveLength(1);

    const state = await agency.run('state show events/opening --json', 'b');
    const [, id] = /"id": ?"(\w+)"/.exec(state.stdout)!;
    const edited = await fetch(`${theatre.url}/v1/events/${id}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${tenants[1]!.key}`, 'content-type': 'application/json' },
      body: '{"title":"Edited there"}',
    });
    expect(edited.status).toBe(200);
    const drifted = (await agency.run('plan --all --markdown')).stdout;
    expect(drifted).toMatch(/<summary>✅ in 2 broadcasts: 1 to update<\/summary>\n\n- `a`: .*\n- `c`: /);
    expect(drifted).toContain('<summary>✅ b: 1 drifted, 1 to update</summary>');
  });

  it('shows a failure that many broadcasts share once', async () => {
    const agency = new Agency(FESTIVALS).write({ 'shared/venues/content/places/harbour.yaml': 'nam: Old harbour\n' });
    const { stdout } = await agency.run('plan --all --markdown');
    expect(stdout).toContain('<summary>❌ in 3 broadcasts: the content has');
    expect(stdout.match(/did you mean/g)).toHaveLength(1);
  });

  it('counts a broadcast that was removed', async () => {
    const agency = Agency.committed(FESTIVALS);
    agency.remove('festivals/oslo');
    const none = (await agency.run('plan --all --markdown --since main')).stdout;
    expect(none).toContain('1 broadcast affected: 1 removed; none of the other 2 has changes.\n');
    expect(none).toContain('> `festivals/oslo` was removed');
    agency.write({ 'festivals/lyon/content/places/quay.yaml': 'name: Quay\n' });
    const { stdout } = await agency.run('plan --all --since main');
    expect(stdout).toContain('1 of 2 broadcasts: 1 with changes, 1 removed\n');
  });

  it('shows the lines and the problems of a configuration that cannot be read', async () => {
    const agency = new Agency(FESTIVALS).write({ 'festivals/oslo/gitcast.config.yaml': 'stat: file | <b>\n' });
    const { exitCode, stdout } = await agency.run('plan --all --markdown');
    expect(exitCode).toBe(1);
    expect(stdout).toContain('<summary>❌ festivals/oslo: festivals/oslo/gitcast.config.yaml has 1 problem</summary>');
    expect(stdout).toMatch(/\n- `festivals\/oslo\/gitcast\.config\.yaml:1` .*`stat`/);
    expect(stdout).toContain('did you mean `state`?');
  });

  it('stays below the limit of a comment with 500 broadcasts, and names each, failures first', async () => {
    const outcome = {
      exitCode: 0 as const,
      json: {},
      headline: '200 to create',
      text: '',
      body: 'a plan '.repeat(500),
    };
    const results = Array.from({ length: 500 }, (_, index) => ({
      folder: `festivals/number-${index}`,
      ...(index === 499
        ? { outcome: 'failed' as const, error: new UserError('the content has 1 error') }
        : { outcome: 'done' as const, result: { outcome: { ...outcome, body: `${index} ${outcome.body}` } } }),
    }));
    const run = { total: 500, removed: [], moved: [], results };
    const { tree } = workspaceOutcome(run, { command: 'plan', isMarkdown: true });
    const { text, isWhole } = printMarkdown(tree!());
    expect([text.length < 60_000, isWhole]).toEqual([true, false]);
    expect(text.match(/festivals\/number-\d+: /g)).toHaveLength(500);
    expect(text.split('\n')[7]).toBe('- ❌ festivals/number-499: the content has 1 error');
    expect(text).toContain('With `--json`, the command prints everything.');
  });
});
