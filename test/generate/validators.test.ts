import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { fileKinds } from '../../src/kinds/registry.ts';
import { validators } from '../../src/generated/validators.ts';

const code = readFileSync(new URL('../../src/generated/validator-code.js', import.meta.url), 'utf8');

it('every kind that has files has a validator', () => {
  expect(Object.keys(validators).sort()).toEqual(fileKinds.map(({ name }) => name).sort());
});

it('the code needs no part of ajv at run time, and stays small', () => {
  expect(code).not.toMatch(/\brequire\(|\bimport\b/);
  expect(code.length).toBeLessThan(400_000);
});

it('lengths count characters as people do', () => {
  expect(validators.broadcast({ name: '🎪'.repeat(30) })).toBe(true);
  expect(validators.broadcast({ name: '🎪'.repeat(31) })).toBe(false);
});
