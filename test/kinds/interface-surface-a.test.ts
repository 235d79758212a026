import { describe, expect, it } from 'vitest';
import { kindNamed, type KindName } from '../../src/kinds/registry.ts';
import { accepts, create, field, names, record, shape, sorted, typeOf, update } from './declared.ts';

const query = (kind: KindName) =>
  kindNamed(kind).operations.find(({ verb, surface }) => verb === 'list' && surface === 'A')!.query;

describe('Surface A', () => {
  it.each<[KindName, string, string]>([
    ['event', 'title start_time end_time', 'title start_time end_time category place_id description'],
    ['place', 'name', 'name category description coordinates'],
    ['article', 'title', 'title content status published_at cover_image_url'],
    ['webhook', 'url events', 'url events secret'],
  ])('%s is created with its required fields and only the fields of its table', (kind, required, fields) => {
    expect([...create(kind).required!].sort()).toEqual(sorted(required));
    expect(names(create(kind))).toEqual(sorted(fields));
    expect(create(kind).additionalProperties).toBe(false);
  });

  it.each<KindName>(['event', 'place', 'article', 'webhook'])(
    'an update of %s accepts the same fields, all optional',
    (kind) => {
      expect(names(update(kind))).toEqual(names(create(kind)));
      expect(update(kind).required).toBeUndefined();
      expect(accepts(kind, 'update', {})).toBe(true);
    },
  );

  it.each<[KindName, string]>([
    ['event', 'title start_time end_time category place_id description'],
    ['place', 'name category description coordinates'],
    ['article', 'title content status published_at cover_image_url excerpt'],
    ['webhook', 'url events secret active'],
  ])('a record of %s has the common fields and those of its table', (kind, fields) => {
    expect(names(record(kind))).toEqual(sorted(`id created_at updated_at ${fields}`));
    expect(record(kind).required).toEqual(expect.arrayContaining(['id', 'created_at', 'updated_at']));
    expect(field(kind, 'created_at').format).toBe('instant');
    expect(field(kind, 'updated_at').format).toBe('instant');
    expect(field(kind, 'id')).toMatchObject({ type: 'string' });
  });

  it('texts have no length limits that the document does not give', () => {
    const texts = [
      ...['title', 'category', 'place_id', 'description'].map((name) => field('event', name)),
      ...['name', 'category', 'description'].map((name) => field('place', name)),
      ...['title', 'content', 'excerpt'].map((name) => field('article', name)),
      field('webhook', 'secret'),
    ];
    for (const text of texts) {
      expect(text.type).toBe('string');
      expect(text).not.toHaveProperty('minLength');
      expect(text).not.toHaveProperty('maxLength');
    }
  });

  it('times are ISO 8601', () => {
    for (const name of ['start_time', 'end_time'])
      expect(field('event', name)).toMatchObject({ type: 'string', format: 'instant' });
    // It is in lists, but a draft has none.
    expect(field('article', 'published_at')).toMatchObject({ type: ['string', 'null'], format: 'instant' });
  });

  it('an event points to a place', () => {
    expect(field('event', 'place_id')['x-pointer']).toEqual(['place']);
  });

  it('the coordinates of a place are whole pixels', () => {
    expect(names(shape('Coordinates'))).toEqual(['x', 'y']);
    expect(accepts('place', 'create', { name: 'Stage', coordinates: { x: 12, y: 40 } })).toBe(true);
    expect(accepts('place', 'create', { name: 'Stage', coordinates: { x: 12.5, y: 40 } })).toBe(false);
    expect(accepts('place', 'create', { name: 'Stage', coordinates: { x: '12', y: 40 } })).toBe(false);
  });

  it('an article is a draft by default', () => {
    expect(field('article', 'status')).toMatchObject({ enum: ['draft', 'published'], default: 'draft' });
    expect(accepts('article', 'create', { title: 'x', status: 'archived' })).toBe(false);
  });

  it('an article record has its listed fields and the common ones', () => {
    const listed = {
      id: '1',
      title: 'x',
      status: 'draft',
      published_at: '2027-01-01T00:00:00Z',
      excerpt: '',
      created_at: '2027-01-01T00:00:00Z',
    };
    expect(accepts('article', 'record', { ...listed, updated_at: '2027-01-01T00:00:00Z' })).toBe(true);
  });

  it('a webhook is an HTTPS URL and a list of event types, five of which are named', () => {
    expect(field('webhook', 'url').format).toBe('https-url');
    expect(typeOf(field('webhook', 'events'))).toBe('array');
    expect(field('webhook', 'events').items).toMatchObject({
      type: 'string',
      'x-known': ['event.created', 'event.updated', 'event.deleted', 'article.published', 'place.created'],
    });
    expect(field('webhook', 'active').type).toBe('boolean');
    expect(field('webhook', 'secret')['x-sensitive']).toBe(true);
  });

  it('lists are paged by limit and offset, 50 and at most 200, and articles filtered by status', () => {
    for (const kind of ['event', 'article'] as const) {
      const paging = Object.fromEntries(query(kind).map(({ name, schema }) => [name, schema]));
      expect(paging['limit']).toMatchObject({ type: 'integer', default: 50, maximum: 200 });
      expect(paging['offset']).toMatchObject({ type: 'integer', default: 0, minimum: 0 });
    }
    expect(query('article').map(({ name, documented }) => [name, documented])).toEqual([
      ['status', true],
      ['limit', true],
      ['offset', true],
    ]);
    expect(query('article')[0]!.schema.enum).toEqual(['draft', 'published']);
    expect(query('event').some(({ documented }) => documented)).toBe(false);
    expect(query('place').some(({ documented }) => documented)).toBe(false);
    expect(query('webhook')).toEqual([]);
  });
});
