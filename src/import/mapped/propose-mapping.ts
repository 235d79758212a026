/** Proposes a mapping from the names and values of columns. People see it, correct it, and keep it for the next import. */
import { count } from '../../diagnostics/count.ts';
import { kindNamed, type KindName } from '../../kinds/registry.ts';
import { IncompleteMapping } from '../mapping.ts';
import { isTimeRange, readDuration, readWrittenTime } from './written-times.ts';

/** A column with the values of its rows, without empty ones. */
export interface Column {
  readonly name: string;
  readonly values: readonly string[];
}

interface Wanted {
  readonly columns: readonly Column[];
  readonly rowCount: number;
  readonly into: KindName | undefined;
  /** Settings and a pointer to the rows, as lines of YAML. */
  readonly head?: readonly string[];
  readonly place?: readonly string[];
  /** If the festival has only one. */
  readonly day?: string | undefined;
  /** For messages: `the table talks.csv`. */
  readonly title: string;
}

/** Words in names of columns, without accents: English, French, German, Spanish, Italian, Dutch, Portuguese. */
const WORDS = {
  key: 'id code slug key guid uid uuid identifier identifiant kennung identificador identificativo',
  title: 'title titel titre titulo titolo vortragstitel veranstaltungstitel intitule betreff',
  name: 'name nom nombre nome naam bezeichnung',
  topic: 'topic subject thema theme sujet tema',
  thing:
    'talk session event veranstaltung evenement evento spectacle film concert konzert presentation vortrag charla programmpunkt activity activite attivita atividade show summary',
  speaker:
    'speaker speakers artist artists artiste artistes host hosts presenter presenters referent referenten referentin intervenant intervenants intervenante conferencier ponente ponentes orador oradores relatore relatori spreker sprekers palestrante palestrantes author authors auteur auteurs autor autores kunstler performer performers vortragende band artista artisti artistas',
  firstName: 'firstname vorname prenom voornaam',
  lastName: 'lastname nachname surname apellido apellidos cognome achternaam sobrenome',
  bio: 'bio biography biographie biografie biografia',
  description:
    'description beschreibung descripcion descrizione descricao omschrijving beschrijving abstract resume zusammenfassung details inhalt contenu content synopsis sinopsis text texte',
  room: 'room raum saal salle sala zaal stage buhne scene escenario palco location lieu ort lugar luogo plaats locatie local venue place hall auditorium veranstaltungsort spielort ubicacion',
  category:
    'category categories kategorie categorie categoria track type typ tipo genre topic thema theme rubrique strand format sparte',
  language: 'language sprache langue idioma lingua taal lang',
  portrait: 'avatar portrait headshot photo foto',
  picture: 'picture image bild imagen immagine imagem afbeelding affiche poster thumbnail',
  link: 'link url website webseite homepage lien enlace sito web',
  status: 'status state etat estado stato published confirmed publie',
  duration: 'duration dauer duree duracion durata duur duracao length minutes',
  start:
    'start starts begin begins beginn debut inicio comeco inizio aanvang startzeit starttime anfang from von startdate startdatum',
  end: 'end ends ende fin fine einde fim until bis endzeit endtime finish finishes enddate enddatum to',
  date: 'date datum fecha data dia day tag jour giorno dag wann when',
  time: 'time uhrzeit zeit heure horaire hora ora orario tijd hour horario horas heures times',
} as const;

type Role = keyof typeof WORDS;

const ROLES = new Map(Object.entries(WORDS).map(([role, words]) => [role as Role, words.split(' ')] as const));

const wordsIn = (name: string): readonly string[] =>
  name
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/\b(first|last|start|end)[ _-]?(name|date|time)\b/i, '$1$2')
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '' && word !== '0');

/** How well a name fits: best if it is the word itself, then if it begins or ends with it; earlier words are better. */
function fit(name: string, role: Role): number {
  const words = wordsIn(name);
  const known = ROLES.get(role)!;
  const at = words.findLastIndex((word) => known.includes(word));
  // `room_id` is no name of a room.
  if (at === -1 || (role !== 'key' && words.at(-1) === 'id')) return 0;
  const place = words.length === 1 ? 10 : at === words.length - 1 || at === 0 ? 6 : 4;
  return place - words.length * 0.1 - known.indexOf(words[at]!) * 0.001;
}

/** True for a name that people give to a column. */
export const isColumnName = (name: string): boolean =>
  wordsIn(name).length <= 4 && [...ROLES.keys()].some((role) => fit(name, role) > 0);

/** How many of the things that an entry usually has are among the columns. */
export const entryRoles = (names: readonly string[]): number =>
  (['title', 'start', 'end', 'date', 'time', 'description', 'speaker', 'room'] as const).filter((role) =>
    names.some((name) => fit(name, role) > 0),
  ).length;

type TimeForm = 'moment' | 'day' | 'clock' | 'range';

/** What most values of a column say about time. */
function timeFormOf({ values }: Column): TimeForm | undefined {
  const some = values.slice(0, 300);
  const forms = some.map((value): TimeForm | undefined => {
    if (/^\d{1,2}$/.test(value.trim())) return undefined;
    if (isTimeRange(value)) return 'range';
    const read = readWrittenTime(value, 'day-month') ?? readWrittenTime(value, 'month-day');
    return (
      read &&
      (read.day === undefined ? 'clock' : read.clock === undefined || read.clock === '00:00:00' ? 'day' : 'moment')
    );
  });
  const times = (form: TimeForm) => forms.filter((each) => each === form).length;
  // A midnight among other times of day is a time.
  if (times('moment') > 0 && times('moment') + times('day') > some.length / 2) return 'moment';
  return (['day', 'range', 'clock'] as const).find((form) => times(form) > some.length / 2);
}

class Columns {
  readonly #all: readonly Column[];
  readonly #forms: ReadonlyMap<Column, TimeForm | undefined>;
  readonly used = new Set<string>();

  constructor(all: readonly Column[]) {
    this.#all = all.filter(({ values }) => values.length > 0);
    this.#forms = new Map(this.#all.map((column) => [column, timeFormOf(column)]));
  }

  /** The best free column for one of the roles, the first role first. */
  take(roles: readonly Role[], isFit: (column: Column) => boolean = () => true): Column | undefined {
    const [best] = roles.flatMap((role) => this.all(role).filter(isFit));
    if (best) this.used.add(best.name);
    return best;
  }

  all(role: Role): readonly Column[] {
    return this.#all
      .filter(({ name }) => !this.used.has(name) && fit(name, role) > 0)
      .sort((a, b) => fit(b.name, role) - fit(a.name, role));
  }

  timed(roles: readonly Role[], forms: readonly TimeForm[]): Column | undefined {
    const isOther = (name: string) => !roles.includes('end') && fit(name, 'end') > fit(name, roles[0]!);
    return this.take(roles, (column) => forms.includes(this.#forms.get(column)!) && !isOther(column.name));
  }

  formOf(column: Column): TimeForm | undefined {
    return this.#forms.get(column);
  }
}

interface FoundTimes {
  readonly start?: string | undefined;
  readonly end?: string | undefined;
  /** The column with the date. */
  readonly date?: Column | undefined;
}

/** Where a table has only times of day: the only day of the festival, or `DATE` for each of its own words. */
function dayFor(columns: Columns, only: string | undefined): string {
  const named = columns.take(['date'], ({ values }) => new Set(values).size <= 12);
  if (!named) return `{ value: ${only ?? DATE} }`;
  const days = [...new Set(named.values)].map((value) => `${JSON.stringify(value)}: ${DATE}`);
  return `{ from: ${quoted(named.name)}, values: { ${days.join(', ')} } }`;
}

/** For the person who completes a mapping. */
const DATE = 'DATE';

/** The expressions for start and end. */
function timesIn(columns: Columns, only: string | undefined): FoundTimes {
  const endMoment = columns.timed(['end'], ['moment']);
  const endDay = endMoment ? undefined : columns.timed(['end'], ['day']);
  const endClock = endMoment ? undefined : columns.timed(['end'], ['clock']);
  const moment = columns.timed(['start', 'date', 'time'], ['moment']);
  const day = moment ? undefined : columns.timed(['start', 'date'], ['day']);
  const clock = moment
    ? undefined
    : (columns.timed(['start', 'time'], ['clock', 'range']) ?? columns.timed(['date'], ['range']));
  const duration = columns.take(['duration'], ({ values }) =>
    values.every((value) => readDuration(value, 'minutes') !== undefined),
  );
  const date = day ?? moment;
  const [dateName, clockName] = [
    date ? quoted(date.name) : clock && dayFor(columns, only),
    clock && quoted(clock.name),
  ];
  const start = dateName !== undefined && clock ? `{ date: ${dateName}, time: ${clockName} }` : dateName;
  const ofEndDay =
    endDay && endClock
      ? `{ date: ${quoted(endDay.name)}, time: ${quoted(endClock.name)} }`
      : endDay && quoted(endDay.name);
  const inClock = (name: string, part = ''): string => `{ date: ${dateName}, time: ${name}${part} }`;
  const ends = [
    endMoment && quoted(endMoment.name),
    ofEndDay,
    endClock && dateName !== undefined ? inClock(quoted(endClock.name)) : undefined,
    clock && dateName !== undefined && columns.formOf(clock) === 'range'
      ? inClock(clockName!, ', part: end')
      : undefined,
    duration && `{ duration: ${quoted(duration.name)} }`,
    day && !clock ? dateName : undefined,
  ];
  return { start, end: ends.find((each) => each !== undefined), date };
}

/** A name as a plain text in YAML, in quotes where it could be read differently. */
const quoted = (name: string): string =>
  /^\p{L}[\p{L}\p{N} _/.()-]*$/u.test(name) && !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(name)
    ? name
    : JSON.stringify(name);

/** Lists in one text. A comma also stands before a company or a first name, so both sides must look like names. */
function separatorIn({ values }: Column, isNames: boolean): string | undefined {
  const plain = [';', '\n', ' | ', '|', ' / '].find((mark) => values.some((value) => value.includes(mark)));
  if (plain !== undefined) return plain;
  const lists = values.filter((value) => value.includes(', '));
  const isName = (part: string) => /^\p{Lu}\S*(?: \S+){1,3}$/u.test(part.trim());
  const areLists = lists.length > 0 && (!isNames || lists.every((value) => value.split(', ').every(isName)));
  return areLists ? ', ' : undefined;
}

const listFrom = (column: Column, isNames: boolean): string => {
  const separator = separatorIn(column, isNames);
  return separator === undefined
    ? quoted(column.name)
    : `{ from: ${quoted(column.name)}, split: ${JSON.stringify(separator)} }`;
};

const prose = (column: Column): string =>
  column.values.some((value) => /<(?:p|br|div|ul|ol|strong|em|b|i|a|span)\b[^>]*>/i.test(value))
    ? `{ from: ${quoted(column.name)}, as: html }`
    : quoted(column.name);

const areUrls = ({ values }: Column): boolean =>
  values.every((value) => /^(?:https?:\/\/|www\.)\S+$/i.test(value.trim()));
const areDistinct =
  (rowCount: number) =>
  ({ values }: Column) =>
    values.length === rowCount && new Set(values).size === rowCount;

/** The text of a mapping with comments. Throws if a required field has no column, and shows what is to be completed. */
export function proposeMapping({ columns: all, rowCount, into, head = [], place = [], day, title }: Wanted): string {
  const columns = new Columns(all);
  const times = into === undefined || into === 'event' || into === 'session' ? timesIn(columns, day) : {};
  const key = columns.take(['key'], areDistinct(rowCount));
  const named = columns.take(['title']);
  const speaker =
    columns.take(['speaker']) ?? (named && columns.all('bio').length > 0 ? columns.take(['name']) : undefined);
  const kind = into ?? kindFor({ times, hasSpeaker: speaker !== undefined, isTitled: named !== undefined, columns });
  const [first, last] = [columns.take(['firstName']), columns.take(['lastName'])];
  const person =
    first && last && (kind === 'host' || !speaker) ? JSON.stringify(`{${first.name}} {${last.name}}`) : undefined;
  const asTitle =
    named ?? (kind === 'host' && speaker ? speaker : undefined) ?? columns.take(['name', 'thing', 'topic']);
  const ofHost = kind === 'host' && person !== undefined ? `{ template: ${person} }` : asTitle && quoted(asTitle.name);
  const hosts = speaker ? listFrom(speaker, true) : undefined;
  const isOnePerson = kind === 'session' && speaker !== undefined && hosts === quoted(speaker.name);
  const bio = isOnePerson ? columns.take(['bio']) : undefined;
  const portrait = isOnePerson ? columns.take(['portrait'], areUrls) : undefined;
  const text = columns.take(kind === 'host' ? ['bio', 'description'] : ['description']);
  const declared = kindNamed(kind);
  const has = (field: string): boolean => Object.hasOwn(declared.fields, field);
  const room = has('interestPointId') || has('place_id') ? columns.take(['room']) : undefined;
  const category = has('categoryIds') || has('category') ? columns.take(['category']) : undefined;
  const other = has('categoryIds') ? columns.take(['category']) : undefined;
  const categories = [category, other].flatMap((each) => (each ? [listFrom(each, false)] : []));
  const picture = has('media') || has('cover_image_url') ? columns.take(['picture', 'portrait'], areUrls) : undefined;
  const link = has('links') ? columns.take(['link'], areUrls) : undefined;
  const language = kind === 'session' ? columns.take(['language']) : undefined;
  const published = has('published_at') ? columns.timed(['date', 'time', 'start'], ['moment', 'day']) : undefined;
  const missing = [
    ...(ofHost === undefined ? ['a title'] : []),
    ...('start_time' in declared.fields || kind === 'session'
      ? [
          ...(times.start?.includes(DATE) ? ['a date'] : times.start ? [] : ['a start']),
          ...(times.end ? [] : ['an end']),
        ]
      : []),
  ];
  const start = times.start ?? '# the column with the date and the time, or { date: COLUMN, time: COLUMN }';
  const end = times.end ?? '# a column, or { duration: COLUMN }, or { duration: { value: 60 } } for 60 minutes';
  const fields: readonly (string | false | undefined)[] = [
    `${declared.page?.title ?? 'title'}: ${ofHost ?? '# the column with the title'}`,
    ...(kind === 'event' ? [`start_time: ${start}`, `end_time: ${end}`] : []),
    ...(kind === 'session' ? ['time:', `  start: ${start}`, `  end: ${end}`] : []),
    text && `${declared.body ?? 'description'}: ${prose(text)}`,
    kind === 'session' && hosts !== undefined && `hostIds: ${hosts}`,
    room && `${kind === 'event' ? 'place_id' : 'interestPointId'}: ${quoted(room.name)}`,
    category && has('category') && `category: ${quoted(category.name)}`,
    categories.length > 0 &&
      has('categoryIds') &&
      `categoryIds: ${categories.length === 1 ? categories[0] : `[${categories.join(', ')}]`}`,
    picture && `${has('media') ? 'media' : 'cover_image_url'}: ${quoted(picture.name)}`,
    link && `links: [{ label: { value: Website }, url: ${quoted(link.name)} }]`,
    published && `published_at: ${quoted(published.name)}`,
    language && `defaultLocale: ${quoted(language.name)}`,
  ];
  const unscheduled = times.date ? rowCount - times.date.values.length : 0;
  const scheduled = times.date && quoted(times.date.name);
  const hostRows =
    isOnePerson && (bio ?? portrait)
      ? recordLines('host', {
          place: [
            ...place,
            `where: ${unscheduled === 0 ? quoted(speaker.name) : `[${quoted(speaker.name)}, ${scheduled}]`}`,
          ],
          key: speaker.name,
          fields: [
            `title: ${quoted(speaker.name)}`,
            bio && `description: ${prose(bio)}`,
            portrait && `media: ${quoted(portrait.name)}`,
          ],
        })
      : [];
  const left = all.filter(({ name }) => !columns.used.has(name)).map(({ name }) => name.replaceAll(/\s+/g, ' '));
  const mapping = [
    '# Which columns become which fields. Correct it here: the next import uses this file.',
    ...head,
    'records:',
    ...recordLines(kind, {
      place: [
        ...place,
        ...(unscheduled === 0 ? [] : [`where: ${scheduled} # ${count(unscheduled, 'row')} without it`]),
      ],
      key: key?.name,
      fields,
    }),
    ...hostRows,
    ...(left.length === 0 ? [] : [`# Not imported: ${left.join(', ')}`]),
    '',
  ].join('\n');
  if (missing.length === 0) return mapping;
  const message = `${title} has no column that is recognised as ${missing.join(' or as ')}`;
  throw new IncompleteMapping(message, `its columns are ${all.map(({ name }) => `\`${name}\``).join(', ')}`, mapping);
}

function recordLines(
  kind: KindName,
  {
    place,
    key,
    fields,
  }: {
    readonly place: readonly string[];
    readonly key: string | undefined;
    readonly fields: readonly (string | false | undefined)[];
  },
): readonly string[] {
  return [
    `  - kind: ${kind}`,
    ...place.map((line) => `    ${line}`),
    ...(key === undefined ? [] : [`    key: ${quoted(key)}`]),
    '    fields:',
    ...fields.flatMap((line) => (line === false || line === undefined ? [] : [`      ${line}`])),
  ];
}

interface Found {
  readonly times: FoundTimes;
  readonly hasSpeaker: boolean;
  readonly isTitled: boolean;
  readonly columns: Columns;
}

/** Talks have speakers, other entries are events; a table of people has biographies and no titles. */
function kindFor({ times, hasSpeaker, isTitled, columns }: Found): KindName {
  const isOfPeople = times.start === undefined && columns.all('bio').length > 0 && !(hasSpeaker && isTitled);
  return isOfPeople ? 'host' : hasSpeaker ? 'session' : 'event';
}
