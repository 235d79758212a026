import { describe, expect, it } from 'vitest';
import { gather } from '../../src/diagnostics/diagnostic.ts';
import { check, inShort, problems } from './harbour.ts';

const EVENT = 'title: A\nstart_time: 2027-06-18T20:30:00+02:00\nend_time: 2027-06-18T23:00:00+02:00\n';
const SESSION = 'title: A\ntime: {start: 2027-06-18T20:30, end: 2027-06-18T21:30}\n';
const ID = '64b7c0ffee64b7c0ffee0003';
const stage = { 'places/quay/main-stage.yaml': 'name: Main stage\n', 'hosts/lena.yaml': 'title: Lena\n' };
const eventAt = (place: string) => ({ ...stage, 'events/a.yaml': `${EVENT}place_id: ${place}\n` });
const sessionBy = (host: string) => ({ ...stage, 'sessions/a.yaml': `${SESSION}hostIds: [${host}]\n` });

describe('a pointer', () => {
  it('may be an address or an id, and the entity distinguishes them', () => {
    const { broadcast, diagnostics } = check({ ...sessionBy(`hosts/lena, ${ID}`) });
    expect(diagnostics).toEqual([]);
    expect(broadcast.entities.get('sessions/a')!.pointers).toEqual([
      { path: ['hostIds', 0], to: { address: 'hosts/lena' } },
      { path: ['hostIds', 1], to: { id: ID } },
    ]);
  });

  it('to a missing document is an error with the nearest one', () => {
    expect(problems(eventAt('places/quay/main-stag'))).toMatchObject([
      { code: 'pointer-not-found', at: { line: 4, column: 11 }, suggestion: 'did you mean places/quay/main-stage?' },
    ]);
  });

  it.each(['places/quay/main-stage.yaml', 'place/quay/main-stage', 'places/main-stage', './places/quay/main-stage'])(
    'written as %s is understood and corrected',
    (written) => {
      expect(problems(eventAt(written))).toMatchObject([{ suggestion: 'did you mean places/quay/main-stage?' }]);
    },
  );

  it('names the folder of a kind that has no documents yet', () => {
    expect(problems({ 'sessions/a.yaml': `${SESSION}interestPointId: nowhere/x\n` })).toMatchObject([
      { suggestion: 'give the address of an interest point, such as interest-points/…' },
    ]);
  });

  it('finds documents only, never a page or a file of that name', () => {
    for (const written of ['page /places/quay/main-stage/', 'media/quay.jpg']) {
      expect(problems({ ...eventAt(written), 'media/quay.jpg': 'x' })).toMatchObject([{ code: 'pointer-not-found' }]);
    }
  });

  it('to another kind is an error that names the kinds', () => {
    expect(problems(eventAt('hosts/lena'))).toMatchObject([
      { code: 'pointer-wrong-kind', message: 'this must be a place, but hosts/lena is a host' },
    ]);
  });

  it.each(['main-stage', 'main-stag'])('without its folder (%s) is not an id', (written) => {
    expect(problems(eventAt(written))).toMatchObject([
      { code: 'pointer-not-found', suggestion: 'did you mean places/quay/main-stage?' },
    ]);
  });

  it.each([ID, 'plc_8812', '4711', 'main-stage-2'])('may be %s on a surface that allows any id', (written) => {
    expect(inShort(eventAt(JSON.stringify(written)))).toEqual([]);
  });

  it('must be a complete id if ids have a format', () => {
    expect(inShort(sessionBy(ID))).toEqual([]);
    expect(inShort(sessionBy(ID.slice(1)))).toEqual(['pointer-not-found 3:11']);
    expect(inShort(sessionBy('somebody'))).toEqual(['pointer-not-found 3:11']);
  });

  it('to an existing document that cannot be read is not a second problem', () => {
    const files = { 'events/a.yaml': `${EVENT}place_id: places/b\n`, 'places/b.yaml': 'name: "B' };
    expect(inShort(files)).toEqual(['yaml-syntax 1:7']);
  });

  it('to a document with its own problems is not a second problem', () => {
    const files = { 'events/a.yaml': `${EVENT}place_id: places/b\n`, 'places/b.yaml': 'name: 5\n' };
    expect(inShort(files)).toEqual(['wrong-type 1:7']);
  });

  it('has a suggestion even if there is no document of the kind', () => {
    expect(problems({ 'events/a.yaml': `${EVENT}place_id: places/b\n` })).toMatchObject([
      { suggestion: expect.stringContaining('a place') },
    ]);
  });

  it('is found everywhere: in a navigator of a tile, in a block, in $map', () => {
    expect(
      inShort({
        'broadcast.yaml': 'name: A\nmenu: {sections: [{tiles: [{navigator: {broadcastPageId: pages/x}}]}]}\n',
      }),
    ).toEqual(['pointer-not-found 2:58']);
    expect(
      inShort({ 'pages/a.yaml': 'title: A\nblocks: [{type: hosts, values: [{broadcastHostId: hosts/x}]}]\n' }),
    ).toEqual(['pointer-not-found 2:51']);
    expect(
      inShort({
        'pages/a.yaml':
          'title: A\nlocaleDetails: {en: {blocks: [{type: hosts, values: [{broadcastHostId: hosts/x}]}]}}\n',
      }),
    ).toEqual(['pointer-not-found 2:72']);
    expect(inShort({ 'places/a.yaml': 'name: A\n$map: maps/x\n' })).toEqual(['pointer-not-found 2:7']);
    const event = 'title: A\nstart_time: 2027-06-18T10:00Z\nend_time: 2027-06-18T11:00Z\n';
    expect(inShort({ 'events/a.yaml': `${event}$hosts: [hosts/x]\n` })).toEqual(['pointer-not-found 4:10']);
  });

  it.each([
    ['hidden-pointer', 'status: published\nhostIds: [hosts/h]\n', { 'hosts/h.yaml': 'title: H\n' }],
    ['pointer-to-example', 'hostIds: [hosts/h]\n', { 'hosts/h.yaml': 'title: H\n$example: true\n' }],
    ['pointer-wrong-kind', 'hostIds: [places/p]\n', { 'places/p.yaml': 'name: P\n' }],
    [
      'anchor-not-found',
      'description: "[x](articles/a#by-bus)"\n',
      { 'articles/a.md': '---\ntitle: A\n---\n# By train\n' },
    ],
  ])('shares one problem with all others to the same document: %s', (code, line, files) => {
    const found = problems({
      ...files,
      'sessions/a.yaml': SESSION + line,
      'sessions/b.yaml': SESSION.replace('A', 'B').replaceAll('06-18', '06-19') + line,
    });
    expect(gather(found)).toMatchObject([{ code, also: [{ file: 'content/sessions/b.yaml' }] }]);
  });

  it('in a local key is not among those that are sent', () => {
    const { broadcast } = check({ 'places/a.yaml': 'name: A\n$map: maps/b\n', 'maps/b.yaml': 'title: B\n' });
    expect(broadcast.entities.get('places/a')).toMatchObject({ pointers: [], local: { map: 'maps/b' } });
  });
});

describe('a navigator', () => {
  const menu = (navigator: string) => ({
    'broadcast.yaml': `name: A\nmenu: {sections: [{tiles: [{navigator: ${navigator}}]}]}\n`,
  });

  it('has one destination', () => {
    expect(inShort(menu('{nativeContent: program}'))).toEqual([]);
    expect(inShort(menu('{nativeContent: program, query: {limit: 3}}'))).toEqual([]);
    expect(inShort(menu('{nativeContent: program, url: ~}'))).toEqual([]);
  });

  it('with more than one destination is reported once for each extra one', () => {
    expect(problems(menu(`{url: "https://a.example", broadcastPageId: ${ID}, nativeContent: program}`))).toMatchObject([
      { code: 'navigator-destinations', message: 'this navigator leads to `url` and to `broadcastPageId`' },
      { code: 'navigator-destinations', message: 'this navigator leads to `url` and to `nativeContent`' },
    ]);
  });

  it('inside a block is checked too', () => {
    const text =
      'title: A\nblocks: [{type: button, values: [{label: B, navigator: {url: "https://a.example", nativeContent: home}}]}]\n';
    expect(inShort({ 'pages/a.yaml': text })).toEqual(['navigator-destinations 2:83']);
  });
});
