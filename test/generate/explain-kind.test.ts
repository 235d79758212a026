import { expect, it } from 'vitest';
import { explainKind } from '../../src/generate/explain.ts';
import { kindNamed, type KindName } from '../../src/kinds/registry.ts';

const explained = (name: KindName) => explainKind(kindNamed(name));
const fieldOf = (kind: KindName, name: string) => explained(kind).fields.find((field) => field.name === name);

it('a field has its type, where it is required, and who sets it', () => {
  expect(fieldOf('event', 'title')).toMatchObject({
    type: 'text',
    required: ['create', 'record', 'file'],
    about: 'Title shown to the public',
    access: 'written',
    assumed: false,
  });
  expect(fieldOf('event', 'id')).toMatchObject({ access: 'answered', required: ['record'] });
  expect(fieldOf('event', 'category')).toMatchObject({ assumed: true });
  expect(fieldOf('article', 'status')).toMatchObject({ default: 'draft', type: 'one of draft, published' });
});

it('an object has its contents, down to shapes with a name', () => {
  const inside = fieldOf('broadcast', 'home')!.inside.map(({ name, type }) => [name, type]);
  expect(inside).toContainEqual(['home.header.transition', 'text, such as fade, slide, none']);
  expect(inside).toContainEqual(['home.blocks', 'list of Block']);
  expect(inside.filter(([name]) => name!.startsWith('home.blocks.'))).toEqual([]);
});

it('withheld fields are not explained', () => {
  expect(fieldOf('broadcast', 'authData')).toBeUndefined();
});

it('local keys are those that a file of the kind may have', () => {
  const ofAnyPage = ['$id', '$protect', '$example', '$slug', '$targets', '$locales', '$aliases'];
  const ofPlaces = ['$address', '$geo', '$map', '$order'];
  expect(explained('place').localKeys.map(({ name }) => name)).toEqual([...ofAnyPage, ...ofPlaces]);
  expect(explained('contact').localKeys).toEqual([]);
});

it('operations show whether the interface has them', () => {
  const { operations } = explained('place');
  const path = '/v1/places/{id}';
  expect(operations).toContainEqual({ verb: 'update', method: 'PUT', path, documented: true });
  expect(operations).toContainEqual({ verb: 'delete', method: 'DELETE', path, documented: false });
});

it('capabilities are listed for both profiles', () => {
  expect(explained('host').capabilities).toMatchObject({ documented: { reach: 'site' }, extended: { reach: 'whole' } });
});

it('gaps come from the marks in the declaration', () => {
  expect(explained('event').gaps).toEqual([
    'Assumed names of query parameters: category, start_date, end_date, limit, offset.',
    'Assumed fields: category.',
  ]);
  expect(explained('session').gaps).toContain('Fields with an assumed inner shape: time.');
  expect(explained('map').gaps.join(' ')).toContain('status (draft, published)');
});
