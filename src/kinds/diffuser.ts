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
  { description: 'What search engines are told' },
);

export const diffuser = defineKind({
  name: 'diffuser',
  title: 'Diffuser',
  summary:
    'A channel through which the broadcast is served; the one of type web gives the site its search-engine defaults.',
  surface: 'B',
  folder: 'diffusers',
  closed: false,
  fields: {
    ...surfaceBCommon,
    type: { schema: openValues(['web', 'ios', 'android']), about: 'The channel', required: ['create', 'file'] },
    seo: { schema: seo, about: 'What search engines are told' },
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
