import { expect, it, vi } from 'vitest';
import { run } from '../../src/service/store/work.ts';
import { event, NOBODY } from './bodies.ts';
import { seconds } from './manual-clock.ts';
import { temporaryService, useService } from './service.ts';

const service = useService();

it('a failure has a status and a JSON body that describes it', async () => {
  const answer = await service.a.get(`/events/${NOBODY}`);
  expect(answer.status).toBe(404);
  expect(answer.json).toMatchObject({ status: 404, title: 'Not Found', detail: `event ${NOBODY} does not exist` });
});

it('400 is the answer to missing or invalid parameters', async () => {
  const answers = [
    await service.a.post('/events', {}),
    await service.a.post('/events', event({ title: 7 })),
    await service.a.get('/events?limit=many'),
    await service.b.patch('', { name: '' }),
    await service.b.get('/broadcastPages?limit=-1'),
  ];
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400]);
});

it('404 is the answer if a resource does not exist', async () => {
  const answers = [
    await service.a.get(`/events/${NOBODY}`),
    await service.a.put(`/places/${NOBODY}`, {}),
    await service.a.delete(`/events/${NOBODY}`),
    await service.b.get(`/broadcastContacts/${NOBODY}`),
    await service.b.patch(`/workflows/${NOBODY}`, {}),
    await service.b.delete(`/broadcastArticles/${NOBODY}`),
  ];
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404]);
});

it('429 is the answer after the limit is exceeded, until the reset', async () => {
  const { a, clock } = await temporaryService({ rateLimit: 2 });
  const statuses = [(await a.get('/events')).status, (await a.get('/events')).status];
  const refused = await a.get('/events');
  expect([...statuses, refused.status]).toEqual([200, 200, 429]);
  clock.advance(seconds(Number(refused.headers.get('retry-after'))));
  expect((await a.get('/events')).status).toBe(200);
});

it('500 is the answer to an internal error, and reveals nothing', async () => {
  const failures: string[] = [];
  const { a, service: parts } = await temporaryService({ onFailure: (message) => void failures.push(message) });
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  await parts.engine.write('everything', () => run('ALTER TABLE records RENAME TO lost'));
  const answer = await a.get('/events');
  expect(answer.status).toBe(500);
  expect(answer.text).not.toMatch(/records|SQL/i);
  expect(failures).toEqual([expect.stringContaining(String(answer.json['request_id']))]);
  expect(stderr).not.toHaveBeenCalled();
  stderr.mockRestore();
});
