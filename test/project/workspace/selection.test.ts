import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { affectedBy } from '../../../src/project/workspace/selection.ts';
import { environment } from '../../ci/run.ts';
import { Agency, broadcast, FESTIVALS } from './agency.ts';

const ALL = ['festivals/lyon', 'festivals/nantes', 'festivals/oslo'];

describe('a workspace', () => {
  it('has the folders that match its patterns and have a configuration', async () => {
    const agency = new Agency({
      ...FESTIVALS,
      'festivals/notes/readme.md': 'No broadcast.\n',
      ...broadcast('festivals/archive-2019'),
      'gitcast.workspace.yaml': 'broadcasts: [festivals/*, "!festivals/archive-*"]\n',
    });
    expect(await agency.selected()).toEqual(ALL);
  });

  it('is found from a folder inside one of its broadcasts', async () => {
    const agency = new Agency(FESTIVALS);
    const { broadcasts } = await agency.open({ folder: join(agency.folder, 'festivals/oslo/content') }).select();
    expect(broadcasts).toEqual(ALL);
  });

  it('can be limited to folders, which have to be broadcasts', async () => {
    const agency = new Agency(FESTIVALS);
    expect(await agency.selected({ folders: ['festivals/oslo'] })).toEqual(['festivals/oslo']);
    await expect(agency.selected({ folders: ['festivals/bergen'] })).rejects.toThrow(
      'festivals/bergen is not a broadcast of this workspace',
    );
  });

  it('without a file has every folder below the repository that has its own configuration', async () => {
    const agency = new Agency({
      ...broadcast('.'),
      ...broadcast('clients/b'),
      ...broadcast('clients/a/2027'),
      ...broadcast('clients/b/fringe'),
      ...broadcast('node_modules/gitcast/example'),
      // Part of a site, and of another one with a name of its own.
      'clients/b/dist/gitcast.config.yaml': '',
      'clients/b/public/index.html': '<p>Home</p>',
      'clients/b/public/downloads/gitcast.config.yaml': '',
    }).commitAll();
    const all = ['.', 'clients/a/2027', 'clients/b', 'clients/b/fringe'];
    expect(await agency.selected()).toEqual(all);
    const { broadcasts } = await agency.open({ folder: join(agency.folder, 'clients/b') }).select();
    expect(broadcasts).toEqual(all);
  });

  it.each([
    [
      'misnamed',
      'festivals/oslo has gitcast.config.yml',
      'rename festivals/oslo/gitcast.config.yml to festivals/oslo/',
    ],
    ['lost', 'festivals/oslo has content', 'restore festivals/oslo/gitcast.config.yaml; if this is not a broadcast'],
  ])('refuses to leave out a broadcast whose configuration is %s', async (how, message, help) => {
    const agency = Agency.committed(FESTIVALS);
    agency.remove('festivals/oslo/gitcast.config.yaml');
    if (how === 'misnamed') agency.write({ 'festivals/oslo/gitcast.config.yml': '' });
    for (const words of ['validate --all', 'plan --all --since main']) {
      const { exitCode, stderr } = await agency.run(words);
      expect([exitCode, stderr]).toEqual([1, expect.stringContaining(message)]);
      expect(stderr).toContain(help);
    }
    // Without the file, only the history knows that it was a broadcast.
    agency.remove('gitcast.workspace.yaml');
    expect((await agency.run('plan --all --since main')).stderr).toContain(message);
    expect((await agency.run('validate --all')).exitCode).toBe(how === 'misnamed' ? 1 : 0);
    agency.write({ 'gitcast.workspace.yaml': 'broadcasts: [festivals/*, "!festivals/oslo"]\n' });
    expect(await agency.json('plan --all --since main')).toMatchObject({ total: 2, removed: ['festivals/oslo'] });
  });

  it('reports a folder that does not exist with the line and the name that was probably meant', async () => {
    const agency = new Agency({ ...FESTIVALS, 'gitcast.workspace.yaml': 'broadcasts:\n  - festivals/lion\n' });
    const { exitCode, stderr } = await agency.run('validate --all');
    expect(exitCode).toBe(1);
    expect(stderr).toContain('`festivals/lion` has no gitcast.config.yaml');
    expect(stderr).toContain('gitcast.workspace.yaml:2:5');
    expect(stderr).toContain('did you mean `festivals/lyon`?');
  });

  it.each([
    [
      'a shared folder that does not exist',
      'shared:\n  shared/hause: ["**"]\n',
      '`shared/hause` has no content/ and no templates/',
    ],
    [
      'a shared folder that no broadcast uses',
      'shared:\n  shared/house: [festival/*]\n',
      'no broadcast matches, so none uses `shared/house`',
    ],
  ])('reports %s', async (_, text, message) => {
    const agency = new Agency({ ...FESTIVALS, 'gitcast.workspace.yaml': text });
    const { exitCode, stderr } = await agency.run('validate --all');
    expect(exitCode).toBe(1);
    expect(stderr).toContain(message);
    expect(stderr).toContain('gitcast.workspace.yaml:2');
  });

  it('without any broadcast is an error with the next step', async () => {
    const { exitCode, stderr } = await new Agency({ 'readme.md': '' }).run('validate --all');
    expect(exitCode).toBe(1);
    expect(stderr).toContain('gitcast init DIR creates a broadcast');
  });
});

describe('--since', () => {
  const onBranch = (change: (agency: Agency) => void): Agency => {
    const agency = Agency.committed(FESTIVALS);
    agency.git('switch', '-q', '-c', 'edit');
    change(agency);
    return agency;
  };

  it.each<[string, (agency: Agency) => void, readonly string[]]>([
    [
      'a broadcast that a commit of the branch changes',
      (agency) => agency.write({ 'festivals/oslo/content/broadcast.yaml': 'name: Oslo\n' }).commitAll('x'),
      ['festivals/oslo'],
    ],
    [
      'one with uncommitted changes',
      (agency) => agency.write({ 'festivals/oslo/content/broadcast.yaml': 'name: Oslo\n' }),
      ['festivals/oslo'],
    ],
    [
      'one with a new file that git does not know yet',
      (agency) => agency.write({ 'festivals/lyon/content/places/é.yaml': 'name: É\n' }),
      ['festivals/lyon'],
    ],
    [
      'both broadcasts of a file that moved',
      (agency) =>
        void agency.git('mv', 'festivals/lyon/content/events/opening.yaml', 'festivals/nantes/content/events/o.yaml'),
      ['festivals/lyon', 'festivals/nantes'],
    ],
    [
      'the users of a shared folder',
      (agency) => agency.write({ 'shared/house/templates/partials/house.eta': 'New\n' }),
      ['festivals/lyon', 'festivals/nantes'],
    ],
    [
      'all users of a shared folder that everyone has',
      (agency) => agency.write({ 'shared/venues/content/places/quay.yaml': 'name: Quay\n' }),
      ALL,
    ],
    [
      'all if the workspace file changed',
      (agency) => agency.write({ 'gitcast.workspace.yaml': `${FESTIVALS['gitcast.workspace.yaml']!}# more\n` }),
      ALL,
    ],
    ['all if another gitcast is installed', (agency) => agency.write({ 'package-lock.json': '{}\n' }), ALL],
    ['none for a file outside of them', (agency) => agency.write({ 'docs/readme.md': 'Hello\n' }), []],
    ['none for what git ignores', (agency) => agency.write({ 'festivals/oslo/dist/index.html': 'x' }), []],
  ])('selects %s', async (_, change, expected) => {
    expect(await onBranch(change).selected({ since: 'main' })).toEqual(expected);
  });

  it('ignores what changed on the other branch since they parted', async () => {
    const agency = Agency.committed(FESTIVALS);
    agency.git('switch', '-q', '-c', 'edit');
    agency.write({ 'festivals/oslo/content/broadcast.yaml': 'name: Oslo\n' }).commitAll('Oslo');
    agency.git('switch', '-q', 'main');
    agency.write({ 'festivals/lyon/content/broadcast.yaml': 'name: Lyon\n' }).commitAll('Lyon');
    agency.git('switch', '-q', 'edit');
    expect(await agency.selected({ since: 'main' })).toEqual(['festivals/oslo']);
  });

  it('selects one whose change was changed back since: a sync in between may have sent it', async () => {
    const agency = Agency.committed(FESTIVALS);
    agency.git('switch', '-q', '-c', 'edit');
    agency.write({ 'festivals/oslo/content/broadcast.yaml': 'name: Oslo\n' }).commitAll('Oslo');
    agency.git('revert', '--no-edit', 'HEAD');
    expect(await agency.selected({ since: 'main' })).toEqual(['festivals/oslo']);
  });

  it('fetches the history that a shallow clone lacks', async () => {
    const origin = Agency.committed(FESTIVALS);
    origin.git('config', 'uploadpack.allowAnySHA1InWant', 'true');
    const before = origin.git('rev-parse', 'HEAD');
    for (const name of ['1', '2', '3'])
      origin.write({ 'festivals/oslo/content/broadcast.yaml': `name: Oslo ${name}\n` }).commitAll(name);
    const clone = realpathSync(mkdtempSync(join(tmpdir(), 'gitcast-clone-')));
    execFileSync('git', ['clone', '-q', '--depth=1', `file://${origin.folder}`, clone], { env: environment() });
    expect(await new Agency({}, clone).selected({ since: before })).toEqual(['festivals/oslo']);
  });

  it('names a commit that nobody has, and a workspace outside git', async () => {
    const agency = Agency.committed(FESTIVALS);
    await expect(agency.selected({ since: 'mian' })).rejects.toThrow('git knows no commit, branch or tag mian');
    await expect(agency.selected({ since: '--output=x' })).rejects.toThrow('git knows no commit');
    await expect(new Agency(FESTIVALS).selected({ since: 'main' })).rejects.toThrow('git repository');
  });

  it('reports a broadcast that was removed, and leaves its target alone', async () => {
    const agency = onBranch((each) => each.remove('festivals/oslo'));
    expect(await agency.json('validate --all --since main')).toMatchObject({
      total: 2,
      removed: ['festivals/oslo'],
      broadcasts: [],
    });
    const { stdout } = await agency.run('validate --all --since main');
    expect(stdout).toContain('festivals/oslo was removed; what it created on its targets stays there');
  });

  it('reports a broadcast that was renamed as moved, and one that was replaced by a copy as removed', async () => {
    const live = (id: string) => `defaultTarget: live
targets:
  live: { baseUrl: "https://a.example", userId: ${'a'.repeat(24)}, broadcastId: "${id.repeat(24)}", key: { $env: KEY } }
`;
    const agency = new Agency({ ...broadcast('f/a', live('1')), ...broadcast('f/b', live('2')) }).commitAll();
    agency.git('mv', 'f/a', 'f/paris');
    agency.write({ 'f/paris/gitcast.config.yaml': `${live('1')}site: { timezone: Europe/Paris }\n` });
    agency.remove('f/b').write(broadcast('f/rome', live('3')));
    expect(await agency.json('validate --all --since main')).toMatchObject({
      removed: ['f/b'],
      moved: [{ from: 'f/a', to: 'f/paris' }],
    });
    const { stdout } = await agency.run('validate --all --since main');
    expect(stdout).toContain('f/a moved to f/paris\n');
    expect(stdout).not.toContain('f/a was removed');
  });

  it('gives a broadcast inside another only its own files', () => {
    const known = { broadcasts: ['.', 'a', 'a/b'], config: undefined };
    expect(affectedBy(['a/b/content/x.yaml'], known)).toEqual(['a/b']);
    expect(affectedBy(['a/content/x.yaml', 'content/y.yaml'], known)).toEqual(['.', 'a']);
    expect(affectedBy(['../elsewhere/x.yaml'], known)).toEqual([]);
  });
});
