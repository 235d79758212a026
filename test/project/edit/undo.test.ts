import { afterEach, describe, expect, it } from 'vitest';
import { useEditor } from './editor.ts';

const OPENING = 'content/events/opening.yaml';
const title = (value: string, was: string) => ({
  address: 'events/opening',
  operations: [{ do: 'set', path: ['title'], value, was }],
});

describe('a step of the editor', () => {
  const site = useEditor();
  afterEach(() => expect(site.changed()).toEqual([]));

  const discarded = async (): Promise<object> => {
    site.write(OPENING, site.read(OPENING).replace('Opening', 'Evening'));
    const { changes } = (await site.ask('changes')) as { changes?: readonly { file: string; digest: string }[] };
    const { file, digest } = changes![0]!;
    return { file, digest };
  };

  it.each<[string, string, object | (() => Promise<object>)]>([
    ['a change of a value', 'change', title('First night', 'Opening')],
    [
      'a move on the board',
      'move-slot',
      {
        address: 'events/opening',
        start: '2027-06-18T21:00',
        was: { start: '2027-06-18T18:00:00Z', end: '2027-06-18T20:00:00Z', place: 'places/quay' },
      },
    ],
    ['a new document', 'create', { kind: 'host', title: 'Zoe' }],
    ['a rename', 'rename', { address: 'hosts/ada', to: 'hosts/ada-l' }],
    ['a deletion', 'delete', { address: 'hosts/ben', sure: true }],
    ['an upload', 'upload?name=notes.txt', { anything: 'a text' }],
    ['discarded changes', 'discard', discarded],
  ])('belongs to the tab that asked for it: %s', async (_, name, body) => {
    const asked = typeof body === 'function' ? await body() : body;
    const before = site.changed();
    expect(await site.ask(name, asked, 'one')).not.toMatchObject({ type: 'refused' });
    const after = site.changed();
    expect(after).not.toEqual(before);
    expect(await site.ask('undo', {}, 'two')).toMatchObject({ type: 'refused' });
    expect(await site.ask('undo-state', {}, 'two')).toEqual({});
    expect(site.changed()).toEqual(after);
    expect(await site.ask('undo', {}, 'one')).toMatchObject({ type: 'undone', next: { redo: expect.any(String) } });
    expect(site.changed()).toEqual(before);
    site.git('checkout', '-q', 'content');
  });

  it('is undone and done again with the document in the answer, before and after', async () => {
    await site.ask('change', title('First night', 'Opening'), 'one');
    expect(await site.ask('undo', {}, 'one')).toMatchObject({
      before: { values: { title: 'First night' } },
      document: { address: 'events/opening', values: { title: 'Opening' } },
    });
    expect(await site.ask('redo', {}, 'one')).toMatchObject({ document: { values: { title: 'First night' } } });
    expect(await site.ask('change', title('Gala', 'First night'), 'one')).toMatchObject({ type: 'saved' });
    await site.ask('undo', {}, 'one');
    await site.ask('undo', {}, 'one');
  });

  it('is not undone in the middle of a rename that another tab asked for', async () => {
    await site.ask('change', title('First night', 'Opening'), 'one');
    const [renamed, undone] = await Promise.all([
      site.ask('rename', { address: 'events/opening', to: 'events/gala' }, 'two'),
      site.ask('undo', {}, 'one'),
    ]);
    expect(renamed).toMatchObject({ type: 'renamed' });
    expect(undone).toEqual({
      type: 'refused',
      reason: 'opening.yaml was removed since, so nothing was changed.',
    });
    await site.ask('undo', {}, 'two');
    expect(await site.ask('undo', {}, 'one')).toMatchObject({ type: 'undone' });
  });
});
