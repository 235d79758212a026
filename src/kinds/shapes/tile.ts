import { defineShape, list, nullable, number, object, oneOfValues, ref, text, type Static } from '../schema.ts';
import { Navigator } from './navigator.ts';
import { colour } from './primitives.ts';

export const ICON_FAMILIES = ['lucide', 'remix', 'hero'] as const;

export const Icon = defineShape(
  'Icon',
  object(
    {
      family: oneOfValues(ICON_FAMILIES, { description: 'The icon set' }),
      type: text({ description: 'The name of the icon in its set, such as calendar-days' }),
    },
    { description: 'An icon from one of the three sets' },
  ),
  { family: 'lucide', type: 'star' },
);
export type Icon = Static<typeof Icon.schema>;

export const Tile = defineShape(
  'Tile',
  object(
    {
      bottomBarIndex: nullable(number({ description: 'Its position in the bottom bar' })),
      navigator: nullable(ref(Navigator)),
      title: nullable(text({ description: 'The label' })),
      icon: nullable(ref(Icon)),
    },
    { description: 'A labelled link in a bar or a menu' },
  ),
  { title: 'Programme', icon: { family: 'lucide', type: 'calendar-days' }, navigator: Navigator.example },
);
export type Tile = Static<typeof Tile.schema>;

export const Menu = defineShape(
  'Menu',
  object(
    {
      sections: list(
        object({
          title: nullable(text({ description: 'Heading of the section' })),
          tiles: nullable(list(ref(Tile), { description: 'Its entries' })),
        }),
        { description: 'The groups of entries' },
      ),
      color: nullable(colour('Background of the menu')),
    },
    { required: ['sections'], description: 'The menu, in sections' },
  ),
  { sections: [{ title: 'Discover', tiles: [Tile.example] }], color: '#0b3c49' },
);
export type Menu = Static<typeof Menu.schema>;
