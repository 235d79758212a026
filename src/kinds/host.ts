import { defaultLocale, localeDetails, notShown, status, surfaceBCommon, title } from './common-fields.ts';
import { defineKind } from './kind.ts';
import { conventionalOnSurfaceB } from './operation.ts';
import { assumed, list, nullable, object, prose, ref, text } from './schema.ts';
import { blocks } from './shapes/block.ts';
import { Media, pointerTo } from './shapes/primitives.ts';

export const host = defineKind({
  name: 'host',
  title: 'Host',
  summary: 'A speaker, an artist, a moderator: a person who leads sessions.',
  surface: 'B',
  folder: 'hosts',
  closed: false,
  fields: {
    ...surfaceBCommon,
    ...notShown({
      title: title('The name'),
      description: { schema: nullable(prose()), about: 'A short biography' },
      media: { schema: nullable(ref(Media)), about: 'A portrait' },
      categoryIds: { schema: nullable(list(pointerTo('category'))), about: 'The categories this person belongs to' },
      links: {
        schema: assumed(
          nullable(
            list(
              object(
                {
                  label: nullable(text({ description: 'The text of the link' })),
                  url: text({ format: 'link', description: 'Where it leads' }),
                },
                { required: ['url'] },
              ),
            ),
          ),
        ),
        about: 'Links to the person elsewhere',
      },
      blocks: { schema: nullable(blocks('More about the person')), about: 'More about the person' },
    }),
    status: status(),
    ...notShown({ localeDetails, defaultLocale }),
  },
  page: {
    title: 'title',
    text: 'description',
    picture: 'media',
    blocks: 'blocks',
    categories: 'categoryIds',
    list: 'hosts',
    view: 'host',
  },
  naturalKey: [['_reference'], ['title']],
  operations: conventionalOnSurfaceB('broadcastHosts'),
  example: {
    title: 'Léna Moreau',
    status: 'published',
    description: 'Hydrologist, writes about rivers.',
    links: [{ label: 'Notebook', url: 'https://lena.example' }],
  },
});
