/** GeoJSON (RFC 7946): the features with a name, as exported from OpenStreetMap, QGIS or a map of one's own. */
import { count } from '../diagnostics/count.ts';
import { UserError } from '../diagnostics/errors.ts';
import { LOCALES } from '../kinds/shapes/primitives.ts';
import { isObject, type Json, type JsonObject, type Path } from '../values/json.ts';
import { normalText } from '../values/normal-text.ts';
import { isLanguage } from '../values/language.ts';
import { Gathering } from './gathering.ts';
import { readJsonText, type JsonText } from './json-text.ts';
import { pixelsOf } from './map-image.ts';
import { oneLine, plainToMarkdown } from './plain-text.ts';
import { pointInside, type Position } from './point-inside.ts';
import { startOf, unreadable, type Reader, type ReadingOptions, type Source } from './source.ts';
import { webLinkIn } from './web-link.ts';

const kindFor = ({ into }: ReadingOptions) => (into === 'interestPoint' ? into : 'place');

export const geojson: Reader = {
  name: 'geojson',
  title: 'GeoJSON',
  recognises: 'a FeatureCollection or a Feature, also several in a folder',
  key: 'the id of the feature, or `id`, `@id` or `osm_id` of its properties; otherwise its name',
  maps: 'features with a name to places, or into interestPoint to interest points; `image` of the mapping says where the image of a map is, so that positions become its pixels',
  kinds: (options) => (kindFor(options) === 'place' ? ['place'] : ['interestPoint', 'category']),
  isFor: ({ files }) =>
    files.every(({ path }) => /\.(?:geo)?json$/i.test(path) || files.length === 1) &&
    files.some((file) => /"type"\s*:\s*"Feature(?:Collection)?"/.test(startOf(file))),
  read: async (source, options) => {
    const { htmlToMarkdown } = await import('./html-to-markdown.ts');
    const toMarkdown = (text: string): string =>
      /<[a-z]+[^>]*>/i.test(text) ? htmlToMarkdown(text, { link: webLinkIn }) : plainToMarkdown(text);
    return new Reading(source, options, toMarkdown).content();
  },
};

interface Feature {
  readonly json: JsonText;
  readonly path: Path;
  readonly id: Json | undefined;
  readonly geometry: Json | undefined;
  readonly properties: Properties;
}

/** Names and values of a feature. Those that nobody took are lost. */
class Properties {
  /** By name in lower case: programs differ in that. */
  readonly #values = new Map<string, { readonly name: string; readonly text: string }>();
  readonly #taken = new Set<string>();

  constructor(values: JsonObject) {
    for (const [name, value] of Object.entries(values)) {
      const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
      if (text !== '') this.#values.set(name.toLowerCase(), { name, text });
    }
  }

  /** The first of these that the feature has. */
  take(...names: readonly string[]): string | undefined {
    const key = names.find((each) => this.#values.has(each)) ?? '';
    this.#taken.add(key);
    return this.#values.get(key)?.text;
  }

  /** By language, as in `name:fr`. */
  translations(name: string): ReadonlyMap<string, string> {
    const found = [...this.#values.keys()].filter((key) => key.startsWith(`${name}:`));
    return new Map(
      found.flatMap((key): readonly [string, string][] => {
        const language = key.slice(name.length + 1);
        return isLanguage(language) ? [[language, this.take(key)!]] : [];
      }),
    );
  }

  get left(): readonly string[] {
    const left = [...this.#values].filter(([key]) => !this.#taken.has(key) && !NOT_COUNTED.includes(key));
    return left.map(([, { name }]) => name);
  }
}

const IDS = ['@id', 'id', 'osm_id'];
/** Of no use to readers: ids, and the type of a relation in OpenStreetMap. */
const NOT_COUNTED = [...IDS, 'type'];
const NAMES = ['name', 'title', 'label', 'nom', 'nombre'];
const TEXTS = ['description', 'desc', 'popupcontent', 'descriptif'];
const CATEGORIES = ['category', 'kategorie', 'amenity', 'tourism', 'leisure', 'shop', 'office', 'sport', 'room'];
const LINKS = ['website', 'contact:website', 'url', 'homepage', 'link'];
const PICTURES = ['image', 'photo', 'picture'];
const ADDRESS = { postcode: 'addr:postcode', city: 'addr:city', region: 'addr:state', country: 'addr:country' };
/** The most names of properties that are counted, so that OpenStreetMap does not fill the screen. */
const MOST_COUNTED = 10;

class Reading {
  readonly #gathering = new Gathering();
  readonly #source: Source;
  readonly #options: ReadingOptions;
  readonly #toMarkdown: (text: string) => string;
  readonly #kind: 'place' | 'interestPoint';
  readonly #left = new Map<string, number>();
  readonly #numbers = { shapes: 0, outside: 0, unlocated: 0 };
  readonly #categories = new Map<string, Feature>();
  #title: string | undefined;

  constructor(source: Source, options: ReadingOptions, toMarkdown: (text: string) => string) {
    this.#source = source;
    this.#options = options;
    this.#toMarkdown = toMarkdown;
    this.#kind = kindFor(options);
  }

  content() {
    const features = this.#source.files.flatMap((file) => this.#featuresIn(readJsonText(file)));
    if (features.length === 0)
      throw new UserError(`${this.#source.name} has no features`, {
        suggestion: 'export it as GeoJSON: a FeatureCollection with features',
      });
    const named = features.flatMap((feature) => {
      const name = oneLine(feature.properties.take(...NAMES) ?? '');
      if (name === '') this.#gathering.lose('feature without a name');
      return name === '' ? [] : [{ feature, name, position: this.#positionOf(feature) }];
    });
    const keys = Map.groupBy(named, ({ feature, name }) => idOf(feature) ?? name);
    for (const [key, all] of keys) {
      if (all.length > 1 && idOf(all[0]!.feature) !== undefined)
        this.#gathering.findings.push(`${all.length} features have the id ${key}: numbered in their order`);
      for (const [index, { feature, name, position }] of all.entries()) {
        // The first keeps its key when another with its name is added.
        const place =
          position && idOf(feature) === undefined ? ` @${position.map((each) => each.toFixed(5)).join(',')}` : '';
        const id = index === 0 ? key : `${key}${place === '' ? `-${index + 1}` : place}`;
        this.#add(id, { feature, name, position });
      }
    }
    if (this.#kind === 'place') this.#numberNames();
    for (const [id, feature] of this.#categories) {
      const at = feature.json.spanOf(feature.path);
      this.#gathering.records.push({ kind: 'category', id, fields: { title: id, status: 'published' }, at });
    }
    this.#addFindings();
    return this.#gathering.content(this.#title === undefined ? {} : { title: this.#title });
  }

  /** Places are recognised by their names. In the order of their keys, since that of a source may change. */
  #numberNames(): void {
    const { records, findings } = this.#gathering;
    const inOrder = records.splice(0).toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const times = new Map<string, number>();
    for (const { fields, ...record } of inOrder) {
      const name = String(fields['name']);
      const number = (times.get(normalText(name)) ?? 0) + 1;
      times.set(normalText(name), number);
      records.push({ ...record, fields: number === 1 ? fields : { ...fields, name: `${name} (${number})` } });
    }
    const doubled = [...times.values()].reduce((sum, number) => sum + number - 1, 0);
    if (doubled > 0) findings.push(`${count(doubled, 'place')} with the name of another: numbered, as in Gate (2)`);
  }

  #featuresIn(json: JsonText): readonly Feature[] {
    const { value } = json;
    const { type, features, name } = isObject(value) ? value : {};
    if (typeof name === 'string' && type === 'FeatureCollection') this.#title ??= oneLine(name);
    if (type !== 'FeatureCollection') return type === 'Feature' ? [featureOf(json, [], value)] : [];
    return (Array.isArray(features) ? (features as readonly Json[]) : []).flatMap((each, index) => {
      const path = ['features', index];
      if (isObject(each)) return [featureOf(json, path, each)];
      this.#gathering.leaveOut(this.#kind, unreadable(json.spanOf(path), 'this is not a feature'));
      return [];
    });
  }

  #positionOf({ geometry }: Feature): Position | undefined {
    const position = pointInside(geometry);
    const [longitude, latitude] = position ?? [Infinity, Infinity];
    if (Math.abs(longitude) > 180 || Math.abs(latitude) > 90) {
      this.#numbers.unlocated++;
      return undefined;
    }
    if (isObject(geometry) && geometry['type'] !== 'Point') this.#numbers.shapes++;
    return position;
  }

  #add(id: string, { feature, name, position }: Named): void {
    const { properties, json, path } = feature;
    const text = this.#toMarkdown(properties.take(...TEXTS) ?? '');
    const { address, text: where } = addressOf(properties);
    const link = webLinkIn(properties.take(...LINKS) ?? '');
    const description = [
      text,
      plainToMarkdown(properties.take('address') ?? where),
      link === undefined ? '' : `<${link}>`,
    ]
      .filter((part) => part !== '')
      .join('\n\n');
    const category = properties.take(...CATEGORIES)?.replaceAll('_', ' ');
    const shared = {
      ...(description !== '' && { description }),
      ...this.#coordinatesOf(position),
      ...(position && { $geo: { latitude: rounded(position[1]), longitude: rounded(position[0]) } }),
      ...(address && { $address: address }),
    };
    const translated = this.#translationsOf(properties, name);
    const fields: JsonObject =
      this.#kind === 'place'
        ? { name, ...(category !== undefined && { category }), ...shared, ...translated }
        : {
            title: name,
            status: 'published',
            ...this.#categoryOf(category, feature),
            ...this.#pictureOf(feature, name),
            ...shared,
            ...translated,
          };
    for (const property of properties.left) this.#left.set(property, (this.#left.get(property) ?? 0) + 1);
    this.#gathering.records.push({ kind: this.#kind, id, fields, at: json.spanOf(path) });
  }

  #coordinatesOf(position: Position | undefined): JsonObject {
    const image = this.#options.mapping?.settings.image;
    if (!position || !image) return {};
    const coordinates = pixelsOf(position, image);
    if (!coordinates) this.#numbers.outside++;
    const map = this.#kind === 'place' ? '$map' : 'mapId';
    return coordinates ? { coordinates, [map]: image.map } : {};
  }

  /** Places have all translations in `$locales`, interest points only those in languages that the service does not have. */
  #translationsOf(properties: Properties, name: string): JsonObject {
    const [names, texts] = ['name', 'description'].map((each) => properties.translations(each));
    const languages = [...new Set([...names!.keys(), ...texts!.keys()])].filter((each) => names!.get(each) !== name);
    const title = this.#kind === 'place' ? 'name' : 'title';
    const detailsIn = (those: readonly string[]): JsonObject =>
      Object.fromEntries(
        those.map((language) => {
          const [own, text] = [names!.get(language), texts!.get(language)];
          const description = text === undefined ? undefined : this.#toMarkdown(text);
          return [
            language,
            { ...(own !== undefined && { [title]: oneLine(own) }), ...(description !== undefined && { description }) },
          ];
        }),
      );
    const isOwn = (language: string): boolean =>
      this.#kind === 'interestPoint' && (LOCALES as readonly string[]).includes(language);
    const [served, others] = [languages.filter(isOwn), languages.filter((each) => !isOwn(each))];
    return {
      ...(served.length > 0 && { localeDetails: detailsIn(served) }),
      ...(others.length > 0 && { $locales: detailsIn(others) }),
    };
  }

  #categoryOf(category: string | undefined, feature: Feature): JsonObject {
    if (category === undefined) return {};
    if (!this.#categories.has(category)) this.#categories.set(category, feature);
    return { categoryIds: [category] };
  }

  #pictureOf({ properties }: Feature, name: string): JsonObject {
    const url = webLinkIn(properties.take(...PICTURES) ?? '');
    return url === undefined ? {} : { media: { url, alt: name } };
  }

  #addFindings(): void {
    const { shapes, outside, unlocated } = this.#numbers;
    const { findings } = this.#gathering;
    const image = this.#options.mapping?.settings.image;
    if (shapes > 0)
      findings.push(`areas and lines: ${shapes}, at a point inside of the area or in the middle of the line`);
    if (unlocated > 0)
      findings.push(`${count(unlocated, 'feature')} without a longitude and latitude: without a position`);
    if (outside > 0)
      findings.push(`${count(outside, 'feature')} outside of the image of ${image!.map}: without a pin on it`);
    if (!image)
      findings.push(
        'pins need pixels of a map image: write a mapping with `image:`, and in it map, west, south, east, north, width and height',
      );
    const counted = [...this.#left].toSorted(([, a], [, b]) => b - a);
    for (const [index, [name, times]] of counted.entries())
      this.#gathering.lose(index < MOST_COUNTED ? `property ${name}` : 'other properties', times);
  }
}

/** To a tenth of a metre. */
const rounded = (degrees: number): number => Number(degrees.toFixed(6));

interface Named {
  readonly feature: Feature;
  readonly name: string;
  readonly position: Position | undefined;
}

const featureOf = (json: JsonText, path: Path, value: Json): Feature => {
  const { id, geometry, properties } = isObject(value) ? value : {};
  return { json, path, id, geometry, properties: new Properties(isObject(properties) ? properties : {}) };
};

function idOf({ id, properties }: Feature): string | undefined {
  const own = typeof id === 'number' || typeof id === 'string' ? String(id).trim() : '';
  return own === '' ? properties.take(...IDS) : own;
}

/** An address without a city is a text. */
function addressOf(properties: Properties): { readonly address?: JsonObject; readonly text: string } {
  const street = [properties.take('addr:street'), properties.take('addr:housenumber')].filter(Boolean).join(' ');
  const parts = [
    ['street', street],
    ...Object.entries(ADDRESS).map(([name, key]) => [name, properties.take(key) ?? '']),
  ];
  const written = parts.filter(([, text]) => text !== '');
  const address = Object.fromEntries(written) as JsonObject;
  return 'city' in address ? { address, text: '' } : { text: written.map(([, text]) => text).join(', ') };
}
