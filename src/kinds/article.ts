import { needed, STATUSES, surfaceACommon } from './common-fields.ts';
import { defineKind } from './kind.ts';
import { onSurfaceA, onSurfaceB, pagingOnSurfaceA } from './operation.ts';
import { instant, markdown, oneOfValues, text } from './schema.ts';
import { mediaUrl } from './shapes/primitives.ts';

export const article = defineKind({
  name: 'article',
  title: 'Article',
  summary: 'An article of the blog, kept as a Markdown file.',
  surface: 'A',
  folder: 'articles',
  closed: true,
  fields: {
    ...surfaceACommon,
    title: needed(text(), 'Title of the article'),
    content: { schema: markdown(), about: 'The text, in Markdown or HTML: the body of a Markdown file' },
    status: { schema: oneOfValues(STATUSES, { default: 'draft' }), about: 'Whether it is a draft or published' },
    published_at: {
      schema: instant({ 'x-day': true }),
      about: 'When it is published: in the past to backdate it, in the future to schedule it',
      listed: true,
    },
    cover_image_url: { schema: mediaUrl(), about: 'The picture above it' },
    excerpt: { schema: text(), about: 'The start of the text', access: 'answered', required: ['record'] },
  },
  body: 'content',
  translated: ['title', 'content'],
  page: {
    title: 'title',
    text: 'content',
    picture: 'cover_image_url',
    date: 'published_at',
    list: 'articles',
    view: 'article',
    feed: true,
  },
  visibility: { from: ['published_at'] },
  naturalKey: [['title'], ['published_at']],
  operations: [
    ...onSurfaceA('articles', {
      documented: ['list', 'create'],
      extended: ['read', 'update', 'delete'],
      listQuery: [
        { name: 'status', schema: oneOfValues(STATUSES), about: 'Only articles in this state', documented: true },
        ...pagingOnSurfaceA(true),
      ],
    }),
    // One record on both surfaces: the interface shows deleting on Surface B only.
    ...onSurfaceB('broadcastArticles', { documented: ['delete'], extended: ['list', 'create', 'read', 'update'] }),
  ],
  example: {
    title: 'Getting there',
    status: 'published',
    published_at: '2027-05-02T09:00:00+02:00',
    cover_image_url: 'media/bridge.jpg',
  },
});
