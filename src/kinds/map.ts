import { defaultLocale, localeDetails, notShown, status, surfaceBCommon, title } from './common-fields.ts';
import { defineKind } from './kind.ts';
import { conventionalOnSurfaceB } from './operation.ts';
import { nullable, number, openValues, ref } from './schema.ts';
import { Media } from './shapes/primitives.ts';

export const map = defineKind({
  name: 'map',
  title: 'Map',
  summary: 'A map image with places and interest points pinned at pixel coordinates.',
  surface: 'B',
  folder: 'maps',
  closed: false,
  fields: {
    ...surfaceBCommon,
    ...notShown({ title: title('Name of the map') }),
    type: { schema: openValues(['image']), about: 'The type of map' },
    status: status(),
    ...notShown({
      media: { schema: nullable(ref(Media)), about: 'The background image' },
      width: { schema: nullable(number({ minimum: 1 })), about: 'Width of the image in pixels' },
      height: { schema: nullable(number({ minimum: 1 })), about: 'Height of the image in pixels' },
      localeDetails,
      defaultLocale,
    }),
  },
  page: {
    title: 'title',
    picture: 'media',
    list: 'maps',
    view: 'map',
  },
  local: {
    $scale: number({ minimum: 0.001, description: 'Metres in one pixel, to estimate how far places are apart' }),
  },
  naturalKey: [['_reference'], ['title']],
  operations: conventionalOnSurfaceB('broadcastMaps'),
  example: {
    title: 'The harbour',
    type: 'image',
    status: 'published',
    media: 'media/harbour-map.svg',
    width: 1600,
    height: 1000,
  },
});
