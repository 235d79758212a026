import { describe, expect, it } from 'vitest';
import { ONE_OF_EACH, someEvents } from './fixture.ts';
import { openStage } from './stage.ts';

type SavedPlan = Record<string, unknown> & { changes: Record<string, unknown>[] };

describe('a saved plan', () => {
  it('applied after the remote changed: the changed object is skipped and named, the rest is applied', async () => {
    const stage = await openStage({ files: someEvents(3) });
    await stage.sync();
    for (const index of [0, 1]) stage.edit(`events/event-${index}.yaml`, '23:00', '23:30');
    stage.remove('events/event-2.yaml');
    await stage.plan('--out', 'plan.json');
    const { id } = stage.named('event', 'Event 1');
    await stage.call('PUT', `/events/${id}`, { description: 'Typed in the web editor' });

    const { exitCode, results } = await stage.sync('--plan', 'plan.json');
    expect(exitCode).toBe(3);
    expect(results.map(({ address, action, outcome }) => `${outcome} ${action} ${address}`).sort()).toEqual([
      'applied delete events/event-2',
      'applied update events/event-0',
      'skipped update events/event-1',
    ]);
    expect(results.find(({ outcome }) => outcome === 'skipped')!.error).toBe(
      'it was changed on the target since the plan was made',
    );
    expect(stage.named('event', 'Event 0').fields['end_time']).toContain('23:30');
    expect(stage.named('event', 'Event 1').fields['end_time']).toContain('23:00');
  });

  it('applied after the files changed: what they no longer ask for is left out and named', async () => {
    const stage = await openStage({ files: someEvents(5) });
    await stage.sync();
    const removed = stage.read('events/event-0.yaml');
    for (const index of [0, 1]) stage.remove(`events/event-${index}.yaml`);
    for (const index of [2, 3, 4]) stage.edit(`events/event-${index}.yaml`, '23:00', '23:30');
    stage.write('events/new.yaml', removed.replace('Event 0', 'New'));
    await stage.plan('--out', 'plan.json');
    stage.write('events/event-0.yaml', removed);
    stage.edit('events/event-2.yaml', '23:30', '23:00');
    stage.edit('events/event-3.yaml', '23:30', '23:45');
    stage.edit('events/new.yaml', 'title: New', 'title: Newer');

    const { exitCode, stdout } = await stage.gitcast('sync', '--yes', '--plan', 'plan.json');
    expect(exitCode).toBe(3);
    expect(stdout).toContain(
      '4 saved changes are left out, because since then, the files or the target have changed: ',
    );
    expect(stdout).not.toContain('equals the files');
    const ends = ['Event 0', 'Event 2', 'Event 3', 'Event 4'].map(
      (title) => stage.named('event', title).fields['end_time'],
    );
    expect(ends.map((end) => String(end).slice(11, 16))).toEqual(['23:00', '23:00', '23:00', '23:30']);
    expect(stage.contents('event')).toHaveLength(4);
  });

  it('creates nothing without what the file says by now', async () => {
    const stage = await openStage({ files: someEvents(1) });
    await stage.plan('--out', 'plan.json');
    stage.edit('events/event-0.yaml', 'title:', 'description: Not yet public\ntitle:');
    const { exitCode } = await stage.sync('--plan', 'plan.json');
    expect([exitCode, stage.contents('event')]).toEqual([3, []]);
  });

  it('applied again deletes nothing again, and `log --deleted` has each object once', async () => {
    const stage = await openStage({ files: someEvents(3) });
    await stage.sync();
    stage.remove('events/event-0.yaml');
    await stage.plan('--out', 'plan.json');
    expect((await stage.sync('--plan', 'plan.json')).exitCode).toBe(0);
    const again = await stage.sync('--plan', 'plan.json');
    expect([again.exitCode, again.results.map(({ outcome }) => outcome)]).toEqual([3, ['skipped']]);
    expect((await stage.gitcast('state', 'show', '--deleted')).stdout.match(/events\/event-0/g)).toHaveLength(1);
  });

  it('made with --ours and --overwrite-drift is applied without them', async () => {
    const stage = await openStage({ files: someEvents(3) });
    await stage.sync();
    stage.edit('events/event-0.yaml', '23:00', '23:30');
    stage.remove('events/event-2.yaml');
    for (const title of ['Event 0', 'Event 1', 'Event 2'])
      await stage.call('PUT', `/events/${stage.named('event', title).id}`, { end_time: '2027-06-18T22:00:00Z' });
    await stage.plan('--out', 'plan.json', '--ours', '--overwrite-drift');
    expect((await stage.sync('--plan', 'plan.json')).exitCode).toBe(0);
    expect(stage.contents('event')).toHaveLength(2);
    expect((await stage.plan()).changes).toEqual([]);
  });

  it('applied twice creates nothing twice', async () => {
    const stage = await openStage({ files: someEvents(2) });
    await stage.plan('--out', 'plan.json');
    expect((await stage.sync('--plan', 'plan.json')).exitCode).toBe(0);
    const again = await stage.sync('--plan', 'plan.json');
    expect(again.results.filter(({ action }) => action === 'create').map(({ outcome }) => outcome)).toEqual([
      'skipped',
      'skipped',
      'skipped',
    ]);
    expect(stage.contents('event')).toHaveLength(2);
  });

  it('applied after a colleague created the same event by hand does not create it again', async () => {
    const stage = await openStage({ files: someEvents(1) });
    await stage.plan('--out', 'plan.json');
    await stage.call('POST', '/events', {
      title: 'Event 0',
      start_time: '2027-06-18T20:30:00+02:00',
      end_time: '2027-06-18T23:00:00+02:00',
    });
    expect((await stage.sync('--plan', 'plan.json')).exitCode).toBe(3);
    expect(stage.contents('event')).toHaveLength(1);
  });

  it('with every kind and action is read as it was saved', async () => {
    const stage = await openStage({ files: ONE_OF_EACH });
    await stage.plan('--out', 'plan.json');
    expect(await stage.sync('--plan', 'plan.json')).toMatchObject({ exitCode: 0, summary: { failed: 0, skipped: 0 } });
    stage.edit('pages/welcome.yaml', 'Welcome', 'Hello');
    stage.move('events/opening-night.yaml', 'events/first-night.yaml');
    stage.remove('campaigns/early-tickets.yaml');
    await stage.call('PUT', `/places/${stage.only('place').id}`, { name: 'Quay' });
    const { changes } = await stage.plan('--out', 'plan.json');
    expect(changes.map(({ action }) => action).sort()).toEqual(['delete', 'drift', 'move', 'update']);
    expect(await stage.sync('--plan', 'plan.json')).toMatchObject({
      exitCode: 3,
      summary: { applied: 2, recorded: 1, open: 1 },
    });
  });

  const OTHER = { id: '' };
  const WRONG: readonly [string, (plan: SavedPlan) => void, RegExp][] = [
    [
      'an unknown action',
      ({ changes }) => (changes[0]!['action'] = 'frget'),
      /`changes\[0\].action` is “frget”, expected one of create/,
    ],
    ['no action', ({ changes }) => delete changes[0]!['action'], /`changes\[0\].action` is missing/],
    [
      'an action of every object',
      ({ changes }) => (changes[0]!['action'] = 'toString'),
      /`changes\[0\].action` is “toString”/,
    ],
    ['an unknown kind', ({ changes }) => (changes[0]!['kind'] = 'evnt'), /`changes\[0\].kind` is “evnt”/],
    [
      'another kind',
      ({ changes }) => (changes[0]!['kind'] = 'place'),
      /“events\/event-0” is not the address of a document of the kind place/,
    ],
    [
      'an address elsewhere',
      ({ changes }) => (changes[0]!['address'] = '../events/x'),
      /is not the address of a document of the kind event/,
    ],
    [
      'an unknown certainty',
      ({ changes }) => (changes[0]!['certainty'] = 'sure'),
      /`changes\[0\].certainty` is “sure”/,
    ],
    ['a certainty of another action', ({ changes }) => (changes[0]!['certainty'] = 'replace'), /which no update has/],
    ['an update without an id', ({ changes }) => delete changes[0]!['id'], /update events\/event-0 has no `id`/],
    ['an update without a body', ({ changes }) => delete changes[0]!['after'], /has no `after`/],
    ['a body that is none', ({ changes }) => (changes[0]!['after'] = []), /`changes\[0\].after` is a list/],
    [
      'pointers to nowhere',
      ({ changes }) => (changes[0]!['pointers'] = [{ path: [{}] }]),
      /`changes\[0\].pointers\[0\].path\[0\]` is an object/,
    ],
    [
      'a change that is none',
      (plan) => (plan.changes[0] = 'all' as never),
      /`changes\[0\]` is “all”, expected an object/,
    ],
    ['no list of changes', (plan) => delete (plan as Partial<SavedPlan>).changes, /`changes` is missing/],
    [
      'a body that its fields do not show',
      ({ changes }) => ((changes[0]!['after'] as Record<string, unknown>)['end_time'] = '2027-06-18T21:59:00Z'),
      /update events\/event-0 is not what it shows: `fields` shows a different value for `end_time` than `after` sends/,
    ],
    [
      'a field that its body does not send',
      ({ changes }) => ((changes[0]!['fields'] as Record<string, unknown>[])[0]!['after'] = '2027-06-18T21:59:00Z'),
      /`fields` shows a different value for `end_time`/,
    ],
    [
      'a field in its body only',
      ({ changes }) => ((changes[0]!['after'] as Record<string, unknown>)['title'] = 'Hidden'),
      /`after` sends `title`, which `fields` does not show/,
    ],
    [
      'a value that it hides as if it were a secret',
      ({ changes }) => ((changes[0]!['fields'] as Record<string, unknown>[])[0]!['after'] = '(sensitive)'),
      /`fields` shows a different value for `end_time`/,
    ],
    [
      'an update of another object',
      ({ changes }) => (changes[0]!['id'] = OTHER.id),
      /update events\/event-0 is not what it shows: it names the object of events\/event-1/,
    ],
    [
      'a summary of other changes',
      (plan) => ((plan['summary'] as Record<string, number>)['update'] = 0),
      /`summary.update` is 0, but `changes` has 1/,
    ],
    ['refusals that are none', (plan) => (plan['refusals'] = 'none'), /`refusals` is “none”/],
  ];

  it('that was edited into something unknown is refused with a sentence, and nothing is sent', async () => {
    const stage = await openStage({ files: someEvents(2) });
    await stage.sync();
    stage.edit('events/event-0.yaml', '23:00', '23:30');
    await stage.plan('--out', 'plan.json');
    const saved = stage.read('../plan.json');
    OTHER.id = stage.ids()['events/event-1']!;
    stage.forgetRequests();
    for (const [what, edit, sentence] of WRONG) {
      const plan = JSON.parse(saved) as SavedPlan;
      edit(plan);
      stage.write('../plan.json', JSON.stringify(plan));
      const { exitCode, stderr } = await stage.gitcast('sync', '--yes', '--plan', 'plan.json');
      expect([what, exitCode, stderr]).toEqual([what, 1, expect.stringMatching(sentence)]);
    }
    expect(stage.seen.filter(({ method }) => method !== 'GET')).toEqual([]);
    expect(Object.keys(stage.ids())).toContain('events/event-0');
  });

  it.each([
    ['a byte order mark', (text: string) => `\ufeff${text}`, /is not a plan: it starts with a byte order mark/],
    ['UTF-16', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').toString(), /is not a plan: it is not UTF-8/],
    ['two lists of changes', (text: string) => text.replace('{', '{"changes": [],'), /it has the key `changes` twice/],
    ['half of its text', (text: string) => text.slice(0, text.length / 2), /is not a plan: it is not JSON/],
    ['a list', () => '[]', /is not a plan: it is not an object/],
  ])('with %s is refused with the cause', async (_, edit, sentence) => {
    const stage = await openStage({ files: someEvents(1) });
    await stage.plan('--out', 'plan.json');
    stage.write('../plan.json', edit(stage.read('../plan.json')));
    const { exitCode, stderr } = await stage.gitcast('sync', '--yes', '--plan', 'plan.json');
    expect([exitCode, stderr]).toEqual([1, expect.stringMatching(sentence)]);
    expect(stage.contents('event')).toEqual([]);
  });

  it('does not delete an object that another run has moved to another file since', async () => {
    const stage = await openStage({ files: someEvents(2) });
    await stage.sync();
    const text = stage.read('events/event-0.yaml');
    stage.remove('events/event-0.yaml');
    await stage.plan('--out', 'plan.json');
    stage.write('events/renamed.yaml', text);
    expect((await stage.sync()).exitCode).toBe(0);
    const { exitCode, stderr } = await stage.gitcast('sync', '--yes', '--plan', 'plan.json');
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('it names the object of events/renamed')]);
    expect(stage.contents('event')).toHaveLength(2);
  });

  it('for a different target, or of another program, is refused', async () => {
    const stage = await openStage({ files: someEvents(1) });
    stage.write('../plan.json', '{"version":1,"target":"staging","changes":[]}');
    expect((await stage.gitcast('sync', '--yes', '--plan', 'plan.json')).stderr).toMatch(
      /is for target staging, not live/,
    );
    stage.write('../plan.json', '{"version":2}');
    expect((await stage.gitcast('sync', '--yes', '--plan', 'plan.json')).stderr).toMatch(/is not a plan/);
  });
});
