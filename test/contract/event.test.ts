import { it } from 'vitest';
import { event, NOBODY, place } from './bodies.ts';
import { Fields } from './fields.ts';
import { useService } from './service.ts';

const service = useService();
const fields = new Fields((body) => service.a.post('/events', body), event());

it('an event requires a title, which is text', async () => {
  await fields.needs('title');
  await fields.takes('/title', 'Opening night', 'Ouverture · 開会');
  await fields.refuses('/title', 7, null, ['Opening night']);
});

it('an event requires a start_time in ISO 8601', async () => {
  await fields.needs('start_time');
  await fields.takes(
    '/start_time',
    '2027-06-18T18:30:00Z',
    '2027-06-18T20:30:00+02:00',
    '2027-06-18T20:30:00.250+02:00',
  );
  await fields.refuses('/start_time', 'tomorrow', '18/06/2027 20:30', '2027-02-30T10:00:00Z', 1_813_000_000, null);
});

it('an event requires an end_time in ISO 8601', async () => {
  await fields.needs('end_time');
  await fields.takes('/end_time', '2027-06-19T01:00:00Z', '2027-06-19T03:00:00+02:00');
  await fields.refuses('/end_time', 'later', '2027-13-01T10:00:00Z', true, null);
});

it('an event accepts a category identifier as text', async () => {
  await fields.takes('/category', 'concert', 'round-table');
  await fields.refuses('/category', 7, ['concert']);
});

it('an event accepts only the id of an existing place as place_id', async () => {
  const { id } = await service.a.post('/places', place());
  await fields.takes('/place_id', id);
  await fields.refuses('/place_id', NOBODY, 'main-stage', 7);
});

it('an event accepts a description as text', async () => {
  await fields.takes('/description', 'Two sets, one river.', '');
  await fields.refuses('/description', 7, { text: 'Two sets' });
});
