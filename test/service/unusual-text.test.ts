import { expect, it } from 'vitest';
import { event } from '../contract/bodies.ts';
import { useService } from '../contract/service.ts';

const service = useService();

it('an id with the character U+0000 is the id of nothing', async () => {
  expect((await service.a.get('/events/%00')).status).toBe(404);
  expect((await service.a.post('/events', event({ place_id: 'a\0' }))).status).toBe(400);
});

it('text with the character U+0000 is returned as sent', async () => {
  const { id } = await service.a.post('/events', event({ description: 'one\0two \ud800' }));
  expect((await service.a.get(`/events/${id}`)).json['description']).toBe('one\0two \ud800');
});
