import { defaultLocale, localeDetails, notShown, status, surfaceBCommon, title } from './common-fields.ts';
import { defineKind } from './kind.ts';
import { conventionalOnSurfaceB } from './operation.ts';
import { list, nullable, prose, ref } from './schema.ts';
import { Coordinates, Media, pointerTo } from './shapes/primitives.ts';

export const interestPoint = defineKind({
  name: 'interestPoint',
  title: 'Interest point',
  summary: 'A room or spot on a map where sessions take place.',
  surface: 'B',
  folder: 'interest-points',
  closed: false,
  fields: {
    ...surfaceBCommon,
    ...notShown({
      title: title('Name of the spot'),
      description: { schema: nullable(prose()), about: 'What is there' },
    }),
    mapId: { schema: pointerTo('map'), about: 'The map it is on' },
    ...notShown({
      coordinates: { schema: nullable(ref(Coordinates)), about: 'Where it is on the map' },
      categoryIds: { schema: nullable(list(pointerTo('category'))), about: 'The categories it belongs to' },
      media: { schema: nullable(ref(Media)), about: 'A picture of it' },
    }),
    status: status(),
    ...notShown({ localeDetails, defaultLocale }),
  },
  page: {
    title: 'title',
    text: 'description',
    picture: 'media',
    categories: 'categoryIds',
    list: 'places',
    pin: { coordinates: 'coordinates', map: 'mapId' },
    view: 'place',
    template: 'interestPoint',
  },
  naturalKey: [['_reference'], ['title']],
  operations: conventionalOnSurfaceB('broadcastInterestPoints'),
  example: {
    title: 'Dock hall',
    mapId: 'maps/harbour',
    coordinates: { x: 640, y: 380 },
    status: 'published',
  },
});
