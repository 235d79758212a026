import { surfaceBCommon } from './common-fields.ts';
import { defineKind } from './kind.ts';
import { conventionalOnSurfaceB } from './operation.ts';
import { text } from './schema.ts';

export const analyticsEvent = defineKind({
  name: 'analyticsEvent',
  title: 'Analytics event',
  summary: 'Something a visitor did. History: on the service only.',
  surface: 'B',
  closed: false,
  fields: { ...surfaceBCommon, type: { schema: text(), about: 'What was done' } },
  naturalKey: [],
  operations: conventionalOnSurfaceB('broadcastEvents'),
});
