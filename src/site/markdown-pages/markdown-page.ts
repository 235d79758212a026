/**
 * The Markdown form of a page, for programs that read text. It is made of the view model and of texts as their authors
 * wrote them, never of HTML. What a page shows is told by the names of its parts, so a new type of page needs nothing
 * here.
 */
import type { Link } from '../links/navigator-links.ts';
import type { Card } from '../parts/cards.ts';
import type { ChangeView } from '../pages/programme-changes.ts';
import { spanText } from '../text/dates.ts';
import type { Text } from '../text/localise.ts';
import type { ChangesPage, GridPage, PageBody, PageView, PaperDay, ProgrammePart, SlotView } from '../pages/view.ts';
import { blockText } from '../blocks/blocks.ts';
import { cardLine } from '../blocks/list-blocks.ts';
import { pinList } from '../blocks/picture-blocks.ts';
import { heading, linked, listed, source, words } from './markdown-text.ts';

interface Group {
  readonly title?: string | Text | undefined;
  readonly cards?: readonly Card[] | undefined;
  readonly links?: readonly { readonly title: Text; readonly link: Link }[] | undefined;
  readonly parts?: readonly ProgrammePart[] | undefined;
}

type KeyOfAny<T> = T extends unknown ? keyof T : never;
type ValueIn<T, K> = T extends unknown ? (K extends keyof T ? T[K] : never) : never;

/** The parts that pages can have, of whatever type they are. */
type PageParts = { readonly [K in KeyOfAny<PageBody>]?: ValueIn<PageBody, K> };

type Day = ProgrammePart | PaperDay | GridPage['days'][number] | ChangesPage['days'][number];

export function markdownPage(page: PageView): string {
  const { seo, title } = page;
  const parts = page.body as PageParts;
  const said = [...factsOf(parts), ...textsOf(parts, page), ...listsOf(parts, page)].filter((each) => each !== '');
  const all = [
    heading(1, title.text),
    ...(said.length > 0 ? said : [words(seo.description ?? '')]),
    ...(seo.canonical === undefined ? [] : [`<${seo.canonical}>`]),
  ];
  return `${all.join('\n\n')}\n`;
}

function factsOf({ slot, date, address, facts = [], categories = [] }: PageParts): readonly string[] {
  const where = slot?.where && linked(slot.where.title.text, slot.where.link);
  const live = slot?.live ?? [];
  const when = slot && words(`${spanText(slot.time)} (${slot.time.zone})`);
  return [
    [when, where].filter((each) => each !== undefined).join(', '),
    slot ? `${slot.time.start}/${slot.time.end}` : '',
    address ? words(address.text) : '',
    listed(live.map(({ text, url }) => linked(text, url === undefined ? undefined : { href: url, external: true }))),
    date ? words(date.text) : '',
    words([...(slot?.categories ?? []), ...categories].map(({ title }) => title.text).join(', ')),
    listed(
      facts.map(
        ({ label, values }) => `${words(label)}: ${values.map((each) => linked(each.text, each.link)).join(', ')}`,
      ),
    ),
  ];
}

function textsOf(
  { description, text, body, note, announcements = [], content }: PageParts,
  page: PageView,
): readonly string[] {
  const texts = [description, text, body].flatMap((each) => (each ? [source(each.text, page)] : []));
  return [
    ...announcements.map((each) =>
      [each.title, each.text].flatMap((part) => (part ? [words(part.text)] : [])).join(': '),
    ),
    ...texts,
    ...(content?.blocks.map((block) => blockText(block, page)) ?? []),
    note === undefined ? '' : words(note),
  ];
}

function listsOf(parts: PageParts, { strings }: PageView): readonly string[] {
  const {
    hosts = [],
    cards = [],
    groups = [],
    slots = [],
    days = [],
    map,
    links = [],
    ways = [],
    socials = [],
  } = parts;
  return [
    ...(hosts.length > 0 ? [heading(2, strings.programme.withHosts), listed(hosts.map(cardLine))] : []),
    listed(cards.map(cardLine)),
    ...groups.flatMap(groupTexts),
    listed(slots.map(slotLine)),
    ...days.flatMap(dayTexts),
    // A map with a marked pin shows where something is; all its other pins are on the map's own page.
    ...(map && !map.pins.some(({ marked }) => marked) ? [heading(2, map.title.text), pinList(map)] : []),
    listed(
      links.flatMap((each) =>
        'url' in each && each.label && each.url ? [linked(each.label, { href: each.url, external: true })] : [],
      ),
    ),
    listed(ways.map(({ label, url }) => linked(label.text, { href: url, external: true }))),
    listed(socials.map(({ name, url }) => linked(name, { href: url, external: true }))),
    ...(parts.forms ?? []).flatMap(({ title, fields }) => [
      heading(2, title.text),
      listed(fields.map(({ label }) => words(label.text))),
    ]),
  ];
}

const groupTexts = ({ title, cards = [], links = [], parts = [] }: Group): readonly string[] => [
  title === undefined ? '' : heading(2, typeof title === 'string' ? title : title.text),
  listed(cards.map(cardLine)),
  listed(links.map(({ title: name, link }) => linked(name.text, link))),
  ...parts.flatMap((part) => partTexts(part, 3)),
];

function dayTexts(day: Day): readonly string[] {
  if ('moments' in day) return partTexts(day, 2);
  return [heading(2, day.title), listed('changes' in day ? day.changes.map(changeLine) : slotsOf(day).map(slotLine))];
}

const slotsOf = (day: PaperDay | GridPage['days'][number]): readonly SlotView[] =>
  'slots' in day
    ? day.slots
    : [...day.continuing, ...day.columns.flatMap(({ cells }) => cells.map(({ slot }) => slot))];

const changeLine = ({ word, title, link, detail }: ChangeView): string =>
  [`${words(word)}: ${linked(title.text, link)}`, ...(detail === '' ? [] : [words(detail)])].join(', ');

const partTexts = ({ title, moments }: ProgrammePart, level: 2 | 3): readonly string[] => [
  title === undefined ? '' : heading(level, title),
  listed(moments.flatMap(({ slots }) => slots.map(slotLine))),
];

function slotLine({ title, link, time, where, mark, live = [] }: SlotView): string {
  return [
    `${words(spanText(time))}: ${linked(title.text, link)}`,
    ...(where ? [words(where.title.text)] : []),
    ...(mark ? [words(mark.text)] : []),
    ...live.map(({ text }) => words(text)),
  ].join(', ');
}
