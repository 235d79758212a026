/**
 * The fields of the declarations, compared with interface.md: written from it by hand, because client and service derive
 * from one declaration and would agree on its mistakes. What each field takes and refuses is in test/contract, whose service
 * checks bodies by these declarations; here is that nothing else is declared, and what no answer of a service shows.
 */
import { describe, expect, it } from 'vitest';
import { kindNamed, type KindName } from '../../src/kinds/registry.ts';
import type { JsonSchema } from '../../src/kinds/schema.ts';
import { createSchema, recordSchema, updateSchema, wireShapes } from '../../src/kinds/wire-form.ts';
import { BLOCK_TYPES } from '../contract/interface-values.ts';

const record = (kind: KindName): JsonSchema => recordSchema(kindNamed(kind));
const update = (kind: KindName): JsonSchema => updateSchema(kindNamed(kind));
const names = ({ properties = {} }: JsonSchema): readonly string[] => Object.keys(properties).toSorted();
const required = ({ required: all = [] }: JsonSchema): readonly string[] => all.toSorted();
const sorted = (words: string): string[] => words.split(/\s+/).filter(Boolean).toSorted();
const isNullable = ({ type, anyOf = [] }: JsonSchema): boolean =>
  [type ?? []].flat().includes('null') || anyOf.some((option) => option.type === 'null');
const nullable = (schema: JsonSchema): readonly string[] =>
  names(schema).filter((name) => isNullable(schema.properties![name]!));

/** The schema at a path of a kind, or of a shape: `broadcast.home.header`; `[]` is an entry of a list. */
function at(path: string): JsonSchema {
  const [first = '', ...steps] = path.split('.');
  const root = wireShapes()[first] ?? record(first as KindName);
  return steps.reduce((schema, step) => (step === '[]' ? schema.items! : schema.properties![step]!), root);
}

const ON_A = 'id created_at updated_at';
const ON_B = '_id _createdAt _updatedAt _reference metadata';

describe('Surface A', () => {
  it.each<[KindName, string, string, string]>([
    ['event', 'title start_time end_time', 'category place_id description', ''],
    ['place', 'name', 'category description coordinates', ''],
    ['article', 'title', 'content status published_at cover_image_url', 'excerpt'],
    ['webhook', 'url events', 'secret', 'active'],
  ])('%s requires %s, may have %s, and answers with the common fields and %s', (kind, needed, optional, answered) => {
    const create = createSchema(kindNamed(kind));
    expect([required(create), names(create)]).toEqual([sorted(needed), sorted(`${needed} ${optional}`)]);
    expect([required(update(kind)), names(update(kind))]).toEqual([[], names(create)]);
    expect(names(record(kind))).toEqual(sorted(`${ON_A} ${needed} ${optional} ${answered}`));
    expect(required(record(kind))).toEqual(expect.arrayContaining(sorted(ON_A)));
  });

  it('gives texts no length limits that the interface does not give', () => {
    for (const path of ['event.title', 'event.description', 'place.name', 'article.content', 'webhook.secret'])
      expect(Object.keys(at(path)).filter((key) => /Length/.test(key))).toEqual([]);
  });

  it.each<[KindName, readonly string[]]>([
    ['article', ['status', 'limit', 'offset']],
    ['event', []],
    ['place', []],
    ['webhook', []],
  ])('documents these parameters of a list of %s: %j', (kind, documented) => {
    const { query } = kindNamed(kind).operations.find(({ verb, surface }) => verb === 'list' && surface === 'A')!;
    expect(query.filter((each) => each.documented).map(({ name }) => name)).toEqual(documented);
  });
});

describe('Surface B', () => {
  const BROADCAST = `${ON_B} name menu structure capabilities bottomBar appBar home shortDescription description theme fontRef
    type status isPrivate isWeb isApp authProviders platforms revisionId`;
  const SESSION = `title categoryIds status description hostIds interestPointId time media defaultLocale color broadcastMapId
    blocks localeDetails metadata`;
  const WORKFLOW = 'entryNodeId nodes name description status trigger metadata';

  it.each<[KindName, string, string, string]>([
    ['broadcast', BROADCAST, 'name', 'bottomBar capabilities menu structure'],
    [
      'session',
      `${ON_B} ${SESSION.replace('metadata', '')}`,
      'status time blocks',
      `title categoryIds description hostIds interestPointId media defaultLocale color broadcastMapId localeDetails`,
    ],
    ['contact', `${ON_B} fields`, '', ''],
    ['client', ON_B, '', ''],
    ['workflow', `${ON_B} ${WORKFLOW.replace('metadata', '')}`, '', ''],
    ['workflowRun', `${ON_B} status durationMs invokedNodeCount context nodeResults`, '', ''],
  ])('%s has the fields of its table, and those that are required and nullable', (kind, fields, needed, nulls) => {
    expect(names(record(kind))).toEqual(sorted(fields));
    expect(required(record(kind))).toEqual(sorted(`_id _createdAt ${needed}`));
    expect(nullable(record(kind))).toEqual(sorted(`_reference _updatedAt ${nulls}`));
  });

  it('has pages with the listed fields', () => {
    const own = 'status blocks categoryIds media title url localeDetails isPrivate defaultLocale nativeContent';
    expect(names(record('page'))).toEqual(sorted(`${ON_B} ${own}`));
    expect(required(record('page'))).toEqual(sorted('_id _createdAt'));
  });

  it.each<[KindName, string]>([
    ['session', SESSION],
    ['workflow', WORKFLOW],
  ])('%s is updated with any of its fields; a reference is allowed too', (kind, fields) => {
    expect([names(update(kind)), required(update(kind))]).toEqual([sorted(`${fields} _reference`), []]);
  });

  it.each<KindName>([
    ...([
      'host',
      'category',
      'map',
      'interestPoint',
      'media',
      'font',
      'networkingForm',
      'campaign',
      'diffuser',
    ] as const),
    ...(['member', 'analyticsEvent', 'revision'] as const),
  ])('%s has the common fields', (kind) => {
    expect(names(record(kind))).toEqual(expect.arrayContaining(sorted(ON_B)));
    expect(required(record(kind))).toEqual(expect.arrayContaining(['_createdAt', '_id']));
  });

  it('declares stored credentials, which are never in a record', () => {
    const { schema, access } = kindNamed('broadcast').fields['authData']!;
    expect([access, names(schema.items!.properties!['basic']!)]).toEqual(['withheld', ['password', 'username']]);
  });

  it('assumes the names of the parameters of lists', () => {
    const { query } = kindNamed('page').operations.find(({ verb }) => verb === 'list')!;
    expect(query.map(({ name }) => name)).toEqual(['filters', 'filtersLogical', 'limit', 'skip', 'startId', 'sort']);
    expect(query.some(({ documented }) => documented)).toBe(false);
  });
});

describe('parts', () => {
  it.each([
    ['Coordinates', 'x y'],
    ['Menu', 'color sections'],
    [
      'Navigator',
      `url nativeContent query broadcastArticleId broadcastPageId broadcastSessionId broadcastHostId
      broadcastInterestPointId broadcastMapId`,
    ],
    ['Query', 'filters filtersLogical limit skip sort'],
    ['Tile', 'bottomBarIndex navigator title icon'],
    [
      'Theme',
      `logo accentColor backgroundColor primaryBackgroundColor primaryAccentColor surfaceBackgroundColor
      surfaceAccentColor surfaceOpacity surfaceDecoration strokeWidth borderRadius fontRef iconFamily titleTextStyle
      subtitleTextStyle bodyTextStyle buttonTextStyle`,
    ],
    ['TextStyle', 'fontRef fontSize color'],
    ['FontRef', 'fontHolderId weight style'],
    ['WorkflowNode', 'id position type config name errorBehavior onSuccess onError'],
    ...BLOCK_TYPES.map((type) => [`${type[0]!.toUpperCase()}${type.slice(1)}Block`, 'type key height values format']),
    ['broadcast.structure', 'profileTiles'],
    [
      'broadcast.bottomBar',
      `homeTile firstTile secondTile thirdTile fourthTile borderRadius backgroundColor accentColor style`,
    ],
    ['broadcast.appBar', 'backgroundColor accentColor logo logoPadding rightNavigator leftNavigator'],
    ['broadcast.home', 'header blocks localeDetails defaultLocale'],
    [
      'broadcast.home.header',
      'height logo background overlay backgroundColor transition logoPadding logoVerticalAlign',
    ],
    [
      'broadcast.authProviders.[]',
      'type oAuthType key clientId singUpLabel clientType eventId productIds orderIds blocks',
    ],
    ['broadcast.platforms.ios', 'teamId'],
    ['broadcast.platforms.android', 'developerId'],
    ['diffuser.seo', 'title metaDescription indexing'],
    ['font.weights.[]', 'url weight'],
    ['workflowRun.nodeResults.[]', 'executionId index nodeId nodeType routeTaken durationMs'],
  ] as [string, string][])('%s has exactly %s', (path, fields) => {
    expect(names(at(path))).toEqual(sorted(fields));
  });

  it.each(['Navigator', 'Query', 'Tile'])('%s may have null in each of its fields', (name) => {
    expect(nullable(at(name))).toEqual(names(at(name)));
  });

  it.each([
    ['event.place_id', 'place'],
    ['Navigator.broadcastArticleId', 'article'],
    ['Navigator.broadcastPageId', 'page'],
    ['Navigator.broadcastSessionId', 'session'],
    ['Navigator.broadcastHostId', 'host'],
    ['Navigator.broadcastInterestPointId', 'interestPoint'],
    ['Navigator.broadcastMapId', 'map'],
  ])('%s points to a %s', (path, kind) => {
    expect(at(path)['x-pointer']).toEqual([kind]);
  });

  it.each(['webhook.secret', 'broadcast.authProviders.[].key'])('%s is sensitive', (path) => {
    expect(at(path)['x-sensitive']).toBe(true);
  });

  it.each([
    ['broadcast.bottomBar.style', 'fixed'],
    ['broadcast.home.header.transition', 'fade'],
    ['Theme.surfaceDecoration', 'shadow'],
    ['FontRef.style', 'normal'],
    ['MediaBlock.format', 'carousel'],
    ['WorkflowNode.errorBehavior', 'stopWorkflow'],
    ['workflowRun.status', 'running'],
    ['page.status', 'draft'],
  ])('%s is an open list that names %s', (path, word) => {
    expect(at(path)['x-known']).toContain(word);
    expect(at(path)).not.toHaveProperty('enum');
  });

  it('has the eight states of a broadcast, of which a service shows one', () => {
    const onboarding = [
      'CapturingWebsite',
      'GeneratingAssets',
      'ApplyingTheme',
      'BuildingContent',
      'Finalizing',
      'Failed',
    ];
    const states = ['onboarding', ...onboarding.map((step) => `onboarding${step}`), 'idle'];
    expect(at('broadcast.status').enum).toEqual(states);
  });
});
