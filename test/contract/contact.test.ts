import { expect, it } from 'vitest';
import { Fields } from './fields.ts';
import { useService } from './service.ts';

const service = useService();

it('a contact has fields, each with a text key and a text value, and the common fields', async () => {
  const answers = [
    { key: 'name', value: 'Ada' },
    { key: 'company', value: 'Harbour' },
  ];
  const { id } = await service.b.post('/broadcastContacts', { fields: answers, metadata: { source: 'form' } });
  expect((await service.b.get(`/broadcastContacts/${id}`)).json).toMatchObject({
    _id: id,
    _createdAt: '2027-06-18T12:00:00.000Z',
    _updatedAt: '2027-06-18T12:00:00.000Z',
    fields: answers,
    metadata: { source: 'form' },
  });
});

it('the key and the value of a field of a contact are text', async () => {
  const fields = new Fields((body) => service.b.post('/broadcastContacts', body));
  await fields.refuses('/fields', 'name');
  await fields.refuses('/fields/0/key', 7);
  await fields.refuses('/fields/0/value', 7);
});
