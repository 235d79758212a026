import { needed, surfaceACommon } from './common-fields.ts';
import { defineKind } from './kind.ts';
import { onSurfaceA } from './operation.ts';
import { number, prose, ref, text } from './schema.ts';
import { Coordinates, loosePointerTo } from './shapes/primitives.ts';

export const place = defineKind({
  name: 'place',
  title: 'Place',
  summary: 'A stage, a stand, a facility or another spot on the interactive map.',
  surface: 'A',
  folder: 'places',
  closed: true,
  fields: {
    ...surfaceACommon,
    name: needed(text(), 'Name shown to the public'),
    category: { schema: text(), about: 'The type of place, such as stage, exhibitor or facility' },
    description: { schema: prose(), about: 'Short description shown on the map' },
    coordinates: { schema: ref(Coordinates), about: 'Where it is on the map' },
  },
  translated: ['name', 'description'],
  page: {
    title: 'name',
    text: 'description',
    list: 'places',
    pin: { coordinates: 'coordinates' },
    view: 'place',
  },
  local: {
    $map: loosePointerTo('map', 'The map it is on (default: the first map)'),
    $order: number({
      description: 'Its position among places, such as 1 for the main stage. Places without one follow, by name',
    }),
  },
  naturalKey: [['name']],
  operations: onSurfaceA('places', { documented: ['list', 'create', 'update'], extended: ['read', 'delete'] }),
  example: {
    name: 'Main stage',
    category: 'stage',
    description: 'On the east quay, facing the water.',
    coordinates: { x: 820, y: 410 },
  },
});
