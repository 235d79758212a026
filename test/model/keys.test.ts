import { describe, expect, it } from 'vitest';
import { gather } from '../../src/diagnostics/diagnostic.ts';
import { fileKinds } from '../../src/kinds/registry.ts';
import { inShort, problems } from './harbour.ts';

const EVENT = 'title: A\nstart_time: 2027-06-18T20:30:00+02:00\nend_time: 2027-06-18T23:00:00+02:00\n';

describe('an unknown key', () => {
  it('is an error if the service rejects it, with the name that was probably meant', () => {
    const [problem, ...others] = problems({ 'events/a.yaml': `${EVENT}catgeory: concert\n` });
    expect(others).toEqual([]);
    expect(problem).toMatchObject({
      code: 'unknown-key',
      severity: 'error',
      at: { line: 4, column: 1, length: 8 },
      message: 'an event has no field `catgeory`',
      suggestion: 'did you mean `category`?',
    });
  });

  it('refers to the list of fields if no name is similar', () => {
    expect(problems({ 'events/a.yaml': `${EVENT}weather: rain\n` })).toMatchObject([
      { suggestion: 'run gitcast explain event to list the fields' },
    ]);
  });

  it('is one problem in all documents of a kind, and another one where other keys are known', () => {
    const host = (title: string) =>
      `title: ${title}\nweather: rain\nlinks: [{url: "https://a.example", weather: rain}]\n`;
    const page = '{title: A, blocks: [{type: title, values: [{text: A, weather: rain}]}]}';
    const found = gather(problems({ 'hosts/a.yaml': host('A'), 'hosts/b.yaml': host('B'), 'pages/a.yaml': page }));
    expect(found.map(({ code, also }) => [code, also.length])).toEqual([
      ['extra-key', 1],
      ['extra-key', 1],
      ['extra-key', 0],
    ]);
  });

  it('is a warning if the service may accept it', () => {
    expect(problems({ 'hosts/a.yaml': 'title: A\nweather: rain\n' })).toMatchObject([
      { code: 'extra-key', severity: 'warning', at: { line: 2 } },
    ]);
  });

  it('is a warning inside a group', () => {
    expect(problems({ 'places/a.yaml': 'name: A\ncoordinates: {x: 1, y: 2, z: 3}\n' })).toMatchObject([
      { code: 'extra-key', at: { line: 2, column: 27 }, suggestion: expect.stringMatching(/[xy]/) },
    ]);
  });

  it('is a warning inside a block, a tile and a translation', () => {
    expect(inShort({ 'pages/a.yaml': 'title: A\nblocks:\n  - {type: divider, colour: red}\n' })).toEqual([
      'extra-key 3:21',
    ]);
    expect(inShort({ 'broadcast.yaml': 'name: A\nmenu: {sections: [{tiles: [{titel: B}]}]}\n' })).toEqual([
      'extra-key 2:29',
    ]);
    expect(inShort({ 'events/a.yaml': `${EVENT}$locales: {en: {titel: B}}\n` })).toEqual(['extra-key 4:17']);
  });

  it('is an error if it looks like a key of gitcast, for any kind', () => {
    expect(problems({ 'hosts/a.yaml': 'title: A\n$protcet: true\n' })).toMatchObject([
      { code: 'unknown-key', suggestion: 'did you mean `$protect`?' },
    ]);
  });

  it('is allowed in a free object', () => {
    expect(inShort({ 'hosts/a.yaml': 'title: A\nmetadata: {anything: {goes: [here]}}\n' })).toEqual([]);
    expect(inShort({ 'workflows/a.yaml': 'name: A\nentryNodeId: a\nnodes: [{id: a, config: {x: {y: 1}}}]\n' })).toEqual(
      [],
    );
  });

  it.each(['toString', 'valueOf', 'hasOwnProperty', '__defineGetter__'])(
    'is also %s, which every object has',
    (key) => {
      expect(inShort({ 'events/a.yaml': `${EVENT}${key}: x\n` })).toEqual(['unknown-key 4:1']);
    },
  );
});

it.each(fileKinds.map((kind) => [kind.name, kind] as const))(
  '%s: a field that only the service sets is reported as such',
  (_, kind) => {
    const answered = Object.entries(kind.fields).filter(([, field]) => field.access !== undefined);
    const path = kind.single ? kind.folder : `${kind.folder}/a.yaml`;
    for (const [name] of answered) {
      expect(problems({ [path]: `${name}: x\n` })).toContainEqual(
        expect.objectContaining({ code: 'read-only-field', at: expect.objectContaining({ line: 1, column: 1 }) }),
      );
    }
  },
);
