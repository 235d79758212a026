import { defaultLocale, localeDetails, status, surfaceBCommon, title } from './common-fields.ts';
import { defineKind } from './kind.ts';
import { conventionalOnSurfaceB } from './operation.ts';
import { flag, list, nullable, ref, text } from './schema.ts';
import { blocks } from './shapes/block.ts';
import { nativeContent } from './shapes/navigator.ts';
import { Media, pointerTo } from './shapes/primitives.ts';

export const page = defineKind({
  name: 'page',
  title: 'Page',
  summary: 'A page made of blocks, a link, or a built-in screen.',
  surface: 'B',
  folder: 'pages',
  closed: false,
  fields: {
    ...surfaceBCommon,
    title: title('Title of the page'),
    status: status(),
    blocks: { schema: blocks('What the page shows, in order'), about: 'What the page shows, in order' },
    categoryIds: { schema: list(pointerTo('category')), about: 'The categories it belongs to' },
    media: { schema: nullable(ref(Media)), about: 'Its main picture' },
    url: { schema: text({ format: 'link' }), about: 'Makes the page a link to this address' },
    nativeContent: { schema: nullable(nativeContent('A screen')), about: 'Makes the page this screen' },
    isPrivate: { schema: flag(), about: 'Kept out of everything public' },
    localeDetails,
    defaultLocale,
  },
  page: {
    title: 'title',
    picture: 'media',
    blocks: 'blocks',
    categories: 'categoryIds',
    list: 'pages',
    template: 'page',
    instead: { url: 'url', screen: 'nativeContent' },
  },
  visibility: { private: 'isPrivate' },
  naturalKey: [['_reference'], ['title']],
  operations: conventionalOnSurfaceB('broadcastPages', ['list']),
  example: {
    title: 'Practical information',
    status: 'published',
    blocks: [{ type: 'paragraph', key: 'intro', values: [{ text: 'Everything for a good **weekend**.' }] }],
  },
});
