/**
 * Names for search engines: no two pages in one language have the same. A document whose title is taken adds when and
 * where it takes place, or the list it is on; if that is not enough, a number.
 */
import { tilesOf, type Broadcast } from '../kinds/broadcast.ts';
import type { Locale } from '../kinds/shapes/primitives.ts';
import { wordsIn, type KindPage } from '../kinds/shown.ts';
import type { Entity, Words } from '../model/broadcast.ts';
import { hasPage } from '../model/site-paths.ts';
import { isObject, type JsonObject } from '../values/json.ts';
import { once } from '../values/once.ts';
import { shownOf, type Documents } from './documents.ts';
import type { Slot } from './programme.ts';
import type { Strings } from './strings.ts';
import { datesFor, type Dates } from './text/dates.ts';
import { localise } from './text/localise.ts';

interface Sources extends Documents {
  readonly root: Broadcast;
  readonly words: Words;
  readonly timezone: string;
  readonly locales: readonly Locale[];
  readonly strings: (locale: Locale) => Strings;
  readonly slotOf: (address: string) => Slot | undefined;
}

interface Page {
  readonly entity: Entity;
  readonly title: string;
  /** From the shortest name to the longest. */
  readonly longer: () => readonly string[];
  readonly text: string;
}

export function pageNames(sources: Sources, locale: Locale) {
  const pages = sources.kinds
    .flatMap((kind) => (kind.page ? shownOf(sources, kind) : []))
    .filter(hasPage)
    .map((entity) => pageOf(entity, sources, locale));
  const names = distinctNames(pages, takenBy(sources, locale));
  const texts = new Map<string, number>();
  for (const { text } of pages) texts.set(text, (texts.get(text) ?? 0) + 1);
  const textOf = new Map(pages.map(({ entity, text }) => [entity.address, text]));
  return {
    /** The name of a document's page. Undefined if it has no page. */
    nameOf: (address: string): string | undefined => names.get(address),
    /** True if the page of another document begins with the same text. */
    sharesText: (address: string): boolean => (texts.get(textOf.get(address) ?? '') ?? 0) > 1,
  };
}

/** Every page that shares its title gets a longer name, so that none of them depends on the order of the others. */
function distinctNames(pages: readonly Page[], taken: Set<string>): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const exhausted: (readonly [page: Page, name: string])[] = [];
  const nameIn = ({ title, longer }: Page, round: number): string | undefined =>
    round === 0 ? title : longer()[round - 1];
  let open = pages;
  for (let round = 0; open.length > 0; round++) {
    const next: Page[] = [];
    for (const [name, group] of Map.groupBy(open, (page) => nameIn(page, round)!)) {
      const isFree = group.length === 1 && !taken.has(name);
      for (const page of group) {
        if (isFree) names.set(page.entity.address, name);
        else if (nameIn(page, round + 1) !== undefined) next.push(page);
        else exhausted.push([page, name]);
      }
      if (isFree) taken.add(name);
    }
    open = next;
  }
  const numbers = new Map<string, number>();
  for (const [page, name] of exhausted) names.set(page.entity.address, take(name, taken, numbers));
  return names;
}

/** `numbers`: the last number of each name, because thousands of pages may have the same. */
function take(name: string, taken: Set<string>, numbers: Map<string, number>): string {
  let number = numbers.get(name) ?? 1;
  let free = number === 1 ? name : `${name} (${number})`;
  while (taken.has(free)) free = `${name} (${++number})`;
  numbers.set(name, number);
  taken.add(free);
  return free;
}

function pageOf(entity: Entity, sources: Sources, locale: Locale): Page {
  const { title, text = '', blocks = '' } = entity.document.declaration.page!;
  const localised = localise(entity, { locale, locales: sources.locales });
  const name = localised.text(title)?.text ?? '…';
  const slot = sources.slotOf(entity.address);
  return {
    entity,
    title: name,
    longer: once(() => (slot ? whenAndWhere(name, slot, sources, locale) : onItsList(name, entity, sources, locale))),
    text: `${slot ? `${slot.start} ${slot.end} ${placeOf(slot, sources, locale)}` : ''}\n${beginningOf(localised.fields, text, blocks)}`,
  };
}

function whenAndWhere(title: string, slot: Slot, sources: Sources, locale: Locale): readonly string[] {
  const dates: Dates = datesFor(locale, sources.timezone);
  const when = `${title} · ${dates.longDay(slot.start)}, ${dates.time(slot.start)}`;
  const place = placeOf(slot, sources, locale);
  return place === '' ? [when] : [when, `${when}, ${place}`];
}

const placeOf = ({ where }: Slot, { locales }: Sources, locale: Locale): string =>
  where ? titleText(where, { locale, locales }) : '';

/** Empty if it has none. */
function titleText(entity: Entity, languages: Parameters<typeof localise>[1]): string {
  const title = entity.document.declaration.page?.title;
  return (title !== undefined && localise(entity, languages).text(title)?.text) || '';
}

function onItsList(title: string, { document }: Entity, { strings }: Sources, locale: Locale): readonly string[] {
  const name = listName(document.declaration.page!.list, strings(locale), locale);
  return name === undefined || name === title ? [] : [`${title} · ${name}`];
}

/** Free pages are on no list. */
export function listName(list: KindPage['list'], { screens, places }: Strings, locale: Locale): string | undefined {
  if (typeof list === 'object') return wordsIn(list.title, locale);
  if (list === 'pages') return undefined;
  return list === 'places' ? places : screens[list];
}

/** More than a description shows. */
const LONG_ENOUGH = 400;

/** Compared as written, because making an excerpt of every document is slow. */
function beginningOf(fields: JsonObject, text: string, blocks: string): string {
  const own = fields[text];
  if (typeof own === 'string' && own.trim() !== '') return own.trim().slice(0, LONG_ENOUGH);
  const all = fields[blocks];
  const paragraph = Array.isArray(all) ? all.find((each) => isObject(each) && each['type'] === 'paragraph') : undefined;
  return JSON.stringify(paragraph ?? '').slice(0, LONG_ENOUGH);
}

/** The titles of screens and lists. */
function takenBy({ kinds, root, words, strings }: Sources, locale: Locale): Set<string> {
  const { screens, places } = strings(locale);
  const tiles = tilesOf(root).filter(({ title, navigator }) => title && navigator?.nativeContent && !navigator.query);
  const own = tiles.flatMap(({ title }) => [title!, words[locale]?.[title!] ?? title!]);
  const lists = kinds.flatMap(({ page }) => (typeof page?.list === 'object' ? [wordsIn(page.list.title, locale)] : []));
  return new Set([...Object.values(screens), places, root.name, ...own, ...lists]);
}

/**
 * Places of the programme that share their title. Visitors and conference applications tell places apart by name, so
 * the second place with the same one has a number, in the order of their files. Places where nothing happens keep their
 * titles: several bars may be called Bar. The names, by address, that differ from the titles.
 */
export function roomNames(
  programme: readonly Slot[],
  { locales, strings }: Pick<Sources, 'locales' | 'strings'>,
  locale: Locale,
): ReadonlyMap<string, string> {
  const titleOf = (place: Entity): string => titleText(place, { locale, locales });
  // The name of entries without a place, which no place may have.
  const { elsewhere } = strings(locale).programme;
  const places = [...new Set(programme.flatMap(({ where }) => where ?? []))].filter((place) => titleOf(place) !== '');
  const titles = Map.groupBy(
    places.toSorted((one, other) => (one.address < other.address ? -1 : 1)),
    titleOf,
  );
  const taken = new Set([elsewhere, ...titles.keys()]);
  const names = new Map<string, string>();
  for (const [title, sharing] of titles) {
    for (const { address } of title === elsewhere ? sharing : sharing.slice(1)) {
      let number = 2;
      while (taken.has(`${title} ${number}`)) number++;
      names.set(address, `${title} ${number}`);
      taken.add(`${title} ${number}`);
    }
  }
  return names;
}
