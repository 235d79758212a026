import { defaultLocale, localeDetailsWith, notShown, surfaceBCommon } from './common-fields.ts';
import { defineKind } from './kind.ts';
import { conventionalOnSurfaceB } from './operation.ts';
import { flag, nullable, text } from './schema.ts';
import { mediaUrl, objectId } from './shapes/primitives.ts';

export const media = defineKind({
  name: 'media',
  title: 'Media',
  summary: 'The description of a media file: an optional document beside the file, with the same name.',
  surface: 'B',
  folder: 'media',
  closed: false,
  fields: {
    ...surfaceBCommon,
    _userId: { schema: objectId(), about: 'The id of its owner', access: 'answered' },
    mediaUrl: { schema: mediaUrl(), about: 'Where the file is (default: the file beside the document)' },
    external: { schema: flag(), about: 'Whether the file is on another host' },
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
