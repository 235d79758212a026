/** File names that are renumbered, swapped and reused, without a repository: only the values that were read from one. */
import { describe, expect, it } from 'vitest';
import { changesOn } from '../../src/history/changes.ts';
import type { LayerCommit } from '../../src/history/follow-folders.ts';
import { revisionsIn } from '../../src/history/revisions.ts';
import type { JsonObject } from '../../src/values/json.ts';

/** The files of the folder of events at one commit, by name. */
type Events = Readonly<Record<string, JsonObject>>;

const event = (title: string, hour: number, more: JsonObject = {}): JsonObject => ({
  title,
  start_time: `2027-06-18T${hour}:00`,
  end_time: `2027-06-18T${hour + 1}:00`,
  ...more,
});

function historyOf(...versions: readonly Events[]) {
  const blobs = new Map<string, JsonObject>();
  const blobOf = (fact: JsonObject | undefined): string | undefined => {
    if (fact) blobs.set(JSON.stringify(fact), fact);
    return fact && JSON.stringify(fact);
  };
  const line = versions.map((after, index): LayerCommit => {
    const before = versions[index - 1] ?? {};
    const files = [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) => {
      const [was, is] = [blobOf(before[name]), blobOf(after[name])];
      const sides = { ...(was !== undefined && { before: was }), ...(is !== undefined && { after: is }) };
      return was === is ? [] : [{ path: `events/${name}.yaml`, layer: 0, ...sides }];
    });
    return { id: `${index}`.repeat(40), parents: [], at: index, files, own: files };
  });
  const factOf = (change: LayerCommit['files'][number], side: 'before' | 'after') => blobs.get(change[side] ?? '');
  const settings = { timezone: 'Europe/Paris', target: 'live', targets: ['live'] };
  const { changes, names } = changesOn({ line, factOf, settings, timezones: new Map(), layers: 1 });
  return {
    /** `Removed · A` is "removed A". */
    changes: changes.map(({ type, from, to }) => `${type} ${(to ?? from)!.title}`),
    addresses: changes.map(({ address }) => address),
    /** The name by which calendars and favourites know an entry, by its title. */
    lasting: Object.fromEntries(
      Object.entries(versions.at(-1)!).map(([name, { title }]) => [
        title,
        (names.get(`events/${name}`) ?? [`events/${name}`])[0]!.replace('events/', ''),
      ]),
    ),
    names,
    revisions: revisionsIn({ commits: line, factOf, zoneChanges: [] }),
  };
}

const [one, two, three] = [event('One', 11), event('Two', 12), event('Three', 13)];
const START = { '01': one, '02': two, '03': three };

describe('an entry whose file name changes hands in one commit', () => {
  const withIds = (events: Events): Events =>
    Object.fromEntries(
      Object.entries(events).map(([name, fact]) => [name, { ...fact, $id: `id-${String(fact['title'])}` }]),
    );

  it.each([
    ['by its content', (events: Events) => events],
    ['by its `$id`', withIds],
  ])('is recognised %s when files are renumbered', (_, made) => {
    const after = { '01': one, '02': event('Inserted', 12), '03': two, '04': three };
    const { changes, lasting, names } = historyOf(made(START), made(after));
    expect(changes).toEqual(['new Inserted']);
    expect(lasting).toEqual({ One: '01', Two: '02', Three: '03', Inserted: '02~1111111111' });
    // Nobody who chose another entry gets this one.
    expect(names.get('events/02')).toEqual(['events/02~1111111111']);
  });

  it('is recognised by its `$id` when it gets a new title and a new time as well', () => {
    const before = withIds(START);
    const retitled = { ...event('Two, again', 18), $id: 'id-Two' };
    const { changes, lasting } = historyOf(before, { ...before, '02': before['03']!, '03': retitled });
    expect(changes).toEqual(['retitled Two, again', 'moved Two, again']);
    expect(lasting).toEqual({ One: '01', Three: '03', 'Two, again': '02' });
  });

  it('is recognised when two files swap their names', () => {
    const { changes, lasting, revisions } = historyOf(START, { '01': two, '02': one, '03': three });
    expect([changes, lasting]).toEqual([[], { One: '01', Two: '02', Three: '03' }]);
    expect(revisions.get('events/01')).toEqual({ created: 0, modified: 1, sequence: expect.any(Number) });
  });

  it('is where its content is when its name is given to another one', () => {
    const { changes, lasting } = historyOf(START, { ...START, finale: three, '03': event('Encore', 22) });
    expect(changes).toEqual(['new Encore']);
    expect(lasting).toMatchObject({ Three: '03', Encore: '03~1111111111' });
  });

  it('keeps its name if a copy of it is added and its text is edited', () => {
    const edited = { ...three, description: 'More.' };
    expect(historyOf(START, { ...START, copy: three, '03': edited }).names.get('events/03')).toBeUndefined();
  });

  it('keeps its name with a new title, a new time, or both', () => {
    const { changes, lasting } = historyOf(START, { ...START, '02': event('Second', 20) });
    expect([changes, lasting]).toEqual([['retitled Second', 'moved Second'], { One: '01', Second: '02', Three: '03' }]);
  });

  it('is removed if another `$id` has its file', () => {
    const other = { ...event('Other', 16), $id: 'id-Other' };
    const { changes, addresses, lasting, names } = historyOf(withIds(START), { ...withIds(START), '02': other });
    expect(changes).toEqual(['new Other', 'removed Two']);
    expect(lasting).toMatchObject({ Other: '02~1111111111' });
    // The removed one does not lead to the page of the other, and is still known by its name.
    expect(addresses).toEqual(['events/02', 'events/02~until-1111111111']);
    expect(names.get('events/02~until-1111111111')).toEqual(['events/02']);
  });
});

describe('an entry at the address of one that was removed before', () => {
  const without: Events = { '01': one, '03': three };

  it('is new', () => {
    const { changes, addresses, lasting } = historyOf(START, without, { ...without, '02': event('Other', 16) });
    expect(changes).toEqual(['new Other', 'removed Two']);
    expect(addresses[0]).not.toBe(addresses[1]);
    expect(lasting).toMatchObject({ Other: '02~2222222222' });
  });

  it('is the same one with the same title', () => {
    expect(historyOf(START, without, START).lasting).toMatchObject({ Two: '02' });
  });
});

describe('entries with one title', () => {
  const yoga = (day: number) => ({ ...event('Yoga', 10 + day), description: 'On the lawn.' });
  const daily = { ...START, 'yoga-1': yoga(1), 'yoga-2': yoga(2), 'yoga-3': yoga(3) };

  const movedTo = (folder: string, events: readonly JsonObject[]): Events => ({
    ...START,
    ...Object.fromEntries(events.map((each, index) => [`${folder}/yoga-${index + 1}`, each])),
  });

  it.each([
    ['unchanged', [yoga(1), yoga(2), yoga(3)], []],
    ['with another text', [yoga(1), yoga(2), yoga(3)].map((each) => ({ ...each, description: 'Inside.' })), []],
    ['with another time', [yoga(4), yoga(5), yoga(6)], ['moved Yoga', 'moved Yoga', 'moved Yoga']],
  ])('stay the same in another folder, %s', (_, events, expected) => {
    const { changes, names } = historyOf(daily, movedTo('all', events));
    expect(changes).toEqual(expected);
    for (const number of [1, 2, 3])
      expect(names.get(`events/all/yoga-${number}`)).toEqual([`events/yoga-${number}`, `events/all/yoga-${number}`]);
  });

  it('are told apart by time and place when they are renumbered', () => {
    const { changes, names } = historyOf(daily, {
      ...daily,
      'yoga-1': yoga(0),
      'yoga-2': yoga(1),
      'yoga-3': yoga(2),
      'yoga-4': yoga(3),
    });
    expect(changes).toEqual(['new Yoga']);
    expect(names.get('events/yoga-4')).toEqual(['events/yoga-3', 'events/yoga-4']);
    expect(names.get('events/yoga-1')).toEqual(['events/yoga-1~1111111111']);
  });
});
