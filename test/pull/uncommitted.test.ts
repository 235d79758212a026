import { describe, expect, it } from 'vitest';
import { GitRepository } from '../git/repository.ts';
import { EVENT, FILES, PLACE } from './fixtures.ts';
import { serviceAtOneUrl } from '../service/service-at-one-url.ts';
import { syncedOnce } from './repository.ts';

const EVENT_FILE = 'events/opening-night.yaml';

/** Synced, committed, and then changed on the target. */
const committed = syncedOnce(serviceAtOneUrl(), FILES, async ({ remote, repository }) => {
  const checkout = new GitRepository(repository.folder);
  checkout.git('init', '-q');
  checkout.commit({});
  await remote.edit('events', 'Opening night', { title: 'Another night' });
  await remote.edit('places', 'Main stage', { name: 'Great stage' });
});

describe('a file with uncommitted changes', () => {
  it('is left alone and named, and the others are pulled', async () => {
    const { repository } = await committed();
    const mine = `${EVENT}# a note of mine\n`;
    repository.write({ [EVENT_FILE]: mine });
    const { exitCode, json } = await repository.pull();
    expect(exitCode).toBe(3);
    expect(json['skipped']).toMatchObject([
      { file: `content/${EVENT_FILE}`, reason: expect.stringContaining('--force') },
    ]);
    expect(json['written']).toEqual(['content/places/main-stage.yaml']);
    expect(repository.read(EVENT_FILE)).toBe(mine);
    expect(await repository.plan()).toEqual(['drift events/opening-night']);
  });

  it('is overwritten with --force, and keeps the note', async () => {
    const { repository } = await committed();
    repository.write({ [EVENT_FILE]: `${EVENT}# a note of mine\n` });
    expect(await repository.pull('--force')).toMatchObject({ exitCode: 0 });
    expect(repository.read(EVENT_FILE)).toBe(`${EVENT.replace('Opening night', 'Another night')}# a note of mine\n`);
    expect(await repository.plan()).toEqual([]);
  });

  it('is left alone if git does not track it', async () => {
    const { repository } = await committed();
    const rm = ['rm', '-q', '--cached', 'content/places/main-stage.yaml'];
    new GitRepository(repository.folder).inTurn(rm, ['commit', '-qm', 'forgotten']);
    const { json } = await repository.pull();
    expect(json['skipped']).toMatchObject([{ file: 'content/places/main-stage.yaml' }]);
    expect(repository.read('places/main-stage.yaml')).toBe(PLACE);
  });

  it('does not prevent a committed one from being pulled', async () => {
    const { repository } = await committed();
    expect(await repository.pull()).toMatchObject({ exitCode: 0, json: { skipped: [] } });
  });
});
