/** What the names and the values of columns say about them. */
import { isEmpty } from '../../values/empty.ts';
import { onceEach } from '../../values/once-each.ts';
import { singleValuesIn, type Row } from './rows.ts';
import { isTimeRange, readWrittenTime } from './written-times.ts';

/** A column with the values of its rows, without empty ones. */
export interface Column {
  readonly name: string;
  readonly values: readonly string[];
}

export function columnsIn(rows: readonly Row[]): readonly Column[] {
  const columns = new Map<string, string[]>();
  for (const [source, { value }] of rows.flatMap((row) => singleValuesIn(row))) {
    const values = columns.get(source) ?? [];
    columns.set(source, values);
    if (!isEmpty(value)) values.push(String(value));
  }
  return [...columns].map(([name, values]) => ({ name, values }));
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

type TimeForm = 'moment' | 'day' | 'clock' | 'range';

const formOf = onceEach((value: string): TimeForm | undefined => {
  if (/^\d{1,2}$/.test(value.trim())) return undefined;
  if (isTimeRange(value)) return 'range';
  const read = readWrittenTime(value, 'day-month') ?? readWrittenTime(value, 'month-day');
  return (
    read &&
    (read.day === undefined ? 'clock' : read.clock === undefined || read.clock === '00:00:00' ? 'day' : 'moment')
  );
}, 10_000);

/** What the values of a column that can be read say about time: one is enough, since others may still be open. */
export function timeFormOf({ values }: Column): TimeForm | undefined {
  const forms = values.map(formOf);
  const times = (form: TimeForm) => forms.filter((each) => each === form).length;
  const [days, moments] = [times('day'), times('moment')];
  const found = [
    // A midnight among other times of day is a time.
    ['moment', moments && moments + days],
    ['day', days],
    ['range', times('range')],
    ['clock', times('clock')],
  ] as const;
  const most = Math.max(1, ...found.map(([, number]) => number));
  return found.find(([, number]) => number === most)?.[0];
}

/** True if a value is certainly a time of day: 12.50 may be a price, and 1200 a number of seats. */
export const hasTimeOfDay = ({ values }: Column): boolean =>
  values.some(
    (value) =>
      (formOf(value) === 'clock' && /\d\s?(?:[:h]|uhr|[ap]\.?\s?m)/i.test(value)) ||
      (formOf(value) === 'range' && /\d[:.h]/i.test(value)),
  );

/** The columns of a table that no field has yet. */
export class Columns {
  #left: readonly Column[];

  constructor(all: readonly Column[]) {
    this.#left = all;
  }

  get left(): readonly Column[] {
    return this.#left;
  }

  /** The best first. */
  for(role: Role): readonly Column[] {
    return this.#left
      .filter(({ name, values }) => values.length > 0 && fit(name, role) > 0)
      .sort((a, b) => fit(b.name, role) - fit(a.name, role));
  }

  /** The best one for one of the roles, the first role first. */
  take(roles: readonly Role[], isFit: (column: Column) => boolean = () => true): Column | undefined {
    const best = roles.flatMap((role) => this.for(role)).find(isFit);
    this.#left = this.#left.filter((each) => each !== best);
    return best;
  }

  timed(roles: readonly Role[], forms: readonly TimeForm[]): Column | undefined {
    const isEnd = (name: string) => !roles.includes('end') && fit(name, 'end') > fit(name, roles[0]!);
    return this.take(roles, (column) => !isEnd(column.name) && forms.includes(timeFormOf(column)!));
  }
}
