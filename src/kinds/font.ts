import { surfaceBCommon } from './common-fields.ts';
import { defineKind } from './kind.ts';
import { conventionalOnSurfaceB } from './operation.ts';
import { list, number, object, text } from './schema.ts';
import { mediaUrl } from './shapes/primitives.ts';

export const font = defineKind({
  name: 'font',
  title: 'Font',
  summary: 'A font family, with one file for each weight.',
  surface: 'B',
  folder: 'fonts',
  closed: false,
  fields: {
    ...surfaceBCommon,
    fontFamily: { schema: text(), about: 'Name of the family', required: ['create', 'file'] },
    weights: {
      schema: list(
        object({
          weight: number({ description: 'The weight, such as 400' }),
          url: mediaUrl('The font file'),
        }),
      ),
      about: 'The weights, each with its file',
    },
  },
  naturalKey: [['fontFamily']],
  operations: conventionalOnSurfaceB('fonts'),
  example: { fontFamily: 'Bricolage Grotesque', weights: [{ weight: 700, url: 'media/fonts/bricolage-700.woff2' }] },
});
