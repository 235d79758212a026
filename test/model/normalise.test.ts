import { describe, expect, it } from 'vitest';
import type { Entity } from '../../src/model/broadcast.ts';
import { FORMATS } from '../../src/service/validation.ts';
import { entitiesOf, entityAt } from '../../src/model/entities.ts';
import { check, inShort, problems, settings } from './harbour.ts';

function entityOf(files: Readonly<Record<string, string>>, address: string): Entity {
  const { broadcast, diagnostics } = check(files);
  expect(diagnostics.filter(({ severity }) => severity !== 'notice')).toEqual([]);
  return broadcast.entities.get(address)!;
}

describe('an entity', () => {
  it('has its times with their offset, and every other value as written', () => {
    const text = 'title: A\nstart_time: 2027-06-18 20:30\nend_time: 2027-06-18T21:00:00+00:00\ncategory: talk\n';
    expect(entityOf({ 'events/a.yaml': text }, 'events/a').fields).toEqual({
      title: 'A',
      start_time: '2027-06-18T20:30:00+02:00',
      end_time: '2027-06-18T21:00:00+00:00',
      category: 'talk',
    });
  });

  it('also has times inside groups and lists with their offset', () => {
    const page =
      'title: A\nblocks: [{type: divider}, {type: countdown, values: [{date: 2027-06-18T20:30, label: Soon}]}]\n';
    expect(entityOf({ 'pages/a.yaml': page }, 'pages/a').fields).toMatchObject({
      blocks: [{ type: 'divider' }, { values: [{ date: '2027-06-18T20:30:00+02:00', label: 'Soon' }] }],
    });
    const session =
      'title: A\ntime: {start: 2027-06-18T10:00, end: 2027-06-18T11:00, timezone: Asia/Kathmandu, room: 7}\n';
    expect(entityOf({ 'sessions/a.yaml': session }, 'sessions/a').fields['time']).toEqual({
      start: '2027-06-18T10:00:00+05:45',
      end: '2027-06-18T11:00:00+05:45',
      timezone: 'Asia/Kathmandu',
      room: 7,
    });
  });

  it.each([
    ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
    ['https://a.example/brücke?q=é#ü', 'https://a.example/br%C3%BCcke?q=%C3%A9#%C3%BC'],
    ['mailto:jürgen@brücke.example', 'mailto:j%C3%BCrgen@xn--brcke-lva.example'],
    ['HTTPS://A.example/../b%C3%BC', 'HTTPS://A.example/../b%C3%BC'],
  ])('has the URL %s as %s, which the service accepts', (written, sent) => {
    const { fields } = entityOf({ 'pages/a.yaml': `title: A\nurl: "${written}"\n` }, 'pages/a');
    expect(fields['url']).toBe(sent);
    expect(FORMATS.link(sent)).toBe(true);
  });

  it('has all its URLs in ASCII, in navigators, media and local keys', () => {
    const url = '"https://bücher.example/"';
    const sent = 'https://xn--bcher-kva.example/';
    const broadcast = `name: A\nmenu: {sections: [{tiles: [{navigator: {url: ${url}}}]}]}\n`;
    expect(entityOf({ 'broadcast.yaml': broadcast }, 'broadcast').fields).toMatchObject({
      menu: { sections: [{ tiles: [{ navigator: { url: sent } }] }] },
    });
    const host = entityOf({ 'hosts/a.yaml': `title: A\nmedia: {url: ${url}, alt: A}\n` }, 'hosts/a');
    expect(host.fields['media']).toEqual({ url: sent, alt: 'A' });
    const event = `title: A\nstart_time: 2027-06-18T20:30\nend_time: 2027-06-18T21:00\n$stream: ${url}\n`;
    const { fields, local } = entityOf({ 'events/a.yaml': event }, 'events/a');
    expect(local.stream).toBe(sent);
    expect(Object.keys(fields)).toEqual(['title', 'start_time', 'end_time']);
  });

  it('leaves the document as it was read', () => {
    const { document } = entityOf(
      { 'events/a.yaml': 'title: A\nstart_time: 2027-06-18T20:30\nend_time: 2027-06-18T21:00\n' },
      'events/a',
    );
    expect(document.data['start_time']).toBe('2027-06-18T20:30');
  });

  it('of a Markdown file has its body in the body field', () => {
    const { fields } = entityOf({ 'articles/a.md': '---\ntitle: A\n---\nHello **you**.\n' }, 'articles/a');
    expect(fields).toEqual({ title: 'A', content: 'Hello **you**.\n' });
  });

  it('of a YAML file may have that field written out', () => {
    expect(entityOf({ 'articles/a.yaml': 'title: A\ncontent: Hello\n' }, 'articles/a').fields).toEqual({
      title: 'A',
      content: 'Hello',
    });
  });

  it('has its local keys separately', () => {
    const text = 'name: A\n$id: "7"\n$protect: true\n$slug: quay\n$map: maps/b\n$locales: {en: {name: B}}\n';
    const { fields, local } = entityOf({ 'places/a.yaml': text, 'maps/b.yaml': 'title: B\n' }, 'places/a');
    expect(fields).toEqual({ name: 'A' });
    expect(local).toEqual({ id: '7', protect: true, slug: 'quay', map: 'maps/b', locales: { en: { name: 'B' } } });
  });

  it('without local keys is not protected and has none of the others', () => {
    expect(entityOf({ 'places/a.yaml': 'name: A\n' }, 'places/a').local).toEqual({ protect: false, locales: {} });
  });

  it('has the places where it names media of this repository', () => {
    const files = {
      'media/a.svg': '<svg/>',
      'pages/a.yaml':
        'title: A\nmedia: {url: media/a.svg}\nblocks: [{type: media, values: [{media: media/a.svg}, {media: "https://a.example/b"}]}]\n',
    };
    expect(entityOf(files, 'pages/a').media).toEqual([
      ['media', 'url'],
      ['blocks', 0, 'values', 0, 'media'],
    ]);
  });
});

describe('translations', () => {
  const original = {
    'articles/a.md': '---\ntitle: Venir\n$locales: {en: {title: To come}, es: {title: Venir}}\n---\nEn train.\n',
  };

  it('in separate files take precedence over those in the document', () => {
    const { local } = entityOf(
      { ...original, 'articles/a.en.md': '---\ntitle: Getting there\n---\nBy train.\n' },
      'articles/a',
    );
    expect(local.locales).toEqual({ en: { title: 'Getting there', content: 'By train.\n' }, es: { title: 'Venir' } });
  });

  it("without their own text keep the original's", () => {
    const { local } = entityOf({ ...original, 'articles/a.en.md': '---\ntitle: Getting there\n---\n' }, 'articles/a');
    expect(local.locales.en).toEqual({ title: 'Getting there' });
  });

  it('repeat only what can be translated', () => {
    expect(
      problems({ ...original, 'articles/a.en.md': '---\ntitle: A\nstatus: draft\n$slug: b\n---\n' }),
    ).toMatchObject([
      {
        code: 'unknown-key',
        at: { file: 'content/articles/a.en.md', line: 3 },
        message: 'a translation cannot change `status`',
      },
      { code: 'unknown-key', at: { file: 'content/articles/a.en.md', line: 4 } },
    ]);
  });

  it('are texts', () => {
    expect(problems({ ...original, 'articles/a.en.md': '---\ntitle: 2027\n---\n' })).toMatchObject([
      { code: 'wrong-type', at: { file: 'content/articles/a.en.md', line: 2, column: 8 } },
    ]);
    expect(inShort({ 'places/a.yaml': 'name: A\n$locales: {en: {name: 5}}\n' })).toEqual(['wrong-type 2:23']);
  });
});

it('a text both in the front matter and below it is reported', () => {
  const text = '---\ntitle: A\ncontent: One\n---\nTwo\n';
  expect(inShort({ 'articles/a.md': text })).toEqual(['duplicate-key 3:1']);
  expect(
    inShort({ 'articles/a.md': '---\ntitle: A\n---\nTwo\n', 'articles/a.en.md': '---\ncontent: One\n---\nTwo\n' }),
  ).toEqual(['duplicate-key 2:1']);
});

describe('a broadcast', () => {
  const files = {
    'places/a.yaml': 'name: A\n',
    'places/b.yaml': 'name: 5\n',
    'hosts/a.yaml': 'title: A\nx: 1\n',
    'media/a.svg': '<svg/>',
  };
  const { broadcast } = check(files);

  it('has the documents without errors, with or without warnings', () => {
    expect([...broadcast.entities.keys()]).toEqual(['broadcast', 'hosts/a', 'places/a']);
    expect(broadcast.byKind.get('place')).toEqual([broadcast.entities.get('places/a')]);
    expect([...broadcast.media.keys()]).toEqual(['media/a.svg']);
    expect(broadcast.settings).toBe(settings);
  });

  it('returns entities with the fields of their kind', () => {
    expect(entitiesOf(broadcast, 'place').map(({ fields }) => fields.name)).toEqual(['A']);
    expect(entitiesOf(broadcast, 'event')).toEqual([]);
    expect(entityAt(broadcast, 'place', 'places/a')!.fields.name).toBe('A');
    expect(entityAt(broadcast, 'place', 'hosts/a')).toBeUndefined();
    expect(entityAt(broadcast, 'place', 'places/b')).toBeUndefined();
  });

  it.each(['name: A\nname: B\n', 'name: A\ncoordinates: {x: .inf, y: 1}\n', 'name: A\n$id: *nothing\n'])(
    'leaves out what could not be read correctly: %j',
    (text) => {
      expect(check({ 'places/a.yaml': text }).broadcast.entities.has('places/a')).toBe(false);
    },
  );
});
