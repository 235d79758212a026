import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { copiesOfSyncedEnvironments, environments, event } from './environments.ts';

const FILES = {
  'content/broadcast.yaml': 'name: Harbour\n',
  'content/events/opening.yaml': event('Opening night', 'description: Two sets. # as on the poster\n'),
  'content/events/closing.yaml': event('Closing night'),
  'content/events/gala.yaml': event('Gala', '$targets: [production]\n'),
  'content.staging/broadcast.yaml': 'name: Harbour (staging)\n',
  'content.staging/events/opening.yaml': 'title: Opening rehearsal\n',
  'content.staging/events/dry-run.yaml': event('Dry run'),
};

const synced = copiesOfSyncedEnvironments(FILES);

describe('several targets from one repository', { timeout: 180_000 }, () => {
  it('each have their own content and their own state', async () => {
    const repository = await synced();
    expect(await repository.titles('staging')).toEqual(['Closing night', 'Dry run', 'Opening rehearsal']);
    expect(await repository.titles('production')).toEqual(['Closing night', 'Gala', 'Opening night']);
    expect([await repository.plan('staging'), await repository.plan('production')]).toEqual([[], []]);
    const { json } = await repository.run('status --json --target production');
    expect(json).toMatchObject({ target: 'production', managed: 4, drifted: [], unmanaged: [] });
    expect((await repository.run('doctor --target production')).stdout).toContain('4 documents, no errors');
  });

  it('delete what `$targets` now excludes, and nothing elsewhere', async () => {
    const repository = await synced();
    repository.write({ 'content/events/closing.yaml': event('Closing night', '$targets: [production, local]\n') });
    expect(await repository.plan('production')).toEqual([]);
    expect(await repository.plan('staging')).toEqual(['delete events/closing']);
    const { stdout } = await repository.run('plan --target staging');
    expect(stdout).toContain('its `$targets` limit it to production and local');
    await repository.sync('staging');
    expect(await repository.titles('staging')).toEqual(['Dry run', 'Opening rehearsal']);
  });

  it('send media URLs of their own site, and build it from their own files', async () => {
    const repository = await environments({
      ...FILES,
      'content/media/a.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>',
      'content.staging/media/a.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="2" height="2"/>',
      'content/articles/a.md': '---\ntitle: A\nstatus: published\ncover_image_url: media/a.svg\n---\nText.\n',
    });
    for (const [target, url, width] of [
      ['staging', 'https://staging.harbour.example/media/a.svg', 2],
      ['production', 'https://harbour.example/media/a.svg', 1],
    ] as const) {
      const { json } = await repository.run(`plan --json --target ${target}`);
      expect(JSON.stringify(json)).toContain(`"${url}"`);
      const built = await repository.run(`build --target ${target} --out site-${target}`);
      expect([built.exitCode, built.stderr]).toEqual([0, '']);
      expect(repository.read(`site-${target}/media/a.svg`)).toContain(`width="${width}"`);
      expect(repository.has(`site-${target}/events/dry-run/index.html`)).toBe(target === 'staging');
      expect(repository.has(`site-${target}/events/gala/index.html`)).toBe(target === 'production');
    }
    expect((await repository.run('build --target stagin')).stderr).toContain('did you mean staging?');
  });
});

describe('validate', { timeout: 180_000 }, () => {
  it('checks every target and reports which one a problem is for', async () => {
    const repository = await environments({
      ...FILES,
      'content/pages/info.yaml': 'title: Info\nnavigator:\n  eventId: events/gala\n',
      'content/articles/a.yaml': 'title: A\nstatus: published\n',
      'content.staging/articles/a.yaml': 'title: 7\n',
      'content/hosts/h.yaml': 'title: 8\n',
    });
    const { json, exitCode } = await repository.run('validate --json');
    expect(exitCode).toBe(1);
    const problems = json['diagnostics'] as { code: string; file: string; notes: string[] }[];
    const wrong = problems.filter(({ code }) => code === 'wrong-type');
    expect(wrong).toMatchObject([
      { file: 'content.staging/articles/a.yaml', notes: ['only in the content of staging'] },
      { file: 'content/hosts/h.yaml', notes: [] },
    ]);
  });

  it('reports that a pointer leads to a document of other targets', async () => {
    const files = {
      ...FILES,
      'content/places/quay.yaml': 'name: Quay\n$targets: [production]\n',
      'content/events/closing.yaml': event('Closing night', 'place_id: places/quay\n'),
    };
    const { stdout } = await (await environments(files)).run('validate');
    expect(stdout).toContain('places/quay exists only for production');
    expect(stdout).toContain('only in the content of local and staging');
  });
});

describe('pull', { timeout: 180_000 }, () => {
  it('writes to the file that has a field, and names the targets that share it', async () => {
    const repository = await synced();
    await repository.edit('staging', 'Opening rehearsal', { title: 'Second rehearsal', description: 'Three sets.' });
    const { json, exitCode } = await repository.run('pull --json --target staging');
    expect(exitCode).toBe(0);
    expect(json['written']).toEqual(['content/events/opening.yaml', 'content.staging/events/opening.yaml']);
    expect(repository.read('content.staging/events/opening.yaml')).toBe('title: Second rehearsal\n');
    expect(repository.read('content/events/opening.yaml')).toContain('description: Three sets. # as on the poster');
    expect(json['notes']).toEqual([
      'content/events/opening.yaml: shared with production, whose next sync includes this change; what is for staging only belongs in content.staging/',
    ]);
    expect(await repository.plan('staging')).toEqual([]);
    expect(await repository.plan('production')).toEqual(['update events/opening']);
  });

  it("does not mention other targets if only the target's own file is written", async () => {
    const repository = await synced();
    await repository.edit('staging', 'Opening rehearsal', { title: 'Second rehearsal' });
    const { json } = await repository.run('pull --json --target staging');
    expect(json).toMatchObject({ written: ['content.staging/events/opening.yaml'], notes: [] });
    expect([await repository.plan('staging'), await repository.plan('production')]).toEqual([[], []]);
  });

  it('merges a text of the overlay into the overlay, and leaves uncommitted changes there alone', async () => {
    const repository = await environments({
      ...FILES,
      'content/articles/news.md': '---\ntitle: News\n---\nFor all.\n',
      'content.staging/articles/news.md': 'One.\n\nTwo.\n\nThree.\n',
    });
    execFileSync('git', ['init', '-q', repository.folder]);
    const commit = (): void => {
      execFileSync('git', ['-C', repository.folder, 'add', '-A']);
      const who = ['-c', 'user.name=A', '-c', 'user.email=a@example.org'];
      execFileSync('git', ['-C', repository.folder, ...who, 'commit', '-qm', 'all', '--no-verify']);
    };
    await repository.sync('staging');
    commit();
    await repository.edit('staging', 'News', { content: 'One.\n\nTwo.\n\nThree there.\n' }, 'articles');
    repository.write({ 'content.staging/articles/news.md': 'One here.\n\nTwo.\n\nThree.\n' });
    const left = await repository.run('pull --json --target staging');
    expect(left.json).toMatchObject({ written: [], skipped: [{ file: 'content.staging/articles/news.md' }] });
    commit();
    const { json } = await repository.run('pull --json --target staging');
    expect(json).toMatchObject({ written: ['content.staging/articles/news.md'], notes: [] });
    expect(repository.read('content.staging/articles/news.md')).toBe('One here.\n\nTwo.\n\nThree there.\n');
    expect(repository.read('content/articles/news.md')).toContain('For all.');
  });

  it('clears a value of a shared file in the overlay', async () => {
    const repository = await environments({
      ...FILES,
      'content.staging/events/opening.yaml': 'description: For us.\n',
    });
    await repository.sync('staging');
    await repository.edit('staging', 'Opening night', { description: null });
    await repository.run('pull --target staging');
    expect(repository.read('content.staging/events/opening.yaml')).toBe('description: null\n');
    expect(repository.read('content/events/opening.yaml')).toContain('Two sets.');
    expect(await repository.plan('staging')).toEqual([]);
  });

  it('keeps a file for the targets that still have its object', async () => {
    const repository = await synced();
    await repository.remove('staging', 'Closing night');
    const { json } = await repository.run('pull --json --theirs --target staging');
    expect(json).toMatchObject({ written: ['content/events/closing.yaml'], deleted: [] });
    expect(json['notes']).toEqual(['events/closing is gone from staging: its file stays for production']);
    expect(repository.read('content/events/closing.yaml')).toContain('$targets:');
    expect([await repository.plan('staging'), await repository.plan('production')]).toEqual([[], []]);
    await repository.remove('production', 'Closing night');
    await repository.run('pull --theirs --target production');
    expect(repository.has('content/events/closing.yaml')).toBe(false);
  });

  it('creates shared files for new objects, never over a document of another target', async () => {
    const repository = await synced();
    await repository.make('staging', { ...NEW, title: 'Gala' });
    const { json } = await repository.run('pull --json --target staging');
    expect(json['created']).toEqual(['content/events/gala-2.yaml']);
    expect(String(json['notes'])).toContain('shared with production');
    expect(await repository.plan('staging')).toEqual([]);
  });

  it('puts a new file that needs an id into the folder of its target', async () => {
    const repository = await synced();
    await repository.make('staging', { ...NEW, title: 'Twin' });
    await repository.make('staging', { ...NEW, title: 'Twin' });
    const { json } = await repository.run('pull --json --target staging');
    expect(json['created']).toEqual(['content.staging/events/twin.yaml', 'content.staging/events/twin-2.yaml']);
    expect([await repository.plan('staging'), await repository.plan('production')]).toEqual([[], []]);
  });

  it('leaves out what would be invalid for another target', async () => {
    const repository = await environments({
      ...FILES,
      'content.staging/places/backstage.yaml': 'name: Backstage\n',
      'content/places/quay.yaml': 'name: Quay\n',
      'content/events/closing.yaml': event('Closing night', 'place_id: places/quay\n'),
    });
    await repository.sync('staging');
    const backstage = await repository.place('staging', 'Backstage');
    await repository.edit('staging', 'Closing night', { place_id: backstage });
    const { json, exitCode } = await repository.run('pull --json --target staging');
    expect(exitCode).toBe(3);
    expect(json).toMatchObject({ written: [], conflicts: [{ address: 'events/closing', fields: ['place_id'] }] });
    expect(JSON.stringify(json['conflicts'])).toContain('no document places/backstage (for local and production)');
    expect((await repository.run('validate')).exitCode).toBe(0);
  });
});

const NEW = { start_time: '2027-06-19T20:30:00+02:00', end_time: '2027-06-19T23:00:00+02:00' };

describe('promote', { timeout: 180_000 }, () => {
  const CHANGED = { 'content/events/closing.yaml': event('The very last night') };

  it('refuses a target that does not match the files, and names it', async () => {
    const repository = await synced();
    repository.write(CHANGED);
    const pending = await repository.run('promote staging production --yes');
    expect([pending.exitCode, pending.stderr]).toEqual([1, expect.stringContaining('events/closing (update)')]);
    expect(pending.stderr).toContain('gitcast sync --target staging');
    await repository.sync('staging');
    await repository.edit('staging', 'Dry run', { title: 'Wet run' });
    const drifted = await repository.run('promote staging production --yes');
    expect([drifted.exitCode, drifted.stderr]).toEqual([1, expect.stringContaining('events/dry-run (drift)')]);
    expect(drifted.stderr).toContain('gitcast pull --target staging');
    expect(await repository.titles('production')).toContain('Closing night');
  });

  it('makes the other target match the first one, with its own overlay, and then has nothing to do', async () => {
    const repository = await synced();
    repository.write(CHANGED);
    await repository.sync('staging');
    const shown = await repository.run('promote staging production --dry-run --json');
    expect(shown.json).toMatchObject({ from: 'staging', target: 'production', summary: { update: 1 } });
    expect((await repository.run('promote staging production')).stderr).toContain('--yes');
    expect(await repository.titles('production')).toContain('Closing night');
    const done = await repository.run('promote staging production --yes --json');
    expect(done.exitCode).toBe(0);
    expect(done.json).toMatchObject({ from: 'staging', target: 'production', summary: { applied: 1, failed: 0 } });
    expect(await repository.titles('production')).toEqual(['Gala', 'Opening night', 'The very last night']);
    const again = await repository.run('promote staging production --yes');
    expect(again.stdout).toBe('staging: equals the files\n\n✓ production: the target equals the files (4 documents)\n');
  });

  it('shows its plan as a review comment, and changes nothing', async () => {
    const repository = await synced();
    repository.write(CHANGED);
    const { stdout } = await repository.run('promote staging production --markdown --force');
    expect(stdout).toMatch(/^### gitcast plan for `production`/);
    expect(await repository.titles('production')).toContain('Closing night');
  });

  it('promotes only some documents, and compares only those', async () => {
    const repository = await synced();
    repository.write(CHANGED);
    await repository.sync('staging');
    await repository.edit('staging', 'Dry run', { title: 'Wet run' });
    const { exitCode } = await repository.run('promote staging production --yes --only events/closing');
    expect(exitCode).toBe(0);
    expect(await repository.titles('production')).toContain('The very last night');
  });

  it('respects the guard, and promotes the files as they are if forced', async () => {
    const repository = await synced();
    repository.write({ 'content/events/closing.yaml': null, 'content/events/gala.yaml': null });
    const refused = await repository.run('promote staging production --yes --force');
    expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining('--allow-deletes')]);
    expect((await repository.run('promote staging production --yes --force --allow-deletes 2')).exitCode).toBe(0);
    expect(await repository.titles('production')).toEqual(['Opening night']);
    expect(await repository.titles('staging')).toContain('Closing night');
  });

  it('applies the plan that was approved by its digest, deletions included, or stops and shows the present one', async () => {
    const repository = await synced();
    const removed = ['content', 'content.staging'].map((folder) => [`${folder}/events/opening.yaml`, null]);
    repository.write({ ...CHANGED, 'content/events/gala.yaml': null, ...Object.fromEntries(removed) });
    await repository.run('sync --target staging --yes --allow-deletes 2');
    const shown = await repository.run('promote staging production --dry-run --json');
    expect([shown.exitCode, shown.json]).toEqual([1, expect.objectContaining({ target: 'production' })]);
    const digest = String(shown.json['digest']);
    const approved = `promote staging production --reviewed ${digest}`;

    // Somebody edits production between the approval and the second job.
    await repository.edit('production', 'Closing night', { title: 'Closing late' });
    const before = await repository.events('production');
    const stopped = await repository.run(approved);
    expect([stopped.exitCode, stopped.stderr]).toEqual([1, expect.stringContaining('which nobody approved')]);
    expect(await repository.events('production')).toEqual(before);

    await repository.edit('production', 'Closing late', { title: 'Closing night' });
    // The first target is compared again too: what is on it now was not reviewed.
    await repository.edit('staging', 'Dry run', { title: 'Wet run' });
    expect((await repository.run(approved)).stderr).toContain('events/dry-run (drift)');
    await repository.edit('staging', 'Wet run', { title: 'Dry run' });
    expect(await repository.run(approved)).toMatchObject({ exitCode: 0 });
    expect(await repository.titles('production')).toEqual(['The very last night']);
  });

  it('rejects unknown targets', async () => {
    const repository = await environments(FILES);
    const unknown = await repository.run('promote stagin production');
    expect([unknown.exitCode, unknown.stderr]).toEqual([1, expect.stringContaining('did you mean staging?')]);
    expect((await repository.run('promote staging staging')).stderr).toContain('cannot be promoted to itself');
    expect((await repository.run('promote staging')).stderr).toContain('promote needs TO');
  });
});
