/**
 * Histories that once duplicated something or never settled, short enough to read. Failures of random histories are
 * kept here.
 */
import type { Act, History } from './history.ts';
import { USUAL, type Oddities } from './oddities.ts';

interface Known {
  readonly title: string;
  readonly history: History;
}

const known = (
  title: string,
  odd: Partial<Oddities>,
  acts: readonly Act[],
  state: History['state'] = 'file',
): Known => ({
  title,
  history: { state, oddities: { ...USUAL, ...odd }, acts },
});

/** Refers to the documents that each history starts with, in the order in which they were written. */
const [PLACE, EVENT, ARTICLE] = [0, 1, 2];

const edit = (which: number, value: number, part: 'title' | 'text' | 'category' = 'text'): Act => ({
  do: 'edit',
  which,
  part,
  value,
});
const killed = (nth: number, inside: 'same' | 'fresh' = 'same'): Act => ({
  do: 'sync',
  death: { on: 'write', nth, when: 'after' },
  in: inside,
});
const SYNC: Act = { do: 'sync' };
const FORCED: Act = { do: 'sync', with: 'force' };
const REVIEWED: Act = { do: 'sync', with: 'reviewed' };
const losing = (nth: number, what: 'lose-reply' | 'late' = 'lose-reply'): Act => ({
  do: 'sync',
  faults: [{ do: what, method: 'POST', nth }],
});

export const KNOWN: readonly Known[] = [
  known(
    'an article that is edited and replaced, killed after the first write, three times',
    { profile: 'documented' },
    [SYNC, ...[edit(ARTICLE!, 1), killed(1), edit(ARTICLE!, 2), killed(1), edit(ARTICLE!, 3), killed(1)]],
  ),
  known(
    'a new event whose title is edited, killed after each write, in a fresh clone each time',
    {},
    [killed(4, 'fresh'), edit(EVENT!, 1, 'title'), killed(1, 'fresh'), edit(EVENT!, 2, 'title'), killed(1, 'fresh')],
    'git',
  ),
  known(
    'a new place whose name is edited, killed after each write, in a fresh clone each time',
    {},
    [killed(1, 'fresh'), edit(PLACE!, 1, 'title'), killed(1, 'fresh'), edit(PLACE!, 2, 'title'), killed(1, 'fresh')],
    'git',
  ),
  known('a place that is renamed, killed after that, and moved to another file', {}, [
    SYNC,
    edit(PLACE!, 1, 'title'),
    killed(1),
    { do: 'move', which: PLACE! },
    killed(1),
  ]),
  known('a reply that is lost while lists are 2.5 seconds behind', { lag: 2.5 }, [losing(1)]),
  known('a kill after a creation while lists are 4 seconds behind', { lag: 4 }, [killed(1), SYNC]),
  known('a creation that arrives when the connection has failed seconds ago', {}, [losing(1, 'late')]),
  known('a creation that arrives seconds after the kill', {}, [
    { do: 'sync', faults: [{ do: 'late', method: 'POST', nth: 1 }], death: { on: 'write', nth: 1, when: 'after' } },
    SYNC,
  ]),
  ...(['uuid', 'digits', 'short', 'number'] as const).map((ids) =>
    known(`an article that is edited where ids are of the form “${ids}”`, { profile: 'documented', ids }, [
      SYNC,
      edit(ARTICLE!, 1),
      SYNC,
      edit(ARTICLE!, 2),
      SYNC,
    ]),
  ),
  ...(['nfc', 'nfd', 'escaped', 'collapsed', 'trimmed', 'cut'] as const).flatMap((texts) => {
    const value = { nfc: 2, nfd: 1, escaped: 3, collapsed: 4, trimmed: 4, cut: 5 }[texts];
    const written = [PLACE, EVENT, ARTICLE].map((which) => edit(which!, value, 'title'));
    return [
      known(`replies that are lost by a service that stores texts ${texts}`, { texts }, [
        ...written,
        { do: 'sync', faults: [1, 2, 3].map((nth) => ({ do: 'lose-reply', method: 'POST', nth })) },
      ]),
      known(`a state that is lost, with a service that stores texts ${texts}`, { texts }, [
        ...written,
        SYNC,
        { do: 'state is lost' },
        SYNC,
      ]),
      known(`answers without a body by a service that stores texts ${texts}`, { texts, answers: 'nothing' }, [
        ...written,
        SYNC,
      ]),
    ];
  }),
  known('answers without a body while lists are 2.5 seconds behind', { lag: 2.5, answers: 'nothing' }, [SYNC]),
  known('ids that are numbers', { ids: 'number' }, [SYNC, edit(EVENT!, 1), SYNC]),
  known(
    'texts that are trimmed, of which only the list tells',
    { profile: 'documented', texts: 'trimmed', answers: 'nothing-and-location', textInLists: true },
    [SYNC, edit(ARTICLE!, 1, 'title'), SYNC],
  ),
  known(
    'a kill after a creation of which the answer says nothing, and the list shows a trimmed text',
    { profile: 'documented', texts: 'trimmed', answers: 'nothing-and-location', textInLists: true },
    [{ do: 'sync', death: { on: 'write', nth: 3, when: 'before' } }, { do: 'time passes', seconds: 1 }, SYNC],
  ),
  known('an edit that is killed after it was made, and then taken back', {}, [
    SYNC,
    { do: 'edit', which: 3, part: 'title', value: 1 },
    { do: 'sync', death: { on: 'write', nth: 1, when: 'after' } },
    { do: 'revert', which: 3 },
  ]),
  known('a kill after a creation, and an edit and a rename of its file', {}, [
    { do: 'sync', death: { on: 'write', nth: 3, when: 'after' } },
    { do: 'edit', which: 3, part: 'text', value: 1 },
    { do: 'move', which: 3 },
    SYNC,
  ]),
  known(
    'a text that is cut, of which only a list that is behind tells',
    { profile: 'documented', lag: 2.5, texts: 'cut', answers: 'nothing' },
    [
      SYNC,
      { do: 'edit', which: 0, part: 'title', value: 5 },
      { do: 'move', which: 0 },
      { do: 'time passes', seconds: 1 },
    ],
  ),
  known('two kills while lists are behind, with a rename between them', { lag: 4 }, [
    { do: 'sync', death: { on: 'write', nth: 2, when: 'before' } },
    { do: 'move', which: 4 },
    { do: 'sync', death: { on: 'write', nth: 2, when: 'before' } },
  ]),
  known(
    'a text that is edited again at once, of which only a list that is behind tells',
    { profile: 'documented', lag: 4, texts: 'nfd', answers: 'nothing-and-location' },
    [SYNC, edit(PLACE!, 1, 'title'), { do: 'colleague adds' }, SYNC, SYNC],
  ),
  known('a field that only the target had until the file got another value', {}, [
    SYNC,
    { do: 'colleague fills in', which: PLACE! },
    edit(PLACE!, 1, 'category'),
    SYNC,
  ]),
  known('an event that was made again, moved and synced by force', {}, [
    SYNC,
    { do: 'colleague makes again', which: EVENT! },
    { do: 'move', which: EVENT! },
    FORCED,
  ]),
  known('an event that lists leave out, synced by force', {}, [
    SYNC,
    { do: 'lists leave one out', which: EVENT! },
    FORCED,
  ]),
  known('a plan that was reviewed before one of its edits was reverted, and then as it is', {}, [
    SYNC,
    edit(PLACE!, 1),
    edit(EVENT!, 1),
    { do: 'plan is reviewed', isForced: false },
    { do: 'revert', which: PLACE! },
    REVIEWED,
    { do: 'plan is reviewed', isForced: false },
    REVIEWED,
    REVIEWED,
  ]),
  known('a reviewed plan that deletes what has its file again', {}, [
    SYNC,
    { do: 'delete', which: EVENT! },
    { do: 'plan is reviewed', isForced: false },
    { do: 'undelete' },
    REVIEWED,
  ]),
  known('texts that are escaped, and shown only when the object is read', { texts: 'escaped', answers: 'part' }, [
    edit(EVENT!, 3),
    SYNC,
    SYNC,
  ]),
  known(
    'a description that is dropped, of a place that is edited while lists are 4 seconds behind',
    { profile: 'documented', lag: 4, descriptions: 'dropped' },
    [SYNC, { do: 'time passes', seconds: 90 }, edit(PLACE!, 1), SYNC],
  ),
  known('a description that is dropped, edited after a kill', { descriptions: 'dropped' }, [
    killed(3),
    edit(PLACE!, 1),
  ]),
  known('a description that is dropped, in a file that is moved and edited after a kill', { descriptions: 'dropped' }, [
    killed(3),
    { do: 'move', which: PLACE! },
    edit(PLACE!, 1, 'title'),
  ]),
  known('a kill after a creation whose file is deleted, and lists that lack it', { lag: 1 }, [
    { do: 'sync', death: { on: 'disk', nth: 7, when: 'before' } },
    { do: 'lists are cut' },
    { do: 'delete', which: PLACE! },
    SYNC,
  ]),
];
