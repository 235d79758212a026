import { expect, it } from 'vitest';
import { UserError } from '../../src/diagnostics/errors.ts';
import { loadWith } from '../../src/service/optional-package.ts';

const missing = (name: string): Error =>
  Object.assign(new Error(`Cannot find package '${name}' imported from engine.js`), { code: 'ERR_MODULE_NOT_FOUND' });

it.each([
  ['pg', 'a PostgreSQL database needs the package pg, which is not installed'],
  ['prom-client', 'metrics need the package prom-client, which is not installed'],
] as const)('a service without the package %s says how to install it', async (name, message) => {
  const loading = loadWith(name, () => Promise.reject(missing(name)));
  await expect(loading).rejects.toThrow(UserError);
  await expect(loading).rejects.toMatchObject({ message, suggestion: `run npm install ${name}` });
});

it('another module that is missing is not mistaken for it', async () => {
  const error = missing('pg-types');
  await expect(loadWith('pg', () => Promise.reject(error))).rejects.toBe(error);
});
