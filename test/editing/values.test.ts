import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Operation } from '../../src/editing/protocol.ts';
import { valueAt } from '../../src/values/json.ts';
import { EditedCopy, TAB } from './edited-content.ts';

const EVENT = `# The first evening
title: Opening night   # as printed
start_time: 2027-06-18T20:30:00+02:00
end_time: "2027-06-18T23:00:00+02:00"

# Who plays
$hosts:
  # The band
  - hosts/ann
  - hosts/ben # on drums
place_id: places/quay
`;
const FILES = {
  'events/opening.yaml': EVENT,
  'places/quay.yaml': 'name: The quay\n',
  'places/hall.yaml': 'name: The hall\n',
  'hosts/ann.yaml': 'title: Ann\nstatus: published\n',
  'hosts/ben.yaml': 'title: Ben\nstatus: published\n',
  'articles/news.md': '---\ntitle: News\nstatus: published\n---\n\nOne line.\n\nAnother line.\n',
};

describe('changing a value', () => {
  it('changes one line, and nothing else in the file', () => {
    const copy = new EditedCopy({ files: FILES });
    const operation = { do: 'set', path: ['title'], value: 'Opening day', was: 'Opening night' } as const;
    const answer = copy.change('events/opening', operation);
    expect(answer).toMatchObject({ type: 'saved', document: { values: { title: 'Opening day' } } });
    expect(copy.read('content/events/opening.yaml')).toBe(EVENT.replace('Opening night', 'Opening day'));
  });

  it('moves, inserts and removes entries of a list with their comments', () => {
    const copy = new EditedCopy({ files: FILES });
    copy.change('events/opening', { do: 'move', path: ['$hosts', 1], to: 0, was: 'hosts/ben' });
    const moved = EVENT.replace(
      '  # The band\n  - hosts/ann\n  - hosts/ben # on drums\n',
      '  - hosts/ben # on drums\n  # The band\n  - hosts/ann\n',
    );
    expect(copy.read('content/events/opening.yaml')).toBe(moved);
    copy.change('events/opening', { do: 'remove', path: ['$hosts', 0], was: 'hosts/ben' });
    copy.change('events/opening', { do: 'insert', path: ['$hosts', 1], value: 'hosts/ben' });
    expect(copy.read('content/events/opening.yaml')).toBe(
      moved.replace('  - hosts/ben # on drums\n', '').replace('hosts/ann\n', 'hosts/ann\n  - hosts/ben\n'),
    );
  });

  it('writes nothing that would be an error, and says why at the value', () => {
    const copy = new EditedCopy({ files: FILES });
    for (const [path, value] of [
      ['start_time', 'tomorrow'],
      ['place_id', 'places/nowhere'],
      ['end_time', '2027-06-18T20:00:00+02:00'],
    ] as const) {
      const was = copy.open('events/opening').values[path]!;
      const answer = copy.change('events/opening', { do: 'set', path: [path], value, was });
      expect(answer).toMatchObject({ type: 'invalid', problems: [{ severity: 'error', path: [path] }] });
    }
    expect(copy.read('content/events/opening.yaml')).toBe(EVENT);
  });

  it('names the file of another document that would have an error', () => {
    const copy = new EditedCopy({ files: FILES });
    const example = copy.change('places/quay', { do: 'set', path: ['$example'], value: true });
    expect(example).toMatchObject({
      type: 'invalid',
      problems: [{ path: [], message: expect.stringContaining('(content/events/opening.yaml)') }],
    });
  });

  it('makes no map smaller than the places on it', () => {
    const map =
      'title: Site\nstatus: published\ntype: image\nmedia: https://example.org/a.png\nwidth: 900\nheight: 600\n';
    const crane = 'title: Crane\nstatus: published\nmapId: maps/site\ncoordinates: { x: 800, y: 100 }\n';
    const copy = new EditedCopy({ files: { ...FILES, 'maps/site.yaml': map, 'interest-points/crane.yaml': crane } });
    const narrow = (value: number) => copy.change('maps/site', { do: 'set', path: ['width'], value, was: 900 });
    expect(narrow(799)).toMatchObject({ type: 'invalid', problems: [{ path: [] }] });
    expect(narrow(800)).toMatchObject({ type: 'saved' });
  });

  it('changes a document to which another one points by mistake', () => {
    const quay = 'name: The quay\n$example: true\n';
    const copy = new EditedCopy({ files: { ...FILES, 'places/quay.yaml': quay } });
    const answer = copy.change('places/quay', { do: 'set', path: ['name'], value: 'The pier', was: 'The quay' });
    expect(answer).toMatchObject({ type: 'saved' });
  });

  it('removes a text below front matter', () => {
    const copy = new EditedCopy({ files: FILES });
    const was = copy.open('articles/news').values['content']!;
    const answer = copy.change('articles/news', { do: 'remove', path: ['content'], was });
    expect(answer).toMatchObject({ type: 'saved' });
    expect(copy.open('articles/news').values).toEqual({ title: 'News', status: 'published' });
  });

  it('corrects one value of a document that has another error', () => {
    const copy = new EditedCopy({
      files: { ...FILES, 'events/opening.yaml': EVENT.replace('places/quay', 'places/gone') },
    });
    expect(copy.open('events/opening').problems).toMatchObject([{ severity: 'error', path: ['place_id'] }]);
    const operation = { do: 'set', path: ['title'], value: 'Day', was: 'Opening night' } as const;
    expect(copy.change('events/opening', operation)).toMatchObject({ type: 'saved' });
  });

  it('never sends a credential to the page, and changes none', () => {
    const hook = 'url: https://example.org/hook\nevents: [event.created]\nsecret: hunter22\n';
    const copy = new EditedCopy({ files: { ...FILES, 'webhooks/hook.yaml': hook } });
    expect(JSON.stringify(copy.open('webhooks/hook'))).not.toContain('hunter22');
    const answer = copy.change('webhooks/hook', { do: 'set', path: ['secret'], value: 'x', was: 'y' });
    expect(answer).toMatchObject({ type: 'refused' });
    for (const path of [[], ['events', '__proto__']])
      expect(copy.change('webhooks/hook', { do: 'set', path, value: 1, was: 2 })).toEqual({
        type: 'refused',
        reason: expect.any(String),
      });
  });

  it('shows no credential in a conflict about the values around it', () => {
    const auth = 'name: Harbour\nauthData:\n  - { key: hunter22, provider: x }\n';
    const copy = new EditedCopy({ files: { ...FILES, 'broadcast.yaml': auth } });
    for (const path of [[], ['authData'], ['authData', 0]])
      expect(JSON.stringify(copy.change('broadcast', { do: 'remove', path, was: 1 }))).not.toContain('hunter22');
  });
});

describe('a file that somebody else changed meanwhile', () => {
  it('keeps their lines', () => {
    const copy = new EditedCopy({ files: FILES });
    copy.write('content/events/opening.yaml', EVENT.replace('places/quay', 'places/hall'));
    copy.change('events/opening', { do: 'set', path: ['title'], value: 'Day', was: 'Opening night' });
    const both = EVENT.replace('places/quay', 'places/hall').replace('Opening night', 'Day');
    expect(copy.read('content/events/opening.yaml')).toBe(both);
  });

  it('is not overwritten where both changed the same value', () => {
    const copy = new EditedCopy({ files: FILES });
    const theirs = EVENT.replace('Opening night', 'First night');
    copy.write('content/events/opening.yaml', theirs);
    const operation = { do: 'set', path: ['title'], value: 'Day', was: 'Opening night' } as const;
    expect(copy.change('events/opening', operation)).toMatchObject({ type: 'conflict', theirs: 'First night' });
    expect(copy.read('content/events/opening.yaml')).toBe(theirs);
  });

  it('is merged line by line in a long text, and asked about in the same line', () => {
    const copy = new EditedCopy({ files: FILES });
    const file = 'content/articles/news.md';
    const was = copy.open('articles/news').values['content']!;
    expect(was).toBe('One line.\n\nAnother line.');
    copy.write(file, copy.read(file).replace('Another line.', 'Their line.'));
    const set = (value: string) => copy.change('articles/news', { do: 'set', path: ['content'], value, was });
    expect(set('My line.\n\nAnother line.')).toMatchObject({ type: 'saved' });
    expect(copy.read(file)).toContain('---\n\nMy line.\n\nTheir line.\n');
    expect(set('One line.\n\nMine.')).toMatchObject({ type: 'conflict' });
  });

  it('is undone around their lines, and not at all in the same line', () => {
    const copy = new EditedCopy({ files: FILES });
    const file = 'content/events/opening.yaml';
    copy.change('events/opening', { do: 'set', path: ['title'], value: 'Day', was: 'Opening night' });
    copy.write(file, copy.read(file).replace('places/quay', 'places/hall'));
    expect(copy.files.turn(TAB, 'undo')).toMatchObject({ type: 'undone', address: 'events/opening' });
    expect(copy.read(file)).toBe(EVENT.replace('places/quay', 'places/hall'));
    expect(copy.files.turn(TAB, 'redo')).toMatchObject({ type: 'undone' });
    copy.write(file, copy.read(file).replace('Day', 'Evening'));
    expect(copy.files.turn(TAB, 'undo')).toMatchObject({ type: 'refused' });
    expect(copy.read(file)).toContain('title: Evening');
  });

  it('keeps their lines when typing that they interrupted is undone', () => {
    const copy = new EditedCopy({ files: FILES });
    const file = 'content/events/opening.yaml';
    const type = (value: string, was: string, tab = TAB) =>
      copy.editor.change({ address: 'events/opening', operations: [{ do: 'set', path: ['title'], value, was }] }, tab);
    type('Da', 'Opening night');
    copy.write(file, copy.read(file).replace('places/quay', 'places/hall'));
    type('Day', 'Da');
    type('Days', 'Day');
    type('Days of theirs', 'Days', 'theirs');
    expect(copy.files.turn(TAB, 'undo')).toMatchObject({ type: 'refused' });
    copy.files.turn('theirs', 'undo');
    expect(copy.read(file)).toContain('title: Days   #');
    for (const title of ['Da', 'Opening night']) {
      copy.files.turn(TAB, 'undo');
      expect(copy.read(file)).toContain(`title: ${title}   #`);
      expect(copy.read(file)).toContain('places/hall');
    }
  });

  it('is neither changed nor undone if it is not UTF-8 text any more', () => {
    const copy = new EditedCopy({ files: FILES });
    const file = 'content/events/opening.yaml';
    const operation = { do: 'set', path: ['title'], value: 'Day', was: 'Opening night' } as const;
    copy.change('events/opening', operation);
    const latin = Buffer.from(copy.read(file).replace('The band', 'Die Bühne'), 'latin1');
    writeFileSync(copy.path(file), latin);
    expect(copy.files.turn(TAB, 'undo')).toMatchObject({ type: 'refused', reason: expect.stringContaining('UTF-8') });
    const again = copy.change('events/opening', { ...operation, was: 'Day', value: 'Night' });
    expect(again).toMatchObject({ type: 'refused', reason: expect.stringContaining('UTF-8') });
    expect(readFileSync(copy.path(file))).toEqual(latin);
  });
});

describe('texts in other languages', () => {
  it('are written into the table of the document, or into the file beside it', () => {
    const copy = new EditedCopy({ files: FILES });
    copy.change('events/opening', { do: 'set', path: ['title'], value: 'Ouverture' }, 'en');
    expect(copy.read('content/events/opening.yaml')).toBe(`${EVENT}$locales:\n  en:\n    title: Ouverture\n`);
    copy.change('articles/news', { do: 'set', path: ['content'], value: 'Una línea.' }, 'es');
    expect(copy.read('content/articles/news.es.md')).toBe('Una línea.\n');
    expect(copy.open('articles/news').translations).toEqual({ es: { content: 'Una línea.' } });
    copy.files.turn(TAB, 'undo');
    expect(copy.all()['content/articles/news.es.md']).toBeUndefined();
  });
});

describe('layers', () => {
  it('are written where the value is: for the target alone, or for all', () => {
    const copy = new EditedCopy({ files: FILES, overlay: { 'events/opening.yaml': 'title: Rehearsal\n' } });
    expect(copy.open('events/opening')).toMatchObject({
      values: { title: 'Rehearsal', place_id: 'places/quay' },
      layers: [{ role: 'own' }, { role: 'target', values: { title: 'Rehearsal' } }],
    });
    copy.change('events/opening', { do: 'set', path: ['title'], value: 'Test', was: 'Rehearsal' });
    copy.change('events/opening', { do: 'set', path: ['place_id'], value: 'places/hall', was: 'places/quay' });
    expect(copy.read('content.stage/events/opening.yaml')).toBe('title: Test\n');
    expect(copy.read('content/events/opening.yaml')).toBe(EVENT.replace('places/quay', 'places/hall'));
  });

  it('of other broadcasts stay as they are: what is changed is written here', () => {
    const { 'events/opening.yaml': event, ...own } = FILES;
    const copy = new EditedCopy({ files: own, inherited: { 'events/opening.yaml': event } });
    copy.change('events/opening', { do: 'set', path: ['title'], value: 'Ours', was: 'Opening night' });
    copy.change('events/opening', { do: 'remove', path: ['$hosts', 0], was: 'hosts/ann' });
    expect(copy.read('content/events/opening.yaml')).toBe('title: Ours\n$hosts:\n  - hosts/ben\n');
    expect(copy.read('shared/events/opening.yaml')).toBe(EVENT);
    expect(copy.open('events/opening').values).toMatchObject({ title: 'Ours', $hosts: ['hosts/ben'] });
  });

  const RULES = '---\ntitle: Rules\nstatus: published\n$locales:\n  en: { title: Rules in English }\n---\nOne.\n';
  const inheriting = () =>
    new EditedCopy({
      files: FILES,
      inherited: {
        'places/harbour.yaml': 'name: Harbour\ncategory: stage\n$address: { street: A, city: B, country: NO }\n',
        'articles/rules.md': RULES,
        'articles/rules.es.md': '---\ntitle: Reglas\n---\nUno.\n',
      },
      overlay: { 'articles/rules.yaml': 'title: Rules of the stage\n' },
    });

  it('clear what is inherited, as a whole or with the reason why that is not possible', () => {
    const copy = inheriting();
    const remove = (path: readonly string[]) => {
      const was = valueAt(copy.open('places/harbour').values, path)!;
      return copy.change('places/harbour', { do: 'remove', path, was });
    };
    expect(remove(['$address', 'street'])).toMatchObject({ type: 'invalid' });
    remove(['category']);
    remove(['$address']);
    expect(copy.read('content/places/harbour.yaml')).toBe('category: null\n$address: null\n');
    expect(copy.open('places/harbour').values).toEqual({ name: 'Harbour', category: null });
  });

  it('have what is new or inherited in the file of this broadcast, not in that of a target', () => {
    const copy = inheriting();
    const set = (path: string, value: string, was: string, locale?: string) =>
      expect(copy.change('articles/rules', { do: 'set', path: [path], value, was }, locale)).toMatchObject({
        type: 'saved',
      });
    set('content', 'Two.', 'One.');
    set('status', 'draft', 'published');
    set('title', 'Rules in Britain', 'Rules in English', 'en');
    set('content', 'Dos.', 'Uno.', 'es');
    set('title', 'Las reglas', 'Reglas', 'es');
    expect(copy.read('content/articles/rules.md')).toBe(
      '---\nstatus: draft\n$locales:\n  en:\n    title: Rules in Britain\n---\nTwo.\n',
    );
    expect(copy.read('content/articles/rules.es.md')).toBe('---\ntitle: Las reglas\n---\nDos.\n');
    expect(copy.read('content.stage/articles/rules.yaml')).toBe('title: Rules of the stage\n');
    expect(copy.read('shared/articles/rules.md')).toBe(RULES);
    expect(copy.open('articles/rules')).toMatchObject({
      values: { title: 'Rules of the stage', status: 'draft', content: 'Two.' },
      translations: { en: { title: 'Rules in Britain' }, es: { title: 'Las reglas', content: 'Dos.' } },
    });
  });

  it('lose a file with its last value', () => {
    const copy = inheriting();
    const was = 'Rules of the stage';
    copy.change('articles/rules', { do: 'remove', path: ['title'], was });
    expect(copy.all()['content.stage/articles/rules.yaml']).toBeUndefined();
    expect(copy.open('articles/rules').values).toMatchObject({ title: 'Rules' });
    copy.files.turn(TAB, 'undo');
    expect(copy.read('content.stage/articles/rules.yaml')).toBe('title: Rules of the stage\n');
  });
});

describe('a list that somebody else changed meanwhile', () => {
  const [fri, sat, sun] = ['fri', 'sat', 'sun'].map((day) => ({ day, open: 'ten' }));
  const TEXT = `title: S
status: published
time: { start: 2027-06-18T10:30, end: 2027-06-18T11:30 }
metadata:
  rows:
    - { day: fri, open: ten } # first
    - { day: sat, open: ten } # second
    - { day: sun, open: ten } # third
`;
  const file = 'content/sessions/s.yaml';
  const within = [fri!, sat!, sun!];
  const after = (theirs: (text: string) => string, operation: Operation) => {
    const copy = new EditedCopy({ files: { 'sessions/s.yaml': TEXT } });
    copy.write(file, theirs(TEXT));
    const { type } = copy.change('sessions/s', { ...operation, within });
    const text = copy.read(file);
    return type === 'saved' ? text.slice(text.indexOf('rows:\n') + 6) : type;
  };
  const withoutFirst = (text: string): string => text.replace(/.*# first\n/, '');
  const path = ['metadata', 'rows', 1];
  const second = '    - { day: sat, open: ten } # second\n';
  const third = '    - { day: sun, open: ten } # third\n';

  it('is changed at the entry that the form meant', () => {
    const set = { do: 'set', path: [...path, 'open'], value: 'one', was: 'ten' } as const;
    expect(after(withoutFirst, set)).toBe(second.replace('ten', 'one') + third);
    expect(
      after((text) => text.replace('sat, open: ten', 'sat, open: two'), { ...set, path: [...path, 'day'], was: 'sat' }),
    ).toContain('{ day: one, open: two } # second');
    expect(after(withoutFirst, { do: 'remove', path, was: sat! })).toBe(third);
    expect(after(withoutFirst, { do: 'insert', path: ['metadata', 'rows', 2], value: 'new' })).toBe(
      `${second}    - new\n${third}`,
    );
    expect(after(withoutFirst, { do: 'move', path, to: 2, was: sat! })).toBe(third + second);
  });

  it('is not changed if the entry is gone or could be several', () => {
    const set = { do: 'set', path: [...path, 'open'], value: 'one', was: 'ten' } as const;
    expect(after((text) => text.replace(second, ''), set)).toBe('conflict');
    expect(after((text) => text + second, set)).toBe('conflict');
    const insert = { do: 'insert', path: ['metadata', 'rows', 2], value: 'new' } as const;
    expect(after((text) => text.replace(second, '').replace(third, ''), insert)).toBe('conflict');
  });
});

describe('translations of a kind that the service has', () => {
  const HOST = `title: Ann
localeDetails:
  en: { title: Ann in English }
$locales:
  de: { title: Ann auf Deutsch }
`;

  it('are read from both tables, and written to the one of their language', () => {
    const copy = new EditedCopy({ files: { 'hosts/ann.yaml': HOST } });
    expect(copy.open('hosts/ann').translations).toEqual({
      en: { title: 'Ann in English' },
      de: { title: 'Ann auf Deutsch' },
    });
    copy.change('hosts/ann', { do: 'set', path: ['title'], value: 'Ann', was: 'Ann in English' }, 'en');
    copy.change('hosts/ann', { do: 'set', path: ['title'], value: 'Anna', was: 'Ann auf Deutsch' }, 'de');
    const changed = HOST.replace('Ann in English', 'Ann').replace('Ann auf Deutsch', 'Anna');
    expect(copy.read('content/hosts/ann.yaml')).toBe(changed);
  });
});
