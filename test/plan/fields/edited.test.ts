import { describe, expect, it } from 'vitest';
import type { BaseEntry } from '../../../src/model/base.ts';
import type { RemoteRecord } from '../../../src/model/snapshot.ts';
import type { OpenIntent } from '../../../src/plan/context.ts';
import { echoDigest } from '../../../src/plan/fields/echo.ts';
import { isEdited, isTouched } from '../../../src/plan/fields/edited.ts';
import { openIntent } from '../open-intent.ts';
import { digest, World } from '../world.ts';

const AT = '2027-01-01T12:00:00Z';
const LEAVES = { name: { sent: '"Quay"', answered: '"Quay"' }, 'coordinates.x': { sent: '1', answered: '1' } };

const entry = (more: Partial<BaseEntry> = {}): BaseEntry => ({ kind: 'place', id: 'x', leaves: LEAVES, ...more });
const record = (more: Partial<RemoteRecord> = {}): RemoteRecord => ({
  kind: 'place',
  id: 'x',
  fields: { name: 'Quay', coordinates: { x: 1, y: 2 } },
  hidden: [],
  ...more,
});
const begun = (more: Partial<OpenIntent>) =>
  new World().input({}, { input: { intents: [openIntent({ action: 'update', id: 'x', ...more })] } });
const input = new World().input({});

describe('an object with a different modification time than the base', () => {
  it.each([
    [AT, '2027-01-01T12:00:01Z', true],
    [AT, AT, false],
    [AT, '2027-01-01T13:00:00.000+01:00', false],
    [undefined, AT, false],
    [AT, undefined, false],
    ['v1', 'v2', true],
    ['v1', 'v1', false],
  ])('was touched: %s then, %s now → %s', (before, now, expected) => {
    const known = entry(before === undefined ? {} : { updatedAt: before });
    expect(isTouched(known, record(now === undefined ? {} : { updatedAt: now }), input)).toBe(expected);
  });

  it('was touched by us if a run was interrupted while updating it', () => {
    const [before, now] = [entry({ updatedAt: AT }), record({ updatedAt: '2027-01-02T00:00:00Z' })];
    expect(isTouched(before, now, begun({}))).toBe(false);
    expect(isTouched(before, now, begun({ id: 'another' }))).toBe(true);
    expect(isTouched(before, now, begun({ action: 'create' }))).toBe(true);
  });
});

describe('an object was edited', () => {
  it('if its time, a managed value or an earlier plan shows it, and not otherwise', () => {
    expect(isEdited(entry(), record(), input)).toBe(false);
    expect(isEdited(entry({ edited: true }), record(), input)).toBe(true);
    expect(isEdited(entry({ updatedAt: AT }), record({ updatedAt: '2027-01-02T00:00:00Z' }), input)).toBe(true);
    expect(isEdited(entry(), record({ fields: { name: 'Quay', coordinates: { x: 2 } } }), input)).toBe(true);
    expect(isEdited(entry(), record({ fields: { name: 'Quay' } }), input)).toBe(true);
  });

  it('not because of a field that it does not show, or of a secret', () => {
    const other = { name: 'Quay', coordinates: { x: 2 } };
    expect(isEdited(entry(), record({ fields: other, hidden: ['coordinates'] }), input)).toBe(false);
    const secret = { ...LEAVES, name: { sent: '!x', answered: '!x' } };
    expect(isEdited(entry({ leaves: secret }), record({ fields: { ...other, coordinates: { x: 1 } } }), input)).toBe(
      false,
    );
  });

  it('not because of a value that our interrupted update sent', () => {
    const now = record({ fields: { name: 'Dock', coordinates: { x: 1 } } });
    expect(isEdited(entry(), now, input)).toBe(true);
    expect(isEdited(entry(), now, begun({ leaves: { name: '"Dock"' } }))).toBe(false);
    expect(isEdited(entry(), now, begun({ echoes: { name: echoDigest(' Dock', digest) } }))).toBe(false);
    expect(isEdited(entry(), now, begun({ leaves: { name: '"Lawn"' } }))).toBe(true);
  });
});
