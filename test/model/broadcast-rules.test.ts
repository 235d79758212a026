import { describe, expect, it } from 'vitest';
import { inShort, problems } from './harbour.ts';

const event = (start: string, end: string, more = ''): string =>
  `title: ${start} ${end}\nstart_time: 2027-06-${start}\nend_time: 2027-06-${end}\n${more}`;
const session = (start: string, end: string, hosts: string): string =>
  `title: ${start}\ntime: {start: 2027-06-${start}, end: 2027-06-${end}}\nhostIds: [${hosts}]\n`;

describe('a document with a start and an end', () => {
  it.each([
    ['ends later', '18T20:00', '18T23:00', []],
    ['ends on the next day', '18T23:00', '19T02:00', []],
    ['ends later with another offset', '18T20:00:00+02:00', '18T19:00:00Z', []],
    ['ends before it starts', '18T23:00', '18T02:00', ['ends-before-start 3:11']],
    ['ends when it starts', '18T23:00', '18T23:00', ['ends-before-start 3:11']],
    ['ends before it starts with another offset', '18T20:00:00+02:00', '18T18:00:00Z', ['ends-before-start 3:11']],
  ])('%s', (_, start, end, expected) => {
    expect(inShort({ 'events/a.yaml': event(start, end) })).toEqual(expected);
  });

  it.each([
    ['18T20:00', 'write when it ends, such as 2027-06-18T21:00'],
    ['18T09:30:00+02:00', 'write when it ends, such as 2027-06-18T10:30:00+02:00'],
    ['18T23:00', 'write when it ends'],
  ])('that takes no time gets an example of an end: %s', (start, suggestion) => {
    expect(problems({ 'events/a.yaml': event(start, start) })).toMatchObject([{ suggestion }]);
  });

  it('may also be a session or a campaign', () => {
    expect(inShort({ 'sessions/a.yaml': session('18T11:00', '18T10:00', '') })).toEqual(['ends-before-start 2:38']);
    expect(
      inShort({ 'campaigns/a.yaml': 'title: A\ntime:\n  start: 2027-06-18T11:00\n  end: 2027-06-18T10:00\n' }),
    ).toEqual(['ends-before-start 4:8']);
    expect(inShort({ 'campaigns/a.yaml': 'title: A\ntime: {start: 2027-06-18T11:00, end: ~}\n' })).toEqual([]);
  });

  it('shows where it starts', () => {
    expect(problems({ 'events/a.yaml': event('18T23:00', '18T02:00') })).toMatchObject([
      { notes: [{ message: 'it starts here', at: { line: 2, column: 13 } }] },
    ]);
  });
});

describe('two documents that cannot be distinguished', () => {
  it('are reported at the second, with the first', () => {
    expect(problems({ 'places/a.yaml': 'name: A\n', 'places/b.yaml': '# B\nname: A\n' })).toMatchObject([
      {
        code: 'twin-documents',
        at: { file: 'content/places/b.yaml', line: 2, column: 7 },
        notes: [{ at: { file: 'content/places/a.yaml' } }],
      },
    ]);
  });

  it('are events with the same title, time and place, however the time is written', () => {
    const one = { 'events/a.yaml': event('18T20:00', '18T21:00') };
    const same = event('18T20:00', '18T21:00').replace('T20:00\n', 'T18:00:00Z\n');
    expect(inShort({ ...one, 'events/b.yaml': same })).toEqual(['twin-documents 1:8']);
    expect(inShort({ ...one, 'events/b.yaml': event('18T20:00', '18T21:00', 'place_id: "7"\n') })).toEqual([]);
    expect(
      inShort({
        ...one,
        'events/b.yaml': event('19T20:00', '19T21:00').replace('19T20:00 19T21:00', '18T20:00 18T21:00'),
      }),
    ).toEqual([]);
  });

  it('are not those of different kinds, nor those with an id each, nor those without a natural key', () => {
    expect(inShort({ 'hosts/a.yaml': 'title: A\n', 'categories/a.yaml': 'title: A\n' })).toEqual([]);
    expect(inShort({ 'places/a.yaml': 'name: A\n$id: "1"\n', 'places/b.yaml': 'name: A\n$id: "2"\n' })).toEqual([]);
    const files = { 'media/a.svg': '<svg/>', 'media/b.svg': '<svg/>' };
    expect(inShort({ ...files, 'media/a.yaml': 'alt: A\n', 'media/b.yaml': 'alt: A\n' })).toEqual([]);
  });

  it('may each have a reference that distinguishes them', () => {
    expect(
      inShort({ 'hosts/a.yaml': 'title: A\n_reference: x\n', 'hosts/b.yaml': 'title: A\n_reference: y\n' }),
    ).toEqual([]);
    expect(
      problems({ 'hosts/a.yaml': '_reference: ~\ntitle: A\n', 'hosts/b.yaml': '_reference: ~\ntitle: A\n' }),
    ).toMatchObject([
      { code: 'twin-documents', at: { line: 2, column: 8 }, message: expect.stringContaining('the same title is in') },
    ]);
  });
});

describe('a mistake in one field does not hide other problems', () => {
  it.each([
    ['an unknown key', 'titel: x\n', ['ends-before-start 3:11', 'unknown-key 4:1']],
    ['a value of the wrong type', 'category: [a]\n', ['ends-before-start 3:11', 'wrong-type 4:11']],
    ['a dangling pointer', 'place_id: places/nowhere\n', ['ends-before-start 3:11', 'pointer-not-found 4:11']],
    ['a duplicate key', 'category: a\ncategory: b\n', ['duplicate-key 5:1', 'ends-before-start 3:11']],
  ])('in one document: %s', (_, more, expected) => {
    expect(inShort({ 'events/a.yaml': event('18T23:00', '18T02:00', more) }).toSorted()).toEqual(expected);
  });

  it('between documents', () => {
    const files = { 'places/a.yaml': 'name: A\n', 'places/b.yaml': 'name: A\ncolour: red\n' };
    expect(inShort(files)).toEqual(['twin-documents 1:7', 'unknown-key 2:1']);
  });

  it('and values that depend on the wrong field are not guessed', () => {
    const one = event('18T20:00', '18T21:00', 'place_id: "7"\n');
    expect(inShort({ 'events/a.yaml': one, 'events/b.yaml': one.replace('"7"', '[x]') })).toEqual(['wrong-type 4:11']);
    const [from, to] = ['time: {start: 2027-06-18T11:00, end: ', '}\n'];
    expect(inShort({ 'sessions/a.yaml': `title: A\n${from}2027-06-31T10:00${to}` })).toEqual(['bad-time 2:38']);
    expect(inShort({ 'workflows/a.yaml': 'name: A\nentryNodeId: a\nnodes: none\n' })).toEqual(['wrong-type 3:8']);
  });

  it.each([
    ['events/Opening_Night.yaml', 'bad-slug'],
    ['events/opening-night.yml', 'wrong-extension'],
    ['events/Opening_Night.yml', 'wrong-extension'],
  ])('of a file with a bad name: %s', (path, code) => {
    const content = event('18T23:00', '18T02:00', 'titel: x\n');
    expect(inShort({ [path]: content })).toEqual([`${code} 1:1`, 'ends-before-start 3:11', 'unknown-key 4:1']);
  });

  it('and a badly named file is not a second problem of those that point to it', () => {
    const files = { 'places/Main Stage.yaml': 'name: A\n', 'events/a.yaml': event('18T20:00', '18T21:00') };
    const pointing = { ...files, 'events/a.yaml': `${files['events/a.yaml']}place_id: places/main-stage\n` };
    expect(inShort(pointing)).toEqual(['bad-slug 1:1']);
  });
});

describe('articles that share a title', () => {
  const article = (date?: string): string =>
    `---\ntitle: News\n${date === undefined ? '' : `published_at: ${date}\n`}---\nText\n`;

  it('are valid if each has its own date', () => {
    expect(
      inShort({
        'articles/a.md': article('2027-05-01T09:00'),
        'articles/b.md': article('2027-05-02T09:00'),
        'articles/c.md': article('2027-05-03T09:00'),
      }),
    ).toEqual([]);
  });

  it.each([
    ['the same date, however it is written', '2027-05-01T09:00', '2027-05-01T07:00:00Z', 'b'],
    ['one date', '2027-05-01T09:00', undefined, 'b'],
    ['one date, of the second', undefined, '2027-05-01T09:00', 'a'],
    ['no date', undefined, undefined, 'b'],
    ['an empty date', '~', '2027-05-01T09:00', 'a'],
  ])('are an error with %s', (_, one, other, at) => {
    expect(problems({ 'articles/a.md': article(one), 'articles/b.md': article(other) })).toMatchObject([
      {
        code: 'twin-documents',
        at: { file: `content/articles/${at}.md`, line: 2 },
        suggestion: 'give each a different `published_at`, or change one of the titles',
      },
    ]);
  });
});

describe('identities', () => {
  it('two documents of a kind bound to the same id', () => {
    expect(problems({ 'places/a.yaml': 'name: A\n$id: "1"\n', 'places/b.yaml': 'name: B\n$id: "1"\n' })).toMatchObject([
      { code: 'same-id', at: { file: 'content/places/b.yaml', line: 2, column: 6 } },
    ]);
    expect(inShort({ 'places/a.yaml': 'name: A\n$id: "1"\n', 'hosts/a.yaml': 'title: A\n$id: "1"\n' })).toEqual([]);
  });

  it('two documents with the same URL: the one whose $slug causes it is shown', () => {
    for (const names of [
      ['a', 'b'],
      ['b', 'a'],
    ]) {
      const [plain, renamed] = names as [string, string];
      const files = { [`pages/${plain}.yaml`]: 'title: A\n', [`pages/${renamed}.yaml`]: `title: B\n$slug: ${plain}\n` };
      expect(problems(files)).toMatchObject([
        { code: 'same-url', at: { file: `content/pages/${renamed}.yaml`, line: 2 } },
      ]);
    }
  });

  it('a document in the place of a page of the list of articles, which may come with the next article', () => {
    const article = (more = '') => `---\ntitle: Two\n${more}---\nX\n`;
    expect(problems({ 'articles/page/2.md': article() })).toMatchObject([
      { code: 'same-url', message: '/articles/page/2/ is for the pages of the list of articles' },
    ]);
    expect(inShort({ 'articles/page/x.md': article('$slug: "10"\n') })).toEqual(['same-url 3:8']);
    expect(inShort({ 'articles/page/2.md': article('$slug: two\n'), 'pages/page/2.yaml': 'title: A\n' })).toEqual([]);
    expect(inShort({ 'articles/page/1.md': article(), 'pages/page/3.yaml': 'title: A\n' })).toEqual([]);
  });

  it('a slug replaces only the last part of the address', () => {
    expect(inShort({ 'pages/x/a.yaml': 'title: A\n', 'pages/b.yaml': 'title: B\n$slug: a\n' })).toEqual([]);
    expect(inShort({ 'pages/x/a.yaml': 'title: A\n', 'pages/x/b.yaml': 'title: B\n$slug: a\n' })).toEqual([
      'same-url 2:8',
    ]);
    expect(inShort({ 'pages/a.yaml': 'title: A\n$slug: b\n', 'pages/b.yaml': 'title: B\n$slug: a\n' })).toEqual([]);
  });
});

describe('the graph of a workflow', () => {
  const workflow = (nodes: string, entry = 'a') => ({
    'workflows/a.yaml': `name: A\nentryNodeId: ${entry}\nnodes:\n${nodes}`,
  });

  it.each([
    ['one node', '  - {id: a}\n'],
    ['a chain', '  - {id: a, onSuccess: b, onError: c}\n  - {id: b}\n  - {id: c}\n'],
    ['a cycle', '  - {id: a, onSuccess: b}\n  - {id: b, onSuccess: a}\n'],
    [
      'a node that is named in the settings of another',
      '  - {id: a, config: {then: {type: node, value: [b]}}}\n  - {id: b}\n',
    ],
    ['nodes without an id', '  - {id: a}\n  - {name: x}\n  - {id: ~}\n  - {id: ~}\n'],
    ['a next node that is null', '  - {id: a, onSuccess: ~, onError: ~}\n'],
  ])('may be %s', (_, nodes) => {
    expect(inShort(workflow(nodes))).toEqual([]);
  });

  it.each([
    ['an entry that does not exist', '  - {id: a}\n', 'aa', ['workflow-entry 2:14']],
    [
      'a next node that does not exist',
      '  - {id: a, onSuccess: b, onError: c}\n',
      'a',
      ['workflow-next 4:24', 'workflow-next 4:36'],
    ],
    [
      'two nodes with the same id',
      '  - {id: a}\n  - {id: a}\n  - {id: a}\n',
      'a',
      ['workflow-same-node 5:10', 'workflow-same-node 6:10'],
    ],
    [
      'a node that nothing leads to',
      '  - {id: a}\n  - {id: b, onSuccess: c}\n  - {id: c}\n',
      'a',
      ['workflow-unreachable 5:10', 'workflow-unreachable 6:10'],
    ],
    ['a dangling entry', '  []\n', 'a', ['workflow-entry 2:14']],
  ])('has %s', (_, nodes, entry, expected) => {
    expect(inShort(workflow(nodes, entry))).toEqual(expected);
  });

  it('may have settings with more words than a call accepts arguments', () => {
    // One below the other, which is read faster than a list on one line.
    const words = '   - b\n'.repeat(140_000);
    expect(inShort(workflow(`- id: a\n  config:\n   x:\n${words}`))).toEqual([]);
  });
});

describe('a pin', () => {
  const map = { 'maps/a.yaml': 'title: A\nwidth: 100\nheight: 50\n' };
  const place = (x: number, y: number, more = '') => ({
    'places/a.yaml': `name: A\ncoordinates: {x: ${x}, y: ${y}}\n${more}`,
  });

  it.each([
    [0, 0, []],
    [100, 50, []],
    [-1, 0, ['pin-outside-map 2:18']],
    [101, 51, ['pin-outside-map 2:18', 'pin-outside-map 2:26']],
  ])('at %i, %i of a map of 100 × 50', (x, y, expected) => {
    expect(inShort({ ...map, ...place(x, y) })).toEqual(expected);
  });

  it('belongs to the map that the place names, or to the first one', () => {
    const two = { ...map, 'maps/b.yaml': 'title: B\nwidth: 1000\nheight: 1000\n' };
    expect(inShort({ ...two, ...place(500, 500) })).toEqual(['pin-outside-map 2:18', 'pin-outside-map 2:26']);
    expect(inShort({ ...two, ...place(500, 500, '$map: maps/b\n') })).toEqual([]);
  });

  it('is compared with the size of the image if the map states none', () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="50"></svg>';
    const drawn = { 'media/a.svg': svg, 'maps/a.yaml': 'title: A\nmedia: {url: media/a.svg}\n' };
    expect(inShort({ ...drawn, ...place(200, 20) })).toEqual(['pin-outside-map 2:18']);
  });

  it('is not checked if the size is unknown: no map, no size, an external image', () => {
    expect(inShort(place(9999, 9999))).toEqual([]);
    expect(inShort({ 'maps/a.yaml': 'title: A\n', ...place(9999, 9999) })).toEqual([]);
    expect(inShort({ 'maps/a.yaml': 'title: A\nmedia: https://a.example/b.png\n', ...place(9999, 9999) })).toEqual([
      'media-elsewhere 2:8',
    ]);
  });

  it('of an interest point belongs to the map that it names', () => {
    const point = (mapId: string) => ({
      'interest-points/a.yaml': `title: A\nmapId: ${mapId}\ncoordinates: {x: 200, y: 20}\n`,
    });
    expect(inShort({ ...map, ...point('maps/a') })).toEqual(['pin-outside-map 3:18']);
    expect(inShort({ ...map, ...point('64b7c0ffee64b7c0ffee0003') })).toEqual([]);
  });
});

describe('a stage', () => {
  const at = (start: string, end: string): string => event(start, end, 'place_id: places/a\n');
  const stage = { 'places/a.yaml': 'name: A\ncategory: stage\n' };

  it('has one event at a time', () => {
    expect(
      inShort({ ...stage, 'events/a.yaml': at('18T20:00', '18T21:00'), 'events/b.yaml': at('18T21:00', '18T22:00') }),
    ).toEqual([]);
    expect(
      problems({ ...stage, 'events/a.yaml': at('18T20:00', '18T21:00'), 'events/b.yaml': at('18T20:59', '18T22:00') }),
    ).toMatchObject([
      {
        code: 'double-booked-place',
        severity: 'warning',
        at: { file: 'content/events/b.yaml', line: 2 },
        notes: [{ at: { file: 'content/events/a.yaml', line: 2 } }],
      },
    ]);
  });

  it('is still taken by a long event when a short one has ended', () => {
    const files = {
      'events/a.yaml': at('18T10:00', '18T20:00'),
      'events/b.yaml': at('18T11:00', '18T12:00'),
      'events/c.yaml': at('18T13:00', '18T14:00'),
    };
    expect(problems({ ...stage, ...files }).map((problem) => problem.at.file)).toEqual([
      'content/events/b.yaml',
      'content/events/c.yaml',
    ]);
  });

  it.each(['category: exhibitor\n', ''])('is double booked in any category: %j', (category) => {
    const files = { 'events/a.yaml': at('18T20:00', '18T21:00'), 'events/b.yaml': at('18T20:30', '18T22:00') };
    expect(inShort({ 'places/a.yaml': `name: A\n${category}`, ...files })).toEqual(['double-booked-place 2:13']);
  });

  it('is double booked if it is known only by its id', () => {
    const byId = (start: string, end: string): string => event(start, end, 'place_id: "77"\n');
    const files = { 'events/a.yaml': byId('18T20:00', '18T21:00'), 'events/b.yaml': byId('18T20:30', '18T22:00') };
    expect(inShort(files)).toEqual(['double-booked-place 2:13']);
  });
});

describe('an interest point', () => {
  const inRoom = (start: string, end: string): string =>
    `${session(start, end, '')}interestPointId: interest-points/a\n`;
  const room = { 'maps/a.yaml': 'title: A\n', 'interest-points/a.yaml': 'title: A\nmapId: maps/a\n' };

  it('has one session at a time', () => {
    const files = { 'sessions/a.yaml': inRoom('18T10:00', '18T11:00') };
    expect(inShort({ ...room, ...files, 'sessions/b.yaml': inRoom('18T11:00', '18T12:00') })).toEqual([]);
    expect(problems({ ...room, ...files, 'sessions/b.yaml': inRoom('18T10:30', '18T12:00') })).toMatchObject([
      {
        code: 'double-booked-place',
        message: 'interest-points/a has another session at this time',
        at: { file: 'content/sessions/b.yaml', line: 2, column: 15 },
      },
    ]);
  });
});

describe('a host', () => {
  const host = { 'hosts/a.yaml': 'title: A\n' };

  it('is in one session at a time', () => {
    const files = {
      'sessions/a.yaml': session('18T10:00', '18T11:00', 'hosts/a'),
      'sessions/b.yaml': session('18T10:30', '18T11:30', 'hosts/a'),
    };
    expect(problems({ ...host, ...files })).toMatchObject([
      { code: 'double-booked-host', at: { file: 'content/sessions/b.yaml', line: 2, column: 15 } },
    ]);
  });

  it('is in one event or session at a time', () => {
    const files = {
      'events/a.yaml': event('18T10:00', '18T11:00', '$hosts: [hosts/a]\n'),
      'sessions/b.yaml': session('18T10:30', '18T11:30', 'hosts/a'),
    };
    expect(problems({ ...host, ...files })).toMatchObject([
      {
        code: 'double-booked-host',
        message: 'hosts/a is in another event at this time',
        at: { file: 'content/sessions/b.yaml', line: 2, column: 15 },
        notes: [{ at: { file: 'content/events/a.yaml', line: 2, column: 13 } }],
      },
    ]);
    const cancelled = { 'events/a.yaml': `${files['events/a.yaml']}$cancelled: true\n` };
    expect(problems({ ...host, ...files, ...cancelled })).toEqual([]);
  });

  it('may be named twice in one session', () => {
    expect(inShort({ ...host, 'sessions/a.yaml': session('18T10:00', '18T11:00', 'hosts/a, hosts/a') })).toEqual([]);
  });
});

describe('text on its background', () => {
  const theme = (text: string) => ({ 'broadcast.yaml': `name: A\n${text}` });

  it('is readable from 4.5:1', () => {
    expect(inShort(theme('theme: {accentColor: "#767676", backgroundColor: "#ffffff"}\n'))).toEqual([]);
    expect(problems(theme('theme: {accentColor: "#777777", backgroundColor: "#ffffff"}\n'))).toMatchObject([
      {
        code: 'low-contrast',
        message: expect.stringContaining('4.47:1'),
        suggestion: expect.stringContaining('#767676'),
      },
    ]);
  });

  it('is checked in the bars and in the styles of text', () => {
    const text =
      'theme:\n  backgroundColor: "#fff"\n  bodyTextStyle: {color: "#eee"}\nappBar: {accentColor: "#ddd", backgroundColor: "#fff"}\n';
    expect(inShort(theme(text))).toEqual(['low-contrast 4:26', 'low-contrast 5:23']);
  });

  it('is not checked if only one of the colours is given', () => {
    expect(inShort(theme('theme: {accentColor: "#fff"}\n'))).toEqual([]);
  });

  it('is checked with what shines through a translucent background', () => {
    expect(
      inShort(theme('theme: {backgroundColor: "#000"}\nappBar: {accentColor: "#fff", backgroundColor: "#ffffff10"}\n')),
    ).toEqual([]);
    expect(inShort(theme('appBar: {accentColor: "#fff", backgroundColor: "#00000010"}\n'))).toEqual([
      'low-contrast 2:23',
    ]);
  });
});

describe('a cancelled event', () => {
  it('leaves its place free for another one', () => {
    const place = { 'places/quay.yaml': 'name: Quay\n' };
    const other = { 'events/b.yaml': event('18T20:30', '18T22:00', 'place_id: places/quay\n') };
    const booked = event('18T20:00', '18T21:00', 'place_id: places/quay\n');
    expect(inShort({ ...place, ...other, 'events/a.yaml': booked })).toEqual(['double-booked-place 2:13']);
    expect(inShort({ ...place, ...other, 'events/a.yaml': `${booked}$cancelled: true\n` })).toEqual([]);
  });

  it('is written only in the kinds of the programme, as true or false', () => {
    expect(inShort({ 'places/quay.yaml': 'name: Quay\n$cancelled: true\n' })).toHaveLength(1);
    expect(inShort({ 'events/a.yaml': event('18T20:00', '18T21:00', '$cancelled: yes please\n') })).toHaveLength(1);
  });
});
