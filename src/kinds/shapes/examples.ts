/** A short example of each shape, as a file has it: pointers are addresses, media are files under media/. */
import type { Json } from '../../values/json.ts';
import type { Static } from '../schema.ts';
import { blockShapeName, BLOCK_TYPES, type Block, type BlockType } from './block.ts';
import type { Navigator, Query } from './navigator.ts';
import type { Coordinates } from './primitives.ts';
import type { FontRef, TextStyle, Theme } from './theme.ts';
import type { Icon, Menu, Tile } from './tile.ts';
import type { WorkflowNode } from './workflow-node.ts';

const navigator = { nativeContent: 'program' } as const satisfies Navigator;
const icon = { family: 'lucide', type: 'star' } as const satisfies Icon;
const fontRef = { fontHolderId: 'fonts/name-of-the-file', weight: 400 } as const satisfies FontRef;
const query = { filters: [{ status: 'published' }], sort: { title: 'asc' }, limit: 6 } as const satisfies Query;
const textStyle = { fontRef: { ...fontRef, weight: 700 }, fontSize: 28, color: '#0b3c49' } as const satisfies TextStyle;
const tile = {
  title: 'Programme',
  icon: { family: 'lucide', type: 'calendar-days' },
  navigator,
} as const satisfies Tile;

const BLOCK_EXAMPLES = {
  title: { type: 'title', values: [{ text: 'Getting here' }] },
  paragraph: { type: 'paragraph', values: [{ text: 'Some **text**.' }] },
  media: { type: 'media', format: 'carousel', values: [{ media: 'media/picture.jpg', alt: 'The harbour at night' }] },
  embed: { type: 'embed', values: [{ url: 'https://www.example.org/player', title: 'Interview with the band' }] },
  button: { type: 'button', values: [{ label: 'See the programme', icon, navigator }] },
  question: {
    type: 'question',
    values: [
      {
        question: 'Are dogs allowed?',
        answers: [{ label: 'On the quay', text: 'On a leash.' }, { label: 'In the halls' }],
      },
    ],
  },
  divider: { type: 'divider' },
  sessions: { type: 'sessions', format: 'list', values: [{ query }] },
  hosts: { type: 'hosts', format: 'grid', values: [{ broadcastHostId: 'hosts/name-of-the-file' }] },
  interestPoints: { type: 'interestPoints', values: [{ query }] },
  articles: { type: 'articles', values: [{ broadcastArticleId: 'articles/name-of-the-file' }, { query }] },
  countdown: { type: 'countdown', values: [{ date: '2027-06-18T20:30:00+02:00', label: 'Until the gates open' }] },
  section: {
    type: 'section',
    values: [{ title: 'Food', blocks: [{ type: 'paragraph', values: [{ text: 'Until midnight.' }] }] }],
  },
  socials: { type: 'socials', values: [{ network: 'mastodon', url: 'https://mastodon.example/@harbour' }] },
  meteo: { type: 'meteo', values: [{ label: 'The harbour', latitude: 46.15, longitude: -1.15 }] },
  map: { type: 'map', values: [{ broadcastMapId: 'maps/name-of-the-file' }] },
} as const satisfies { readonly [T in BlockType]: Extract<Block, { readonly type: T }> };

export const shapeExamples: Readonly<Record<string, Json>> = {
  Coordinates: { x: 100, y: 100 } satisfies Static<typeof Coordinates.schema>,
  Media: { url: 'media/picture.jpg', alt: 'The harbour at night' },
  MediaSeries: ['media/picture.jpg', { url: 'media/film.mp4', alt: 'The opening' }],
  Query: query,
  Navigator: navigator,
  Icon: icon,
  Tile: tile,
  Menu: { sections: [{ title: 'Discover', tiles: [tile] }], color: '#0b3c49' } satisfies Menu,
  FontRef: fontRef,
  TextStyle: textStyle,
  Theme: {
    logo: 'media/logo.svg',
    backgroundColor: '#fffaf2',
    accentColor: '#0b3c49',
    borderRadius: 12,
    fontRef,
    titleTextStyle: textStyle,
  } satisfies Theme,
  Block: BLOCK_EXAMPLES.paragraph,
  WorkflowNode: {
    id: 'notify',
    name: 'Notify the team',
    type: 'http',
    position: [120, 80],
    config: { url: { type: 'string', value: 'https://www.example.org/hook', useExpression: false } },
    errorBehavior: 'stopWorkflow',
  } satisfies WorkflowNode,
  ...Object.fromEntries(BLOCK_TYPES.map((type) => [blockShapeName(type), BLOCK_EXAMPLES[type]])),
};
