import { expect, it } from 'vitest';
import { clientConfig } from '../../src/service/store/postgres/connections.ts';
import { nameOfServer, unusableServer } from '../../src/service/store/postgres/postgres-failures.ts';

it.each([
  ['postgres://me:pw@db.example:5433/live?sslmode=require', 'postgres://me@db.example:5433/live'],
  ['postgres://me@/live?host=/run/postgresql&password=pw', 'postgres://me@/run/postgresql/live'],
  ['postgres://me:p%2Fw@db.example/live', 'postgres://me@db.example/live'],
])('a database is named without its password: %s', (url, name) => {
  expect(nameOfServer(url)).toBe(name);
});

it.each(['s3/cret', '12/s3cret', '/s3cret', '12#s3cret', 's3?cret', 's3@/cret'])(
  'nothing of a password that was not encoded is shown, but how to encode it: %s',
  (password) => {
    const error = unusableServer(`postgres://me:${password}@db.example/live`, new Error('Invalid URL'));
    expect(error.message).toBe('postgres://… cannot be used: Invalid URL');
    expect(error).toMatchObject({ suggestion: expect.stringContaining('%2F for a slash') });
  },
);

it.each([
  ['?sslmode=require', '?sslmode=verify-full'],
  ['?a=b&sslmode=prefer&c=d', '?a=b&sslmode=verify-full&c=d'],
  ['?sslmode=disable', '?sslmode=disable'],
  ['?sslmode=no-verify', '?sslmode=no-verify'],
  ['?uselibpqcompat=true&sslmode=require', '?uselibpqcompat=true&sslmode=require'],
])('certificates are verified unless the URL says otherwise: %s', (given, used) => {
  expect(clientConfig(`postgres://me@db.example/live${given}`).connectionString).toBe(
    `postgres://me@db.example/live${used}`,
  );
});

it('a certificate of an unknown authority is reported with how to trust it', () => {
  const error = Object.assign(new Error('self-signed certificate'), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
  expect(unusableServer('postgres://db.example/live', error)).toMatchObject({
    suggestion: expect.stringContaining('sslrootcert=FILE'),
  });
});
