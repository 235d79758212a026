/**
 * Blocks: the parts of a page, a session or the home screen. The interface defines the sixteen types, the five common
 * fields and the entries of a media block; the entries of the other types are our convention (`x-assumed`).
 * Adding a type: one entry in BLOCK_ENTRIES and ABOUT, its example, its template, its test.
 */
import {
  assumed,
  defineShape,
  instant,
  list,
  markdown,
  nullable,
  number,
  object,
  openValues,
  ref,
  shapeNamed,
  text,
  type JsonSchema,
  type Schema,
  type Shape,
  type Static,
} from '../schema.ts';
import { Navigator, Query } from './navigator.ts';
import { colour, Media, pointerTo } from './primitives.ts';
import { Icon } from './tile.ts';

const navigator = nullable(ref(Navigator));
const query = nullable(ref(Query));

const title = object({ text: text({ description: 'The heading' }) }, { required: ['text'] });
const paragraph = object({ text: markdown({ description: 'The text, in Markdown' }) }, { required: ['text'] });
const media = object({
  media: ref(Media),
  backgroundColor: nullable(colour('Shown around the picture')),
  fit: nullable(openValues(['cover', 'contain'], { description: 'How the picture fills its frame' })),
  navigator,
  alt: nullable(text({ description: 'What it shows, for people who cannot see it' })),
});
const embed = object(
  {
    url: text({ format: 'web-url', description: 'The external content' }),
    title: nullable(text({ description: 'What it is, for people who cannot see it' })),
  },
  { required: ['url'] },
);
const button = object(
  { label: text({ description: 'The words on the button' }), icon: nullable(ref(Icon)), navigator },
  { required: ['label'] },
);
const question = object(
  {
    question: text({ description: 'The question' }),
    answers: list(
      object(
        {
          label: text({ description: 'The answer to choose' }),
          text: nullable(markdown({ description: 'What is shown when it is chosen' })),
          navigator,
        },
        { required: ['label'] },
      ),
      { description: 'The answers to choose from' },
    ),
  },
  { required: ['question', 'answers'] },
);
const divider = object({});
const sessions = object({ broadcastSessionId: nullable(pointerTo('session', 'This session')), query });
const hosts = object({ broadcastHostId: nullable(pointerTo('host', 'This host')), query });
const interestPoints = object({
  broadcastInterestPointId: nullable(pointerTo('interestPoint', 'This interest point')),
  query,
});
const articles = object({ broadcastArticleId: nullable(pointerTo('article', 'This article')), query });
const countdown = object(
  {
    date: instant({ description: 'The moment to count down to' }),
    label: nullable(text({ description: 'What happens then' })),
    navigator,
  },
  { required: ['date'] },
);
// Written out because a section contains blocks, and an inferred type may not refer to itself.
interface SectionEntry {
  readonly title?: string | null | undefined;
  readonly blocks?: readonly Block[] | undefined;
}
const section: Schema<SectionEntry> = object({
  title: nullable(text({ description: 'Heading of the section' })),
  blocks: list(shapeNamed<Block>('Block'), { description: 'The blocks inside' }),
});
const socials = object(
  {
    network: text({ description: 'The network, such as mastodon' }),
    url: text({ format: 'link', description: "The profile's URL" }),
  },
  { required: ['network', 'url'] },
);
const meteo = object(
  {
    label: nullable(text({ description: 'Name of the place' })),
    latitude: number({ minimum: -90, maximum: 90, description: 'Degrees north' }),
    longitude: number({ minimum: -180, maximum: 180, description: 'Degrees east' }),
  },
  { required: ['latitude', 'longitude'] },
);
const map = object({ broadcastMapId: pointerTo('map', 'The map') }, { required: ['broadcastMapId'] });

/** The schema of the entries of each type. */
export const BLOCK_ENTRIES = {
  title,
  paragraph,
  media,
  embed,
  button,
  question,
  divider,
  sessions,
  hosts,
  interestPoints,
  articles,
  countdown,
  section,
  socials,
  meteo,
  map,
} as const;

export type BlockType = keyof typeof BLOCK_ENTRIES;
export const BLOCK_TYPES = Object.keys(BLOCK_ENTRIES) as readonly BlockType[];

const ABOUT: Readonly<Record<BlockType, string>> = {
  title: 'A heading',
  paragraph: 'Text in Markdown',
  media: 'Pictures or videos',
  embed: 'Content from another site',
  button: 'Buttons that lead somewhere',
  question: 'A question with answers to choose from',
  divider: 'A line between two parts',
  sessions: 'Sessions, by name or by query',
  hosts: 'Hosts, by name or by query',
  interestPoints: 'Interest points, by name or by query',
  articles: 'Articles, by name or by query',
  countdown: 'The time left until a moment',
  section: 'Blocks under their own heading',
  socials: 'Profiles on social networks',
  meteo: 'The weather at a place',
  map: 'A map with its pins',
};

/** The layouts of a block with entries. */
export const FORMATS = ['list', 'grid', 'carousel'] as const;

interface BlockOf<T extends BlockType, Entry> {
  readonly type: T;
  readonly key?: string | null | undefined;
  readonly height?: number | null | undefined;
  readonly format?: string | null | undefined;
  readonly values?: readonly Entry[] | null | undefined;
}

export type Block = { readonly [T in BlockType]: BlockOf<T, Static<(typeof BLOCK_ENTRIES)[T]>> }[BlockType];

export const blockShapeName = (type: BlockType): string => `${type[0]!.toUpperCase()}${type.slice(1)}Block`;

const blockShape = (type: BlockType): Shape =>
  defineShape(blockShapeName(type), {
    type: 'object',
    description: ABOUT[type],
    properties: {
      type: { const: type, description: 'The type of block' },
      key: nullable(text({ description: 'A name for this block, for the client' })),
      height: nullable(number({ description: 'Height in pixels' })),
      format: nullable(openValues(FORMATS, { description: 'How the entries are laid out' })),
      values: nullable(list(assumed(BLOCK_ENTRIES[type] as Schema), { description: 'What the block shows' })),
    },
    required: ['type'],
  } satisfies JsonSchema);

/** One shape per type, so that an editor completes only the fields that fit. */
export const blockShapes: readonly Shape[] = BLOCK_TYPES.map(blockShape);

export const Block = defineShape<Block>('Block', {
  description: 'A piece of a page',
  type: 'object',
  discriminator: { propertyName: 'type' },
  oneOf: blockShapes.map(ref),
  required: ['type'],
});

export const blocks = (description: string) => list(ref(Block), { description });
