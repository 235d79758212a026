import { surfaceBCommon } from './common-fields.ts';
import { defineKind } from './kind.ts';
import { onSurfaceB } from './operation.ts';
import { freeForm, list, number, object, openValues, text } from './schema.ts';

export const workflowRun = defineKind({
  name: 'workflowRun',
  title: 'Workflow run',
  summary: 'One run of a workflow. History: on the service only, and read-only.',
  surface: 'B',
  closed: false,
  fields: {
    ...surfaceBCommon,
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
  naturalKey: [],
  operations: onSurfaceB('workflowRuns', { documented: [], extended: ['list', 'read'] }),
});
