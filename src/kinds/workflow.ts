import { surfaceBCommon } from './common-fields.ts';
import { defineKind } from './kind.ts';
import { conventionalOnSurfaceB } from './operation.ts';
import { list, object, oneOfValues, ref, text } from './schema.ts';
import { WorkflowNode } from './shapes/workflow-node.ts';

export const workflow = defineKind({
  name: 'workflow',
  title: 'Workflow',
  summary: 'Steps that the service runs automatically, as a graph of nodes.',
  surface: 'B',
  folder: 'workflows',
  closed: true,
  fields: {
    ...surfaceBCommon,
    name: { schema: text({ minLength: 1 }), about: 'Name of the workflow', required: ['create', 'file'] },
    description: { schema: text(), about: 'What it is for' },
    status: { schema: oneOfValues(['enabled', 'disabled']), about: 'Whether it runs' },
    trigger: {
      schema: object({
        type: oneOfValues(['manual', 'interval', 'schedule', 'once'], { description: 'What starts it' }),
      }),
      about: 'When it runs',
    },
    entryNodeId: {
      schema: text({ minLength: 1 }),
      about: 'Id of the node it starts with',
      required: ['create', 'file'],
    },
    nodes: { schema: list(ref(WorkflowNode)), about: 'The steps', required: ['create', 'file'] },
  },
  naturalKey: [['name']],
  operations: conventionalOnSurfaceB('workflows', ['update']),
  example: {
    name: 'Remind the crew',
    status: 'disabled',
    trigger: { type: 'manual' },
    entryNodeId: 'ask',
    nodes: [{ id: 'ask', type: 'http', name: 'Ask', position: [0, 0], config: {} }],
  },
});
