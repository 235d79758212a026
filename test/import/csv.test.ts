import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { UserError } from '../../src/diagnostics/errors.ts';
import { csv } from '../../src/import/csv.ts';
import { readerFor } from '../../src/import/readers.ts';
import { IncompleteMapping, readMapping } from '../../src/import/mapping.ts';
import type { ReadingOptions, SourceContent } from '../../src/import/source.ts';
import { fieldsOf, isRead, messagesOf, problemsIn, readWith, sourceOf, readDamaged } from './reading.ts';

const ZONE = { timezone: 'Europe/Paris' };

const read = (text: string, options: Partial<ReadingOptions> = ZONE): Promise<SourceContent> =>
  readWith(csv, { 'programme.csv': text }, options);

/** With a mapping file of these lines. */
const mapped = (text: string, mapping: string): Promise<SourceContent> =>
  read(text, { ...ZONE, mapping: readMapping('imports/programme.yaml', mapping) });

const refusal = async (reading: Promise<unknown>): Promise<UserError> => {
  const error: unknown = await reading.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof UserError) return error;
  throw new Error('it was read', { cause: error });
};

const incomplete = async (reading: Promise<unknown>): Promise<IncompleteMapping> => {
  const error = await refusal(reading);
  if (error instanceof IncompleteMapping) return error;
  throw error;
};

const TALKS = `ID,Title,Date,Start,End,Room,Speaker,Bio,Track,Abstract,Email
t1,Reading the river,2027-06-19,10:00,11:00,Dock hall,Léna Moreau,Hydrologist.,Water,"Maps, rapids
and boats.",lena@example.org
t2,"Night, on the quay",2027-06-19,22:30,01:00,Quay,Ada Park,,Music,Two sets.,ada@example.org
`;

describe('a table without a mapping', () => {
  it('becomes sessions with their rooms, speakers and categories, and every record is valid content', async () => {
    const content = await read(TALKS);
    expect(fieldsOf(content, 'session')['t1']).toEqual({
      _reference: 't1',
      status: 'published',
      title: 'Reading the river',
      time: { start: '2027-06-19T10:00:00+02:00', end: '2027-06-19T11:00:00+02:00' },
      description: 'Maps, rapids\\\nand boats.',
      hostIds: ['Léna Moreau'],
      interestPointId: 'Dock hall',
      categoryIds: ['Water'],
    });
    expect(fieldsOf(content, 'host')['Léna Moreau']).toEqual({
      status: 'published',
      title: 'Léna Moreau',
      description: 'Hydrologist.',
    });
    expect(fieldsOf(content, 'interestPoint')['Dock hall']).toEqual({ status: 'published', title: 'Dock hall' });
    expect(problemsIn(content)).toEqual([]);
    expect(content.diagnostics).toEqual([]);
  });

  it('ends an entry on the next day if its time of day is earlier, and says so', async () => {
    const content = await read(TALKS);
    expect(fieldsOf(content, 'session')['t2']).toMatchObject({ time: { end: '2027-06-20T01:00:00+02:00' } });
    expect(content.findings).toContain('1 row with an end after midnight');
  });

  it('tells sessions with one title apart', async () => {
    const content = await read(
      'title,speaker,start,end\nLunch,,2027-06-18 12:00,2027-06-18 13:00\nLunch,,2027-06-19 12:00,2027-06-19 13:00\nRiver,Léna,2027-06-18 10:00,2027-06-18 11:00\n',
    );
    expect(problemsIn(content)).toEqual([]);
    expect(content.records.map(({ fields }) => fields['_reference'])).toEqual([
      'Lunch | 2027-06-18T12:00:00+02:00',
      'Lunch | 2027-06-19T12:00:00+02:00',
      'River | 2027-06-18T10:00:00+02:00',
      undefined,
    ]);
  });

  it('reports what was found out, and counts the columns that are not imported', async () => {
    const { findings, lost } = await read(TALKS);
    expect(findings).toEqual(
      expect.arrayContaining(['the encoding is UTF-8', 'the delimiter is a comma', 'the key of each session is `ID`']),
    );
    expect(lost).toEqual(new Map([['column “Email”', 2]]));
  });

  it('returns the mapping that it used, and that mapping gives the same records', async () => {
    const proposed = await read(TALKS);
    const again = await mapped(TALKS, proposed.proposedMapping!);
    expect(again.records).toEqual(proposed.records);
    expect(again.proposedMapping).toBeUndefined();
    expect(proposed.proposedMapping).toContain('# Not imported: Email');
  });

  it.each([
    ['French', 'titre;date;heure de début;heure de fin;lieu\nBal;18/06/2027;20h30;23h;Quai\n'],
    ['German', 'Titel;Datum;Beginn;Ende;Ort\nBal;18.06.2027;20:30 Uhr;23 Uhr;Quai\n'],
    ['Spanish', 'Título;Fecha;Hora inicio;Hora fin;Lugar\nBal;18/06/2027;20:30;23:00;Quai\n'],
    ['Italian', 'titolo\tdata\torario\tluogo\nBal\t18 giugno 2027\t20.30 - 23.00\tQuai\n'],
    ['Dutch', 'Titel|Datum|Aanvang|Einde|Locatie\nBal|18-06-2027|20.30|23.00|Quai\n'],
    ['Portuguese', 'Título,Data,Hora,Duração,Local\nBal,18/06/2027,20h30,2h30,Quai\n'],
    ['English', 'Event,Starts at,Ends at,Venue\nBal,"June 18, 2027 8:30 pm","June 18, 2027 11 pm",Quai\n'],
  ])('is recognised by its column names in %s', async (_, text) => {
    const content = await read(text);
    expect(content.diagnostics).toEqual([]);
    expect(content.records.find(({ kind }) => kind === 'event')?.fields).toEqual({
      title: 'Bal',
      start_time: '2027-06-18T20:30:00+02:00',
      end_time: '2027-06-18T23:00:00+02:00',
      place_id: 'Quai',
    });
    expect(content.records.find(({ kind }) => kind === 'place')?.fields).toEqual({ name: 'Quai' });
  });

  it('has whole days where it has dates alone', async () => {
    const content = await read('title,start date,end date\nMarket,2027-06-18,2027-06-20\n');
    expect(content.records[0]?.fields).toMatchObject({
      start_time: '2027-06-18T00:00:00+02:00',
      end_time: '2027-06-21T00:00:00+02:00',
    });
    expect(content.findings).toContain('1 row without a time of day: these entries last whole days');
  });

  it.each([
    ['a time of its end', 'title,date,from,to\nOne,2027-06-18,10:30,\nTwo,2027-06-18,12:00,13:00\n', 'date, time: to'],
    ['an end', 'title,start,end\nOne,2027-06-18 10:30,\nTwo,2027-06-18 12:00,2027-06-18 13:00\n', 'from: end'],
    [
      'a second half',
      'title,date,time\nOne,2027-06-18,10:30\nTwo,2027-06-18,12:00-13:00\nSix,2027-06-18,14-15\n',
      'date, time: time',
    ],
  ])('reports a row without %s at its line, and invents none', async (_, text, ending) => {
    const content = await read(text);
    expect(messagesOf(content)).toEqual(['2:1 this event has no end']);
    expect(content.diagnostics[0]!.suggestion).toContain(ending);
    expect(content.records[0]).toMatchObject({ unclear: 'this event has no end' });
    expect(content.records[0]!.fields).not.toHaveProperty('end_time');
    // The suggested line, in the place of the one that is there.
    const [, line] = /`(end_time: .*)`$/.exec(content.diagnostics[0]!.suggestion!)!;
    const completed = await mapped(text, content.proposedMapping!.replace(/end_time: .*/, line!));
    expect(completed.diagnostics).toEqual([]);
    expect(completed.records.map(({ fields }) => fields['end_time'])).toMatchObject(
      ['2027-06-18T11:15:00+02:00', '2027-06-18T13:00:00+02:00'].concat(
        text.includes('Six') ? ['2027-06-18T15:00:00+02:00'] : [],
      ),
    );
  });

  it.each([
    ['a time of day and an end without one', '2027-06-18 10:30,2027-06-18'],
    ['an end with a time of day, and no start with one', '2027-06-18,2027-06-18 11:15'],
  ])('reports a row that has %s', async (_, row) => {
    const content = await read(
      `title,start,end\nOne,${row}\nTwo,2027-06-18 12:00,2027-06-18 13:00\nSix,2027-06-18 14:00,2027-06-18 15:00\n`,
    );
    expect(messagesOf(content)).toEqual(['2:1 only one of its start and its end has a time of day']);
  });

  it('reports a row with a date and no time of day, and never begins it at midnight', async () => {
    const content = await read('title,date,from,length\nOne,2027-06-18,,45\nTwo,2027-06-18,12:00,45\n');
    expect(messagesOf(content)).toEqual(['2:1 this event has no start']);
  });

  it('needs an end with a time of day if its starts have one', async () => {
    const { message } = await incomplete(read('title,start,end date\nOne,2027-06-18 10:30,2027-06-18\n'));
    expect(message).toBe('programme.csv has no column that is recognised as an end');
  });

  it.each([
    [
      'a start and an end',
      'Title,Date,Start,End\nOne,2027-06-18,10:00,11:00\nTwo,2027-06-18,TBA,TBA\nSix,2027-06-18,tbc,tbc\n',
    ],
    ['a range', 'Title,Date,Time\nOne,2027-06-18,10:00 - 11:00\nTwo,2027-06-18,TBA\nSix,2027-06-18,tbc\n'],
  ])('has the times of the rows with %s, and an error for each row where it is still open', async (_, text) => {
    const content = await read(text);
    expect(fieldsOf(content, 'event')['One | 2027-06-18T10:00:00+02:00']).toMatchObject({
      start_time: '2027-06-18T10:00:00+02:00',
      end_time: '2027-06-18T11:00:00+02:00',
    });
    expect(content.records).toHaveLength(1);
    expect(new Set(content.diagnostics.map(({ at, message }) => `${at.line} ${message}`))).toEqual(
      new Set(['3 `TBA` is not a time of day', '4 `tbc` is not a time of day']),
    );
    expect(content.incomplete).toContain('event');
  });

  it.each([
    ['a column without a known name', 'Title,Day,Slot\nOne,2027-06-18,TBA\nTwo,2027-06-18,10:00-11:00\n'],
    ['an end alone', 'Title,Start date,End date,Slot\nOne,2027-06-18,2027-06-19,9h30\n'],
  ])('does not become whole days if there are times of day in %s', async (_, text) => {
    const { message, mapping } = await incomplete(read(text));
    expect(message).toBe('programme.csv has no column that is recognised as an end');
    expect(mapping).toContain('# Not imported: Slot');
  });

  it('becomes whole days beside prices, seats and ages', async () => {
    const content = await read('Title,Date,Price,Seats,Age\nOne,2027-06-18,12.50,1200,6-12\n');
    expect(content.records).toMatchObject([{ fields: { end_time: '2027-06-19T00:00:00+02:00' } }]);
  });

  it('says which fields have no column, lists the columns and shows the mapping to complete', async () => {
    const { message, suggestion, mapping } = await incomplete(read('film,jour,heure\nKarma,2027-06-18,20h30\n'));
    expect(message).toBe('programme.csv has no column that is recognised as an end');
    expect(suggestion).toContain('its columns are `film`, `jour`, `heure`');
    expect(mapping).toContain('start_time: { date: jour, time: heure }');
  });

  it.each([
    ['a column of dates', 'id,title,date,start,end\n1,A,2027-06-18,10:00,11:00\n2,B,,12:00,13:00\n3,C,,,\n'],
    ['a start', 'id,title,start,end\n1,A,2027-06-18 10:00,2027-06-18 11:00\n2,B,,2027-06-18 13:00\n3,C,,\n'],
  ])('reports rows with nothing in %s, whose files stay', async (_, text) => {
    const content = await read(text);
    expect(content.proposedMapping).not.toContain('where');
    expect(content.diagnostics.map(({ at: { line } }) => line)).toEqual([3, 4]);
    expect(content.records.map(({ id, unclear }) => [id, unclear !== undefined])).toEqual([
      ['1', false],
      ['2', true],
      ['3', true],
    ]);
  });

  it('has hosts if it is called speakers.csv', async () => {
    const content = await readWith(csv, { 'speakers.csv': 'First name,Last name,Bio\nLéna,Moreau,Rivers.\n' });
    expect(content.records).toMatchObject([{ kind: 'host', fields: { title: 'Léna Moreau', description: 'Rivers.' } }]);
  });

  it('of several files in a folder has the records of each, and pointers from one to the other', async () => {
    const content = await readWith(
      csv,
      {
        'speakers.csv': 'id,Name,Bio\ns1,Léna Moreau,Rivers.\n',
        'talks.csv': 'id,Title,Start,End,Speaker\nt1,River,2027-06-19 10:00,2027-06-19 11:00,léna  moreau\n',
      },
      ZONE,
    );
    expect(fieldsOf(content, 'session')['t1']).toMatchObject({ hostIds: ['s1'] });
    expect(content.records.filter(({ kind }) => kind === 'host')).toHaveLength(1);
  });
});

describe('the form of a table', () => {
  const rows = 'Titel;Datum;Beginn;Ende;Ort\nÖffnung;18.06.2027;20:30;22:00;Café\n';

  it.each([
    ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${rows}`), 'UTF-8'],
    ['UTF-16 with a byte order mark', Buffer.from(`\uFEFF${rows}`, 'utf16le'), 'UTF-16'],
    ['Windows-1252', Buffer.from(rows, 'latin1'), 'Windows-1252, as in “Öffnung”'],
    ['line breaks of Windows', Buffer.from(rows.replaceAll('\n', '\r\n')), 'UTF-8'],
    ['line breaks of old Macs', Buffer.from(rows.replaceAll('\n', '\r')), 'UTF-8'],
  ])('can be %s', async (_, bytes, encoding) => {
    const [file] = sourceOf({ 'a.csv': '' }).files;
    const source = { name: 'a.csv', isFolder: false, files: [{ ...file!, size: bytes.length, bytes: () => bytes }] };
    const content = await csv.read(source, {
      ...ZONE,
      into: undefined,
      mapping: undefined,
    });
    expect(content.records.map(({ fields }) => fields['title'] ?? fields['name'])).toEqual(['Öffnung', 'Café']);
    expect(content.findings).toContain(`the encoding is ${encoding}`);
  });

  it('is found below other lines, and after the line that Excel writes', async () => {
    const content = await read(
      'sep=;\nProgramme 2027;;\n;;\ntitle;start;end\nOne;2027-06-18 10:00;2027-06-18 11:00\n;;\nTwo;2027-06-19 10:00;2027-06-19 11:00\n',
    );
    expect(content.records.map(({ fields }) => fields['title'])).toEqual(['One', 'Two']);
    expect(content.findings).toEqual(
      expect.arrayContaining(['the delimiter is a semicolon', 'the columns are named in line 4']),
    );
  });

  it('is found by the names of the mapping, whatever the rows contain', async () => {
    const content = await mapped(
      'Kürzel;Was\nTalk;Session\n',
      'records: [{ kind: host, key: Kürzel, fields: { title: Was } }]',
    );
    expect(content.records).toMatchObject([{ id: 'Talk', fields: { title: 'Session' } }]);
  });

  it.each([
    [
      'wider than tables are',
      Buffer.from(`Title${',x'.repeat(1000)}\nA\n`),
      'has 1001 columns, and at most 1000 can be read',
    ],
    ['a spreadsheet', Buffer.from('PK\u0003\u0004…'), 'is a spreadsheet'],
    ['an empty file', Buffer.from(' \n'), 'is empty'],
    ['a header alone', Buffer.from('title,start,end\n'), 'has no row'],
    ['a binary file', Buffer.from('a,b\0\n'), 'is not a text file'],
    [
      'a quote that is never closed',
      Buffer.from('title,start\n"One,2027-06-18\nTwo,2027-06-19\n'),
      'line 2: a quote is opened and never closed',
    ],
  ])('that is %s is refused with a sentence', async (_, bytes, message) => {
    const [file] = sourceOf({ 'a.csv': '' }).files;
    const source = { name: 'a.csv', isFolder: false, files: [{ ...file!, size: bytes.length, bytes: () => bytes }] };
    const error = await refusal(csv.read(source, { ...ZONE, into: undefined, mapping: undefined }));
    expect(error.message).toContain(message);
  });
});

describe('dates in a table', () => {
  const inColumn = (values: readonly string[]): string =>
    ['title;start;end', ...values.map((value, index) => `T${index};${value};${value}`)].join('\n');
  const starts = ({ records }: SourceContent) => records.map(({ fields }) => fields['start_time']);

  it('have the order of day and month that one of them shows', async () => {
    const days = await read(inColumn(['05/06/2027 10:00', '13/06/2027 10:00']));
    expect(starts(days)).toEqual(['2027-06-05T10:00:00+02:00', '2027-06-13T10:00:00+02:00']);
    expect(days.findings).toContain('dates have the day first, then the month');
    const months = await read(inColumn(['05/06/2027 10:00', '06/13/2027 10:00']));
    expect(starts(months)).toEqual(['2027-05-06T10:00:00+02:00', '2027-06-13T10:00:00+02:00']);
  });

  it('are refused if none shows it, until the mapping says it', async () => {
    const text = inColumn(['05/06/2027 10:00']);
    const { message, mapping } = await incomplete(read(text));
    expect(message).toBe(
      'no date shows whether the day or the month comes first: `05/06/2027 10:00` in line 2 can be both',
    );
    expect(starts(await mapped(text, mapping.replace('dates:', 'dates: month-day')))).toEqual([
      '2027-05-06T10:00:00+02:00',
    ]);
  });

  it('are refused if they contradict each other', async () => {
    const { message } = await refusal(read(inColumn(['13/06/2027 10:00', '06/14/2027 10:00'])));
    expect(message).toBe('`13/06/2027 10:00` in line 2 has the day first, and `06/14/2027 10:00` in line 3 the month');
  });

  it('are reported once for all fields that have them from one cell', async () => {
    const mapping = 'records:\n  - kind: event\n    key: ID\n    fields:\n      title: Title\n';
    const times = `      start_time: { date: Day, time: From }\n      end_time: { date: Day, time: To }\n`;
    const content = await mapped('ID,Title,Day,From,To\na,A,soon,10:00,11:00\nb,B,soon,10:00,11:00\n', mapping + times);
    expect(messagesOf(content)).toEqual(['2:5 `soon` is not a date', '3:5 `soon` is not a date']);
    expect(content.records.map(({ unclear }) => unclear)).toEqual(['`soon` is not a date', '`soon` is not a date']);
  });

  it('that are none do not show the order', async () => {
    const row = (date: string) => `${date},${date} 10:00,${date} 11:00\n`;
    const rows = ['32/06/2027', '05/06/2027', '06/07/2027', '07/08/2027', '09/10/2027'].map(row).join('');
    expect((await incomplete(read(`Title,Start,End\n${rows}`))).message).toContain(
      'no date shows whether the day or the month comes first',
    );
  });

  it('need a time zone unless they have an offset', async () => {
    const { message } = await refusal(read('title,start,end\nOne,2027-06-18 10:00,2027-06-18 11:00\n', {}));
    expect(message).toContain('their time zone must be known');
    const content = await read('title,start,end\nOne,2027-06-18T10:00Z,2027-06-18T11:00Z\n', {});
    expect(starts(content)).toEqual(['2027-06-18T10:00:00Z']);
  });
});

describe('bad rows', () => {
  it('are reported with line and column, and the others go on', async () => {
    const content = await read(
      'id,title,start,end\na,One,2027-06-18 10:00,2027-06-18 11:00\nb,Two,soon,2027-06-18 11:00\nc,Three,2027-06-18 12:00,2027-06-18 11:00\nd,,2027-06-18 10:00,2027-06-18 11:00\n',
    );
    expect(messagesOf(content)).toEqual([
      '3:7 `soon` is not a date',
      '4:1 this event ends before it starts: 2027-06-18T12:00:00+02:00 to 2027-06-18T11:00:00+02:00',
      '5:1 this event has no title',
    ]);
    expect(content.records.map(({ id, unclear }) => [id, unclear !== undefined])).toEqual([
      ['a', false],
      ['b', true],
      ['c', true],
      ['d', true],
    ]);
    expect(content.incomplete).toEqual([]);
  });

  it('without a key make their kind incomplete, so that nothing is deleted because of them', async () => {
    const content = await mapped(
      'title,start,end\nOne,2027-06-18 10:00,2027-06-18 11:00\nTwo,soon,2027-06-18 11:00\n',
      'records: [{ kind: event, fields: { title: title, start_time: start, end_time: end } }]',
    );
    expect(content.records).toHaveLength(1);
    expect(content.incomplete).toEqual(['event']);
  });

  it('with more cells than columns are not trusted, because a delimiter may be missing its quotes', async () => {
    const content = await read(
      'id,title,start,end\na,Salt, sand,2027-06-18 10:00,2027-06-18 11:00\nb,Two,2027-06-18 10:00,2027-06-18 11:00\n',
    );
    expect(messagesOf(content)).toContain('2:31 this row has 5 cells, and the table 4 columns');
    expect(content.records.map(({ id, unclear }) => [id, unclear !== undefined])).toEqual([
      ['a', true],
      ['b', false],
    ]);
    expect(content.incomplete).toEqual(['event']);
  });

  it('with fewer cells than columns are errors of their own, and the other rows are read', async () => {
    const content = await read(
      'id,title,start,end\na,Salt\nb,Two,2027-06-18 10:00,2027-06-18 11:00\nc,Three,2027-06-18 10:00\n',
    );
    expect(messagesOf(content)).toEqual([
      '2:1 this row has 2 cells, and the table 4 columns',
      '4:1 this row has 3 cells, and the table 4 columns',
    ]);
    expect(content.records.filter(({ unclear }) => unclear === undefined).map(({ id }) => id)).toEqual(['b']);
    expect(content.incomplete).toEqual(['event']);
  });

  it('that all have fewer cells than columns are reported with their lines', async () => {
    const { message, diagnostics } = await refusal(
      read('id;title;start;end;notes\n1;A;2027-06-18 10:00;2027-06-18 11:00\n2;B;2027-06-18 12:00;2027-06-18 13:00\n'),
    );
    expect(message).toBe('programme.csv has no row with a cell for each column');
    expect(diagnostics.map(({ at, message: why }) => `${at.line} ${why}`)).toEqual([
      '2 this row has 4 cells, and the table 5 columns',
      '3 this row has 4 cells, and the table 5 columns',
    ]);
  });

  it('that are in a cell with line breaks have the line of the cell', async () => {
    const content = await read(
      'id,title,description,start,end\na,One,"two\nlines",soon,2027-06-18 11:00\nb,Two,,2027-06-18 10:00,2027-06-18 11:00\nc,Three,,2027-06-18 10:00,2027-06-18 11:00\n',
    );
    expect(messagesOf(content)).toEqual(['3:8 `soon` is not a date']);
  });

  it('with one key are reported; equal ones are one', async () => {
    const row = (start: string) => `x,One,2027-06-${start} 10:00,2027-06-${start} 11:00`;
    const content = await mapped(
      ['id,title,start,end', row('20'), row('18'), row('20')].join('\n'),
      'records: [{ kind: event, key: id, fields: { title: title, start_time: start, end_time: end } }]',
    );
    expect(content.records.map(({ id, fields }) => [id, fields['start_time']])).toEqual([
      ['x', '2027-06-20T10:00:00+02:00'],
    ]);
    expect(messagesOf(content)).toEqual(['3:1 the key `x` is in line 2 too, with another `start_time`']);
  });
});

describe('the reader of tables', () => {
  it('looks at no empty column for a name, however many there are', async () => {
    const looked = vi.spyOn(String.prototype, 'normalize');
    onTestFinished(() => looked.mockRestore());
    const content = await read(`title,start,end${','.repeat(300_000)}\nA,2027-06-18 10:00,2027-06-18 11:00\n`);
    expect(content.records).toHaveLength(1);
    expect(looked.mock.calls.length).toBeLessThan(10_000);
  });

  it('has a limit for all files together, which is checked before one is read', () => {
    const unread = {
      path: 'a.csv',
      shown: 'a.csv',
      size: 40 * 1024 * 1024,
      bytes: () => expect.fail(),
      text: () => '',
    };
    const source = { name: 'tables', isFolder: true, files: [unread, unread] };
    expect(() => readerFor(source, 'csv')).toThrow('tables is larger than 64 MiB');
    expect(readerFor({ ...source, files: [unread] }, 'csv')).toBe(csv);
  });

  it('recognises tables by their names, and by their first lines where a name has no extension', () => {
    const isFor = (name: string, text: string) => csv.isFor(sourceOf({ [name]: text }));
    expect(['a.csv', 'a.TSV', 'a.xlsx', '-'].map((name) => isFor(name, 'a,b\n1,2\n'))).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect([isFor('-', '{"a":1}'), isFor('-', 'BEGIN:VCALENDAR\na,b\n'), isFor('a.json', 'a,b\n1,2\n')]).toEqual([
      false,
      false,
      false,
    ]);
  });

  it('stops at a table that is cut off within its last row, wherever that is', async () => {
    const rows = ['id,title,start,end', 'a,One,2027-06-18 10:00,2027-06-18 11:00', 'b,Two,2027-06-18 12:00,2027-06-18'];
    const whole = rows.join('\n');
    const fields = '{ title: title, start_time: start, end_time: end }';
    const mapping = readMapping('imports/a.yaml', `records: [{ kind: event, key: id, fields: ${fields} }]`);
    const options = { ...ZONE, mapping };
    for (let cut = whole.lastIndexOf('\n') + 1; cut <= whole.length; cut++) {
      const last = whole.slice(0, cut).split('\n').at(-1)!;
      const isRow = last === '' || last.split(',').length === 4;
      expect([last, await isRead(csv, { 'a.csv': whole.slice(0, cut) }, options)]).toEqual([last, isRow]);
    }
    const { message } = await refusal(read(whole.slice(0, -20)));
    expect(message).toBe('programme.csv, line 3: the table ends in the middle of this row');
  });

  it('reads a last row without a line break, and empty lines and spaces after it', async () => {
    const table = 'id,title,start,end\na,One,2027-06-18 10:00,2027-06-18 11:00';
    for (const end of ['', '\n', '\n\n', '\n  ', '\r\n'])
      expect((await read(table + end)).records.map(({ id }) => id)).toEqual(['a']);
  });

  it('never fails on a file that is cut off or damaged, but with a sentence', () =>
    expect(readDamaged(csv, { 'a.csv': TALKS }, ZONE)).resolves.toBeUndefined());
});
