import type { broadcast as broadcastKind } from '../kinds/broadcast.ts';
import { once } from '../values/once.ts';
import { onceEach } from '../values/once-each.ts';
import type { FieldsOf } from '../kinds/kind.ts';
import type { KindName } from '../kinds/registry.ts';
import type { Locale } from '../kinds/shapes/primitives.ts';
import type { Broadcast, Entity, LocalKeys, MediaFile, Words } from '../model/broadcast.ts';
import { entitiesOf, type Typed } from '../model/entities.ts';
import { clockAt, type Clock } from './site-clock.ts';
import { isVisible, type Documents } from './documents.ts';
import { entryNames, type Revision, type SiteHistory } from './programme-history.ts';
import { pageNames, roomNames } from './page-names.ts';
import { ownLocation, type Location } from './parts/location.ts';
import {
  byDay,
  byHost,
  byPlace,
  heldOf,
  isLarge,
  neighboursIn,
  overlapping,
  programmeOf,
  spanOf,
  type Neighbours,
  type Slot,
} from './programme.ts';
import { siteStrings, type OwnStrings, type Strings } from './strings.ts';

export type { Broadcast, Entity, MediaFile } from '../model/broadcast.ts';
export type { Typed } from '../model/entities.ts';

export interface SiteInput {
  readonly broadcast: Broadcast;
  /** The time for which the site is built, in milliseconds since the epoch. */
  readonly now: number;
  /** The URL of the published site. Without it there are no canonical URLs, no sitemap and no feeds. */
  readonly url?: string | undefined;
  readonly drafts?: boolean;
  readonly gallery?: boolean;
  /** Without it there is no page of changes. */
  readonly history?: SiteHistory | undefined;
  /** Without a history: when the content was committed at the latest, if that is known. */
  readonly committed?: number | undefined;
  /** The site's own words in some languages. */
  readonly ownStrings?: OwnStrings | undefined;
  readonly settings?: Partial<SiteSettings> | undefined;
}

/** The part of `site` in the configuration that decides what pages and other files there are, and what is on them. */
export interface SiteSettings {
  /** True if the site has a worker. */
  readonly offline: boolean;
  /** False if code in texts has no colours. */
  readonly highlight: boolean;
  /** The picture that other sites show for pages without one of their own. */
  readonly picture?: string | undefined;
}

const PLAIN: SiteSettings = { offline: false, highlight: true };

type BroadcastFields = FieldsOf<typeof broadcastKind>;

/** The visible content, from which every file of the site is made. */
export interface Site extends Documents {
  readonly url: string | undefined;
  readonly clock: Clock;
  readonly gallery: boolean;
  /**
   * The changes of the programme, the latest first. Undefined if the content is not in a repository with its whole
   * history.
   */
  readonly changes: SiteHistory['changes'] | undefined;
  /** How often and when a document was revised. */
  revision(address: string): Revision | undefined;
  /** When the last of all documents was. */
  readonly lastRevision: number | undefined;
  /** When documents that the history does not know were revised at the latest. */
  readonly revised: number;
  /** The names of an entry, the one that stays first. */
  namesOf(address: string): readonly string[];
  readonly settings: SiteSettings;
  readonly timezone: string;
  readonly locales: readonly Locale[];
  readonly root: BroadcastFields;
  readonly rootEntity: Typed<'broadcast'> | undefined;
  /** The translated titles of the broadcast's tiles and sections. */
  readonly words: Words;
  /** Where the whole event takes place. */
  readonly location: Location;
  /** `$locales` of the broadcast: its texts in languages that only the site has. */
  readonly translations: LocalKeys['locales'];
  /** The words of the pages themselves. */
  strings(locale: Locale): Strings;
  readonly isPrivate: boolean;
  has(kind: KindName): boolean;
  /** Any document, visible or not. */
  entity(address: string): Entity | undefined;
  media(name: string): MediaFile | undefined;
  readonly programme: readonly Slot[];
  /** The days on which something takes place, in order. If all of it is cancelled, the days on which it was to. */
  readonly programmeDays: readonly string[];
  /** When the last of what takes place on them ends. Undefined without a programme. */
  readonly programmeEnd: number | undefined;
  /** The years of these days, in order. */
  readonly programmeYears: readonly string[];
  /** True if each day of the programme has its own page. */
  readonly hasLargeProgramme: boolean;
  /** The programme's entry for an event or a session. */
  slotOf(address: string): Slot | undefined;
  slotsAt(place: string): readonly Slot[];
  slotsWith(host: string): readonly Slot[];
  /** The entries that overlap with an event or a session. */
  meanwhile(address: string): readonly Slot[];
  /** The entries before and after an event or a session. */
  neighbours(address: string): Neighbours;
  /** The name of a document's page for search engines, which no other page in the language has. */
  nameOf(address: string, locale: Locale): string | undefined;
  /** True if the page of another document in the language begins with the same text. */
  sharesText(address: string, locale: Locale): boolean;
  /** The name of a place of the programme whose title another one has too. */
  roomName(address: string, locale: Locale): string | undefined;
}

export function openSite(input: SiteInput): Site {
  const {
    broadcast,
    now,
    url,
    drafts = false,
    gallery = false,
    settings,
    history,
    committed,
    ownStrings = NO_STRINGS,
  } = input;
  const clock = clockAt(now);
  const [rootEntity] = entitiesOf(broadcast, 'broadcast');
  const visible = new Map<KindName, readonly Entity[]>();
  const byPointer = new Map<string, Entity>();
  for (const [kind, entities] of broadcast.byKind) {
    const shown = entities.filter((entity) => isVisible(entity, { clock, drafts }));
    visible.set(kind, shown);
    for (const entity of shown) {
      byPointer.set(entity.address, entity);
      if (entity.local.id !== undefined) byPointer.set(`${kind} ${entity.local.id}`, entity);
    }
  }
  const of: Site['of'] = <N extends KindName>(kind: N) => (visible.get(kind) ?? []) as readonly Typed<N>[];
  const find: Site['find'] = <N extends KindName>(kind: N, pointer: string | null | undefined) => {
    if (pointer == null) return undefined;
    const entity = byPointer.get(pointer) ?? byPointer.get(`${kind} ${pointer}`);
    return entity?.kind === kind ? (entity as Typed<N>) : undefined;
  };
  const root = rootEntity?.fields ?? ({ name: '' } as BroadcastFields);
  const { timezone, locales } = broadcast.settings;
  const { kinds } = broadcast;
  const programme = programmeOf({ kinds, of, find, timezone });
  const days = [...byDay(heldOf(programme)).keys()];
  const words = rootEntity?.local.words ?? {};
  const strings = siteStrings(ownStrings);
  const slots = slotsOf(programme, { find });
  const entries = once(() =>
    entryNames([...broadcast.entities.values()].filter(({ document }) => document.declaration.page?.programme)),
  );
  const names = onceEach((locale: Locale) =>
    pageNames({ kinds, of, find, root, words, timezone, locales, strings, slotOf: slots.slotOf }, locale),
  );
  const rooms = onceEach((locale: Locale) => roomNames(programme, { locales, strings }, locale));
  return {
    kinds,
    url,
    clock,
    gallery,
    changes: history?.changes,
    revision: (address) => history?.revisions.get(address),
    lastRevision:
      [...(history?.revisions.values() ?? [])].reduce((latest, { modified }) => Math.max(latest, modified), 0) ||
      undefined,
    revised: committed ?? now,
    namesOf: (address) => entries().get(address) ?? [address],
    settings: { ...PLAIN, ...settings },
    timezone,
    locales,
    root,
    rootEntity,
    words,
    location: ownLocation(rootEntity?.local ?? {}),
    translations: rootEntity?.local.locales ?? {},
    strings,
    isPrivate: root.isPrivate === true,
    of,
    has: (kind) => of(kind).length > 0,
    find,
    entity: (address) => broadcast.entities.get(address),
    media: (name) => broadcast.media.get(name),
    programme,
    ...slots,
    nameOf: (address, locale) => names(locale).nameOf(address),
    sharesText: (address, locale) => names(locale).sharesText(address),
    roomName: (address, locale) => rooms(locale).get(address),
    programmeDays: days,
    programmeEnd: spanOf(programme)?.end,
    programmeYears: [...new Set(days.map((day) => day.slice(0, 4)))],
    hasLargeProgramme: isLarge(programme),
  };
}

const NO_STRINGS: OwnStrings = new Map();

type Slots = Pick<Site, 'slotOf' | 'slotsAt' | 'slotsWith' | 'meanwhile' | 'neighbours'>;

function slotsOf(programme: readonly Slot[], documents: Pick<Documents, 'find'>): Slots {
  const byAddress = once(() => new Map(programme.map((slot) => [slot.entity.address, slot])));
  const inPlaces = once(() => byPlace(programme, ({ address }) => address));
  const withHosts = once(() => byHost(programme, documents));
  const overlaps = once(() => overlapping(programme));
  const besides = once(() => neighboursIn(programme));
  return {
    slotOf: (address) => byAddress().get(address),
    slotsAt: (place) => inPlaces().get(place) ?? [],
    slotsWith: (host) => withHosts().get(host) ?? [],
    meanwhile: (address) => overlaps()(address),
    neighbours: (address) => besides()(address),
  };
}
