/** Personal data and history: kinds that the service has and that are never kept in files. */
import { surfaceBCommon } from './common-fields.ts';
import { defineKind, type Fields, type Kind } from './kind.ts';
import { conventionalOnSurfaceB, onSurfaceB } from './operation.ts';
import { flag, freeForm, list, number, object, openValues, text } from './schema.ts';

type Declared = Pick<Kind, 'name' | 'title' | 'summary' | 'operations'>;

const onService = <const F extends Fields>(declared: Declared, fields: F) =>
  defineKind({ ...declared, surface: 'B', closed: false, fields: { ...surfaceBCommon, ...fields }, naturalKey: [] });

export const analyticsEvent = onService(
  {
    name: 'analyticsEvent',
    title: 'Analytics event',
    summary: 'Something a visitor did. History: on the service only.',
    operations: conventionalOnSurfaceB('broadcastEvents'),
  },
  { type: { schema: text(), about: 'What was done' } },
);

export const client = onService(
  {
    name: 'client',
    title: 'Client',
    summary: 'A device or browser that uses the broadcast. Personal data: on the service only.',
    operations: conventionalOnSurfaceB('broadcastClients'),
  },
  {},
);

export const contact = onService(
  {
    name: 'contact',
    title: 'Contact',
    summary: 'A form that a visitor filled in. Personal data: on the service only.',
    operations: conventionalOnSurfaceB('broadcastContacts', ['read']),
  },
  {
    fields: {
      schema: list(
        object({ key: text({ description: 'Name of the answer' }), value: text({ description: 'The answer' }) }),
      ),
      about: 'The answers',
    },
  },
);

export const member = onService(
  {
    name: 'member',
    title: 'Member',
    summary: 'Someone with access to the broadcast. Personal data: on the service only.',
    operations: conventionalOnSurfaceB('broadcastMembers'),
  },
  { email: { schema: text({ format: 'email' }), about: 'The email address' } },
);

export const revision = onService(
  {
    name: 'revision',
    title: 'Revision',
    summary: 'An earlier version of the broadcast. History: on the service only, and read-only.',
    operations: onSurfaceB('revisions', { documented: [], extended: ['list', 'read'] }),
  },
  {
    tos: {
      schema: object({ accepted: flag({ description: 'Whether they were accepted' }) }),
      about: 'Whether the terms were accepted',
    },
  },
);

export const workflowRun = onService(
  {
    name: 'workflowRun',
    title: 'Workflow run',
    summary: 'One run of a workflow. History: on the service only, and read-only.',
    operations: onSurfaceB('workflowRuns', { documented: [], extended: ['list', 'read'] }),
  },
  {
    status: { schema: openValues(['running']), about: 'Its progress' },
    durationMs: { schema: number(), about: 'How long it took' },
    invokedNodeCount: { schema: number(), about: 'How many nodes ran' },
    context: { schema: freeForm(), about: 'The values it worked with' },
    nodeResults: {
      schema: list(
        object({
          executionId: text({ description: 'The run of this node' }),
          index: number({ description: 'Its position in the run' }),
          nodeId: text({ description: 'The node' }),
          nodeType: text({ description: 'The type of node' }),
          routeTaken: openValues(['onSuccess', 'onError'], { description: 'Where the run continued' }),
          durationMs: number({ description: 'How long it took' }),
        }),
      ),
      about: 'What each node did',
    },
  },
);
