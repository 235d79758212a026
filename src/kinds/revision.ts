import { surfaceBCommon } from './common-fields.ts';
import { defineKind } from './kind.ts';
import { onSurfaceB } from './operation.ts';
import { flag, object } from './schema.ts';

export const revision = defineKind({
  name: 'revision',
  title: 'Revision',
  summary: 'An earlier version of the broadcast. History: on the service only, and read-only.',
  surface: 'B',
  closed: false,
  fields: {
    ...surfaceBCommon,
    tos: {
      schema: object({ accepted: flag({ description: 'Whether they were accepted' }) }),
      about: 'Whether the terms were accepted',
    },
  },
  naturalKey: [],
  operations: onSurfaceB('revisions', { documented: [], extended: ['list', 'read'] }),
});
