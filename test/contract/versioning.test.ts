import { expect, it } from 'vitest';
import { openapi } from '../../src/generate/openapi/openapi.ts';
import { useService } from './service.ts';

const service = useService();

it('the paths of both surfaces start with the version v1', () => {
  const { paths } = openapi({ profile: 'extended', version: '1.0.0' }) as { paths: object };
  expect(Object.keys(paths).filter((path) => !path.startsWith('/v1/'))).toEqual([]);
});

it('the interface description has the version 1.0.0', () => {
  expect(openapi({ profile: 'documented', version: '1.0.0' })).toMatchObject({ info: { version: '1.0.0' } });
});

it('there is no version other than v1', async () => {
  const headers = { Authorization: `Bearer ${service.key}` };
  for (const path of ['/events', '/v2/events', '/v0/events', '/v10/events', '/V1/events']) {
    expect((await fetch(service.url + path, { headers })).status, path).toBe(404);
  }
});
