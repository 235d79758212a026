import { defineShape, object, ref, text, type Schema } from '../schema.ts';

/** The languages of the service. */
export const LOCALES = ['fr', 'en', 'es'] as const;
/** A language of the site, by its tag. Texts in one that the service does not have stay in files. */
export type Locale = string;

const COLOUR_PATTERN = '^#(?:[A-Fa-f0-9]{3,4}|[A-Fa-f0-9]{6}|[A-Fa-f0-9]{8})$';

export const colour = (description?: string): Schema<string> =>
  text({ pattern: COLOUR_PATTERN, ...(description !== undefined && { description }) });

export const objectId = (description?: string): Schema<string> =>
  text({ format: 'object-id', minLength: 24, maxLength: 24, ...(description !== undefined && { description }) });

/** A pointer to a document on Surface B, where all ids have the same format. */
export const pointerTo = (kinds: string | readonly string[], description?: string): Schema<string> => ({
  ...objectId(description),
  'x-pointer': typeof kinds === 'string' ? [kinds] : kinds,
});

/** A pointer whose id has no fixed format: Surface A, and the font holder. */
export const loosePointerTo = (kind: string, description?: string): Schema<string> =>
  text({ 'x-pointer': [kind], ...(description !== undefined && { description }) });

/** A media file as a bare URL. */
export const mediaUrl = (description?: string): Schema<string> =>
  text({ format: 'web-url', 'x-media': true, ...(description !== undefined && { description }) });

export interface MediaObject {
  readonly url: string;
  readonly alt?: string | null;
  readonly type?: string | null;
}

/** A media value: the URL alone, or the URL with a text alternative. */
export const Media = defineShape(
  'Media',
  {
    type: ['string', 'object'],
    description: 'A picture, video or sound: its URL, or an object with url, alt and type',
    format: 'web-url',
    'x-media': true,
    'x-assumed': true,
    properties: {
      url: mediaUrl('Where the file is'),
      alt: { type: ['string', 'null'], description: 'What it shows, for people who cannot see it' },
      type: { type: ['string', 'null'], 'x-known': ['image', 'video', 'audio'], description: 'The type of file' },
    },
    required: ['url'],
  } as Schema<string | MediaObject>,
  { url: 'media/picture.jpg', alt: 'The harbour at night' },
);

/** One media value, or several shown in turn. */
export const MediaSeries = defineShape(
  'MediaSeries',
  {
    ...Media.schema,
    type: ['string', 'object', 'array'],
    description: 'A picture or video, or a list of them shown in turn',
    items: ref(Media),
  } as Schema<string | MediaObject | readonly (string | MediaObject)[]>,
  ['media/picture.jpg', { url: 'media/film.mp4', alt: 'The opening' }],
);

export const Coordinates = defineShape(
  'Coordinates',
  object(
    {
      x: { type: 'integer', description: 'Pixels from the left edge of the map image' } as Schema<number>,
      y: { type: 'integer', description: 'Pixels from the top edge of the map image' } as Schema<number>,
    },
    { description: 'A position on a map, in pixels of its background image' },
  ),
  { x: 100, y: 100 },
);
