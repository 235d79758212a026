/** Changes to the programme in words, in the language of a page. */
import { assertNever } from '../../diagnostics/errors.ts';
import type { Entity } from '../../model/broadcast.ts';
import type { Appointment, ProgrammeChange } from '../programme-history.ts';
import { documentLink, internal, type Link } from '../links/navigator-links.ts';
import { CHANGES_FEED, PROGRAMME_CHANGES, screenPath } from '../links/urls.ts';
import type { Scope } from '../scope.ts';
import { hasFeeds } from '../seo-defaults.ts';
import { dateOf, dateText } from '../text/dates.ts';
import { textIn, type Text } from '../text/localise.ts';
import { screenTitle } from '../text/titles.ts';
import { typeset } from '../text/typography.ts';
import { pageOf, titleIn } from '../parts/page-fields.ts';

export interface ChangeView {
  /** Also its URL fragment. */
  readonly key: string;
  readonly address: string;
  /** As in the views of entries. */
  readonly names: string;
  readonly type: ProgrammeChange['type'];
  readonly word: string;
  readonly title: Text;
  /** Absent if the entry is no longer in the programme. */
  readonly link?: Link | undefined;
  readonly detail: string;
  /** For machines. */
  readonly at: string;
}

/** More than anyone reads; keeps the page of a long history small. */
const SHOWN = 200;

/** A new title in the language of the files is no change in a language that has a title of its own. */
export function shownChanges(scope: Scope, most = SHOWN): readonly ProgrammeChange[] {
  const isTranslated = ({ address }: ProgrammeChange): boolean => {
    const slot = scope.site.slotOf(address);
    return scope.locale !== scope.site.locales[0] && !!slot && titleIn(slot.entity, scope).lang === undefined;
  };
  return scope.site.changes!.slice(0, most).filter((change) => change.type !== 'retitled' || !isTranslated(change));
}

const writtenTitle = (entity: Entity): unknown => entity.fields[pageOf(entity).title];

/** The name of a place, translated if it is still the same one. */
function placeTitle({ address, title }: NonNullable<Appointment['place']>, scope: Scope): string {
  const present = scope.site.entity(address);
  return present?.document.declaration.page && writtenTitle(present) === title ? titleIn(present, scope).text : title;
}

export function changeView(change: ProgrammeChange, scope: Scope): ChangeView {
  const { address, type, commit, at } = change;
  const names = scope.site.namesOf(address);
  return {
    key: `${commit.slice(0, 10)}-${names[0]!.replaceAll('/', '-')}-${type}`,
    address,
    names: names.join(' '),
    type,
    word: scope.strings.changes.types[type],
    ...subjectOf(change, scope),
    detail: typeset(detailOf(change, scope), scope.locale),
    at: scope.dates.machine(at),
  };
}

/** An entry of the programme has its present title; anything else the one it had, in the language of the files. */
function subjectOf({ address, from, to }: ProgrammeChange, scope: Scope): Pick<ChangeView, 'title' | 'link'> {
  const slot = scope.site.slotOf(address);
  if (slot) return { title: titleIn(slot.entity, scope), link: documentLink(slot.entity, scope) };
  const [own] = scope.site.locales;
  return { title: textIn((to ?? from)!.title, own === scope.locale ? undefined : own) };
}

function detailOf({ type, from, to }: ProgrammeChange, scope: Scope): string {
  const { changes } = scope.strings;
  switch (type) {
    case 'moved':
      return differences(from!, to!, scope).join(', ');
    case 'retitled':
      return changes.titleWas(from!.title);
    case 'removed':
      return changes.was(whenAndWhere(from!, scope));
    case 'new':
    case 'cancelled':
    case 'restored':
      return whenAndWhere(to!, scope);
    default:
      return assertNever(type);
  }
}

function differences(from: Appointment, to: Appointment, scope: Scope): readonly string[] {
  const { strings, dates } = scope;
  const { changes } = strings;
  const isSameDate = dateOf(from.start, scope) === dateOf(to.start, scope);
  const [isSameStart, isSameEnd] = [from.start === to.start, from.end === to.end];
  const isStartEnough = isSameEnd || to.end - to.start === from.end - from.start;
  const time = ({ start, end }: Appointment): string =>
    isStartEnough ? dates.time(start) : `${dates.time(start)}–${dates.time(end)}`;
  const instant = (side: Appointment): string =>
    isSameDate ? time(side) : `${dateText(side.start, scope)}, ${time(side)}`;
  return [
    ...(isSameStart ? [] : [changes.time(instant(from), instant(to))]),
    ...(isSameStart && !isSameEnd ? [changes.end(dates.time(from.end), dates.time(to.end))] : []),
    ...placeDifference(from.place, to.place, scope),
  ];
}

function placeDifference(from: Appointment['place'], to: Appointment['place'], scope: Scope): readonly string[] {
  const { changes } = scope.strings;
  // A place that got a new file, or a new name, is the same place.
  if (from?.address === to?.address || from?.title === to?.title) return [];
  if (!from) return [changes.placeNow(placeTitle(to!, scope))];
  const was = placeTitle(from, scope);
  return [to ? changes.place(was, placeTitle(to, scope)) : changes.placeNoLonger(was)];
}

/** `Friday 18 June, 14:00, Hall` */
export function whenAndWhere({ start, place }: Appointment, scope: Scope): string {
  const day = dateText(start, scope);
  return [day, scope.dates.time(start), ...(place ? [placeTitle(place, scope)] : [])].join(', ');
}

/** The way to the page of changes. */
export interface ChangesLink {
  /** Nothing to lead to while nothing changed. */
  readonly link: Link | undefined;
  /** Noted also while nothing changed: the first change is new to a visitor who was here before. */
  readonly marks: string;
}

/** Enough to count what is new. */
const COUNTED = 50;

export function changesLink(scope: Scope): ChangesLink | undefined {
  if (!scope.site.changes) return undefined;
  const changes = shownChanges(scope, COUNTED);
  return { link: changes.length > 0 ? internal(PROGRAMME_CHANGES, scope) : undefined, marks: marksOf(changes) };
}

/**
 * The changes for the script, which remembers the latest one that a visitor has seen. Clocks of commits may be wrong, so
 * it looks for the commit, and compares times only if that is gone.
 */
const marksOf = (changes: readonly ProgrammeChange[]): string =>
  changes.map(({ commit, at }) => `${commit.slice(0, 10)}@${Math.floor(at / 1000)}`).join(' ');

/** The changes of the programme, the latest first, under the day on which they became public. */
export function composeChanges(scope: Scope) {
  const { site, locale, strings, dates } = scope;
  const changes = shownChanges(scope);
  const days: { readonly title: string; readonly changes: ChangeView[] }[] = [];
  for (const change of changes) {
    const title = dates.longDay(change.at);
    // In the order of the commits: a day comes twice if a clock was wrong.
    if (days.at(-1)?.title !== title) days.push({ title, changes: [] });
    days.at(-1)!.changes.push(changeView(change, scope));
  }
  return {
    title: { text: strings.changes.title },
    up: { title: screenTitle('program', scope).text, link: internal(screenPath('program'), scope) },
    body: {
      type: 'changes' as const,
      days,
      marks: marksOf(changes),
      ...(hasFeeds(site, locale) && { feed: scope.link(CHANGES_FEED) }),
    },
  };
}
