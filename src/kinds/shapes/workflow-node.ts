import { defineShape, freeForm, list, number, object, oneOfValues, openValues, text } from '../schema.ts';

export const WorkflowNode = defineShape(
  'WorkflowNode',
  object(
    {
      id: text({ description: 'Name of the node within its workflow' }),
      position: list(number(), { description: 'Where the editor draws it: x and y' }),
      type: oneOfValues(['amply', 'http', 'foreach', 'auth', 'if', 'code'], { description: 'What it does' }),
      config: freeForm({ description: 'Its settings, each wrapped as {type, value, useExpression, expression}' }),
      name: text({ description: 'Its label' }),
      errorBehavior: openValues(['stopWorkflow'], { description: 'What happens when it fails' }),
      onSuccess: text({ description: 'Id of the node to run after a success' }),
      onError: text({ description: 'Id of the node to run after a failure' }),
    },
    { description: 'A step of a workflow' },
  ),
  {
    id: 'notify',
    name: 'Notify the team',
    type: 'http',
    position: [120, 80],
    config: { url: { type: 'string', value: 'https://www.example.org/hook', useExpression: false } },
    errorBehavior: 'stopWorkflow',
  },
);
