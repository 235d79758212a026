import { describe, expect, it } from 'vitest';
import { kindNamed, type KindName } from '../../src/kinds/registry.ts';
import { NATIVE_SCREENS } from '../contract/interface-values.ts';
import {
  accepts,
  COMMON_ON_B,
  field,
  names,
  nullableNames,
  property,
  record,
  shape,
  sorted,
  typeOf,
  update,
} from './declared.ts';

describe('Surface B, common fields', () => {
  const onSurfaceB: readonly KindName[] = [
    'broadcast',
    'page',
    'session',
    'host',
    'category',
    'map',
    'interestPoint',
    'media',
    'font',
    'workflow',
    'networkingForm',
    'campaign',
    'diffuser',
    'contact',
    'member',
    'client',
    'analyticsEvent',
    'revision',
    'workflowRun',
  ];

  it.each(onSurfaceB)('%s has them', (kind) => {
    expect(names(record(kind))).toEqual(expect.arrayContaining(sorted(COMMON_ON_B)));
    expect(record(kind).required).toEqual(expect.arrayContaining(['_id', '_createdAt']));
    expect(field(kind, '_id')).toMatchObject({ type: 'string', format: 'object-id', minLength: 24, maxLength: 24 });
    expect(field(kind, '_createdAt')).toMatchObject({ type: 'string', format: 'instant' });
    expect(field(kind, '_updatedAt')).toMatchObject({ type: ['string', 'null'], format: 'instant' });
    expect(field(kind, '_reference')).toMatchObject({ type: ['string', 'null'] });
    expect(field(kind, 'metadata')).toMatchObject({ type: 'object', additionalProperties: true });
  });

  it.each<[KindName, string, string]>([
    ['analyticsEvent', 'type', 'string'],
    ['media', '_userId', 'string'],
    ['media', 'mediaUrl', 'string'],
    ['media', 'external', 'boolean'],
    ['diffuser', 'type', 'string'],
    ['diffuser', 'seo', 'object'],
    ['interestPoint', 'mapId', 'string'],
    ['interestPoint', 'status', 'string'],
    ['map', 'type', 'string'],
    ['map', 'status', 'string'],
    ['member', 'email', 'string'],
    ['font', 'fontFamily', 'string'],
    ['font', 'weights', 'array'],
  ])('%s has %s, of type %s', (kind, name, type) => {
    expect(typeOf(field(kind, name))).toBe(type);
    expect(kindNamed(kind).fields[name]).not.toHaveProperty('assumed');
  });

  it('the objects in the list of kinds have the parts it names', () => {
    expect(names(field('diffuser', 'seo'))).toEqual(sorted('title metaDescription indexing'));
    expect(property(field('diffuser', 'seo'), 'indexing').type).toBe('boolean');
    expect(property(field('revision', 'tos'), 'accepted').type).toBe('boolean');
    expect(names(field('font', 'weights').items!)).toEqual(['url', 'weight']);
    expect(property(field('font', 'weights').items!, 'weight').type).toBe('number');
    expect(property(field('font', 'weights').items!, 'url').type).toBe('string');
    expect(names(record('client'))).toEqual(sorted(COMMON_ON_B));
  });

  it.each<KindName>(['page', 'category', 'host', 'interestPoint', 'map'])(
    'the states of %s are an open list',
    (kind) => {
      expect(field(kind, 'status')).toMatchObject({ type: 'string', 'x-known': ['draft', 'published'] });
      expect(field(kind, 'status')).not.toHaveProperty('enum');
    },
  );
});

describe('BroadcastPage', () => {
  it('has the listed fields, and only the common ones are required', () => {
    expect(names(record('page'))).toEqual(
      sorted(
        `${COMMON_ON_B} status blocks categoryIds media title url localeDetails isPrivate defaultLocale nativeContent`,
      ),
    );
    expect([...record('page').required!].sort()).toEqual(['_createdAt', '_id']);
    expect(field('page', 'title')).toMatchObject({ type: 'string' });
    expect(field('page', 'title')).not.toHaveProperty('minLength');
    expect(field('page', 'isPrivate').type).toBe('boolean');
    expect(typeOf(field('page', 'localeDetails'))).toBe('object');
    expect(field('page', 'categoryIds').items).toMatchObject({ format: 'object-id', minLength: 24, maxLength: 24 });
    expect(field('page', 'nativeContent').enum).toEqual([...NATIVE_SCREENS, null]);
  });

  it('is listed with six parameters, whose names are assumed', () => {
    const list = kindNamed('page').operations.find(({ verb }) => verb === 'list')!;
    const query = Object.fromEntries(list.query.map(({ name, schema }) => [name, schema]));
    expect(Object.keys(query)).toEqual(['filters', 'filtersLogical', 'limit', 'skip', 'startId', 'sort']);
    expect(list.query.some(({ documented }) => documented)).toBe(false);
    expect(query['filtersLogical']!.enum).toEqual(['$and', '$or', '$nor']);
    expect(query['limit']).toMatchObject({ type: 'integer', minimum: 0 });
    expect(query['skip']).toMatchObject({ type: 'integer', minimum: 0 });
  });
});

describe('BroadcastSession', () => {
  const own = `title categoryIds status description hostIds interestPointId time media defaultLocale color broadcastMapId blocks
    localeDetails metadata`;

  it('has the fields of its table, nullable as in the table', () => {
    expect(names(record('session'))).toEqual(sorted(`_id _createdAt _updatedAt _reference ${own}`));
    expect([...record('session').required!].sort()).toEqual(sorted('_id _createdAt status time blocks'));
    expect(nullableNames(record('session'))).toEqual(
      sorted(`_updatedAt _reference title categoryIds description hostIds interestPointId media defaultLocale color
        broadcastMapId localeDetails`),
    );
  });

  it('is updated with those fields, all optional; a reference is allowed too', () => {
    expect(names(update('session'))).toEqual(sorted(`${own} _reference`));
    expect(update('session').required).toBeUndefined();
    expect(update('session').additionalProperties).toBe(false);
  });

  it('has a title of at least one character, and closed lists of states and languages', () => {
    expect(accepts('session', 'update', { title: 'x' })).toBe(true);
    expect(accepts('session', 'update', { title: '' })).toBe(false);
    expect(accepts('session', 'update', { title: null })).toBe(true);
    expect(field('session', 'status')).toMatchObject({ enum: ['draft', 'published'], default: 'draft' });
    expect(field('session', 'defaultLocale').enum).toEqual(['fr', 'en', 'es', null]);
    expect(typeOf(field('session', 'color'))).toBe('string');
    expect(field('session', 'color')).not.toHaveProperty('pattern');
  });

  it('has pointers that are ids of 24 characters', () => {
    for (const name of ['interestPointId', 'broadcastMapId']) {
      expect(field('session', name)).toMatchObject({ format: 'object-id', minLength: 24, maxLength: 24 });
    }
    for (const name of ['categoryIds', 'hostIds']) {
      expect(field('session', name).items).toMatchObject({ format: 'object-id', minLength: 24, maxLength: 24 });
    }
    expect(accepts('session', 'update', { hostIds: ['short'] })).toBe(false);
  });

  it('leaves its time open, because the document does not define it', () => {
    expect(accepts('session', 'update', { time: { from: 1, whatever: [] } })).toBe(true);
  });
});

describe('BroadcastContact', () => {
  it('has its answers as keys and values', () => {
    expect(names(record('contact'))).toEqual(sorted(`${COMMON_ON_B} fields`));
    expect(accepts('contact', 'update', { fields: [{ key: 'a', value: 'b' }] })).toBe(true);
    expect(accepts('contact', 'update', { fields: [{ key: 'a', value: 5 }] })).toBe(false);
  });
});

describe('Workflow', () => {
  const own = 'entryNodeId nodes name description status trigger metadata';

  it('has the fields of its table, none nullable, none required in the record', () => {
    expect(names(record('workflow'))).toEqual(sorted(`_id _createdAt _updatedAt _reference ${own}`));
    expect([...record('workflow').required!].sort()).toEqual(['_createdAt', '_id']);
    expect(nullableNames(record('workflow'))).toEqual(['_reference', '_updatedAt']);
  });

  it('is updated with any subset of them; a reference is allowed too', () => {
    expect(names(update('workflow'))).toEqual(sorted(`${own} _reference`));
    expect(update('workflow').required).toBeUndefined();
  });

  it('has names of at least one character and closed lists of states and triggers', () => {
    for (const name of ['name', 'entryNodeId']) {
      expect(accepts('workflow', 'update', { [name]: 'x' })).toBe(true);
      expect(accepts('workflow', 'update', { [name]: '' })).toBe(false);
    }
    expect(field('workflow', 'status').enum).toEqual(['enabled', 'disabled']);
    expect(property(field('workflow', 'trigger'), 'type').enum).toEqual(['manual', 'interval', 'schedule', 'once']);
  });

  it('is made of nodes', () => {
    const node = shape('WorkflowNode');
    expect(names(node)).toEqual(sorted('id position type config name errorBehavior onSuccess onError'));
    expect(property(node, 'type').enum).toEqual(['amply', 'http', 'foreach', 'auth', 'if', 'code']);
    expect(property(node, 'position')).toMatchObject({ type: 'array', items: { type: 'number' } });
    expect(property(node, 'config')).toMatchObject({ type: 'object', additionalProperties: true });
    expect(property(node, 'errorBehavior')['x-known']).toContain('stopWorkflow');
  });
});

describe('WorkflowRun', () => {
  it('has the fields that are listed', () => {
    expect(names(record('workflowRun'))).toEqual(
      sorted(`${COMMON_ON_B} status durationMs invokedNodeCount context nodeResults`),
    );
    expect(field('workflowRun', 'status')['x-known']).toContain('running');
    expect(names(field('workflowRun', 'nodeResults').items!)).toEqual(
      sorted('executionId index nodeId nodeType routeTaken durationMs'),
    );
  });
});
