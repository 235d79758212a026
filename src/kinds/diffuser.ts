import { defaultLocale, localeDetailsWith, notShown, surfaceBCommon } from './common-fields.ts';
import { defineKind, type FieldsOf } from './kind.ts';
import { conventionalOnSurfaceB } from './operation.ts';
import { flag, nullable, object, openValues, text } from './schema.ts';

const seo = object(
  {
    title: text({ description: 'Title in search results' }),
    metaDescription: text({ description: 'Text in search results' }),
    indexing: flag({ description: 'Whether search engines may list it' }),
  },
  { description: 'Metadata for search engines' },
);

export const diffuser = defineKind({
  name: 'diffuser',
  title: 'Diffuser',
  summary: "A channel that serves the broadcast. The one of type web sets the site's defaults for search engines.",
  surface: 'B',
  folder: 'diffusers',
  closed: false,
  fields: {
    ...surfaceBCommon,
    type: { schema: openValues(['web', 'ios', 'android']), about: 'The channel', required: ['create', 'file'] },
    seo: { schema: seo, about: 'Metadata for search engines' },
    ...notShown({ localeDetails: localeDetailsWith({ seo: nullable(seo) }), defaultLocale }),
  },
  naturalKey: [['_reference'], ['type']],
  operations: conventionalOnSurfaceB('broadcastDiffusers'),
  example: {
    type: 'web',
    seo: { title: 'Harbour festival', metaDescription: 'Three days by the river.', indexing: true },
  },
});

export type Diffuser = FieldsOf<typeof diffuser>;
