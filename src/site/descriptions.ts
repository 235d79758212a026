/**
 * Descriptions of pages for search engines and other sites. Each begins with something that no other page in its
 * language has: time and place, its own text, or its name.
 */
import type { Entity } from '../model/broadcast.ts';
import { titleIn } from './parts/page-fields.ts';
import type { Composed, PageBody } from './pages/view.ts';
import type { Slot } from './programme.ts';
import type { Scope } from './scope.ts';
import { cutAtWord } from './text/cut.ts';
import { endsLater } from './text/dates.ts';

/** Search results show about this much. */
const LONGEST = 160;

interface Described extends Pick<Composed, 'body'> {
  /** The name of the page, which no other has. */
  readonly name: string;
  /** The start of its own text. */
  readonly text?: string | undefined;
  readonly entity?: Pick<Entity, 'address'> | undefined;
  /** The description of the whole site. */
  readonly otherwise: () => string;
}

export function descriptionOf({ name, text = '', entity, body, otherwise }: Described, scope: Scope): string {
  const { site, locale } = scope;
  const slot = entity && site.slotOf(entity.address);
  const isOwn = text !== '' && !(entity && site.sharesText(entity.address, locale));
  const about = slot ? whenAndWhere(slot, scope) : '';
  const words = text || (slot ? '' : (contentsOf(body) ?? otherwise()));
  const sentences = [...(isOwn ? [] : [name]), about, words].filter((each) => each !== '');
  return cutAtWord([...sentences.slice(0, -1).map(asSentence), ...sentences.slice(-1)].join(' '), LONGEST);
}

const asSentence = (text: string): string => (/[.!?…:»”)]$/.test(text) ? text : `${text}.`);

/** The lines below the title of a link preview. */
export function detailsOf(
  { body, up, subtitle }: Composed,
  entity: Described['entity'],
  scope: Scope,
): readonly string[] {
  const slot = entity && scope.site.slotOf(entity.address);
  if (slot) return [whenOf(slot, scope), ...(slot.where ? [titleIn(slot.where, scope).text] : [])];
  if ('date' in body && body.date) return [body.date.text];
  return [subtitle ?? up?.title ?? []].flat();
}

/** `vendredi 18 juin 2027, 20:30 – 23:00, Le Bassin` */
export function whenAndWhere(slot: Slot, scope: Scope): string {
  const when = whenOf(slot, scope);
  return slot.where ? `${when}, ${titleIn(slot.where, scope).text}` : when;
}

function whenOf({ start, end }: Slot, { dates, site: { timezone } }: Scope): string {
  const until = endsLater({ start, end }, { dates, timezone }) ? `${dates.longDay(end)}, ` : '';
  return `${dates.longDay(start)}, ${dates.time(start)} – ${until}${dates.time(end)}`;
}

/** What a page without a text of its own lists or explains. */
function contentsOf(body: PageBody): string | undefined {
  const listed = (titles: readonly string[]): string | undefined =>
    titles.length > 0 ? titles.slice(0, 12).join(', ') : undefined;
  switch (body.type) {
    case 'programme':
      return listed(body.groups.map(({ title }) => title.text));
    case 'articles':
      return listed(body.cards.map(({ title }) => title.text));
    case 'hosts':
    case 'places':
    case 'maps':
    case 'list':
      return listed(body.groups.flatMap(({ cards }) => cards.map(({ title }) => title.text)));
    case 'map':
      return listed(body.map.pins.map(({ title }) => title.text));
    case 'campaigns':
      return listed(body.announcements.map(({ title }) => title.text));
    case 'meteo':
      return listed(body.items.map(({ label, position }) => label || position));
    case 'contact':
    case 'networkingForms':
      return body.note;
    default:
      return undefined;
  }
}
