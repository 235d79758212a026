/**
 * Blocks: the parts of a page, a session or the home screen. The interface defines the sixteen types, the five common
 * fields and the entries of a media block; the entries of the other types are our convention (`x-assumed`).
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
} from '../schema.ts';
import { Navigator, Query } from './navigator.ts';
import { colour, Media, pointerTo } from './primitives.ts';
import { Icon } from './tile.ts';

/** The layouts of a block with entries. */
export const FORMATS = ['list', 'grid', 'carousel'] as const;

interface BlockDeclaration<Entry> {
  readonly about: string;
  readonly entry: Schema<Entry>;
  readonly example: { readonly format?: (typeof FORMATS)[number]; readonly values?: readonly NoInfer<Entry>[] };
}

const block = <Entry>(declaration: BlockDeclaration<Entry>): BlockDeclaration<Entry> => declaration;

const navigator = nullable(ref(Navigator));
const query = nullable(ref(Query));

/** Written out because a section contains blocks, and an inferred type may not refer to itself. */
const section: BlockDeclaration<{
  readonly title?: string | null | undefined;
  readonly blocks?: readonly Block[] | undefined;
}> = {
  about: 'Blocks under their own heading',
  entry: object({
    title: nullable(text({ description: 'Heading of the section' })),
    blocks: list(shapeNamed<Block>('Block'), { description: 'The blocks inside' }),
  }),
  example: {
    values: [{ title: 'Food', blocks: [{ type: 'paragraph', values: [{ text: 'Until midnight.' }] }] }],
  },
};

export const BLOCKS = {
  title: block({
    about: 'A heading',
    entry: object({ text: text({ description: 'The heading' }) }, { required: ['text'] }),
    example: { values: [{ text: 'Getting here' }] },
  }),
  paragraph: block({
    about: 'Text in Markdown',
    entry: object({ text: markdown({ description: 'The text, in Markdown' }) }, { required: ['text'] }),
    example: { values: [{ text: 'Some **text**.' }] },
  }),
  media: block({
    about: 'Pictures or videos',
    entry: object({
      media: ref(Media),
      backgroundColor: nullable(colour('Shown around the picture')),
      fit: nullable(openValues(['cover', 'contain'], { description: 'How the picture fills its frame' })),
      navigator,
      alt: nullable(text({ description: 'What it shows, for people who cannot see it' })),
    }),
    example: { format: 'carousel', values: [{ media: 'media/picture.jpg', alt: 'The harbour at night' }] },
  }),
  embed: block({
    about: 'Content from another site',
    entry: object(
      {
        url: text({ format: 'web-url', description: 'The external content' }),
        title: nullable(text({ description: 'What it is, for people who cannot see it' })),
      },
      { required: ['url'] },
    ),
    example: { values: [{ url: 'https://www.example.org/player', title: 'Interview with the band' }] },
  }),
  button: block({
    about: 'Buttons that lead somewhere',
    entry: object(
      { label: text({ description: 'The words on the button' }), icon: nullable(ref(Icon)), navigator },
      { required: ['label'] },
    ),
    example: { values: [{ label: 'See the programme', icon: Icon.example, navigator: Navigator.example }] },
  }),
  question: block({
    about: 'A question with answers to choose from',
    entry: object(
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
    ),
    example: {
      values: [
        {
          question: 'Are dogs allowed?',
          answers: [{ label: 'On the quay', text: 'On a leash.' }, { label: 'In the halls' }],
        },
      ],
    },
  }),
  divider: block({ about: 'A line between two parts', entry: object({}), example: {} }),
  sessions: block({
    about: 'Sessions, by name or by query',
    entry: object({ broadcastSessionId: nullable(pointerTo('session', 'This session')), query }),
    example: { format: 'list', values: [{ query: Query.example }] },
  }),
  hosts: block({
    about: 'Hosts, by name or by query',
    entry: object({ broadcastHostId: nullable(pointerTo('host', 'This host')), query }),
    example: { format: 'grid', values: [{ broadcastHostId: 'hosts/name-of-the-file' }] },
  }),
  interestPoints: block({
    about: 'Interest points, by name or by query',
    entry: object({
      broadcastInterestPointId: nullable(pointerTo('interestPoint', 'This interest point')),
      query,
    }),
    example: { values: [{ query: Query.example }] },
  }),
  articles: block({
    about: 'Articles, by name or by query',
    entry: object({ broadcastArticleId: nullable(pointerTo('article', 'This article')), query }),
    example: { values: [{ broadcastArticleId: 'articles/name-of-the-file' }, { query: Query.example }] },
  }),
  countdown: block({
    about: 'The time left until a moment',
    entry: object(
      {
        date: instant({ description: 'The moment to count down to' }),
        label: nullable(text({ description: 'What happens then' })),
        navigator,
      },
      { required: ['date'] },
    ),
    example: { values: [{ date: '2027-06-18T20:30:00+02:00', label: 'Until the gates open' }] },
  }),
  section,
  socials: block({
    about: 'Profiles on social networks',
    entry: object(
      {
        network: text({ description: 'The network, such as mastodon' }),
        url: text({ format: 'link', description: "The profile's URL" }),
      },
      { required: ['network', 'url'] },
    ),
    example: { values: [{ network: 'mastodon', url: 'https://mastodon.example/@harbour' }] },
  }),
  meteo: block({
    about: 'The weather at a place',
    entry: object(
      {
        label: nullable(text({ description: 'Name of the place' })),
        latitude: number({ minimum: -90, maximum: 90, description: 'Degrees north' }),
        longitude: number({ minimum: -180, maximum: 180, description: 'Degrees east' }),
      },
      { required: ['latitude', 'longitude'] },
    ),
    example: { values: [{ label: 'The harbour', latitude: 46.15, longitude: -1.15 }] },
  }),
  map: block({
    about: 'A map with its pins',
    entry: object({ broadcastMapId: pointerTo('map', 'The map') }, { required: ['broadcastMapId'] }),
    example: { values: [{ broadcastMapId: 'maps/name-of-the-file' }] },
  }),
};

export type BlockType = keyof typeof BLOCKS;
export const BLOCK_TYPES = Object.keys(BLOCKS) as readonly BlockType[];

export interface BlockOf<T extends BlockType> {
  readonly type: T;
  readonly key?: string | null | undefined;
  readonly height?: number | null | undefined;
  readonly format?: string | null | undefined;
  readonly values?: readonly EntryOf<T>[] | null | undefined;
}
type EntryOf<T extends BlockType> = (typeof BLOCKS)[T] extends BlockDeclaration<infer Entry> ? Entry : never;

export type Block = { readonly [T in BlockType]: BlockOf<T> }[BlockType];

export const blockShapeName = (type: BlockType): string => `${type[0]!.toUpperCase()}${type.slice(1)}Block`;

const blockShape = (type: BlockType): Shape =>
  defineShape(
    blockShapeName(type),
    {
      type: 'object',
      description: BLOCKS[type].about,
      properties: {
        type: { const: type, description: 'The type of block' },
        key: nullable(text({ description: 'A name for this block, for the client' })),
        height: nullable(number({ description: 'Height in pixels' })),
        format: nullable(openValues(FORMATS, { description: 'How the entries are laid out' })),
        values: nullable(list(assumed(BLOCKS[type].entry as Schema), { description: 'What the block shows' })),
      },
      required: ['type'],
    } satisfies JsonSchema,
    { type, ...BLOCKS[type].example },
  );

/** One shape per type, so that an editor completes only the fields that fit. */
export const blockShapes: readonly Shape[] = BLOCK_TYPES.map(blockShape);

export const Block: Shape<Block> = defineShape(
  'Block',
  {
    description: 'A piece of a page',
    type: 'object',
    discriminator: { propertyName: 'type' },
    oneOf: blockShapes.map(ref),
    required: ['type'],
  } as Schema<Block>,
  { type: 'paragraph', ...BLOCKS.paragraph.example },
);

export const blocks = (description: string) => list(ref(Block), { description });
