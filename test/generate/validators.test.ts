import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fileKinds } from '../../src/kinds/registry.ts';
import { validators } from '../../src/generated/validators.ts';

type Name = keyof typeof validators;

const code = readFileSync(new URL('../../src/generated/validator-code.js', import.meta.url), 'utf8');

it('every kind that has files has a validator', () => {
  expect(Object.keys(validators).sort()).toEqual(fileKinds.map(({ name }) => name).sort());
});

it('the code needs no part of ajv at run time, and stays small', () => {
  expect(code).not.toMatch(/\brequire\(|\bimport\b/);
  expect(code.length).toBeLessThan(400_000);
});

it.each(fileKinds)('the example of $name is valid', ({ name, example }) => {
  const validate = validators[name as Name];
  validate(example);
  expect(validate.errors).toBeNull();
});

describe('an invalid value is reported with its keyword and place', () => {
  const event = { title: 'x', start_time: '2027-06-18T20:30:00+02:00', end_time: '2027-06-18T23:00:00+02:00' };
  const time = { start: '2027-06-18T20:30:00+02:00', end: '2027-06-18T23:00:00+02:00' };

  it.each<[Name, object, string, string]>([
    ['event', { title: 'x', start_time: '2027-06-18T20:30:00+02:00' }, 'required', ''],
    ['event', { ...event, title: '' }, 'minLength', '/title'],
    ['event', { ...event, title: null }, 'type', '/title'],
    ['event', { ...event, category: 5 }, 'type', '/category'],
    ['event', { ...event, $slug: 'Not A Slug' }, 'pattern', '/$slug'],
    ['session', { title: null, time }, 'type', '/title'],
    ['article', { title: 'x', status: 'archived' }, 'enum', '/status'],
    ['broadcast', { name: '🎪'.repeat(31) }, 'maxLength', '/name'],
    ['broadcast', { name: 'x', theme: { accentColor: 'red' } }, 'pattern', '/theme/accentColor'],
    ['page', { title: 'x', blocks: [{ type: 'titel' }] }, 'discriminator', '/blocks/0'],
    [
      'page',
      { title: 'x', blocks: [{ type: 'meteo', values: [{ latitude: 91, longitude: 0 }] }] },
      'maximum',
      '/blocks/0/values/0/latitude',
    ],
    ['webhook', { url: 'https://x.example', events: [], secret: 'plain' }, 'type', '/secret'],
  ])('%s %j: %s at "%s"', (name, file, keyword, instancePath) => {
    expect(validators[name](file)).toBe(false);
    expect(validators[name].errors).toContainEqual(expect.objectContaining({ keyword, instancePath }));
  });

  it('all of them at once', () => {
    validators.event({ title: 5, start_time: 5 });
    expect(validators.event.errors!.map(({ keyword }) => keyword).sort()).toEqual(['required', 'type', 'type']);
  });
});

it('lengths count characters as people do', () => {
  expect(validators.broadcast({ name: '🎪'.repeat(30) })).toBe(true);
});

it('unknown keys are left to the model, which can suggest what was meant', () => {
  expect(validators.place({ name: 'x', naem: 'y' })).toBe(true);
});

it('null clears what is not required', () => {
  expect(validators.place({ name: 'x', category: null, coordinates: null })).toBe(true);
});
