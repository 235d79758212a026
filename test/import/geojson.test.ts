import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { geojson, middleOf } from '../../src/import/geojson.ts';
import { runs } from '../seed.ts';
import { fieldsOf, isRead, messagesOf, problemsIn, readWith, sourceOf } from './reading.ts';

const point = (longitude: number, latitude: number) => ({ type: 'Point', coordinates: [longitude, latitude] });
const square = {
  type: 'Polygon',
  coordinates: [
    [
      [0, 0],
      [2, 0],
      [2, 2],
      [0, 2],
      [0, 0],
    ],
  ],
};

const stage = {
  type: 'Feature',
  id: 'node/1',
  properties: {
    name: 'Main stage',
    'name:fr': 'Grande scène',
    description: 'On the <b>east</b> quay',
    amenity: 'stage_area',
    website: 'harbour.example/stage',
    image: 'https://harbour.example/stage.jpg',
    'addr:street': 'East quay',
    'addr:housenumber': '1',
    'addr:postcode': '44000',
    'addr:city': 'Nantes',
    Capacity: 800,
  },
  geometry: point(-1.55, 47.2),
};

const text = (...features: readonly unknown[]) => ({
  'site.geojson': JSON.stringify({ type: 'FeatureCollection', name: 'Harbour', features }, null, 1),
});

describe('GeoJSON', () => {
  it('makes places of features with a name, and counts the others and the properties that it does not know', async () => {
    const content = await readWith(geojson, text(stage, { type: 'Feature', properties: {}, geometry: square }));
    expect(fieldsOf(content, 'place')).toStrictEqual({
      'node/1': {
        name: 'Main stage',
        category: 'stage area',
        description: 'On the **east** quay\n\n<https://harbour.example/stage>',
        $geo: { latitude: 47.2, longitude: -1.55 },
        $address: { street: 'East quay 1', postcode: '44000', city: 'Nantes' },
      },
    });
    expect(Object.fromEntries(content.lost)).toStrictEqual({
      'feature without a name': 1,
      'property image': 1,
      'property name:fr': 1,
      'property Capacity': 1,
    });
    expect(content.facts).toStrictEqual({ title: 'Harbour' });
    expect(content.findings).toStrictEqual([]);
    expect(problemsIn(content)).toStrictEqual([]);
  });

  it('makes interest points with categories if asked', async () => {
    const content = await readWith(geojson, text(stage), { into: 'interestPoint' });
    expect(fieldsOf(content, 'interestPoint')).toMatchObject({
      'node/1': {
        title: 'Main stage',
        status: 'published',
        categoryIds: ['stage area'],
        media: { url: 'https://harbour.example/stage.jpg', alt: 'Main stage' },
      },
    });
    expect(fieldsOf(content, 'category')).toStrictEqual({ 'stage area': { title: 'stage area', status: 'published' } });
    expect(problemsIn(content)).toStrictEqual([expect.stringMatching(/^media-elsewhere/)]);
  });

  it('keys features by their id, else by their name, and those with the same name by their position', async () => {
    const bar = (longitude: number, properties = {}) => ({
      type: 'Feature',
      properties: { name: 'Bar', ...properties },
      geometry: point(longitude, 47.2),
    });
    const content = await readWith(
      geojson,
      text(bar(1), bar(2), bar(3, { '@id': 'way/3' }), bar(4, { '@id': 'way/3' })),
    );
    expect(Object.keys(fieldsOf(content, 'place'))).toStrictEqual(['Bar', 'Bar @2.00000,47.20000', 'way/3', 'way/3-2']);
    expect(content.findings.slice(0, 2)).toStrictEqual([
      '2 features have the id way/3: numbered in their order',
      '3 places with the name of another: numbered, as in Gate (2)',
    ]);
    expect(problemsIn(content)).toStrictEqual([]);
  });

  it('finds the middle of areas and lines', async () => {
    const path = [
      [0, 0],
      [2, 0],
      [2, 2],
    ];
    expect(middleOf(square)).toStrictEqual([1, 1]);
    expect(middleOf({ type: 'MultiPolygon', coordinates: [square.coordinates] })).toStrictEqual([1, 1]);
    expect(middleOf({ type: 'LineString', coordinates: path })).toStrictEqual([2, 0]);
    expect(middleOf({ type: 'MultiLineString', coordinates: [path] })).toStrictEqual([2, 0]);
    expect(middleOf({ type: 'GeometryCollection', geometries: [point(3, 4)] })).toStrictEqual([3, 4]);
    const content = await readWith(geojson, text({ ...stage, geometry: square }));
    expect(content.findings[0]).toBe('areas and lines: 1, each at its middle');
  });

  it('takes no metres for degrees', async () => {
    const content = await readWith(geojson, text({ ...stage, geometry: point(355_000, 6_689_000) }));
    expect(fieldsOf(content, 'place')['node/1']).not.toHaveProperty('$geo');
    expect(content.findings[0]).toBe('1 feature without a longitude and latitude: without a position');
  });

  it('reports what is no feature with its position, deletes nothing because of it, and goes on', async () => {
    const content = await readWith(geojson, text(7, stage));
    expect(messagesOf(content)).toStrictEqual(['5:3 this is not a feature']);
    expect(content.incomplete).toStrictEqual(['place']);
    expect(Object.keys(fieldsOf(content, 'place'))).toStrictEqual(['node/1']);
  });

  it('refuses other JSON with a sentence', async () => {
    await expect(readWith(geojson, { 'a.json': '{"type":"Topology"}' })).rejects.toThrow('a.json has no features');
    await expect(readWith(geojson, { 'a.json': '{"type":"Feat' })).rejects.toThrow('a.json is not valid JSON');
    expect(geojson.isFor(sourceOf({ 'a.json': '{"type":"Topology"}' }))).toBe(false);
    expect(geojson.isFor(sourceOf(text(stage)))).toBe(true);
  });

  it('survives any damage to the text, and any geometry', async () => {
    const [whole] = Object.values(text(stage, { ...stage, geometry: square }));
    const signs = fc.constantFrom('', '\0', '"', '{', '[]', '}', ',', '9e999', 'null', '-');
    await fc.assert(
      fc.asyncProperty(fc.nat(whole!.length), fc.nat(30), signs, async (at, cut, put) => {
        await isRead(geojson, { 'a.json': whole!.slice(0, at) + put + whole!.slice(at + cut) });
      }),
      { numRuns: runs({ test: 200, proof: 5000 }) },
    );
    const types = fc.constantFrom(
      'Point',
      'LineString',
      'Polygon',
      'MultiPolygon',
      'MultiLineString',
      'GeometryCollection',
    );
    const odd = fc.record({ type: types, coordinates: fc.jsonValue({ maxDepth: 4 }), geometries: fc.jsonValue() });
    await fc.assert(
      fc.asyncProperty(odd, async (geometry) => {
        expect(await isRead(geojson, text({ ...stage, geometry }))).toBe(true);
      }),
      { numRuns: runs({ test: 100, proof: 5000 }) },
    );
  });
});
