import { expect, it } from 'vitest';
import { webhook } from './bodies.ts';
import { Fields } from './fields.ts';
import { useService } from './service.ts';

const service = useService();
const fields = new Fields((body) => service.a.post('/webhooks', body), webhook());

fields.table(`
a webhook returns an id that the client cannot choose | /id refuses "mine"
a webhook returns created_at, which the client cannot set | /created_at refuses "2027-06-18T12:00:00Z"
a webhook requires a complete HTTPS URL
  /url is required | /url takes "https://hooks.example.org/gitcast", "https://hooks.example.org:8443/a?b=c"
  /url refuses "http://hooks.example.org", "hooks.example.org", "//hooks.example.org", "https://", 7
  /url refuses "https://hooks.example.org/ü", "https://höoks.example.org/"
a webhook requires a list of event types
  /events is required | /events takes ["event.created"], ["event.updated","article.published"]
  /events refuses "event.created", {"type":"event.created"} | /events/0 refuses 7
`);

it('the secret of a webhook is returned only by its creation', async () => {
  const { a } = await service.another();
  const created = await a.post('/webhooks', webhook({ secret: 'whsec_harbour' }));
  expect(created.json['secret']).toBe('whsec_harbour');
  const later = [
    await a.get('/webhooks'),
    await a.get(`/webhooks/${created.id}`),
    await a.put(`/webhooks/${created.id}`, {}),
    await a.put(`/webhooks/${created.id}`, { secret: 'another' }),
  ];
  for (const { text } of later) expect(text).not.toMatch(/secret|whsec_harbour|another/);
  await fields.refuses('/secret', 7);
});

it('a webhook returns whether it is active, in lists too', async () => {
  const { a } = await service.another();
  expect((await a.post('/webhooks', webhook())).json['active']).toBe(true);
  expect((await a.get('/webhooks')).data).toEqual([expect.objectContaining({ active: true })]);
  await fields.refuses('/active', false);
});
