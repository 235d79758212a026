import { defaultLocale, localeDetailsWith, notShown, surfaceBCommon } from './common-fields.ts';
import { defineKind, type FieldsOf } from './kind.ts';
import { conventionalOnSurfaceB } from './operation.ts';
import { flag, nullable, text } from './schema.ts';
import { mediaUrl, objectId } from './shapes/primitives.ts';

export const media = defineKind({
  name: 'media',
  title: 'Media',
  summary: 'What is known about a media file: an optional document beside the file, of the same name.',
  surface: 'B',
  folder: 'media',
  closed: false,
  fields: {
    ...surfaceBCommon,
    _userId: { schema: objectId(), about: 'Whose it is', access: 'answered' },
    mediaUrl: { schema: mediaUrl(), about: 'Where the file is; the file beside the document otherwise' },
    external: { schema: flag(), about: 'Whether the file lies on another host' },
    ...notShown({
      alt: { schema: nullable(text()), about: 'What it shows, for people who cannot see it' },
      localeDetails: localeDetailsWith({ alt: nullable(text({ description: 'What it shows, in this language' })) }),
      defaultLocale,
    }),
  },
  describesFile: true,
  naturalKey: [['mediaUrl']],
  operations: conventionalOnSurfaceB('media'),
  example: { alt: 'The old swing bridge at dusk', external: false },
});

export type Media = FieldsOf<typeof media>;
