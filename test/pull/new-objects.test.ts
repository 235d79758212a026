import { describe, expect, it } from 'vitest';
import { newAddress } from '../../src/pull/pull-unmanaged.ts';
import { FILES } from './fixtures.ts';
import { startSynced } from './repository.ts';

const times = { start_time: '2027-06-18T20:30:00+02:00', end_time: '2027-06-18T23:00:00+02:00' };

describe('the name of a new file', () => {
  it.each(['CON', 'Aux', 'nul', 'PRN', 'com1', 'LPT9'])('is not %s, which Windows reserves', (title) => {
    expect(newAddress({ kind: 'event', fields: { title } }, () => false)).toBe(`events/${title.toLowerCase()}-event`);
    expect(newAddress({ kind: 'article', fields: { title: `${title} art` } }, () => false)).toBe(
      `articles/${title.toLowerCase()}-art`,
    );
  });
});

describe('an object without a file', () => {
  it('becomes a file with its fields in the order of the declaration, and no empty ones', async () => {
    const { remote, repository } = await startSynced(FILES);
    const [place] = await remote.all('/v1/places');
    await remote.call('POST', '/v1/events', {
      description: '',
      place_id: place!['id']!,
      ...times,
      title: 'Les sœurs Garance : été à Nîmes',
    });
    const { json } = await repository.pull();
    expect(json['created']).toEqual(['content/events/les-soeurs-garance-ete-a-nimes.yaml']);
    expect(repository.read('events/les-soeurs-garance-ete-a-nimes.yaml')).toBe(
      `title: "Les sœurs Garance : été à Nîmes"\nstart_time: ${times.start_time}\nend_time: ${times.end_time}\nplace_id: places/main-stage\n`,
    );
    expect(await repository.plan()).toEqual([]);
  });

  it('becomes a Markdown file when it is an article', async () => {
    const { remote, repository } = await startSynced(FILES);
    const published_at = '2027-05-02T09:00:00+02:00';
    await remote.call('POST', '/v1/articles', {
      title: 'News',
      content: 'One\n\nTwo\n',
      status: 'published',
      published_at,
    });
    await repository.pull();
    expect(repository.read('articles/news.md')).toBe(
      `---\ntitle: News\nstatus: published\npublished_at: ${published_at}\n---\nOne\n\nTwo\n`,
    );
    expect(await repository.plan()).toEqual([]);
  });

  it('is distinguished from its twins by its id, so that nothing is duplicated even without the state', async () => {
    const { remote, repository } = await startSynced(FILES);
    for (let n = 0; n < 3; n++) await remote.call('POST', '/v1/events', { title: 'Yoga', ...times });
    const { json } = await repository.pull();
    expect(json['created']).toEqual([1, 2, 3].map((n) => `content/events/yoga${n === 1 ? '' : `-${n}`}.yaml`));
    expect(repository.read('events/yoga-2.yaml')).toMatch(/^\$id: [0-9a-f]{24}\ntitle: Yoga\n/);
    expect(await repository.plan()).toEqual([]);
  });

  it('is left out with the reason if it is not valid in a file, and pointers to it keep the id', async () => {
    const { remote, repository } = await startSynced(FILES);
    const host = { title: 'Lena', media: 'https://cdn.example/lena.jpg', status: 'published' };
    const { _id: hostId } = await remote.call('POST', `${remote.surfaceB}/broadcastHosts`, host);
    const sessions = `${remote.surfaceB}/broadcastSessions`;
    // Only gitcast parses `time`: the service accepts any value.
    await remote.call('POST', sessions, { title: 'When?', time: { day: 3 }, status: 'draft' });
    await remote.call('POST', sessions, {
      title: 'Reading the river',
      time: { start: times.start_time, end: times.end_time },
      hostIds: [hostId!],
    });
    const { exitCode, json } = await repository.pull();
    expect(exitCode).toBe(3);
    expect(json['created']).toEqual(['content/sessions/reading-the-river.yaml', 'content/hosts/lena.yaml']);
    expect(json['skipped']).toMatchObject([{ address: 'sessions/when', file: 'content/sessions/when.yaml' }]);
    expect(repository.read('sessions/reading-the-river.yaml')).toContain('hostIds:\n  - hosts/lena\n');
    expect(await repository.plan()).toEqual([]);
    expect((await repository.run('validate')).exitCode).toBe(0);
  });
});

describe('the address of a new file', () => {
  const addressOf = (title: string, ...taken: readonly string[]): string =>
    newAddress({ kind: 'event', fields: { title } }, (address) => taken.includes(address));

  it.each([
    ['Opening night', 'events/opening-night'],
    ['  Été à Nîmes — L’Œuvre  ', 'events/ete-a-nimes-l-oeuvre'],
    ['!?…', 'events/event'],
    ['', 'events/event'],
    ['夏祭り', 'events/event'],
    ['../../etc/passwd', 'events/etc-passwd'],
    ['straße & øl', 'events/strasse-ol'],
  ])('of %j is %s', (title, address) => {
    expect(addressOf(title)).toBe(address);
  });

  it('ends at a word if the title is long', () => {
    const address = addressOf(
      'The very long story of the river and of all the boats that ever sailed on it until today',
    );
    expect(address).toBe('events/the-very-long-story-of-the-river-and-of-all-the-boats-that');
    expect(addressOf('x'.repeat(300))).toBe(`events/${'x'.repeat(60)}`);
  });

  it('gets a number if it is taken', () => {
    expect(addressOf('Yoga', 'events/yoga', 'events/yoga-2')).toBe('events/yoga-3');
  });

  it('comes from the part that distinguishes an object', () => {
    const free = (): boolean => false;
    expect(newAddress({ kind: 'webhook', fields: { url: 'https://hooks.example.org/gitcast' } }, free)).toBe(
      'webhooks/hooks-example-org-gitcast',
    );
    expect(
      newAddress({ kind: 'media', fields: { mediaUrl: 'https://cdn.example/a/b/The%20Bridge.jpg?v=2' } }, free),
    ).toBe('media/the-bridge');
    expect(newAddress({ kind: 'font', fields: { fontFamily: 'Bricolage Grotesque' } }, free)).toBe(
      'fonts/bricolage-grotesque',
    );
    expect(newAddress({ kind: 'broadcast', fields: { name: 'Harbour' } }, free)).toBe('broadcast');
  });
});
