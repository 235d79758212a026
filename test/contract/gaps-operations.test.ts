/** The operations and answers that the interface does not specify. */
import { expect, it } from 'vitest';
import type { JsonObject } from '../../src/values/json.ts';
import { article, event, NOBODY, page, place, session, webhook, workflow } from './bodies.ts';
import { temporaryService, useService } from './service.ts';

const service = useService();

it('a creation returns 201 with the Location of the new record', async () => {
  const onA = await service.a.post('/events', event());
  expect(onA.status).toBe(201);
  expect(onA.headers.get('location')).toBe(`/v1/events/${onA.id}`);
  const onB = await service.b.post('/broadcastPages', page());
  expect(onB.status).toBe(201);
  const { userId, broadcastId } = service;
  expect(onB.headers.get('location')).toBe(`/v1/users/${userId}/broadcasts/${broadcastId}/broadcastPages/${onB.id}`);
});

it('an update returns 200, a deletion 204 on Surface A and 200 with the delete result on Surface B', async () => {
  const { id } = await service.a.post('/events', event());
  expect((await service.a.put(`/events/${id}`, {})).status).toBe(200);
  expect((await service.a.delete(`/events/${id}`)).status).toBe(204);
  const { id: pageId } = await service.b.post('/broadcastPages', page());
  expect((await service.b.patch(`/broadcastPages/${pageId}`, {})).status).toBe(200);
  const deleted = await service.b.delete(`/broadcastPages/${pageId}`);
  expect(deleted.status).toBe(200);
  expect(deleted.json).toEqual({
    success: true,
    referenceType: 'broadcastPage',
    referenceId: pageId,
    operationType: 'delete',
  });
});

it('an absent field is left alone and null clears it', async () => {
  const { id } = await service.a.post('/events', event({ category: 'concert', description: 'Two sets' }));
  const updated = await service.a.put(`/events/${id}`, { description: null });
  expect(updated.json).toMatchObject({ category: 'concert' });
  expect(updated.json).not.toHaveProperty('description');
});

it('null is refused for a required field', async () => {
  const { id } = await service.a.post('/events', event());
  for (const field of ['title', 'start_time', 'end_time']) {
    expect((await service.a.put(`/events/${id}`, { [field]: null })).wrongFields).toEqual([`/${field}`]);
  }
  expect((await service.b.patch('', { name: null })).wrongFields).toEqual(['/name']);
});

it('a list is replaced as a whole', async () => {
  const { id } = await service.b.post(
    '/broadcastSessions',
    session({ hostIds: [NOBODY], blocks: [{ type: 'divider' }] }),
  );
  const updated = await service.b.patch(`/broadcastSessions/${id}`, { hostIds: [], blocks: [{ type: 'title' }] });
  expect(updated.json).toMatchObject({ hostIds: [], blocks: [{ type: 'title' }] });
});

it('the extended profile reads and deletes one place, and reads, updates and deletes articles and webhooks', async () => {
  const { a } = service;
  const placed = await a.post('/places', place());
  expect((await a.get(`/places/${placed.id}`)).json).toEqual(placed.json);
  expect((await a.delete(`/places/${placed.id}`)).status).toBe(204);
  for (const [collection, body, change] of [
    ['articles', article(), { title: 'Getting away' }],
    ['webhooks', webhook(), { events: ['event.deleted'] }],
  ] as const) {
    const { id } = await a.post(`/${collection}`, body);
    expect((await a.put(`/${collection}/${id}`, change)).json).toMatchObject(change);
    expect((await a.get(`/${collection}/${id}`)).json).toMatchObject(change);
    expect((await a.delete(`/${collection}/${id}`)).status).toBe(204);
    expect((await a.get(`/${collection}/${id}`)).status).toBe(404);
  }
});

it('the documented profile has only the documented operations', async () => {
  const { a, b } = await temporaryService({ profile: 'documented' });
  const shown = [
    await a.get('/places'),
    await a.post('/places', place()),
    await a.get('/articles'),
    await a.get('/events'),
    await a.get('/webhooks'),
    await b.get(''),
    await b.get('/broadcastPages'),
  ];
  expect(shown.map(({ status }) => status)).toEqual([200, 201, 200, 200, 200, 200, 200]);
  const { id } = shown[1]!;
  const article_ = await a.post('/articles', article());
  const undocumented = true;
  const absent = [
    await a.get(`/places/${id}`, { undocumented }),
    await a.delete(`/places/${id}`, { undocumented }),
    await a.get(`/articles/${article_.id}`, { undocumented }),
    await a.put(`/articles/${article_.id}`, {}, { undocumented }),
    await a.delete(`/articles/${article_.id}`, { undocumented }),
    await a.delete(`/webhooks/${NOBODY}`, { undocumented }),
    await b.post('/broadcastPages', page(), { undocumented }),
    await b.get('/broadcastContacts', { undocumented }),
    await b.get('/broadcastHosts', { undocumented }),
    await b.post('/workflows', workflow(), { undocumented }),
  ];
  for (const { status } of absent) expect(status).toBe(404);
  expect((await b.delete(`/broadcastArticles/${article_.id}`)).status).toBe(200);
});

it('a method that neither profile has on a path is refused with 405, and Allow lists the methods of the path', async () => {
  const refusedBy = async (profile: 'documented' | 'extended') => {
    const { a, b } = await temporaryService({ profile });
    const undocumented = true;
    const answers = [
      await a.send('PATCH', `/events/${NOBODY}`, '{}', { undocumented }),
      await a.send('DELETE', '/articles', undefined, { undocumented }),
      await a.send('OPTIONS', '/places', undefined, { undocumented }),
      await b.send('PUT', '', '{}', { undocumented }),
    ];
    return answers.map(({ status, headers }) => `${status} ${headers.get('allow')}`);
  };
  const refused = ['405 GET, HEAD, PUT, DELETE', '405 GET, HEAD, POST', '405 GET, HEAD, POST', '405 GET, HEAD, PATCH'];
  expect(await refusedBy('documented')).toEqual(refused);
  expect(await refusedBy('extended')).toEqual(refused);
});

it('a method that only the extended profile has on a path is 404 in the documented one, and so is a path', async () => {
  const { a } = await temporaryService({ profile: 'documented' });
  const undocumented = true;
  const absent = [
    await a.get(`/places/${NOBODY}`, { undocumented }),
    await a.send('HEAD', `/places/${NOBODY}`, undefined, { undocumented }),
    await a.send('PATCH', `/webhooks/${NOBODY}`, '{}', { undocumented }),
    await a.send('PATCH', '/nothing', '{}', { undocumented }),
  ];
  expect(absent.map(({ status, headers }) => [status, headers.get('allow')])).toEqual(absent.map(() => [404, null]));
});

it('HEAD returns the same as GET, without the body', async () => {
  const { a } = await temporaryService({ profile: 'documented' });
  const [whole, head] = [await a.get('/places'), await a.send('HEAD', '/places', undefined, { undocumented: true })];
  expect([head.status, head.text, head.headers.get('etag')]).toEqual([200, '', whole.headers.get('etag')]);
});

it('a place_id without a place is refused with 400, and the field is named', async () => {
  const answer = await service.a.post('/events', event({ place_id: NOBODY }));
  expect(answer.status).toBe(400);
  expect(answer.json['errors']).toEqual([{ pointer: '/place_id', detail: 'must be the id of an existing place' }]);
});

it('a place that events refer to cannot be deleted', async () => {
  const { a } = service;
  const { id: place_id } = await a.post('/places', place());
  const { id } = await a.post('/events', event({ place_id }));
  expect((await a.delete(`/places/${place_id}`)).status).toBe(409);
  await a.put(`/events/${id}`, { place_id: null });
  expect((await a.delete(`/places/${place_id}`)).status).toBe(204);
});

it('the extended profile lists, creates, reads, updates and deletes every kind of Surface B', async () => {
  const { b } = await service.another();
  const bodies: Readonly<Record<string, JsonObject>> = {
    broadcastPages: page(),
    broadcastSessions: session(),
    broadcastContacts: { fields: [{ key: 'name', value: 'Ada' }] },
    broadcastCategories: { title: 'Concert' },
    broadcastHosts: { title: 'Lena Moreau' },
    broadcastInterestPoints: { title: 'Dock hall', mapId: NOBODY },
    broadcastMaps: { title: 'Harbour' },
    broadcastMembers: { email: 'crew@harbour.example' },
    broadcastClients: {},
    broadcastCampaigns: { title: 'Early tickets' },
    broadcastNetworkingForms: { title: 'Meet the crew' },
    broadcastDiffusers: { type: 'web' },
    broadcastEvents: { type: 'screen.opened' },
    media: { mediaUrl: 'https://harbour.example/media/quay.jpg' },
    fonts: { fontFamily: 'Bricolage Grotesque' },
    workflows: workflow(),
  };
  for (const [collection, body] of Object.entries(bodies)) {
    const created = await b.post(`/${collection}`, body);
    expect(created.status, `${collection}: ${created.text}`).toBe(201);
    const path = `/${collection}/${created.id}`;
    expect((await b.patch(path, { metadata: { changed: true } })).status, collection).toBe(200);
    expect((await b.get(path)).json, collection).toMatchObject({ ...body, metadata: { changed: true } });
    expect((await b.get(`/${collection}`)).data, collection).toHaveLength(1);
    expect((await b.delete(path)).json, collection).toMatchObject({ success: true, referenceId: created.id });
    expect((await b.get(path)).status, collection).toBe(404);
  }
});

it('revisions and workflow runs can only be read', async () => {
  for (const collection of ['revisions', 'workflowRuns']) {
    expect((await service.b.get(`/${collection}`)).status).toBe(200);
    expect((await service.b.get(`/${collection}/${NOBODY}`)).status).toBe(404);
    const undocumented = true;
    expect((await service.b.post(`/${collection}`, {}, { undocumented })).status).toBe(405);
    expect((await service.b.patch(`/${collection}/${NOBODY}`, {}, { undocumented })).status).toBe(405);
    expect((await service.b.delete(`/${collection}/${NOBODY}`, { undocumented })).status).toBe(405);
  }
});
