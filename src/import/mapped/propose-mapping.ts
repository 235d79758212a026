/** Proposes a mapping from the names and values of columns. People see it, correct it, and keep it for the next import. */
import { UserError } from '../../diagnostics/errors.ts';
import { kindCommonlyCalled } from '../../kinds/common-words.ts';
import { fileKinds, kindNamed, type KindName } from '../../kinds/registry.ts';
import { LOCALES } from '../../kinds/shapes/primitives.ts';
import { yaml } from '../../machine/packages.ts';
import { FUNCTIONS, IncompleteMapping, MAPPED_KINDS } from '../mapping.ts';
import { oneLine } from '../plain-text.ts';
import { unreadable } from '../source.ts';
import { Columns, columnsIn, hasTimeOfDay, timeFormOf, type Column } from './columns.ts';
import { rowsAt, WRITE_ALL_CELLS, type MappedFile } from './rows.ts';
import { readDuration } from './written-times.ts';

/** An expression as data for YAML. */
type Proposed = unknown;

/** The text of a mapping with comments. Throws if a required field has no column, and shows what is to be completed. */
export function proposeMapping(files: readonly MappedFile[], into: KindName | undefined): string {
  const { Document, visit } = yaml();
  const proposals = files.map((file) => proposeRecords(file, into ?? kindCalled(file.path), files.length > 1));
  const left = proposals.flatMap((each) => each.left).map(({ name }) => oneLine(name));
  const document = new Document({ records: proposals.flatMap(({ records }) => records) });
  visit(document, {
    Map: (_, node) => void (node.flow = FUNCTIONS.some((name) => node.has(name))),
    Seq: (_, node, path) => void (node.flow = path.length > 3),
  });
  const text = [
    '# Which columns become which fields. Correct it here: the next import uses this file.\n',
    document.toString({ nullStr: '', lineWidth: 0 }),
    left.length === 0 ? '' : `# Not imported: ${left.join(', ')}\n`,
  ].join('');
  for (const [index, { all, missing }] of proposals.entries()) {
    if (missing.length > 0)
      throw new IncompleteMapping(
        `${files[index]!.shown} has no column that is recognised as ${missing.join(' or as ')}`,
        `its columns are ${all.map(({ name }) => `\`${name}\``).join(', ')}`,
        text,
      );
  }
  return text;
}

/** `speakers.csv` has hosts. */
function kindCalled(path: string): KindName | undefined {
  const word = /([^/]+?)(?:\.[^.]*)?$/.exec(path)?.[1]?.toLowerCase() ?? '';
  const own = fileKinds.find(({ name, folder }) => name.toLowerCase() === word || folder === word)?.name;
  return MAPPED_KINDS.find((each) => each === (own ?? kindCommonlyCalled(word)));
}

function proposeRecords(file: MappedFile, into: KindName | undefined, isOneOfSeveral: boolean) {
  const place = isOneOfSeveral ? { file: file.path } : {};
  const every = rowsAt(file, undefined)!;
  const rows = every.filter(({ path }) => file.doubtOf?.(path) === undefined);
  if (rows.length === 0)
    throw new UserError(`${file.shown} has no row${every.length === 0 ? '' : ' with a cell for each column'}`, {
      diagnostics: every.map(({ path }) => unreadable(file.spanOf(path), file.doubtOf!(path)!, WRITE_ALL_CELLS)),
    });
  const all = columnsIn(rows);
  const columns = new Columns(all);
  const isEntry = into === undefined || kindNamed(into).page?.programme !== undefined;
  const times = isEntry ? timesIn(columns) : {};
  const kind = into ?? kindFor(columns, times.start !== undefined);
  const { page, fields: declared } = kindNamed(kind);
  const programme = page?.programme;
  const title = page?.title ?? 'title';
  const fields: Record<string, Proposed> = { [title]: columns.take(['title'])?.name };
  const put = (
    field: string | undefined,
    take: () => Column | undefined,
    as: (column: Column) => Proposed = nameOf,
  ) => {
    const column = field !== undefined && Object.hasOwn(declared, field) ? take() : undefined;
    if (column) fields[field!] = as(column);
    return column;
  };
  const key = columns.take(
    ['key'],
    ({ values }) => values.length === rows.length && new Set(values).size === rows.length,
  );
  for (const [name, path] of [['start', programme?.start] as const, ['end', programme?.end] as const]) {
    const [field, part] = path ?? [];
    const time = times[name] ?? toDo(TO_DO[name]);
    if (field !== undefined) fields[field] = part === undefined ? time : { ...(fields[field] as object), [part]: time };
  }
  // With a title and a biography, a name is that of a person.
  const isTitled = fields[title] !== undefined && columns.for('bio').length > 0;
  const host = put(programme?.hosts, () => columns.take(isTitled ? ['speaker', 'name'] : ['speaker']), listOfNames);
  const bio = host && fields[programme!.hosts!] === host.name ? columns.take(['bio']) : undefined;
  fields[title] ??= kind === 'host' ? personIn(columns) : undefined;
  fields[title] ??= columns.take(['name', 'thing', 'topic'])?.name;
  put(page?.text, () => columns.take(kind === 'host' ? ['bio', 'description'] : ['description']), prose);
  put(programme?.where, () => columns.take(['room']));
  put(page?.categories ?? 'category', () => columns.take(['category']), page?.categories ? listOfWords : nameOf);
  put(page?.picture, () => columns.take(bio ? ['picture'] : ['picture', 'portrait'], areUrls));
  put(
    'links',
    () => columns.take(['link'], areUrls),
    ({ name }) => [{ label: { value: 'Website' }, url: name }],
  );
  put(page?.date, () => columns.timed(['date', 'time', 'start'], ['moment', 'day']));
  put('defaultLocale', () => columns.take(['language'], areTags));
  const hasTitle = fields[title] !== undefined;
  fields[title] ??= toDo('the column with the title');
  const ofHost = host && bio && { title: host.name, description: prose(bio) };
  return {
    all,
    records: [
      { kind, ...place, ...(key && { key: key.name }), fields },
      ...(ofHost ? [{ kind: 'host', ...place, where: host.name, key: host.name, fields: ofHost }] : []),
    ],
    missing: [
      ...(hasTitle ? [] : ['a title']),
      ...(programme && !times.start ? ['a start'] : []),
      ...(programme && JSON.stringify(times).includes(DATE) ? ['a date'] : []),
      ...(programme && !times.end ? ['an end'] : []),
    ],
    left: columns.left,
  };
}

const TO_DO = {
  start: 'the column with the date and the time, or { date: COLUMN, time: COLUMN }',
  end: 'a column, or { duration: COLUMN }, or { duration: { value: 60 } } for 60 minutes',
};

/** Talks have speakers, other entries are events; a table of people has biographies and no titles. */
function kindFor(columns: Columns, hasStart: boolean): KindName {
  const [speaker, bio, title, name] = (['speaker', 'bio', 'title', 'name'] as const).map(
    (role) => columns.for(role).length > 0,
  );
  const isOfTalks = speaker || (title && bio && name);
  return bio && !hasStart && !(isOfTalks && title) ? 'host' : isOfTalks ? 'session' : 'event';
}

function personIn(columns: Columns): Proposed {
  const [first, last] = [columns.take(['firstName']), columns.take(['lastName'])];
  return first && last ? { template: `{${first.name}} {${last.name}}` } : columns.take(['speaker'])?.name;
}

/** For the person who completes a mapping. */
const DATE = 'DATE';

function toDo(comment: string): Proposed {
  const { Scalar } = yaml();
  return Object.assign(new Scalar(null), { comment: ` ${comment}` });
}

interface ProposedTimes {
  readonly start?: Proposed;
  readonly end?: Proposed;
}

function timesIn(columns: Columns): ProposedTimes {
  const endMoment = columns.timed(['end'], ['moment']);
  const endDay = endMoment ?? columns.timed(['end'], ['day']);
  const endClock = endMoment ? undefined : columns.timed(['end'], ['clock']);
  const moment = columns.timed(['start', 'date', 'time'], ['moment']);
  const date = moment ?? columns.timed(['start', 'date'], ['day']);
  const clock = moment ? undefined : columns.timed(['start', 'time', 'date'], ['clock', 'range']);
  const duration = columns.take(['duration'], ({ values }) =>
    values.every((value) => readDuration(value, 'minutes') !== undefined),
  );
  const day = date?.name ?? (clock && dayFor(columns));
  const at = (ofDay: Proposed, time: Column | undefined, part = {}) =>
    time ? { date: ofDay, time: time.name, ...part } : ofDay;
  // The times of day may be in a column whose name says nothing.
  const areDays = !moment && !clock && !columns.left.some(hasTimeOfDay);
  const ends = [
    endDay && (endMoment || endClock || areDays) && at(endDay.name, endClock),
    endClock && day && at(day, endClock),
    clock && timeFormOf(clock) === 'range' && at(day, clock, { part: 'end' }),
    duration && { duration: duration.name },
    areDays && day,
  ];
  return { start: day && at(day, clock), end: ends.find(Boolean) };
}

/** Where a table has only times of day: a date for each of the words for its days, or for all. */
function dayFor(columns: Columns): Proposed {
  const named = columns.take(['date'], ({ values }) => new Set(values).size <= 12);
  if (!named) return { value: DATE };
  return { from: named.name, values: Object.fromEntries(named.values.map((value) => [value, DATE])) };
}

const nameOf = ({ name }: Column): Proposed => name;

const listFrom = ({ name }: Column, split: string | undefined): Proposed =>
  split === undefined ? name : { from: name, split };

const SEPARATORS = [';', '\n', ' | ', '|', ' / ', ', '];
const separatorIn = ({ values }: Column): string | undefined =>
  SEPARATORS.find((mark) => values.some((value) => value.includes(mark)));

const listOfWords = (column: Column): Proposed => listFrom(column, separatorIn(column));

/** A comma also stands before a company or a first name, so both sides must look like names. */
function listOfNames(column: Column): Proposed {
  const split = separatorIn(column);
  const isName = (part: string) => /^\p{Lu}\S*(?: \S+){1,3}$/u.test(part.trim());
  const lists = column.values.filter((value) => value.includes(', '));
  const areNames = split !== ', ' || lists.every((value) => value.split(', ').every(isName));
  return listFrom(column, areNames ? split : undefined);
}

const prose = ({ name, values }: Column): Proposed =>
  values.some((value) => /<(?:p|br|div|ul|ol|strong|em|b|i|a|span)\b[^>]*>/i.test(value))
    ? { from: name, as: 'html' }
    : name;

const areUrls = ({ values }: Column): boolean =>
  values.every((value) => /^(?:https?:\/\/|www\.)\S+$/i.test(value.trim()));

const areTags = ({ values }: Column): boolean =>
  values.every((value) => (LOCALES as readonly string[]).includes(value));
