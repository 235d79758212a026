import { surfaceBCommon } from './common-fields.ts';
import { defineKind } from './kind.ts';
import { conventionalOnSurfaceB } from './operation.ts';
import { list, object, text } from './schema.ts';

export const contact = defineKind({
  name: 'contact',
  title: 'Contact',
  summary: 'A form that a visitor filled in. Personal data: on the service only.',
  surface: 'B',
  closed: false,
  fields: {
    ...surfaceBCommon,
    fields: {
      schema: list(
        object({ key: text({ description: 'Name of the answer' }), value: text({ description: 'The answer' }) }),
      ),
      about: 'The answers',
    },
  },
  naturalKey: [],
  operations: conventionalOnSurfaceB('broadcastContacts', ['read']),
});
