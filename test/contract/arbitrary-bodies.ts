/** Random valid bodies of every kind, written by hand from the interface. */
import * as fc from 'fast-check';
import type { JsonObject } from '../../src/values/json.ts';
import { anyCodePoint } from '../code-points.ts';
import { webUrl as url } from '../web-urls.ts';

const text = fc.string({ unit: anyCodePoint, maxLength: 40 });
const filled = fc
  .string({ unit: anyCodePoint, minLength: 1, maxLength: 30 })
  .filter((value) => [...value].length <= 30);
const objectId = fc.stringMatching(/^[0-9a-f]{24}$/);
const objectIds = fc.array(objectId, { maxLength: 3 });
const number = fc.oneof(fc.integer(), fc.double({ noDefaultInfinity: true, noNaN: true })).map((value) => value + 0);
const colour = fc.stringMatching(/^#(?:[A-Fa-f0-9]{3,4}|[A-Fa-f0-9]{6}|[A-Fa-f0-9]{8})$/);
const status = fc.constantFrom('draft', 'published');
const locale = fc.constantFrom('fr', 'en', 'es');
const media = fc.oneof(url, fc.record({ url, alt: text, type: fc.constantFrom('image', 'video') }));

/** Includes the keys that are rejected and those that JSON.parse in Node.js 24 to 26 misreads (nodejs/node#63785). */
const FORBIDDEN_KEY = /"(__proto__|constructor|prototype|\\(?:[^u]|u[\da-f]{4}))":/;
const json = fc.jsonValue({ maxDepth: 3 }).filter((value) => !FORBIDDEN_KEY.test(JSON.stringify(value)));
const freeForm = fc
  .dictionary(fc.string({ maxLength: 10 }), json, { maxKeys: 4, noNullPrototype: true })
  .filter((value) => !FORBIDDEN_KEY.test(JSON.stringify(value)));

const moment = fc.date({ min: new Date('2000-01-01'), max: new Date('2090-01-01'), noInvalidDate: true });
const spelled = (time: number, offset: number): string => {
  const sign = offset < 0 ? '-' : '+';
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60];
  const clock = [hours, minutes].map((part) => String(part).padStart(2, '0')).join(':');
  return new Date(time + offset * 60_000).toISOString().replace('Z', sign + clock);
};
const instant = fc
  .tuple(moment, fc.integer({ min: -12 * 60, max: 14 * 60 }))
  .map(([at, offset]) => spelled(at.getTime(), offset));
const span = fc
  .tuple(moment, fc.nat({ max: 10_000_000 }), fc.integer({ min: -720, max: 840 }))
  .map(
    ([start, length, offset]) => [spelled(start.getTime(), offset), spelled(start.getTime() + length, offset)] as const,
  );

const query = fc.record(
  {
    filters: fc.array(json, { maxLength: 2 }),
    filtersLogical: fc.constantFrom('$and', '$or', '$nor'),
    limit: fc.oneof(fc.constant(-1), fc.nat(), fc.constant(Number.MAX_SAFE_INTEGER)),
    skip: fc.nat(),
    sort: fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), fc.constantFrom('asc', 'desc'), {
      maxKeys: 2,
      noNullPrototype: true,
    }),
  },
  { requiredKeys: [] },
);
const screen = fc.constantFrom('contact', 'articles', 'maps', 'home', 'program', 'networkingScan', 'meteo', 'search');
const navigator = fc.record(
  {
    url,
    broadcastArticleId: objectId,
    broadcastPageId: objectId,
    broadcastMapId: objectId,
    nativeContent: screen,
    query,
  },
  { requiredKeys: [] },
);
const icon = fc.record({ family: fc.constantFrom('lucide', 'remix', 'hero'), type: text });
const tile = fc.record({ bottomBarIndex: number, navigator, title: text, icon }, { requiredKeys: [] });
const block = fc.record(
  {
    type: fc.constantFrom(
      'title',
      'paragraph',
      'media',
      'embed',
      'button',
      'question',
      'divider',
      'sessions',
      'socials',
      'map',
    ),
    key: text,
    height: number,
    format: text,
    values: fc.array(freeForm, { maxLength: 2 }),
  },
  { requiredKeys: ['type'] },
);
const blocks = fc.array(block, { maxLength: 3 });
const localeDetails = fc.dictionary(locale, fc.record({ title: text, blocks }, { requiredKeys: [] }), {
  noNullPrototype: true,
});
const common = { metadata: freeForm, _reference: text };
const node = fc.record(
  { id: filled, type: fc.constantFrom('amply', 'http', 'foreach', 'auth', 'if', 'code'), config: freeForm, name: text },
  { requiredKeys: ['id', 'type'] },
);

type Shape = Readonly<Record<string, fc.Arbitrary<unknown>>>;
const bodyOf = (required: Shape, optional: Shape = {}): fc.Arbitrary<JsonObject> =>
  fc.record(
    { ...required, ...optional },
    { requiredKeys: Object.keys(required), noNullPrototype: true },
  ) as fc.Arbitrary<JsonObject>;

const event = fc
  .tuple(bodyOf({ title: text }, { category: text, description: text }), span)
  .map(([fields, [start_time, end_time]]) => ({ ...fields, start_time, end_time }));

export const onSurfaceA: Readonly<Record<string, fc.Arbitrary<JsonObject>>> = {
  events: event,
  places: bodyOf(
    { name: text },
    { category: text, description: text, coordinates: fc.record({ x: fc.integer(), y: fc.integer() }) },
  ),
  articles: bodyOf({ title: text }, { content: text, status, published_at: instant, cover_image_url: url }),
  webhooks: bodyOf({
    url,
    events: fc.subarray(['event.created', 'event.updated', 'event.deleted', 'article.published', 'place.created']),
  }),
};

export const onSurfaceB: Readonly<Record<string, fc.Arbitrary<JsonObject>>> = {
  broadcastPages: bodyOf(
    { title: text },
    {
      ...common,
      status,
      blocks,
      categoryIds: objectIds,
      media,
      url,
      nativeContent: screen,
      isPrivate: fc.boolean(),
      localeDetails,
    },
  ),
  broadcastSessions: bodyOf(
    { time: freeForm },
    {
      ...common,
      title: filled,
      categoryIds: objectIds,
      status,
      description: text,
      hostIds: objectIds,
      interestPointId: objectId,
      media: json.filter((value) => value !== null),
      defaultLocale: locale,
      color: text,
      broadcastMapId: objectId,
      blocks,
      localeDetails,
    },
  ),
  broadcastHosts: bodyOf(
    { title: text },
    { ...common, description: text, media, categoryIds: objectIds, blocks, status, localeDetails },
  ),
  broadcastCategories: bodyOf({ title: text }, { ...common, color: colour, icon, status }),
  broadcastMaps: bodyOf({ title: text }, { ...common, type: text, status, media, width: fc.nat().map((n) => n + 1) }),
  broadcastInterestPoints: bodyOf(
    { title: text },
    { ...common, mapId: objectId, status, coordinates: fc.record({ x: fc.nat(), y: fc.nat() }) },
  ),
  broadcastCampaigns: bodyOf({ title: text }, { ...common, text, status }),
  broadcastNetworkingForms: bodyOf({ title: text }, { ...common, localeDetails }),
  broadcastDiffusers: bodyOf(
    { type: text },
    { ...common, seo: fc.record({ title: text, metaDescription: text, indexing: fc.boolean() }, { requiredKeys: [] }) },
  ),
  broadcastContacts: bodyOf(
    {},
    { ...common, fields: fc.array(fc.record({ key: text, value: text }), { maxLength: 3 }) },
  ),
  broadcastMembers: bodyOf({}, { ...common, email: fc.emailAddress() }),
  broadcastClients: bodyOf({}, { ...common, device: text }),
  broadcastEvents: bodyOf({}, { ...common, type: text }),
  broadcastArticles: bodyOf({ title: text }, { content: text, status, published_at: instant }),
  media: bodyOf({}, { ...common, mediaUrl: url, external: fc.boolean() }),
  fonts: bodyOf(
    { fontFamily: text },
    { ...common, weights: fc.array(fc.record({ weight: number, url }), { maxLength: 2 }) },
  ),
  workflows: bodyOf(
    { name: filled, entryNodeId: filled, nodes: fc.array(node, { maxLength: 2 }) },
    {
      ...common,
      description: text,
      status: fc.constantFrom('enabled', 'disabled'),
      trigger: fc.record({ type: fc.constantFrom('manual', 'interval', 'schedule', 'once') }),
    },
  ),
};

export const broadcast: fc.Arbitrary<JsonObject> = bodyOf(
  {},
  {
    name: filled,
    shortDescription: text,
    description: text,
    menu: fc.record({
      sections: fc.array(fc.record({ title: text, tiles: fc.array(tile, { maxLength: 2 }) }), { maxLength: 2 }),
      color: colour,
    }),
    structure: fc.record({ profileTiles: fc.array(tile, { maxLength: 2 }) }),
    capabilities: freeForm,
    bottomBar: fc.record(
      { homeTile: tile, borderRadius: number, backgroundColor: colour, style: text },
      { requiredKeys: [] },
    ),
    appBar: fc.record({ logo: media, logoPadding: number, rightNavigator: navigator }, { requiredKeys: [] }),
    home: fc.record({ blocks, defaultLocale: locale }),
    theme: fc.record({ accentColor: colour, surfaceOpacity: number, iconFamily: text }, { requiredKeys: [] }),
    isPrivate: fc.boolean(),
    isWeb: fc.boolean(),
    isApp: fc.boolean(),
    platforms: fc.record({ ios: fc.record({ teamId: text }), android: fc.record({ developerId: text }) }),
    metadata: freeForm,
  },
);
