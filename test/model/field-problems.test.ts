import { describe, expect, it } from 'vitest';
import { inShort, problems } from './harbour.ts';

const EVENT = 'title: A\nstart_time: 2027-06-18T20:30:00+02:00\nend_time: 2027-06-18T23:00:00+02:00\n';

interface Case {
  readonly path: string;
  readonly text: string;
  readonly at: string;
  /** Words of the message, and of the suggestion after the bar. */
  readonly says: string;
}

/** One row for each check of the schemas: the place of the problem, and its message. */
const cases: Readonly<Record<string, Case>> = {
  'a required field that is missing': {
    path: 'places/a.yaml',
    text: 'category: stage\n',
    at: 'missing-field 1:1',
    says: '`name` is missing | `name: …`',
  },
  'a required field whose name is misspelt, which is told once': {
    path: 'events/a.yaml',
    text: EVENT.replace('title', 'titel'),
    at: 'unknown-key 1:1',
    says: 'an event has no field `titel` | did you mean `title`?',
  },
  'a text without front matter': {
    path: 'articles/a.md',
    text: 'Trains stop at the gate.\n',
    at: 'missing-field 1:1',
    says: '`title` is missing | start the file with three lines: ---, `title: …` and ---',
  },
  'a required field of a group in a list': {
    path: 'hosts/a.yaml',
    text: 'title: A\nlinks:\n  - label: Notebook\n',
    at: 'missing-field 3:5',
    says: '`url` is missing in links[0] | add a line',
  },
  'a required field that is empty': {
    path: 'places/a.yaml',
    text: 'name:\n',
    at: 'wrong-type 1:6',
    says: 'expected text, found nothing | ',
  },
  'a required text without a character': {
    path: 'places/a.yaml',
    text: 'name: ""\n',
    at: 'wrong-length 1:7',
    says: 'at least 1 character | ',
  },
  'a number where a text belongs': {
    path: 'places/a.yaml',
    text: 'name: 1.10\n',
    at: 'wrong-type 1:7',
    says: 'expected text, found the number 1.1 | put it in quotes: "1.10"',
  },
  'an id that YAML takes for a number': {
    path: 'places/a.yaml',
    text: 'name: A\n$id: 64e000000000000000000001\n',
    at: 'wrong-type 2:6',
    says: 'expected text | "64e000000000000000000001"',
  },
  'an id that says nothing': {
    path: 'places/a.yaml',
    text: 'name: A\n$id: ""\n',
    at: 'wrong-length 2:6',
    says: 'at least 1 character',
  },
  'a text where a number belongs': {
    path: 'places/a.yaml',
    text: 'name: A\ncoordinates: {x: "1", y: 2}\n',
    at: 'wrong-type 2:18',
    says: 'expected a whole number, found `1` | write 1 without quotes',
  },
  'a broken number where a whole one belongs': {
    path: 'places/a.yaml',
    text: 'name: A\ncoordinates: {x: 1.5, y: 2}\n',
    at: 'wrong-type 2:18',
    says: 'a whole number, found the number 1.5 | ',
  },
  'yes where true belongs': {
    path: 'broadcast.yaml',
    text: 'name: A\nisWeb: yes\n',
    at: 'wrong-type 2:8',
    says: 'expected true or false, found `yes` | write true',
  },
  'non where false belongs': {
    path: 'broadcast.yaml',
    text: 'name: A\nisWeb: non\n',
    at: 'wrong-type 2:8',
    says: 'expected true or false | write false',
  },
  'a text where a list belongs': {
    path: 'pages/a.yaml',
    text: 'title: A\nblocks: text\n',
    at: 'wrong-type 2:9',
    says: 'expected a list, found `text` | hyphen',
  },
  'a text where a group belongs': {
    path: 'places/a.yaml',
    text: 'name: A\ncoordinates: 12, 7\n',
    at: 'wrong-type 2:14',
    says: 'expected a group of fields, found `12, 7` | ',
  },
  'a list where a text belongs': {
    path: 'places/a.yaml',
    text: 'name: [A]\n',
    at: 'wrong-type 1:7',
    says: 'expected text, found a list | ',
  },
  'a word that is not in a closed list': {
    path: 'articles/a.yaml',
    text: 'title: A\nstatus: publised\n',
    at: 'not-allowed 2:9',
    says: '`publised` is not allowed for `status` | did you mean `published`?',
  },
  'a number where a word of a closed list belongs': {
    path: 'articles/a.yaml',
    text: 'title: A\nstatus: 1\n',
    at: 'not-allowed 2:9',
    says: 'the number 1 is not allowed for `status` | use one of draft, published',
  },
  'a block of an unknown type': {
    path: 'pages/a.yaml',
    text: 'title: A\nblocks:\n  - type: paragraf\n',
    at: 'not-allowed 3:11',
    says: '`paragraf` is not allowed for `blocks[0].type` | did you mean `paragraph`?',
  },
  'a block without a type': {
    path: 'pages/a.yaml',
    text: 'title: A\nblocks:\n  - key: intro\n',
    at: 'missing-field 3:5',
    says: 'a block needs its `type` | one of title, paragraph',
  },
  'an entry of a block': {
    path: 'pages/a.yaml',
    text: 'title: A\nblocks:\n  - type: title\n    values:\n      - text: 5\n',
    at: 'wrong-type 5:15',
    says: 'expected text | put it in quotes: "5"',
  },
  'a block inside a section': {
    path: 'pages/a.yaml',
    text: 'title: A\nblocks:\n  - type: section\n    values:\n      - blocks:\n          - type: meteo\n            values: [{latitude: 99, longitude: 2}]\n',
    at: 'out-of-range 7:33',
    says: 'the number 99 is out of range: it must be <= 90 | ',
  },
  'a colour': {
    path: 'categories/a.yaml',
    text: 'title: A\ncolor: "#12345"\n',
    at: 'bad-colour 2:8',
    says: '`#12345` is not a colour | #0b3c49',
  },
  'a name with a form of its own': {
    path: 'places/a.yaml',
    text: 'name: A\n$slug: Main Stage\n',
    at: 'bad-name 2:8',
    says: '`Main Stage` is not a valid name | it must match',
  },
  'a text that is too long': {
    path: 'broadcast.yaml',
    text: `name: ${'é'.repeat(31)}\n`,
    at: 'wrong-length 1:7',
    says: 'at most 30 characters, but has 31 | ',
  },
  'a number that is too small': {
    path: 'maps/a.yaml',
    text: 'title: A\nwidth: 0\n',
    at: 'out-of-range 2:8',
    says: 'the number 0 is out of range: it must be >= 1 | ',
  },
};

describe('an invalid field is one problem, with its place, its cause and its fix', () => {
  it.each(Object.entries(cases))('%s', (_, { path, text, at, says }) => {
    const [message = '', suggestion = ''] = says.split(' | ');
    expect(inShort({ [path]: text })).toEqual([at]);
    const [problem] = problems({ [path]: text });
    expect(problem!.message).toContain(message);
    expect(problem!.suggestion ?? '').toContain(suggestion.trim());
    expect(problem!.at.file).toBe(`content/${path}`);
  });
});

it('every invalid field is reported once', () => {
  const text = 'title: 5\nstart_time: [1]\nend_time: {}\ncategory: true\nplace_id: 7\n';
  expect(inShort({ 'events/a.yaml': text })).toEqual([
    'wrong-type 1:8',
    'wrong-type 2:13',
    'wrong-type 3:11',
    'wrong-type 4:11',
    'wrong-type 5:11',
  ]);
});

it('a missing required field is reported next to an unrelated unknown field', () => {
  expect(inShort({ 'places/a.yaml': 'storeys: 3\n' })).toEqual(['missing-field 1:1', 'unknown-key 1:1']);
});

it('null clears what is not required', () => {
  expect(inShort({ 'events/a.yaml': `${EVENT}category: ~\ndescription: null\nplace_id:\n` })).toEqual([]);
});

it('a value that could not be read correctly is not reported again', () => {
  expect(inShort({ 'places/a.yaml': 'name: A\ncoordinates: {x: .inf, y: 2}\n' })).toEqual(['number-not-exact 2:18']);
  expect(inShort({ 'places/a.yaml': 'name: A\n$id: 640000000000000000000001\n' })).toEqual(['number-not-exact 2:6']);
});

it('a key without a credential is checked, even if it has the name of one', () => {
  expect(inShort({ 'networking-forms/a.yaml': 'title: A\nfields:\n  - key: 5\n' })).toEqual(['wrong-type 3:10']);
  expect(inShort({ 'pages/a.yaml': 'title: A\nblocks:\n  - {type: divider, key: 5}\n' })).toEqual(['wrong-type 3:26']);
});

it('long values are shortened in messages', () => {
  const [problem] = problems({ 'articles/a.yaml': `title: A\nstatus: ${'x'.repeat(500)}\n` });
  expect(problem!.message.length).toBeLessThan(120);
});
