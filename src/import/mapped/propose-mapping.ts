/** Proposes a mapping from the names and values of columns. People see it, correct it, and keep it for the next import. */
import { kindNamed, type KindName } from '../../kinds/registry.ts';
import { yaml } from '../../machine/packages.ts';
import { IncompleteMapping, isCall } from '../mapping.ts';
import { Columns, type Column } from './columns.ts';
import { readDuration } from './written-times.ts';

/** An expression as data for YAML. */
type Proposed = unknown;

export interface TableForMapping {
  readonly columns: readonly Column[];
  readonly rowCount: number;
  readonly into: KindName | undefined;
  /** Where its rows are, if that must be said. */
  readonly place: { readonly file?: string; readonly rows?: string };
  /** For messages. */
  readonly title: string;
}

/** The text of a mapping with comments. Throws if a required field has no column, and shows what is to be completed. */
export function proposeMapping(tables: readonly TableForMapping[]): string {
  const { Document, visit } = yaml();
  const proposals = tables.map(proposeRecords);
  const left = proposals.flatMap((each) => each.left);
  const document = new Document({ records: proposals.flatMap(({ records }) => records) });
  visit(document, {
    Map: (_, node) => void (node.flow = isCall(node.toJSON())),
    Seq: (_, node, path) => void (node.flow = path.length > 3),
  });
  const text = [
    '# Which columns become which fields. Correct it here: the next import uses this file.\n',
    document.toString({ nullStr: '', lineWidth: 0, flowCollectionPadding: true }),
    left.length === 0 ? '' : `# Not imported: ${left.map(({ name }) => name.replaceAll(/\s+/g, ' ')).join(', ')}\n`,
  ].join('');
  const incomplete = proposals.findIndex(({ missing }) => missing.length > 0);
  if (incomplete === -1) return text;
  const { title, columns } = tables[incomplete]!;
  throw new IncompleteMapping(
    `${title} has no column that is recognised as ${proposals[incomplete]!.missing.join(' or as ')}`,
    `its columns are ${columns.map(({ name }) => `\`${name}\``).join(', ')}`,
    text,
  );
}

interface Proposal {
  readonly records: readonly object[];
  readonly missing: readonly string[];
  /** The columns that are not imported. */
  readonly left: readonly Column[];
}

function proposeRecords({ columns: all, rowCount, into, place }: TableForMapping): Proposal {
  const columns = new Columns(all);
  const isEntry = into === undefined || kindNamed(into).page?.programme !== undefined;
  const times = isEntry ? timesIn(columns) : {};
  const kind = into ?? kindFor(columns, times.start !== undefined);
  const declared = kindNamed(kind);
  const { page } = declared;
  const key = columns.take(['key'], ({ values }) => values.length === rowCount && new Set(values).size === rowCount);
  const titled = columns.take(['title']);
  const hasHosts = page?.programme?.hosts !== undefined;
  const isNameOfHost = hasHosts && titled !== undefined && columns.for('bio').length > 0;
  const host = hasHosts ? columns.take(isNameOfHost ? ['speaker', 'name'] : ['speaker']) : undefined;
  const hosts = host && listFrom(host, true);
  const bio = host && hosts === host.name ? columns.take(['bio']) : undefined;
  const title = titled?.name ?? (kind === 'host' ? personIn(columns) : undefined);
  const named = title ?? columns.take(['name', 'thing', 'topic'])?.name;
  const fields: Record<string, Proposed> = { [page?.title ?? 'title']: named ?? toDo('the column with the title') };
  const put = (field: string | undefined, value: Proposed) => {
    if (field !== undefined && value !== undefined && Object.hasOwn(declared.fields, field)) fields[field] = value;
  };
  if (page?.programme) {
    const start = times.start ?? toDo('the column with the date and the time, or { date: COLUMN, time: COLUMN }');
    const end = times.end ?? toDo('a column, or { duration: COLUMN }, or { duration: { value: 60 } } for 60 minutes');
    const [field, part] = page.programme.start;
    if (part === undefined) Object.assign(fields, { [field!]: start, [page.programme.end[0]!]: end });
    else fields[field!] = { start, end };
  }
  const takeFor = (field: string | undefined, ...asked: Parameters<Columns['take']>) =>
    field !== undefined && Object.hasOwn(declared.fields, field) ? columns.take(...asked) : undefined;
  const text = takeFor(page?.text, kind === 'host' ? ['bio', 'description'] : ['description']);
  const categories = page?.categories ?? 'category';
  const [category, other] = [takeFor(categories, ['category']), takeFor(page?.categories, ['category'])];
  const lists = [category, other].flatMap((each) => (each ? [page?.categories ? listFrom(each) : each.name] : []));
  put(page?.text, text && prose(text));
  put(page?.programme?.hosts, hosts);
  put(page?.programme?.where, takeFor(page?.programme?.where, ['room'])?.name);
  put(categories, lists.length > 1 ? lists : lists[0]);
  put(page?.picture, takeFor(page?.picture, bio ? ['picture'] : ['picture', 'portrait'], areUrls)?.name);
  const link = takeFor('links', ['link'], areUrls);
  put('links', link && [{ label: { value: 'Website' }, url: link.name }]);
  put(page?.date, page?.date && columns.timed(['date', 'time', 'start'], ['moment', 'day'])?.name);
  put('defaultLocale', takeFor('defaultLocale', ['language'])?.name);
  const portrait = bio && columns.take(['portrait'], areUrls);
  const where = times.date && times.date.values.length < rowCount ? [times.date.name] : [];
  const only = (sources: readonly string[]) =>
    sources.length > 0 && { where: sources.length > 1 ? sources : sources[0] };
  const ofHost = bio && { title: host!.name, description: prose(bio), ...(portrait && { media: portrait.name }) };
  return {
    records: [
      { kind, ...place, ...only(where), ...(key && { key: key.name }), fields },
      ...(ofHost ? [{ kind: 'host', ...place, ...only([host!.name, ...where]), key: host!.name, fields: ofHost }] : []),
    ],
    missing: [
      ...(named === undefined ? ['a title'] : []),
      ...(page?.programme && times.start === undefined ? ['a start'] : []),
      ...(page?.programme && JSON.stringify(times).includes(DATE) ? ['a date'] : []),
      ...(page?.programme && times.end === undefined ? ['an end'] : []),
    ],
    left: columns.left,
  };
}

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
  /** The column with the date. */
  readonly date?: Column | undefined;
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
  const ends = [
    endDay && at(endDay.name, endClock),
    endClock && day && at(day, endClock),
    clock && columns.formOf(clock) === 'range' && at(day, clock, { part: 'end' }),
    duration && { duration: duration.name },
    !moment && !clock && day,
  ];
  return { start: day && at(day, clock), end: ends.find(Boolean), date };
}

/** Where a table has only times of day: a date for each of the words for its days, or for all. */
function dayFor(columns: Columns): Proposed {
  const named = columns.take(['date'], ({ values }) => new Set(values).size <= 12);
  if (!named) return { value: DATE };
  return { from: named.name, values: Object.fromEntries(named.values.map((value) => [value, DATE])) };
}

/** Lists in one text. A comma also stands before a company or a first name, so both sides must look like names. */
function separatorIn({ values }: Column, areNames: boolean): string | undefined {
  const plain = [';', '\n', ' | ', '|', ' / '].find((mark) => values.some((value) => value.includes(mark)));
  if (plain !== undefined) return plain;
  const lists = values.filter((value) => value.includes(', '));
  const isName = (part: string) => /^\p{Lu}\S*(?: \S+){1,3}$/u.test(part.trim());
  const areLists = lists.length > 0 && (!areNames || lists.every((value) => value.split(', ').every(isName)));
  return areLists ? ', ' : undefined;
}

function listFrom(column: Column, areNames = false): Proposed {
  const split = separatorIn(column, areNames);
  return split === undefined ? column.name : { from: column.name, split };
}

const prose = ({ name, values }: Column): Proposed =>
  values.some((value) => /<(?:p|br|div|ul|ol|strong|em|b|i|a|span)\b[^>]*>/i.test(value))
    ? { from: name, as: 'html' }
    : name;

const areUrls = ({ values }: Column): boolean =>
  values.every((value) => /^(?:https?:\/\/|www\.)\S+$/i.test(value.trim()));
