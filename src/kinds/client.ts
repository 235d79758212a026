import { surfaceBCommon } from './common-fields.ts';
import { defineKind } from './kind.ts';
import { conventionalOnSurfaceB } from './operation.ts';

export const client = defineKind({
  name: 'client',
  title: 'Client',
  summary: 'A device or browser that uses the broadcast. Personal data: on the service only.',
  surface: 'B',
  closed: false,
  fields: surfaceBCommon,
  naturalKey: [],
  operations: conventionalOnSurfaceB('broadcastClients'),
});
