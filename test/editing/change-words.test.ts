import { describe, expect, it } from 'vitest';
import { changeWords, shownDiff } from '../../src/editing/change-words.ts';
import { fileKinds, kindNamed } from '../../src/kinds/registry.ts';
import { declaredKinds } from '../site/declared-kinds.ts';

const TITLES: Readonly<Record<string, string>> = {
  'places/quay': 'Quay',
  'places/main-stage': 'Main stage',
  'hosts/ada': 'Ada',
  'hosts/ben': 'Ben',
};
const settings = {
  kinds: fileKinds,
  timezone: 'Europe/Paris',
  titleOf: (address: string) => TITLES[address],
};
const words = (path: string, before: string, after: string) =>
  changeWords({ path, text: before }, { path, text: after }, settings);

const EVENT = `title: Opening
start_time: 2027-06-18T20:00:00
end_time: 2027-06-18T22:00:00
place_id: places/quay
`;
const SESSION = `title: Talk
status: published
time: { start: 2027-06-19T09:00:00Z, end: 2027-06-19T10:00:00Z }
hostIds: [hosts/ada]
`;
const PAGE = `title: About
blocks:
  - { type: title, values: [{ text: Welcome }] }
  - { type: paragraph, values: [{ text: First }] }
`;

describe('a change in words', () => {
  it.each([
    ['20:00', '20:30', 'starts 20:30 instead of 20:00'],
    ['22:00:00', '22:15:00', 'ends 22:15 instead of 22:00'],
    ['2027-06-18T22', '2027-06-19T22', 'ends Sat 19 June, 22:00 instead of Fri 18 June, 22:00'],
    ['2027-06-18T22', '2028-06-18T22', 'ends Sun 18 June 2028, 22:00 instead of Fri 18 June 2027, 22:00'],
    ['T20:00:00', 'T20:00:00+02:00', 'starts "2027-06-18T20:00:00+02:00" instead of "2027-06-18T20:00:00"'],
    ['title: Opening', 'title: Gala', 'title “Gala” instead of “Opening”'],
    ['places/quay', 'places/main-stage', 'place: Main stage instead of Quay'],
    ['place_id: places/quay\n', '', 'place removed: Quay'],
    ['places/quay\n', 'places/quay\n$cancelled: true\n', 'cancelled: yes'],
    ['places/quay\n', 'places/quay\n$address: { city: Lyon }\n', 'address, city added: “Lyon”'],
    ['places/quay\n', 'places/quay\n$locales: { fr: { title: Ouverture } }\n', 'French: title added: “Ouverture”'],
    ['places/quay\n', 'places/quay # there\n', 'only comments or layout changed'],
    ['title: Opening', 'title: [', '1 line changed'],
  ])('of an event from %j to %j: %s', (from, to, said) => {
    expect(words('events/opening.yaml', EVENT, EVENT.replace(from, to))).toEqual([said]);
  });

  it.each([
    ['T09', 'T07', 'starts 09:00 instead of 11:00'],
    ['[hosts/ada]', '[hosts/ada, hosts/ben]', 'hosts: Ben added'],
    ['[hosts/ada]', '[hosts/ben]', 'hosts: Ben added, Ada removed'],
    ['hostIds: [hosts/ada]\n', '', 'hosts: Ada removed'],
    ['published', 'draft', 'status: draft instead of published'],
  ])('of a session from %j to %j: %s', (from, to, said) => {
    expect(words('sessions/talk.yaml', SESSION, SESSION.replace(from, to))).toEqual([said]);
  });

  it('counts the lines of long texts, and names translations by their language', () => {
    const article = (text: string): string => `---\ntitle: News\n---\n\n${text}\n`;
    expect(words('articles/a.md', article('One\n\nTwo\n\nThree'), article('Ones\n\nTwo\n\nThrees'))).toEqual([
      'text changed (2 lines)',
    ]);
    expect(words('articles/a.fr.md', 'Un\n\nDeux\n', 'Un\n\nTrois\n')).toEqual(['French: text changed (1 line)']);
  });

  it('finds entries of lists that changed, came, went or moved', () => {
    const first = '  - { type: title, values: [{ text: Welcome }] }\n';
    const second = '  - { type: paragraph, values: [{ text: First }] }\n';
    expect(words('pages/a.yaml', PAGE, PAGE.replace('First', 'Later'))).toEqual([
      'block 2, text “Later” instead of “First”',
    ]);
    expect(words('pages/a.yaml', PAGE, PAGE.replace(second, ''))).toEqual(['blocks: “paragraph” removed']);
    expect(words('pages/a.yaml', PAGE, PAGE.replace(first + second, second + first))).toEqual([
      'blocks: order changed',
    ]);
  });

  it('needs no code for a kind that is declared elsewhere', async () => {
    const { kinds } = await declaredKinds();
    const stall = (price: number, opens: string): string =>
      `title: Bread\nprice: ${price}\nopens: ${opens}\ntrades: [bread]\nplace: places/quay\n`;
    const [before, after] = [stall(3, '2027-06-18T08:00:00'), stall(4, '2027-06-18T09:00:00')];
    const path = 'stalls/bread.yaml';
    expect(changeWords({ path, text: before }, { path, text: after }, { ...settings, kinds })).toEqual([
      'price: 4 instead of 3',
      'opens: 09:00 instead of 08:00',
    ]);
  });

  it('shows no line that may contain a credential', () => {
    const diff = '@@ -1,2 +1,2 @@\n url: https://a.example\n-secret: old\n+secret: new\n';
    expect(shownDiff(diff, kindNamed('webhook'))).toBe('@@ -1,2 +1,2 @@\n url: https://a.example\n-…\n+…\n');
    expect(shownDiff(diff, kindNamed('event'))).toBe(diff);
  });
});
