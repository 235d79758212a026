import { describe, expect, it } from 'vitest';
import { changeWords, shownDiff } from '../../src/editing/change-words.ts';
import { fileKinds, kindNamed } from '../../src/kinds/registry.ts';
import { linesOf } from '../../src/values/hunks.ts';
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

  it('names all parents of a field that several have', () => {
    const theme = (title: number): string =>
      `name: Harbour\ntheme:\n  titleTextStyle: { fontSize: ${title} }\n  bodyTextStyle: { fontSize: 16 }\n`;
    expect(words('broadcast.yaml', theme(34), theme(36))).toEqual([
      'theme, title text style, font size: 36 instead of 34',
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

  const WEBHOOK = 'url: https://a.example\nsecret: old\nevents: [article.published]\n';

  it('shows no line of a field that has a credential', () => {
    const diff =
      '@@ -1,3 +1,3 @@ secret: old\n url: https://a.example\n-secret: old\n+secret: new\n events: [article.published]\n';
    const texts = [WEBHOOK, WEBHOOK.replace('old', 'new')];
    expect(shownDiff(diff, kindNamed('webhook'), texts)).toBe(
      '@@ -1,3 +1,3 @@\n url: https://a.example\n-…\n+…\n events: [article.published]\n',
    );
    expect(shownDiff(diff, kindNamed('event'), texts)).toBe(diff);
    // The file changed since the diff was made.
    expect(shownDiff(diff, kindNamed('webhook'), [`# moved\n${WEBHOOK}`, WEBHOOK])).not.toContain('old');
  });

  it('says no credential, also where an anchor writes it elsewhere', () => {
    const text = 'events: [article.published]\ndescription: &x hunter\nsecret: *x\n';
    expect(words('webhooks/a.yaml', text, text.replace('hunter', 'hunters'))).toEqual([
      'description changed',
      'secret changed',
    ]);
  });

  it.each([
    ['in a block', 'secret: |-\n  hunter\n  hunter\n'],
    ['on the next line', 'secret:\n  hunter\n'],
    ['of a name with a mark', '? secret\n: hunter\n'],
    ['of an escaped name', '"s\\u0065cret": hunter\n'],
    ['that is an anchor elsewhere', 'description: &x hunter\nsecret: *x\n'],
    ['in brackets', '{ secret: hunter }\n'],
    ['of a misspelt name', 'sercet: hunter\n'],
    ['that was commented out', '# secret: |\n#   hunter\n'],
    ['in a file with errors', 'secret: "\n  hunter\n'],
  ])('shows no credential %s', (_, text) => {
    const before = `events: [article.published]\n${text}`;
    for (const after of [before.replaceAll('hunter', 'hunters'), `${before}url: https://a.example\n`, '']) {
      const lines = linesOf(before).map((line) => `-${line}`);
      const diff = ['@@ -1 +1 @@\n', ...lines, ...linesOf(after).map((line) => `+${line}`)].join('');
      expect(shownDiff(diff, kindNamed('webhook'), [before, after])).not.toContain('hunter');
    }
  });
});
