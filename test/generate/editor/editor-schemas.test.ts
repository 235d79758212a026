import { describe, expect, it } from 'vitest';
import { editorBindings, editorSchema, type KnownAddresses } from '../../../src/generate/editor/editor-schemas.ts';
import { fileKinds, kindNamed, kinds, type KindName } from '../../../src/kinds/registry.ts';
import { compileDraft7 } from '../draft-7.ts';

const known: KnownAddresses = {
  addresses: new Map([
    ['place', ['places/main-stage', 'places/quay']],
    ['host', ['hosts/lena-moreau']],
    ['interestPoint', ['interest-points/dock-hall']],
    ['map', ['maps/harbour']],
    ['page', []],
  ]),
  media: ['media/bridge.jpg', 'media/harbour-map.svg', 'media/fonts/bricolage-700.woff2'],
};

interface Schema {
  readonly [keyword: string]: unknown;
  readonly properties: Readonly<Record<string, Schema>>;
  readonly definitions: Readonly<Record<string, Schema>>;
}

const schemaOf = (name: KindName, repository = known) => editorSchema(kindNamed(name), repository) as Schema;

/** Compiled once per kind: the schemas with blocks are large. */
const compiled = new Map<KindName, ReturnType<typeof compileDraft7>>();
function validatorOf(name: KindName) {
  const validate = compiled.get(name) ?? compileDraft7(schemaOf(name));
  compiled.set(name, validate);
  return validate;
}
const accepts = (name: KindName, file: object) => validatorOf(name)(file);

const event = { title: 'x', start_time: '2027-06-18T20:30:00+02:00', end_time: '2027-06-18 23:00' };
const page = (block: object) => ({ title: 'x', blocks: [block] });

describe.each(fileKinds)('the schema of $name', (kind) => {
  it('is draft 7 without custom keywords, and accepts the example', () => {
    expect(JSON.stringify(editorSchema(kind, known))).not.toContain('"x-');
    const validate = validatorOf(kind.name);
    validate(kind.example);
    expect(validate.errors).toBeNull();
  });

  it('explains every property', () => {
    const { properties } = editorSchema(kind, known) as Schema;
    expect(Object.keys(properties).filter((name) => !properties[name]!['description'])).toEqual([]);
  });

  it('rejects unknown keys at the top level exactly if the service does', () => {
    expect((editorSchema(kind, known) as Schema)['additionalProperties']).toBe(kind.closed ? false : undefined);
  });

  it('has every definition that it refers to, and no other', () => {
    const text = JSON.stringify(editorSchema(kind, known));
    const referred = new Set([...text.matchAll(/#\/definitions\/([^"]+)/g)].map(([, name]) => name!));
    expect(Object.keys((editorSchema(kind, known) as Schema).definitions).sort()).toEqual([...referred].sort());
  });
});

describe('pointers', () => {
  it('complete to the addresses that exist', () => {
    expect(schemaOf('event').definitions['address-of-place']).toEqual({ enum: ['places/main-stage', 'places/quay'] });
    expect(schemaOf('event').properties['place_id']!['anyOf']).toContainEqual({
      $ref: '#/definitions/address-of-place',
    });
  });

  it.each([
    ['an address that exists', 'places/quay', true],
    ['an address that does not exist yet, which validate reports', 'places/nowhere', true],
    ['a number', 7, false],
    ['an id', '64b7c0ffee64b7c0ffee0001', true],
    ['nothing', null, true],
  ])('accept %s: %s, %s', (_, place_id, expected) => {
    expect(accepts('event', { ...event, place_id })).toBe(expected);
  });

  it('accept any text while no document of their kind exists', () => {
    expect(
      accepts('page', page({ type: 'button', values: [{ label: 'x', navigator: { broadcastPageId: 'pages/soon' } }] })),
    ).toBe(true);
    expect(schemaOf('page').definitions).not.toHaveProperty('address-of-page');
  });

  it('of local keys complete too', () => {
    expect(JSON.stringify(schemaOf('place').properties['$map'])).toContain('#/definitions/address-of-map');
    expect(accepts('place', { name: 'x', $map: 'maps/harbour' })).toBe(true);
  });
});

describe('media', () => {
  it.each([
    ['media/bridge.jpg', true],
    ['media/not-there-yet.jpg', true],
    ['bridge.jpg', false],
    ['https://cdn.example/a.jpg', true],
    [{ url: 'media/bridge.jpg', alt: 'A bridge' }, true],
    [{ alt: 'no url' }, false],
  ])('accepts %j: %s', (media, expected) => {
    expect(accepts('page', { title: 'x', media })).toBe(expected);
  });
});

describe('blocks', () => {
  it('complete their type, and are checked by the type that is written', () => {
    const block = schemaOf('page').definitions['Block']!;
    expect(block.properties['type']!['enum']).toHaveLength(16);
    expect(accepts('page', page({ type: 'title', values: [{ text: 'x' }] }))).toBe(true);
    expect(accepts('page', page({ type: 'title', values: [{ txt: 'x' }] }))).toBe(false);
    expect(accepts('page', page({ type: 'titel' }))).toBe(false);
    expect(accepts('page', page({ type: 'section', values: [{ blocks: [{ type: 'embed', values: [{}] }] }] }))).toBe(
      false,
    );
  });

  it('report errors of one type only', () => {
    const validate = validatorOf('page');
    validate(page({ type: 'meteo', values: [{ latitude: 100, longitude: 5 }] }));
    expect(validate.errors!.map(({ keyword }) => keyword).sort()).toEqual(['if', 'maximum']);
  });
});

it('credentials are accepted only as the name of a variable', () => {
  const webhook = { url: 'https://x.example', events: ['event.created'] };
  expect(accepts('webhook', { ...webhook, secret: { $env: 'HOOK_SECRET' } })).toBe(true);
  expect(accepts('webhook', { ...webhook, secret: 'hunter2' })).toBe(false);
});

it('open enumerations offer the known values and accept any other', () => {
  expect(schemaOf('map').properties['status']!['anyOf']).toContainEqual({ enum: ['draft', 'published'] });
  expect(accepts('map', { title: 'x', status: 'archived' })).toBe(true);
});

it.each([
  ['2027-06-18T20:30:00+02:00', true],
  ['2027-06-18 20:30', true],
  ['2027-06-18', false],
  ['tomorrow', false],
])('the time %s: %s', (start_time, expected) => {
  expect(accepts('event', { ...event, start_time })).toBe(expected);
});

it('the bindings map each kind of file to its schema', () => {
  const bindings = editorBindings(kinds, { schemas: './.gitcast/schemas', content: 'content' });
  expect(Object.keys(bindings)).toHaveLength(2 * fileKinds.length);
  expect(bindings).toMatchObject({
    './.gitcast/schemas/event.json': ['content/events/**/*.yaml'],
    './.gitcast/schemas/event.overlay.json': ['content.*/events/**/*.yaml'],
    './.gitcast/schemas/broadcast.overlay.json': ['content.*/broadcast.yaml'],
    './.gitcast/schemas/interestPoint.json': ['content/interest-points/**/*.yaml'],
    './.gitcast/schemas/broadcast.json': ['content/broadcast.yaml'],
  });
});
