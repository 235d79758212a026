import { describe, expect, it } from 'vitest';
import { World } from './world.ts';

const EVENT = 'title: A\nstart_time: 2027-06-18T20:00:00Z\nend_time: 2027-06-18T21:00:00Z\n';

describe('a cancelled event', () => {
  it('is sent unchanged, and noted because the service still shows it', () => {
    const plan = new World().plan({
      'events/a.yaml': `${EVENT}$cancelled: true\n`,
      'events/b.yaml': EVENT.replace('A', 'B'),
    });
    expect(plan.changes.find(({ address }) => address === 'events/a')!.after).not.toHaveProperty('$cancelled');
    expect(plan.notes.filter((note) => note.startsWith('cancelled'))).toEqual([
      'cancelled on the site, but still shown by the service: events/a; to announce it there, change the title; to remove it from both, delete the file',
    ]);
  });

  it('is not noted if it was not asked for', () => {
    const files = { 'events/a.yaml': `${EVENT}$cancelled: true\n` };
    const { notes } = new World().plan(files, { choices: { only: () => false } });
    expect(notes.join()).not.toContain('cancelled');
  });
});
