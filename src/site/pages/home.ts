import type { Broadcast } from '../../kinds/broadcast.ts';
import { plainText } from '../../markdown/reading.ts';
import { epochOf } from '../../values/instants.ts';
import { valueAt, type JsonObject } from '../../values/json.ts';
import type { Entity } from '../../model/broadcast.ts';
import type { WrittenAt } from '../blocks/block-type.ts';
import { blocksOf, blockViews, type BlockView } from '../blocks/blocks.ts';
import type { CardsBlock } from '../blocks/list-blocks.ts';
import { foreign, screenTitle, siteName } from '../text/titles.ts';
import { textIn, type Text } from '../text/localise.ts';
import type { Site } from '../site.ts';
import { cardOf, dateView } from '../parts/cards.ts';
import { mediaView } from '../parts/media-view.ts';
import { pictureOf } from '../parts/page-fields.ts';
import type { Scope } from '../scope.ts';
import { newestFirst } from './articles.ts';
import { dayFilePath } from '../feeds/programme-data.ts';
import { screenPath } from '../links/urls.ts';
import { internal } from '../links/navigator-links.ts';
import { hostsOf } from '../programme.ts';
import { nowAndNext, phaseOf, type Phase } from '../phase.ts';
import { startOfDay } from '../event-days.ts';
import { zoneView } from './programme-frame.ts';
import { slotView } from './slots.ts';
import type { Announcement, Composed, HeaderView, HomePage, NowNextView } from './view.ts';

export function composeHome(scope: Scope): Composed {
  const { site } = scope;
  const { home } = site.root;
  const localised = scope.localised(homeOf(site));
  const lang = localised.langOf('blocks');
  const header = headerView(mergedHeader(home, scope), scope);
  const phase = phaseOf(site);
  const blocks = blockViews(localised.fields.blocks, { scope, lang, writtenAt: homeBlocks(scope) });
  const news = phase === 'after' ? recordingsAndNewsFirst(blocks, scope) : { blocks, ...newsIn(blocks) };
  return {
    title: { text: siteName(scope) },
    image: header?.backgrounds[0],
    body: {
      type: 'home',
      phase,
      header,
      announcements: announcements(scope),
      nowNext: nowNextView(phase, scope),
      ...occasionView(scope),
      content: { blocks: news.blocks, ...(lang && { lang }) },
      ...(news.news && { news: news.news }),
    },
  };
}

type News = Pick<HomePage, 'news'>;

/** The first list of articles, which may be in a section, and the title right before it. */
function newsIn(blocks: readonly BlockView[]): News {
  const last = blocks.findIndex(
    (block) =>
      (block.type === 'articles' && block.cards.length > 0) ||
      (block.type === 'section' && block.sections.some((section) => newsIn(section.blocks).news)),
  );
  if (last < 0) return {};
  return { news: { first: blocks[last - 1]?.type === 'title' ? last - 1 : last, last } };
}

function recordingsAndNewsFirst(
  written: readonly BlockView[],
  scope: Scope,
): News & { readonly blocks: readonly BlockView[] } {
  const blocks = newsIn(written).news ? written : [...newestArticles(scope), ...written];
  const { first, last } = newsIn(blocks).news ?? { first: 0, last: -1 };
  const front = [...recordings(scope), ...blocks.slice(first, last + 1)];
  return {
    blocks: [...front, ...blocks.slice(0, first), ...blocks.slice(last + 1)],
    ...(front.length > 0 && { news: { first: 0, last: front.length - 1 } }),
  };
}

const MOST_RECORDINGS = 12;

/** A talk seldom has a picture, but who gives it has one. */
function recordings(scope: Scope): readonly BlockView[] {
  const { site } = scope;
  const recorded = site.programme.filter(({ entity, cancelled }) => entity.local.recording !== undefined && !cancelled);
  const cards = recorded.slice(0, MOST_RECORDINGS).map((slot) => {
    const pictures = [slot.entity, ...hostsOf(slot, site)].flatMap((each) => pictureOf(each, scope) ?? []);
    return { ...cardOf(slot.entity, scope), ...(pictures[0] && { media: pictures[0] }) };
  });
  return titled(scope.strings.live.recordings, { type: 'sessions', format: 'carousel', level: 3, cards });
}

const MOST_NEWS = 3;

function newestArticles(scope: Scope): readonly BlockView[] {
  const cards = newestFirst(scope.site.of('article'))
    .slice(0, MOST_NEWS)
    .map((article) => cardOf(article, scope));
  return titled(screenTitle('articles', scope).text, { type: 'articles', format: 'grid', level: 3, cards });
}

const titled = (title: string, list: CardsBlock): readonly BlockView[] =>
  list.cards.length === 0 ? [] : [{ type: 'title', format: 'list', level: 2, texts: [title] }, list];

function nowNextView(phase: Phase, scope: Scope): NowNextView | undefined {
  const { site } = scope;
  const { programmeDays: days, programmeEnd: ends } = site;
  if (ends === undefined) return undefined;
  const { now, next } = phase === 'during' ? nowAndNext(site) : { now: [], next: [] };
  return {
    now: now.map((slot) => slotView(slot, scope)),
    next: next.map((slot) => slotView(slot, scope)),
    days,
    ends: scope.dates.machine(ends),
    zone: zoneView(scope.dates.zone([startOfDay(days[0]!, site.timezone), ends]), scope),
    file: scope.link(dayFilePath('{day}')),
    programme: scope.link(screenPath('program')),
  };
}

function occasionView(scope: Scope): Pick<HomePage, 'occasion'> {
  const [first] = scope.site.programmeDays;
  if (first === undefined) return {};
  const dates = scope.dates.range(first, scope.site.programmeDays.at(-1)!);
  return { occasion: { dates, programme: internal(screenPath('program'), scope) } };
}

/** The home blocks are part of the broadcast document. */
function homeBlocks(scope: Scope): WrittenAt | undefined {
  const { root, rootEntity } = scope.site;
  if (!rootEntity) return undefined;
  const { document } = rootEntity;
  const own = ['$locales', scope.locale, 'home', 'blocks'];
  if (valueAt(document.data, own) !== undefined) return { document, path: own };
  const { path } = blocksOf({ document, fields: root.home ?? {} }, scope);
  return { document, path: ['home', ...path] };
}

/** The home screen has translations like a document, although it is part of one. */
export function homeOf({ root, translations }: Pick<Site, 'root' | 'translations'>): HomeEntity {
  const locales = Object.entries(translations).map(([locale, fields]) => [
    locale,
    (fields?.['home'] ?? {}) as JsonObject,
  ]);
  return { fields: root.home ?? {}, local: { protect: false, locales: Object.fromEntries(locales) } };
}

type HomeEntity = { readonly fields: Home; readonly local: Entity['local'] };
type Home = NonNullable<Broadcast['home']>;
type Header = NonNullable<Home['header']>;

/** A translation of the header has only the fields that differ, such as the text alternative of its picture. */
function mergedHeader(home: Home | null | undefined, { site, locale }: Scope): Header | undefined {
  const own = homeOf(site).local.locales[locale]?.['header'] as Header | null | undefined;
  const translated = home?.localeDetails?.[locale]?.header ?? own;
  return home?.header || translated ? { ...home?.header, ...translated } : undefined;
}

function headerView(header: Header | undefined, scope: Scope): HeaderView | undefined {
  if (!header) return undefined;
  const { height, overlay, backgroundColor, transition, logoPadding, logoVerticalAlign } = header;
  const lang = foreign(scope);
  const backgrounds = [header.background].flat().flatMap((each) => mediaView(each, scope, { lang }) ?? []);
  return {
    ...(height && { height: Math.round(height) }),
    logo: mediaView(header.logo, scope, { lang }),
    backgrounds,
    moving: backgrounds.length > 1 || backgrounds.some(({ type }) => type === 'video'),
    ...(overlay && { overlay }),
    ...(backgroundColor && { backgroundColor }),
    transition: transition === 'fade' || transition === 'slide' ? transition : 'none',
    ...(logoPadding != null && { logoPadding }),
    logoAlign: logoVerticalAlign === 'top' || logoVerticalAlign === 'bottom' ? logoVerticalAlign : 'center',
    tagline: taglineOf(scope),
  };
}

function taglineOf(scope: Scope): Text | undefined {
  const { root, translations } = scope.site;
  const translated = translations[scope.locale]?.['shortDescription'];
  if (typeof translated === 'string' && translated !== '') return { text: plainText(translated) };
  return root.shortDescription ? textIn(plainText(root.shortDescription), foreign(scope)) : undefined;
}

function announcements(scope: Scope): readonly Announcement[] {
  return scope.site.of('campaign').map((campaign) => {
    const localised = scope.localised(campaign);
    const text = localised.text('text');
    const end = campaign.fields.time?.end;
    return {
      title: localised.text('title') ?? textIn('', undefined),
      ...(text && { text: { ...text, text: plainText(text.text) } }),
      ...(end && { until: dateView(epochOf(end), scope) }),
    };
  });
}

export const composeCampaigns = (scope: Scope): Composed => ({
  title: screenTitle('campaigns', scope),
  body: { type: 'campaigns', announcements: announcements(scope) },
});
