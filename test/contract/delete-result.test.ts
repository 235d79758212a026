import { expect, it } from 'vitest';
import { article } from './bodies.ts';
import { useService } from './service.ts';

const service = useService();

it('a delete result has success, referenceType, referenceId and operationType', async () => {
  const { id } = await service.a.post('/articles', article());
  expect((await service.b.delete(`/broadcastArticles/${id}`)).json).toEqual({
    success: true,
    referenceType: 'broadcastArticle',
    referenceId: id,
    operationType: 'delete',
  });
});
