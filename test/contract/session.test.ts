import { beforeAll, expect, it } from 'vitest';
import { NOBODY, session } from './bodies.ts';
import { Fields } from './fields.ts';
import { useService } from './service.ts';

const service = useService();
let id: string;
beforeAll(async () => void ({ id } = await service.b.post('/broadcastSessions', session())));
const fields = new Fields((body) => service.b.patch(`/broadcastSessions/${id}`, body));

fields.table(`
the title of a session has at least one character, or is null
  /title takes "R", "Reading the river" | /title refuses "", 7 | /title may be null
the categoryIds of a session are ids of 24 characters, or null
  /categoryIds takes [], ["${NOBODY}"] | /categoryIds/0 refuses "concert", "${NOBODY}0", 7 | /categoryIds may be null
the description of a session is text, or null
  /description takes "What floods tell." | /description refuses 7 | /description may be null
the hostIds of a session are ids of 24 characters, or null
  /hostIds takes [], ["${NOBODY}"] | /hostIds/0 refuses "lena-moreau", 7 | /hostIds refuses "${NOBODY}"
  /hostIds may be null
the interestPointId of a session is an id of 24 characters, or null
  /interestPointId takes "${NOBODY}" | /interestPointId refuses "dock-hall", 7 | /interestPointId may be null
the media of a session is anything, or null
  /media takes "https://harbour.example/media/river.jpg", {"any":["thing"]}, 7, true | /media may be null
the defaultLocale of a session is fr, en or es, or null
  /defaultLocale takes "fr", "en", "es" | /defaultLocale refuses "de", "FR", 7 | /defaultLocale may be null
the color of a session is text, or null | /color takes "#0b3c49", "teal" | /color refuses 7 | /color may be null
the broadcastMapId of a session is an id of 24 characters, or null
  /broadcastMapId takes "${NOBODY}" | /broadcastMapId refuses "harbour", 7 | /broadcastMapId may be null
the localeDetails of a session are an object, or null
  /localeDetails takes {}, {"en":{"title":"Reading the river"}} | /localeDetails refuses "en", ["en"]
  /localeDetails may be null
the metadata of a session is an object | /metadata takes {}, {"room":3} | /metadata refuses "room", ["room"]
`);

it('the status of a session is draft or published, and always present', async () => {
  await fields.takes('/status', 'draft', 'published');
  await fields.refuses('/status', 'hidden', 7);
  const created = await service.b.post('/broadcastSessions', session());
  expect(created.json['status']).toBe('draft');
});

it('the time of a session is an object, and always present', async () => {
  await fields.takes('/time', { start: '2027-06-19T10:00:00+02:00', end: '2027-06-19T11:00:00+02:00' });
  await fields.refuses('/time', '10:00', 7, null, ['10:00']);
  expect((await service.b.get(`/broadcastSessions/${id}`)).json['time']).toBeTypeOf('object');
});

it('the blocks of a session are a list of blocks, and always present', async () => {
  await fields.takes('/blocks', [], [{ type: 'paragraph', values: [{ text: 'Bring boots.' }] }]);
  await fields.refuses('/blocks', 'text');
  await fields.refuses('/blocks/0/type', 'unheard-of');
  const created = await service.b.post('/broadcastSessions', session());
  expect(created.json['blocks']).toEqual([]);
});
