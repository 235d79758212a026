import { describe, expect, it, onTestFinished } from 'vitest';
import { join } from 'node:path';
import { listAllRecords } from '../../../src/service/store/records.ts';
import { readRepository } from '../../../src/repository/repository.ts';
import { loadConfig } from '../../../src/repository/load-config.ts';
import { createBroadcast } from '../../../src/service/administration.ts';
import type { JsonObject } from '../../../src/values/json.ts';
import { openTheatre } from '../../sync/stage.ts';
import { Agency, broadcast, FESTIVALS } from './agency.ts';
import { leftOutIf } from '../../needs.ts';

/** A document of a broadcast, merged from all of its files; undefined if it has none. */
function merged(agency: Agency, folder: string, address: string): JsonObject | undefined {
  const config = loadConfig({ cwd: join(agency.folder, folder), env: {} });
  const { documents } = readRepository(config, agency.folder, 'local');
  return documents.find((document) => document.address === address)?.data;
}

describe('a folder that several broadcasts share', () => {
  it('is below the content of each broadcast that uses it, key by key', () => {
    const agency = new Agency(FESTIVALS).write({
      'festivals/nantes/content/broadcast.yaml': 'name: Nantes\ntheme:\n  accentColor: "#00aa00"\n',
      'festivals/nantes/content/places/harbour.yaml': 'name: The harbour of Nantes\n',
    });
    expect(merged(agency, 'festivals/lyon', 'broadcast')).toMatchObject({
      theme: { accentColor: '#aa0000', borderRadius: 4 },
    });
    expect(merged(agency, 'festivals/nantes', 'broadcast')).toMatchObject({
      name: 'Nantes',
      theme: { accentColor: '#00aa00', borderRadius: 4 },
    });
    expect(merged(agency, 'festivals/nantes', 'places/harbour')).toMatchObject({
      name: 'The harbour of Nantes',
      category: 'stage',
    });
    expect(merged(agency, 'festivals/oslo', 'broadcast')).toEqual({ name: 'Festival of festivals/oslo' });
    expect(merged(agency, 'festivals/oslo', 'places/harbour')).toMatchObject({
      name: 'Old harbour',
      category: 'stage',
    });
  });

  it('is used in the same way inside one broadcast, without --all', async () => {
    const { stdout } = await new Agency(FESTIVALS).run('plan', 'festivals/oslo');
    expect(stdout).toContain('+ places/harbour');
  });

  it('is overlaid by a later one, and a target overlay is above all of them', () => {
    const agency = new Agency(FESTIVALS).write({
      'shared/house/content/places/harbour.yaml': 'name: Harbour of the house\n',
      'festivals/lyon/content.local/places/harbour.yaml': 'category: bar\n',
    });
    expect(merged(agency, 'festivals/lyon', 'places/harbour')).toMatchObject({
      name: 'Harbour of the house',
      category: 'bar',
    });
    expect(merged(agency, 'festivals/oslo', 'places/harbour')).toMatchObject({
      name: 'Old harbour',
      category: 'stage',
    });
  });

  it('has its problems reported in its own files', async () => {
    const agency = new Agency(FESTIVALS).write({
      'shared/house/content/broadcast.yaml': 'theme:\n  borderRadius: round\n',
    });
    const { stdout } = await agency.run('validate', 'festivals/lyon');
    expect(stdout).toContain('../../shared/house/content/broadcast.yaml:2:17');
  });

  it('gives its templates and media to the sites', async () => {
    const agency = new Agency(FESTIVALS).write({
      'shared/house/templates/partials/footer.eta': '<footer>From the house</footer>\n',
      'shared/venues/content/media/plan.pdf': '%PDF-1.4\n',
      'shared/venues/content/articles/plan.md':
        '---\ntitle: Plan\nstatus: published\npublished_at: 2026-05-02T09:00:00+02:00\n---\n[The plan](media/plan.pdf)\n',
    });
    const { exitCode, stdout } = await agency.run('build --all --out sites');
    expect(stdout).toContain('✓ 3 broadcasts: 3 done');
    expect(exitCode).toBe(0);
    expect(agency.read('sites/festivals/lyon/index.html')).toContain('From the house');
    expect(agency.read('sites/festivals/oslo/index.html')).not.toContain('From the house');
    expect(agency.read('sites/festivals/oslo/articles/plan/index.html')).toContain('plan');
  });

  it('is not used by a folder that is no broadcast of the workspace', () => {
    expect(
      merged(new Agency({ ...FESTIVALS, ...broadcast('trials/x') }), 'trials/x', 'places/harbour'),
    ).toBeUndefined();
  });

  it.skipIf(leftOutIf(process.platform === 'win32', 'links need a permission on Windows'))(
    'is refused if it is a link out of the workspace',
    async () => {
      const agency = new Agency(FESTIVALS).remove('shared/house/content');
      const { symlinkSync } = await import('node:fs');
      symlinkSync('/etc', `${agency.folder}/shared/house/content`);
      const { exitCode, stderr } = await agency.run('validate', 'festivals/lyon');
      expect(exitCode).toBe(1);
      expect(stderr).toContain('is a symbolic link that leads out of');
    },
  );

  it('is checked by a commit that changes it, for every broadcast that uses it', async () => {
    const agency = Agency.committed(FESTIVALS);
    expect((await agency.run('validate --staged --all --quiet')).exitCode).toBe(0);
    agency.write({ 'shared/house/content/broadcast.yaml': 'theme:\n  borderRadius: round\n' });
    agency.git('add', '-A');
    agency.write({ 'shared/house/content/broadcast.yaml': 'theme: {}\n' });
    const { broadcasts } = await agency.json('validate --staged --all');
    expect(broadcasts.map(({ folder, exit_code: code }) => [folder, code])).toEqual([
      ['festivals/lyon', 1],
      ['festivals/nantes', 1],
    ]);
  });

  it('is part of what the next sync must not go behind', async () => {
    const theatre = await openTheatre();
    onTestFinished(() => theatre.close());
    const { userId, broadcastId, key } = await createBroadcast(theatre.service, { name: 'Oslo' });
    const agency = new Agency(FESTIVALS).write({
      'festivals/oslo/gitcast.config.yaml': `defaultTarget: live\nstate: git\nsite: { timezone: Europe/Paris }\ntargets:\n  live: { baseUrl: "${theatre.url}", userId: ${userId}, broadcastId: ${broadcastId}, key: { $env: KEY }, profile: extended, settle: 0 }\n`,
    });
    agency.env = { KEY: key };
    agency.commitAll();
    agency.write({ 'shared/venues/content/places/harbour.yaml': 'name: New harbour\n' }).commitAll('Venue');
    expect((await agency.run('sync --yes --ours', 'festivals/oslo')).exitCode).toBe(0);
    agency.git('switch', '-q', '--detach', 'HEAD~1');
    const { exitCode, stderr } = await agency.run('sync --yes', 'festivals/oslo');
    expect(exitCode).toBe(1);
    expect(stderr).toContain('1 commit behind');
  });
});

describe('pull', () => {
  async function pulled(files: Readonly<Record<string, string>>, edit: Readonly<Record<string, string>>) {
    const theatre = await openTheatre();
    onTestFinished(() => theatre.close());
    const { userId, broadcastId, key } = await createBroadcast(theatre.service, { name: 'Oslo' });
    const agency = new Agency({ ...FESTIVALS, ...files }).write({
      'festivals/oslo/gitcast.config.yaml': `defaultTarget: live\nsite: { timezone: Europe/Paris }\ntargets:\n  live: { baseUrl: "${theatre.url}", userId: ${userId}, broadcastId: ${broadcastId}, key: { $env: KEY }, profile: extended, settle: 0 }\n`,
    });
    agency.env = { KEY: key };
    expect((await agency.run('sync --yes --ours', 'festivals/oslo')).exitCode).toBe(0);
    const list = await theatre.service.engine.read('everything', () => listAllRecords(broadcastId, 'place'));
    const answer = await fetch(`${theatre.url}/v1/places/${list[0]!.id}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(edit),
    });
    return { agency, answer, ran: await agency.run('pull --all-fields', 'festivals/oslo') };
  }

  it('never edits a shared file: it reports what changed, and where the value can go', async () => {
    const { agency, answer, ran } = await pulled({}, { name: 'Renamed in the web editor' });
    expect(answer.status).toBeLessThan(300);
    expect(agency.read('shared/venues/content/places/harbour.yaml')).toBe(
      FESTIVALS['shared/venues/content/places/harbour.yaml'],
    );
    expect(ran.stdout + ran.stderr).toContain(
      'several broadcasts share ../../shared/venues/content/places/harbour.yaml',
    );
  });

  it("writes the value into the broadcast's own file of the same address", async () => {
    const { agency } = await pulled(
      { 'festivals/oslo/content/places/harbour.yaml': 'category: bar\n' },
      { name: 'Renamed in the web editor' },
    );
    expect(agency.read('festivals/oslo/content/places/harbour.yaml')).toBe(
      'category: bar\nname: Renamed in the web editor\n',
    );
    expect(agency.read('shared/venues/content/places/harbour.yaml')).toBe(
      FESTIVALS['shared/venues/content/places/harbour.yaml'],
    );
  });
});
