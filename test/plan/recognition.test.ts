/** Which objects a new document may be identified with by the natural key of its kind, and which not. */
import { describe, expect, it } from 'vitest';
import { sentIntent } from './open-intent.ts';
import { actions, eventText, TIMES, World } from './world.ts';

const [FIRST, SECOND, THIRD] = ['1'.repeat(24), '2'.repeat(24), '3'.repeat(24)];
const LATER = { ...TIMES, end_time: '2027-06-19T01:00:00Z' };

function worldOf(objects: readonly (readonly ['event' | 'place' | 'page' | 'article', string, object])[]): World {
  const world = World.synced({});
  for (const [kind, id, fields] of objects) world.put(kind, id, fields as never);
  return world;
}

/** Two articles that share their title and differ in their dates. */
describe('articles with the same title', () => {
  const article = (day: string, text = 'Text.'): string =>
    `---\ntitle: News\nstatus: published\npublished_at: 2027-05-${day}T09:00:00+02:00\n---\n${text}\n`;
  const stored = (day: string) => ({ title: 'News', status: 'published', published_at: `2027-05-${day}T07:00:00Z` });
  const BOTH = { 'articles/a.md': article('01'), 'articles/b.md': article('02') };
  const found = (world: World) =>
    world.plan(BOTH).changes.map(({ action, address, id }) => [action, address, id].filter(Boolean).join(' '));

  it('are both created, and both found again if the state is lost', () => {
    const world = worldOf([]);
    expect(actions(world.sync(BOTH))).toEqual(['create articles/a', 'create articles/b']);
    expect(actions(world.plan(BOTH))).toEqual([]);
    const ids = ['a', 'b'].map((name) => world.base.entries.get(`articles/${name}`)!.id);
    world.base = { entries: new Map() };
    const adopted = [`adopt articles/a ${ids[0]}`, `adopt articles/b ${ids[1]}`];
    expect(found(world).filter((each) => !each.includes('broadcast'))).toEqual(adopted);
  });

  it.each([
    ['01', ['adopt articles/a', 'create articles/b']],
    ['02', ['adopt articles/b', 'create articles/a']],
  ])('leave an object of the %sth to the file of that day, in any order', (day, expected) => {
    const world = worldOf([['article', FIRST, { ...stored(day), content: 'Text.\n' }]]);
    expect(actions(world.plan(BOTH)).toSorted()).toEqual(expected);
  });

  it.each([
    ['a different day', stored('03')],
    ['no day', { title: 'News', status: 'published' }],
  ])('each are a conflict with an object of %s, and nothing is created', (_, object) => {
    const world = worldOf([['article', FIRST, object]]);
    const { changes } = world.plan(BOTH);
    expect(changes).toMatchObject([{ action: 'conflict' }, { action: 'conflict' }]);
    expect(changes[0]!.reason).toMatch(new RegExp(`\\$id: ${FIRST}.*--create articles/a`));
  });

  it('leave a second new file alone: the object that the first one manages is not taken', () => {
    const world = worldOf([]);
    world.sync({ 'articles/a.md': article('01') });
    expect(actions(world.plan(BOTH))).toEqual(['create articles/b']);
  });

  it('are recognised by the title alone if only one file has it, even if the date changed on the target', () => {
    const world = worldOf([['article', FIRST, stored('03')]]);
    expect(world.plan({ 'articles/a.md': article('01') }).changes[0]).toMatchObject({ id: FIRST });
  });
});

describe('an example', () => {
  const place = (name: string, example: boolean): string => `${example ? '$example: true\n' : ''}name: ${name}\n`;
  const FILES = {
    'places/a.yaml': place('Lawn', true),
    'places/b.yaml': place('Quay', false),
    'places/c.yaml': place('Bridge', true),
  };

  it('is not sent to a service, and the plan lists it with the next step', () => {
    const plan = worldOf([]).plan(FILES);
    expect(actions(plan)).toEqual(['create places/b']);
    expect(plan.notes).toContain(
      'examples, not sent: places/a, places/c; to send one, delete the line `$example: true` in its file',
    );
  });

  it('is listed only if it was asked for', () => {
    const only = (address: string): boolean => address !== 'places/a';
    const { notes } = worldOf([]).plan(FILES, { choices: { only } });
    expect(notes.join()).toContain('examples, not sent: places/c;');
  });

  it('is sent to the embedded service like any other document', () => {
    const world = worldOf([]);
    const { changes, notes } = world.plan(FILES, { input: { target: { ...world.target, takesExamples: true } } });
    expect([changes.length, notes.filter((note) => note.includes('example'))]).toEqual([3, []]);
  });

  it('that is managed stays managed: it is updated, found under a new name, and never deleted', () => {
    const world = worldOf([]);
    world.sync({ 'places/a.yaml': place('Lawn', false) });
    expect(actions(world.plan({ 'places/a.yaml': place('Lawn', true) }))).toEqual([]);
    expect(actions(world.plan({ 'places/a.yaml': place('Big lawn', true) }))).toEqual(['update places/a']);
    expect(actions(world.plan({ 'places/c.yaml': place('Lawn', true) }))).toEqual(['move places/c']);
  });

  it('is managed if an earlier run has created it', () => {
    const world = worldOf([['place', FIRST, { name: 'Lawn' }]]);
    const intents = [sentIntent({ name: 'Lawn' }, { address: 'places/a', kind: 'place' })];
    expect(actions(world.plan({ 'places/a.yaml': place('Lawn', true) }, { input: { intents } }))).toEqual([
      'adopt places/a',
    ]);
  });

  it.each(['', `$id: "${FIRST}"\n`])('adopts nothing, and does not take the broadcast: %j', (id) => {
    const world = worldOf([['place', FIRST, { name: 'Lawn' }]]);
    expect(actions(world.plan({ 'places/a.yaml': id + place('Lawn', true) }))).toEqual([]);
    const fresh = new World();
    expect(actions(fresh.plan({ 'broadcast.yaml': '$example: true\nname: Orchard weekend\n' }))).toEqual([]);
  });
});

describe('a new document', () => {
  it('is not identified with an object of another document', () => {
    const world = worldOf([]);
    world.sync({ 'events/a.yaml': eventText('Opening') });
    const files = { 'events/a.yaml': eventText('Opening'), 'events/b.yaml': eventText('Opening', '', LATER) };
    expect(actions(world.plan(files))).toEqual(['create events/b']);
  });

  it('is not identified with an object that another file is bound to', () => {
    const world = worldOf([['event', FIRST, { title: 'Opening', ...TIMES }]]);
    const plan = world.plan({
      'events/a.yaml': eventText('Opening', `$id: "${FIRST}"\n`),
      'events/b.yaml': eventText('Opening', '', LATER),
    });
    expect(plan.changes.map(({ action, address, id }) => [action, address, id])).toEqual([
      ['adopt', 'events/a', FIRST],
      ['create', 'events/b', undefined],
    ]);
  });

  it('is not identified with an object that was replaced', () => {
    const world = worldOf([]);
    world.sync({ 'articles/a.md': '---\ntitle: News\n---\nText.\n' });
    world.record('articles/a', { replaces: [FIRST] });
    world.put('article', FIRST, { title: 'Older news' });
    const plan = world.plan({
      'articles/a.md': '---\ntitle: News\n---\nText.\n',
      'articles/b.md': '---\ntitle: Older news\n---\nText.\n',
    });
    expect(actions(plan)).toEqual(['create articles/b', 'delete articles/a']);
  });

  it('takes an object that two files describe only once', () => {
    const world = worldOf([['event', FIRST, { title: 'Opening', ...TIMES }]]);
    const plan = world.plan({
      'events/a.yaml': eventText('Opening'),
      'events/b.yaml': eventText('Opening', '', LATER),
    });
    expect(actions(plan)).toEqual(['adopt events/a', 'create events/b']);
  });

  it('is distinguished from others with the same title and start by its end', () => {
    const world = worldOf([
      ['event', FIRST, { title: 'Opening', ...LATER }],
      ['event', SECOND, { title: 'Opening', ...TIMES }],
      ['event', THIRD, { title: 'Another that ends then', ...TIMES }],
    ]);
    expect(world.plan({ 'events/a.yaml': eventText('Opening') }).changes).toMatchObject([
      { action: 'adopt', id: SECOND },
    ]);
  });

  it('is distinguished from others with the same title and times by its place', () => {
    const world = worldOf([
      ['place', THIRD, { name: 'Quay' }],
      ['event', FIRST, { title: 'Opening', ...TIMES }],
      ['event', SECOND, { title: 'Opening', ...TIMES, place_id: THIRD }],
    ]);
    const plan = world.plan({
      'places/quay.yaml': 'name: Quay\n',
      'events/a.yaml': eventText('Opening', 'place_id: places/quay\n'),
    });
    expect(plan.changes.map(({ address, action, id }) => [address, action, id]).toSorted()).toEqual([
      ['events/a', 'adopt', SECOND],
      ['places/quay', 'adopt', THIRD],
    ]);
  });

  it('is ambiguous if nothing distinguishes the candidates, and the conflict names only these', () => {
    const world = worldOf([
      ['event', FIRST, { title: 'Opening', ...TIMES }],
      ['event', SECOND, { title: 'Opening', ...TIMES }],
      ['event', THIRD, { title: 'Opening', ...LATER }],
    ]);
    const [change] = world.plan({ 'events/a.yaml': eventText('Opening') }).changes;
    expect(change).toMatchObject({ action: 'conflict', address: 'events/a' });
    expect(change!.reason).toContain(FIRST);
    expect(change!.reason).toContain(SECOND);
    expect(change!.reason).not.toContain(THIRD);
  });

  it('keeps its candidates if a further part of the key matches none of them', () => {
    const world = worldOf([
      ['event', FIRST, { title: 'Opening', ...LATER }],
      ['event', SECOND, { title: 'Opening', ...LATER }],
    ]);
    expect(actions(world.plan({ 'events/a.yaml': eventText('Opening') }))).toEqual(['conflict events/a']);
  });

  it('is not recognised by a place that is new itself', () => {
    const world = worldOf([
      ['event', FIRST, { title: 'Opening', ...TIMES }],
      ['event', SECOND, { title: 'Opening', ...TIMES }],
    ]);
    const plan = world.plan({
      'places/quay.yaml': 'name: Quay\n',
      'events/a.yaml': eventText('Opening', 'place_id: places/quay\n'),
    });
    expect(actions(plan)).toEqual(['conflict events/a', 'create places/quay']);
  });

  it('is recognised by its title if it has no reference, and by its reference before its title', () => {
    const world = worldOf([
      ['page', FIRST, { title: 'Info', _reference: 'other' }],
      ['page', SECOND, { title: 'Other', _reference: 'info' }],
    ]);
    expect(world.plan({ 'pages/a.yaml': 'title: Info\n' }).changes).toMatchObject([{ id: FIRST }]);
    const byReference = world.plan({ 'pages/a.yaml': 'title: Info\n_reference: info\n' }).changes;
    expect(byReference[0]).toMatchObject({ address: 'pages/a', id: SECOND });
  });

  it('finds nothing if its kind cannot be read at all', () => {
    const world = worldOf([]);
    const plan = world.plan({ 'events/a.yaml': eventText('Opening') }, { unreadable: ['event'] });
    expect(plan.changes.map(({ address }) => address)).toEqual(['events/a']);
  });

  it('names how an object resembles it: a cut text, or the place and time', () => {
    const long = 'The river and what it carries, a reading';
    const cut = worldOf([['event', FIRST, { title: long.slice(0, 25), ...TIMES }]]);
    expect(cut.plan({ 'events/a.yaml': eventText(long) }).changes[0]!.reason).toMatch(/starts with the same text/);
    const slot = worldOf([
      ['place', THIRD, { name: 'Quay' }],
      ['event', FIRST, { title: 'Something else', ...TIMES, place_id: THIRD }],
    ]);
    const files = { 'places/quay.yaml': 'name: Quay\n', 'events/a.yaml': eventText(long, 'place_id: places/quay\n') };
    const { reason } = slot.plan(files).changes.find(({ address }) => address === 'events/a')!;
    expect(reason).not.toMatch(/starts with the same text/);
  });

  it('does not resemble an object with a cut text that belongs to another document', () => {
    const long = 'The river and what it carries, a reading';
    const world = worldOf([]);
    world.sync({ 'events/a.yaml': eventText(long.slice(0, 25)) });
    const plan = world.plan({ 'events/a.yaml': eventText(long.slice(0, 25)), 'events/b.yaml': eventText(long) });
    expect(actions(plan)).toEqual(['create events/b']);
  });
});
