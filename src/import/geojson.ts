/** GeoJSON (RFC 7946): the features with a name, as exported from OpenStreetMap, QGIS or a map of one's own. */
import { count } from '../diagnostics/count.ts';
import { UserError } from '../diagnostics/errors.ts';
import { isObject, type Json, type JsonObject } from '../values/json.ts';
import { normalText } from '../values/normal-text.ts';
import { entriesIn, entryOf, lineOf, listOf, textOf, withoutEmpty, type Entry } from './entry.ts';
import { Gathering } from './gathering.ts';
import { readJsonText } from './json-text.ts';
import { plainToMarkdown } from './plain-text.ts';
import { startOf, unreadable, type Reader, type ReadingOptions, type Source } from './source.ts';
import { webLinkIn } from './web-link.ts';

const kindFor = ({ into }: ReadingOptions) => (into === 'interestPoint' ? into : 'place');

export const geojson: Reader = {
  name: 'geojson',
  title: 'GeoJSON',
  kinds: (options) => (kindFor(options) === 'place' ? ['place'] : ['interestPoint', 'category']),
  isFor: ({ files }) =>
    files.every(({ path }) => /\.(?:geo)?json$/i.test(path) || files.length === 1) &&
    files.some((file) => /"type"\s*:\s*"Feature(?:Collection)?"/.test(startOf(file))),
  read: async (source, options) => {
    const { htmlToMarkdown } = await import('./html-to-markdown.ts');
    const toMarkdown = (text: string): string =>
      /<[a-z]+[^>]*>/i.test(text) ? htmlToMarkdown(text, { link: webLinkIn }) : plainToMarkdown(text);
    return new Reading(source, options, toMarkdown).read();
  },
};

/** The texts of a feature by name in lower case, since programs differ in that. Those that nobody takes are lost. */
type Properties = Map<string, { readonly name: string; readonly text: string }>;

interface Feature {
  readonly entry: Entry;
  readonly id: string;
  readonly name: string;
  readonly position: Position | undefined;
  readonly properties: Properties;
}

const IDS = ['@id', 'id', 'osm_id'];
const NAMES = ['name', 'title', 'label', 'nom', 'nombre'];
const TEXTS = ['description', 'desc', 'popupcontent', 'descriptif'];
const CATEGORIES = ['category', 'kategorie', 'amenity', 'tourism', 'leisure', 'shop', 'office', 'sport', 'room'];
const LINKS = ['website', 'contact:website', 'url', 'homepage', 'link'];
const PICTURES = ['image', 'photo', 'picture'];
/** The most names of properties that are counted, so that OpenStreetMap does not fill the screen. */
const MOST_COUNTED = 10;

class Reading extends Gathering {
  readonly #source: Source;
  readonly #toMarkdown: (text: string) => string;
  readonly #kind: 'place' | 'interestPoint';
  readonly #left = new Map<string, number>();
  readonly #categories = new Map<string, Entry>();
  #title = '';

  constructor(source: Source, options: ReadingOptions, toMarkdown: (text: string) => string) {
    super();
    this.#source = source;
    this.#toMarkdown = toMarkdown;
    this.#kind = kindFor(options);
  }

  read() {
    const entries = this.#source.files.flatMap((file) => this.#entriesIn(entryOf(readJsonText(file))));
    if (entries.length === 0)
      throw new UserError(`${this.#source.name} has no features`, {
        suggestion: 'export it as GeoJSON: a FeatureCollection with features',
      });
    const features = entries.flatMap((entry) => this.#featureOf(entry) ?? []);
    for (const [key, all] of Map.groupBy(features, ({ id, name }) => id || name)) {
      if (all.length > 1 && all[0]!.id !== '')
        this.findings.push(`${all.length} features have the id ${key}: numbered in their order`);
      for (const [index, feature] of all.entries()) {
        const place = feature.id === '' ? feature.position?.map((each) => each.toFixed(5)).join(',') : undefined;
        // The first keeps its key when another with its name is added.
        this.#add(index === 0 ? key : place === undefined ? `${key}-${index + 1}` : `${key} @${place}`, feature);
      }
    }
    if (this.#kind === 'place') this.#numberNames();
    for (const [id, { span }] of this.#categories)
      this.records.push({ kind: 'category', id, fields: { title: id, status: 'published' }, at: span() });
    this.#countProperties();
    return this.content({ title: this.#title });
  }

  #entriesIn(root: Entry): readonly Entry[] {
    const { type, name } = root.data;
    if (type !== 'FeatureCollection') return type === 'Feature' ? [root] : [];
    this.#title ||= lineOf(name);
    return entriesIn(root, 'features').filter(({ data, span }) => {
      const isFeature = Object.keys(data).length > 0;
      if (!isFeature) this.leaveOut(this.#kind, unreadable(span(), 'this is not a feature'));
      return isFeature;
    });
  }

  #featureOf(entry: Entry): Feature | undefined {
    const { id, geometry, properties: values = {} } = entry.data;
    const texts = Object.entries(isObject(values) ? values : {}).map(
      ([name, value]) => [name.toLowerCase(), { name, text: textOf(value) }] as const,
    );
    const properties: Properties = new Map(texts.filter(([, { text }]) => text !== ''));
    const name = lineOf(take(properties, NAMES));
    if (name === '') return void this.lose('feature without a name');
    const position = middleOf(geometry);
    const [longitude, latitude] = position ?? [Infinity, Infinity];
    const isLocated = Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90;
    if (!isLocated)
      this.note((times) => `${count(times, 'feature')} without a longitude and latitude: without a position`);
    else if (isObject(geometry) && geometry['type'] !== 'Point')
      this.note((times) => `areas and lines: ${times}, each at its middle`);
    const own = textOf(id) || take(properties, IDS);
    // Of no use to readers: other ids, and the type of a relation in OpenStreetMap.
    for (const each of [...IDS, 'type']) properties.delete(each);
    return { entry, id: own, name, position: isLocated ? position : undefined, properties };
  }

  #add(id: string, { entry, name, position, properties }: Feature): void {
    const text = this.#toMarkdown(take(properties, TEXTS));
    const address = addressOf(properties);
    // An address without a city is a text.
    const where = take(properties, ['address']) || ('city' in address ? '' : Object.values(address).join(', '));
    const link = webLinkIn(take(properties, LINKS));
    const description = [text, plainToMarkdown(where), link === undefined ? '' : `<${link}>`];
    const category = take(properties, CATEGORIES).replaceAll('_', ' ');
    const shared = {
      description: description.filter((part) => part !== '').join('\n\n'),
      $geo: position ? { latitude: rounded(position[1]), longitude: rounded(position[0]) } : {},
      $address: 'city' in address ? address : {},
    };
    const fields =
      this.#kind === 'place'
        ? { name, category, ...shared }
        : { ...this.#ofInterest(entry, name, category, properties), ...shared };
    for (const { name: property } of properties.values()) this.#left.set(property, (this.#left.get(property) ?? 0) + 1);
    this.records.push({ kind: this.#kind, id, fields: withoutEmpty(fields), at: entry.span() });
  }

  #ofInterest(entry: Entry, title: string, category: string, properties: Properties): JsonObject {
    if (category !== '' && !this.#categories.has(category)) this.#categories.set(category, entry);
    const url = webLinkIn(take(properties, PICTURES));
    return {
      title,
      status: 'published',
      categoryIds: category === '' ? [] : [category],
      media: url === undefined ? {} : { url, alt: title },
    };
  }

  /** Places are recognised by their names. In the order of their keys, since that of a source may change. */
  #numberNames(): void {
    const { records, findings } = this;
    const inOrder = records.splice(0).toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const groups = Map.groupBy(inOrder, ({ fields }) => normalText(String(fields['name'])));
    for (const group of groups.values())
      for (const [index, { fields, ...record }] of group.entries())
        records.push({
          ...record,
          fields: index === 0 ? fields : { ...fields, name: `${fields['name']} (${index + 1})` },
        });
    const doubled = inOrder.length - groups.size;
    if (doubled > 0) findings.push(`${count(doubled, 'place')} with the name of another: numbered, as in Gate (2)`);
  }

  #countProperties(): void {
    const counted = [...this.#left].toSorted(([, a], [, b]) => b - a);
    for (const [index, [name, times]] of counted.entries())
      this.lose(index < MOST_COUNTED ? `property ${name}` : 'other properties', times);
  }
}

/** The first of these that the feature has, or an empty text. */
function take(properties: Properties, names: readonly string[]): string {
  const key = names.find((each) => properties.has(each)) ?? '';
  const text = properties.get(key)?.text ?? '';
  properties.delete(key);
  return text;
}

function addressOf(properties: Properties): JsonObject {
  const part = (name: string): string => take(properties, [`addr:${name}`]);
  const street = `${part('street')} ${part('housenumber')}`.trim();
  const [postcode, city, region, country] = ['postcode', 'city', 'state', 'country'].map(part);
  return withoutEmpty({ street, postcode, city, region, country });
}

/** To a tenth of a metre. */
const rounded = (degrees: number): number => Number(degrees.toFixed(6));

/** Longitude and latitude. */
type Position = readonly [number, number];

/** The middle of its first line or area. Undefined for one without positions, or with something else in their place. */
export function middleOf(geometry: Json | undefined): Position | undefined {
  if (!isObject(geometry)) return undefined;
  const { type, coordinates, geometries } = geometry;
  if (type === 'GeometryCollection') return middleOf(listOf(geometries)[0]);
  const points = firstLineIn(coordinates);
  if (String(type).endsWith('LineString')) return points[Math.floor(points.length / 2)];
  const between = (axis: 0 | 1): number => {
    const sorted = points.map((point) => point[axis]).sort((a, b) => a - b);
    return (sorted[0]! + sorted.at(-1)!) / 2;
  };
  return points.length === 0 ? undefined : [between(0), between(1)];
}

/** The line itself, the first of several, or the outer edge of an area. */
function firstLineIn(value: Json | undefined): readonly Position[] {
  const [first, second] = listOf(value);
  if (Number.isFinite(first)) return Number.isFinite(second) ? [[Number(first), Number(second)]] : [];
  const isLine = Array.isArray(first) && Number.isFinite(first[0]);
  return isLine ? listOf(value).flatMap((each) => firstLineIn(each)) : Array.isArray(first) ? firstLineIn(first) : [];
}
