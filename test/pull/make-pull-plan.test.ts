import { describe, expect, it } from 'vitest';
import { editsOf } from '../../src/pull/pull-plan.ts';
import { actions, World } from '../plan/world.ts';
import { ARTICLE, EVENT, FILES } from './fixtures.ts';
import { MemoryRepository } from './memory-pull.ts';

function synced(
  files: Readonly<Record<string, string>> = FILES,
  world = new World(),
): { world: World; repository: MemoryRepository } {
  world.sync(files, { choices: { ours: true } });
  return { world, repository: new MemoryRepository(world, files) };
}

describe('a pull', () => {
  it('writes an article whose text the target does not show as YAML, without the text', () => {
    const world = new World({ profile: 'documented' });
    world.put('article', 'a'.repeat(24), { title: 'News', content: 'Hidden', status: 'published' });
    const repository = new MemoryRepository(world);
    repository.pull();
    expect(repository.files['articles/news.yaml']).toMatch(
      /^# The target does not show the content.*\n#.*\ntitle: News\nstatus: published\n$/,
    );
    expect(actions(repository.plan())).toEqual([]);
  });

  it('follows a moved file, and records its new address', () => {
    const { world, repository } = synced();
    const { 'events/opening-night.yaml': moved, ...others } = repository.files;
    repository.files = { ...others, 'events/friday/opening.yaml': moved! };
    world.edit(world.only('event').id, { description: 'Three sets.' });
    expect(actions(repository.plan())).toEqual(['move events/friday/opening', 'drift events/friday/opening']);
    repository.pull();
    expect(repository.files['events/friday/opening.yaml']).toContain('Three sets.');
    expect(actions(repository.plan())).toEqual([]);
    expect([...world.base.entries.keys()]).not.toContain('events/opening-night');
  });

  it('creates no file for an object that a new file here may describe', () => {
    const { world, repository } = synced();
    world.put('event', 'c'.repeat(24), { ...world.only('event').fields, title: 'Yoga', description: 'Theirs' });
    repository.files['events/yoga.yaml'] = EVENT.replace('Opening night', 'Yoga');
    const { proposals, conflicts } = repository.pull();
    expect(editsOf(proposals)).toEqual([]);
    expect(conflicts).toMatchObject([{ address: 'events/yoga', fields: ['description'] }]);
    repository.pull({ theirs: true });
    expect(repository.files['events/yoga.yaml']).toContain('Theirs');
    expect(actions(repository.plan())).toEqual([]);
  });

  it('pulls a single value that replaced a group of fields, and the reverse', () => {
    const host = 'title: Lena\nmedia: # the portrait\n  url: https://cdn.example/lena.jpg\n  alt: Lena\n';
    const { world, repository } = synced({
      ...FILES,
      'hosts/lena.yaml': host,
      'hosts/kim.yaml': 'title: Kim\nmedia: https://cdn.example/kim.jpg\n',
    });
    const [lena, kim] = world.all('host').toSorted((a, b) => (a.fields['title']! > b.fields['title']! ? -1 : 1));
    world.edit(lena!.id, { media: 'https://cdn.example/new.jpg' });
    world.edit(kim!.id, { media: { url: 'https://cdn.example/kim.jpg', alt: 'Kim' } });
    repository.pull();
    expect(repository.files['hosts/lena.yaml']).toMatch(/^title: Lena\nmedia: https:\/\/cdn\.example\/new\.jpg/);
    expect(repository.files['hosts/kim.yaml']).toContain('  alt: Kim\n');
    expect(actions(repository.plan())).toEqual([]);
  });

  it('keeps a value that it adds to a group whose last other field it removes', () => {
    const info = 'pages/info.yaml';
    const { world, repository } = synced({
      ...FILES,
      [info]: 'title: Lockers\nmetadata: { a: { x: 1 }, b: { y: 1 } }\n',
    });
    const { id } = world.all('page').find(({ fields }) => fields['title'] === 'Lockers')!;
    // The file has only `b` in the meantime, and the target only `a`, as a single value.
    repository.files[info] = 'title: Lockers\nmetadata: { b: { y: 2 } }\n';
    world.edit(id, { metadata: { a: 1 } });
    repository.pull({ theirs: true });
    expect(repository.files[info]).toMatch(/metadata:\s+(?:\{ )?a: 1/);
    expect(actions(repository.plan())).toEqual([]);
  });

  it('names the map of new places, if it is not the first', () => {
    const world = new World();
    world.put('map', '1'.repeat(24), { title: 'Attic', width: 100, height: 100 });
    world.put('map', '2'.repeat(24), { title: 'Harbour', width: 900, height: 900 });
    world.put('place', '3'.repeat(24), { name: 'Quay', coordinates: { x: 500, y: 20 } });
    const repository = new MemoryRepository(world);
    expect(repository.pull().skipped).toEqual([]);
    expect(repository.files['places/quay.yaml']).toContain('$map: maps/harbour\n');
    expect(actions(repository.plan())).toEqual([]);
  });

  it('resolves addresses from pages of documents that the target does not have', () => {
    const world = new World({ profile: 'documented' });
    const menu = (title: string): string =>
      `name: Harbour\nmenu:\n  sections:\n    - tiles:\n        - { title: ${title}, navigator: { broadcastHostId: hosts/lena } }\n`;
    const files = { ...FILES, 'hosts/lena.yaml': 'title: Lena\n', 'broadcast.yaml': menu('Lena') };
    const { repository } = synced(files, world);
    const sections = [{ tiles: [{ title: 'Our Lena', navigator: { url: 'https://site.example/hosts/lena/' } }] }];
    world.edit(world.only('broadcast').id, { menu: { sections } });
    repository.pull();
    expect(repository.files['broadcast.yaml']).toBe(menu('Our Lena'));
    expect(actions(repository.plan())).toEqual([]);
  });

  it('keeps reporting a field that it left to a person', () => {
    const { world, repository } = synced();
    repository.files['articles/getting-there.md'] = ARTICLE.replace('Getting there', 'The way');
    world.edit(world.only('article').id, { title: 'How to get there', status: 'draft' });
    const entryBefore = world.base.entries.get('articles/getting-there')!;
    repository.pull();
    const entry = world.base.entries.get('articles/getting-there')!;
    expect(repository.files['articles/getting-there.md']).toContain('status: draft');
    expect(entry.updatedAt).toBe(entryBefore.updatedAt);
    expect(actions(repository.plan())).toEqual(['conflict articles/getting-there']);
  });
});
