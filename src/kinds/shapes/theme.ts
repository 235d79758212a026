import { assumed, defineShape, number, object, openValues, ref, type Static } from '../schema.ts';
import { ICON_FAMILIES } from './tile.ts';
import { colour, loosePointerTo, Media } from './primitives.ts';

export const FontRef = defineShape(
  'FontRef',
  object(
    {
      fontHolderId: loosePointerTo('font', 'The font'),
      weight: number({ description: 'The weight, such as 400 or 700' }),
      style: openValues(['normal', 'italic'], { description: 'The style' }),
    },
    { description: 'A font with a weight and a style' },
  ),
  { fontHolderId: 'fonts/name-of-the-file', weight: 400 },
);

export const TextStyle = defineShape(
  'TextStyle',
  object(
    {
      fontRef: ref(FontRef),
      fontSize: number({ description: 'Size in pixels' }),
      color: colour('Colour of the text'),
    },
    { description: 'Font, size and colour of one kind of text' },
  ),
  { fontRef: { ...FontRef.example, weight: 700 }, fontSize: 28, color: '#0b3c49' },
);

export const Theme = defineShape(
  'Theme',
  object(
    {
      logo: ref(Media),
      accentColor: colour('Text and controls on the background'),
      backgroundColor: colour('Background of every screen'),
      primaryBackgroundColor: colour('Background of primary buttons'),
      primaryAccentColor: colour('Text on primary buttons'),
      surfaceBackgroundColor: colour('Background of cards and tiles'),
      surfaceAccentColor: colour('Text on cards and tiles'),
      surfaceOpacity: number({ description: 'Opacity of cards, from 0 to 1' }),
      surfaceDecoration: openValues(['shadow', 'border', 'none'], {
        description: 'How cards stand out from the background',
      }),
      strokeWidth: assumed(number({ description: 'Width of lines in pixels' })),
      borderRadius: assumed(number({ description: 'Radius of corners in pixels' })),
      fontRef: ref(FontRef),
      iconFamily: openValues(ICON_FAMILIES, { description: 'The default icon set' }),
      titleTextStyle: ref(TextStyle),
      subtitleTextStyle: ref(TextStyle),
      bodyTextStyle: ref(TextStyle),
      buttonTextStyle: ref(TextStyle),
    },
    { description: 'Colours, fonts and corners of the application and the site' },
  ),
  {
    logo: 'media/logo.svg',
    backgroundColor: '#fffaf2',
    accentColor: '#0b3c49',
    borderRadius: 12,
    fontRef: FontRef.example,
    titleTextStyle: TextStyle.example,
  },
);
export type Theme = Static<typeof Theme.schema>;
