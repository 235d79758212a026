import { expect, it } from 'vitest';
import { insertRecord } from '../../src/service/store/records.ts';
import { NOBODY } from './bodies.ts';
import { useService } from './service.ts';

const service = useService();

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
