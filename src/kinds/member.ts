import { surfaceBCommon } from './common-fields.ts';
import { defineKind } from './kind.ts';
import { conventionalOnSurfaceB } from './operation.ts';
import { text } from './schema.ts';

export const member = defineKind({
  name: 'member',
  title: 'Member',
  summary: 'Someone with access to the broadcast. A person’s data: on the service only.',
  surface: 'B',
  closed: false,
  fields: { ...surfaceBCommon, email: { schema: text({ format: 'email' }), about: 'The address of the person' } },
  naturalKey: [],
  operations: conventionalOnSurfaceB('broadcastMembers'),
});
