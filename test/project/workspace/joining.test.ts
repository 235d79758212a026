import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { Agency, broadcast, FESTIVALS } from './agency.ts';

describe('init in a repository with other broadcasts', () => {
  it('creates a workspace file with all of them, and no CI files where no host reads them', async () => {
    const agency = new Agency(broadcast('2026')).commitAll();
    const { exitCode, stdout } = await agency.run('init clients/b');
    expect(exitCode).toBe(0);
    expect(stdout).toContain('gitcast validate --all');
    expect(agency.read('gitcast.workspace.yaml')).toMatch(/^# .*\nbroadcasts:\n {2}- "2026"\n {2}- clients\/b\n$/);
    for (const path of ['.github', 'ci', 'package.json']) {
      expect(existsSync(join(agency.folder, 'clients/b', path))).toBe(false);
    }
    expect((await agency.run('validate --all')).stdout).toBe('✓ 2 broadcasts: 2 without problems\n');
  });

  it('writes the workflows of the whole workspace at its root, from a folder, for a new broadcast, and at the root', async () => {
    const config = (key: string) => `state: git
defaultTarget: live
targets:
  live: { baseUrl: "https://a.example", userId: ${'a'.repeat(24)}, broadcastId: ${'b'.repeat(24)}, key: { $env: ${key} } }
`;
    const files = { ...broadcast('a', config('A_KEY')), ...broadcast('b', config('B_KEY')), ...broadcast('c') };
    const agency = new Agency({ ...files, 'gitcast.workspace.yaml': 'broadcasts: ["*"]\n' }).commitAll();
    const { exitCode, stdout } = await agency.run('init --ci github', 'a');
    expect(exitCode).toBe(0);
    expect(stdout).toContain('../.github/workflows/gitcast-deploy.yml');
    expect(stdout).toContain('gh secret set B_KEY --env live');
    expect(agency.read('.github/workflows/gitcast-deploy.yml')).toMatch(
      / A_KEY: \$\{\{ secrets\.A_KEY \}\}\n *B_KEY: \$\{\{ secrets\.B_KEY \}\}\n/,
    );
    expect(agency.read('.github/workflows/gitcast-pull-request.yml')).not.toMatch(/secrets\.._KEY/);
    expect(existsSync(join(agency.folder, 'a/.github'))).toBe(false);
    // The same from elsewhere: there is nothing left to add.
    expect((await agency.run('init --ci github')).stdout).toContain('nothing to add');
    agency.write({ 'pages/news.md': '# News\n\nText\n' });
    const joined = await agency.run('init d --from pages --ci github --json');
    expect([joined.exitCode, joined.stderr]).toEqual([0, '']);
    expect(JSON.parse(joined.stdout)).toMatchObject({ content: { created: ['content/pages/news.yaml'] }, kept: [] });
    expect(existsSync(join(agency.folder, 'd/gitcast.config.yaml'))).toBe(true);
    expect((await agency.run('init --ci github --promote live', 'a')).stderr).toContain('CI promotes one broadcast');

    // Nothing is published until a configuration names a place. The keys of its host are in the job that publishes alone.
    const deploy = () => agency.read('.github/workflows/gitcast-deploy.yml');
    expect(stdout).not.toContain('Settings > Pages');
    expect(deploy()).not.toMatch(/gitcast ci publish|environment: website/);
    const server = 'publish: { www: { to: ssh, host: b.example, path: /srv/www } }\n';
    agency.write({ 'b/gitcast.config.yaml': config('B_KEY') + server });
    const published = await agency.run('init --ci github', 'a');
    expect(published.stdout).toMatch(/gh secret set GITCAST_SSH_KEY --env website/);
    const { jobs } = parse(deploy()) as { jobs: Record<string, { environment?: string }> };
    expect(jobs['publish']!.environment).toBe('website');
    expect(JSON.stringify(jobs['check'])).not.toContain('secrets.');
    expect(JSON.stringify(jobs['publish'])).toContain('secrets.GITCAST_SSH_KEY');
  });

  it('adds the folder to an existing list and keeps its comments, unless a pattern matches it', async () => {
    const text = 'broadcasts:\n  - festivals/* # ours\n';
    const agency = new Agency({ ...FESTIVALS, 'gitcast.workspace.yaml': text }).commitAll();
    await agency.run('init festivals/rome');
    expect(agency.read('gitcast.workspace.yaml')).toBe(text);
    await agency.run('init fairs/rome');
    expect(agency.read('gitcast.workspace.yaml')).toBe(`${text}  - fairs/rome\n`);
  });

  it('leaves the first broadcast of a repository as it was: alone', async () => {
    const agency = new Agency({ 'readme.md': '' }).commitAll();
    await agency.run('init festival --ci none');
    expect(existsSync(join(agency.folder, 'gitcast.workspace.yaml'))).toBe(false);
  });
});

describe('the pre-commit hook of a workspace', () => {
  it('leaves a hook alone that a person has edited, and shows the line to add', async () => {
    const agency = new Agency({ ...broadcast('a'), ...broadcast('b') }).commitAll();
    agency.write({
      '.git/hooks/pre-commit': '#!/bin/sh\ngitcast validate --staged --config a/gitcast.config.yaml\nmake test\n',
    });
    const { exitCode, stderr } = await agency.run('init --hooks', 'b');
    expect(exitCode).toBe(1);
    expect(stderr).toContain('add this line to it: npx --no-install gitcast validate --staged --quiet --all');
  });
});
