import { surfaceBCommon } from './common-fields.ts';
import { defineKind } from './kind.ts';
import { conventionalOnSurfaceB } from './operation.ts';
import { text } from './schema.ts';

export const member = defineKind({
  name: 'member',
  title: 'Member',
  summary: 'Someone with access to the broadcast. Personal data: on the service only.',
  surface: 'B',
  closed: false,
  fields: { ...surfaceBCommon, email: { schema: text({ format: 'email' }), about: 'The email address' } },
  naturalKey: [],
  operations: conventionalOnSurfaceB('broadcastMembers'),
});
