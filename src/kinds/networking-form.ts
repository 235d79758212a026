import { defaultLocale, localeDetailsWith, notShown, surfaceBCommon, title } from './common-fields.ts';
import { defineKind } from './kind.ts';
import { conventionalOnSurfaceB } from './operation.ts';
import { assumed, flag, list, nullable, object, openValues, text } from './schema.ts';

const questions = list(
  object(
    {
      key: text({ minLength: 1, description: 'Name of the answer' }),
      label: nullable(text({ description: 'The question' })),
      type: nullable(
        openValues(['text', 'textarea', 'email', 'tel', 'url', 'number', 'checkbox'], {
          description: 'The type of answer',
        }),
      ),
      required: nullable(flag({ description: 'Whether it must be answered' })),
    },
    { required: ['key'] },
  ),
  { description: 'The questions' },
);

export const networkingForm = defineKind({
  name: 'networkingForm',
  title: 'Networking form',
  summary: 'The questions visitors answer to find each other.',
  surface: 'B',
  folder: 'networking-forms',
  closed: false,
  fields: {
    ...surfaceBCommon,
    ...notShown({
      title: title('Title of the form'),
      fields: { schema: assumed(nullable(questions)), about: 'The questions: key, label, type, required' },
      localeDetails: localeDetailsWith({ fields: nullable(questions) }),
      defaultLocale,
    }),
  },
  naturalKey: [['_reference'], ['title']],
  operations: conventionalOnSurfaceB('broadcastNetworkingForms'),
  example: { title: 'Meet the crew', fields: [{ key: 'name', label: 'Your name', type: 'text', required: true }] },
});
