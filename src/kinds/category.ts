import { aliases, defaultLocale, localeDetails, notShown, status, surfaceBCommon, title } from './common-fields.ts';
import { defineKind } from './kind.ts';
import { conventionalOnSurfaceB } from './operation.ts';
import { nullable, ref } from './schema.ts';
import { colour } from './shapes/primitives.ts';
import { Icon } from './shapes/tile.ts';

export const category = defineKind({
  name: 'category',
  title: 'Category',
  summary: 'A label with a colour and an icon that groups other content.',
  surface: 'B',
  folder: 'categories',
  closed: false,
  fields: {
    ...surfaceBCommon,
    ...notShown({
      title: title('The label'),
      color: { schema: nullable(colour()), about: 'Its colour' },
      icon: { schema: nullable(ref(Icon)), about: 'Its icon' },
    }),
    status: status(),
    ...notShown({ localeDetails, defaultLocale }),
  },
  local: { $aliases: aliases },
  naturalKey: [['_reference'], ['title']],
  operations: conventionalOnSurfaceB('broadcastCategories'),
  example: { title: 'Concert', color: '#0b3c49', icon: { family: 'lucide', type: 'music' }, status: 'published' },
});
