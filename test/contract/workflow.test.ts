import { beforeAll, expect, it } from 'vitest';
import { NOBODY, workflow } from './bodies.ts';
import { Fields } from './fields.ts';
import { useService } from './service.ts';
import { insertRecord } from '../../src/service/store/records.ts';

const service = useService();
let id: string;
beforeAll(async () => void ({ id } = await service.b.post('/workflows', workflow())));
const fields = new Fields((body) => service.b.patch(`/workflows/${id}`, body));

fields.table(`
the entryNodeId of a workflow has at least one character | /entryNodeId takes "a", "ask" | /entryNodeId refuses "", 7
the nodes of a workflow are a list | /nodes takes [], [{"id":"ask","type":"http"}] | /nodes refuses "ask", {"id":"ask"}
the name of a workflow has at least one character | /name takes "R", "Remind the crew" | /name refuses "", 7
the description of a workflow is text | /description takes "Every Monday." | /description refuses 7
the status of a workflow is enabled or disabled | /status takes "enabled", "disabled", "enabled" | /status refuses "paused", true
the trigger of a workflow is of type manual, interval, schedule or once
  /trigger/type takes "manual", "interval", "schedule", "once" | /trigger/type refuses "daily", 7
  /trigger refuses "manual"
the metadata of a workflow is an object | /metadata takes {"team":"crew"} | /metadata refuses "crew"
a node is of type amply, http, foreach, auth, if or code
  /nodes/0/type takes "amply", "http", "foreach", "auth", "if", "code" | /nodes/0/type refuses "mail", 7
`);

it('a node has id, position, type, config, name, errorBehavior, onSuccess and onError', async () => {
  await fields.takes('/nodes', [
    {
      id: 'ask',
      position: [10, 20.5],
      type: 'code',
      config: { code: 'return 1' },
      name: 'Ask',
      errorBehavior: 'stopWorkflow',
      onSuccess: 'tell',
      onError: 'stop',
    },
  ]);
  await fields.refuses('/nodes/0/id', 7);
  await fields.refuses('/nodes/0/position', '10,20');
  await fields.refuses('/nodes/0/position/0', '10');
  await fields.refuses('/nodes/0/config', 'return 1');
});

it('the config of an amply node is kept with all its wrappers', async () => {
  const wrapped = (type: string, value: string | number | boolean) => ({
    type,
    value,
    useExpression: false,
    expression: '',
  });
  const pair = { key: wrapped('string', 'status'), value: wrapped('string', 'draft') };
  await fields.takes('/nodes', [
    {
      id: 'list',
      type: 'amply',
      config: {
        operation: wrapped('enum', 'list'),
        resource: wrapped('enum', 'broadcastPage'),
        id: wrapped('string', ''),
        metadata: {
          filters: { ...wrapped('object', ''), value: [pair] },
          filtersLogical: wrapped('enum', '$and'),
          preview: wrapped('boolean', false),
          cursors: {
            limit: wrapped('number', 10),
            skip: wrapped('number', 0),
            sort: { title: wrapped('enum', 'asc') },
            startId: wrapped('string', ''),
          },
        },
        body: { ...wrapped('object', ''), value: [pair] },
      },
    },
  ]);
});

it('a workflow run has status, duration, node count, context, node results and the common fields', async () => {
  const run = {
    status: 'running',
    durationMs: 12.5,
    invokedNodeCount: 1,
    context: { anything: true },
    nodeResults: [
      { executionId: 'x1', index: 0, nodeId: 'ask', nodeType: 'http', routeTaken: 'onSuccess', durationMs: 12.5 },
    ],
  };
  await service.service.engine.write('everything', () =>
    insertRecord({
      id: NOBODY,
      broadcastId: service.broadcastId,
      kind: 'workflowRun',
      fields: JSON.stringify(run),
      placeId: null,
      secret: null,
      createdAt: '2027-06-18T12:00:00.000Z',
      updatedAt: '2027-06-18T12:00:00.000Z',
    }),
  );
  expect((await service.b.get(`/workflowRuns/${NOBODY}`)).json).toEqual({
    ...run,
    _id: NOBODY,
    _createdAt: '2027-06-18T12:00:00.000Z',
    _updatedAt: '2027-06-18T12:00:00.000Z',
    _reference: null,
  });
});
