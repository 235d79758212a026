import { describe, expect, it } from 'vitest';
import { desire } from '../../../src/plan/fields/desired.ts';
import { identification, resemblance, resemblanceOfDeleted } from '../../../src/plan/identity/identity.ts';
import { World } from '../world.ts';

const input = new World().input({ 'places/a.yaml': 'name: Quay\n' });
const entity = input.broadcast.entities.get('places/a')!;
const desired = desire(entity, input, identification(new Map(), input));

describe('a document that may already be on the target', () => {
  const WAYS_OUT = 'to the file; to create a new one, run `gitcast sync --create places/a`';

  it.each([
    [{ ids: ['x'] }, 'place x on the target looks like it'],
    [{ how: 'cut', ids: ['x'] }, 'place x on the target starts with the same text'],
    [{ how: 'same-slot', ids: ['x'] }, 'place x on the target has the same place and time'],
  ] as const)('is reported with the object and both ways out: %j', (alike, beginning) => {
    const reason = resemblance(desired, alike);
    expect(reason.startsWith(beginning)).toBe(true);
    expect(reason.endsWith(`add \`$id: x\` ${WAYS_OUT}`)).toBe(true);
  });

  it('is reported with all objects if there are several', () => {
    expect(resemblance(desired, { ids: ['x', 'y'] })).toBe(
      `2 objects on the target look like it (x, y): to adopt it, add \`$id: the id of the right one\` ${WAYS_OUT}`,
    );
  });
  it('is reported as deleted if it was, with the command that deletes its file too', () => {
    expect(resemblanceOfDeleted(desired, { ids: ['x'] })).toBe(
      `deleted on the target; place x on the target looks like it: to adopt it, add \`$id: x\` ${WAYS_OUT}; to delete the file, run \`gitcast pull places/a --theirs\``,
    );
  });
});
