import { expect, it } from 'vitest';
import { explainMissing } from '../../src/service/store/database.ts';

const missing = (name: string): Error =>
  Object.assign(new Error(`Cannot find package '${name}' imported from engine.js`), { code: 'ERR_MODULE_NOT_FOUND' });

it('a service without the package pg says how to install it', () => {
  const message = 'a PostgreSQL database needs the package pg, which is not installed';
  const thrown = expect.objectContaining({ message, suggestion: 'run npm install pg' });
  expect(() => explainMissing(missing('pg'))).toThrow(thrown);
});

it('another module that is missing is not mistaken for it', () => {
  const error = missing('pg-types');
  expect(() => explainMissing(error)).toThrow(error);
});
