import { describe, expect, it } from 'vitest';
import { gitIn } from '../../../src/git/git.ts';
import { RecordRef, type Records } from '../../../src/state/git/record-ref.ts';
import { newRemote } from '../clones.ts';
import { IDENTITY } from '../identity.ts';

const openIn = (clone: string): RecordRef =>
  new RecordRef({
    git: gitIn(clone, process.env),
    sort: 'review',
    target: 'production',
    identity: IDENTITY,
    author: { name: 'Ana', email: 'ana@example.org' },
  });

const adding = (name: string) => (records: Records) => new Map([...records, [name, `${name}\n`]]);

describe('records on a ref', () => {
  it('that another clone changed after they were read, or after the last change here, are changed as they are now', async () => {
    const remote = newRemote();
    const [here, there] = [openIn(remote.clone()), openIn(remote.clone())];
    expect([...(await here.read())]).toEqual([]);
    await there.change(adding('a'), 'a\n');
    await here.change(adding('b'), 'b\n');
    await there.change(adding('c'), 'c\n');
    await here.change(adding('d'), 'd\n');
    expect([...(await there.read()).keys()].toSorted()).toEqual(['a', 'b', 'c', 'd']);
  });

  it('are read again before a change counts as unnecessary', async () => {
    const remote = newRemote();
    const [here, there] = [openIn(remote.clone()), openIn(remote.clone())];
    await here.read();
    await there.change(adding('a'), 'a\n');
    await here.change((records) => (records.has('a') ? new Map() : records), 'without a\n');
    expect([...(await there.read())]).toEqual([]);
  });

  it('are read again before an edit counts as refused', async () => {
    const remote = newRemote();
    const [here, there] = [openIn(remote.clone()), openIn(remote.clone())];
    await here.read();
    await there.change(adding('a'), 'a\n');
    const needingA = (records: Records): Records => {
      if (!records.has('a')) throw new Error('there is no a');
      return adding('b')(records);
    };
    await here.change(needingA, 'b\n');
    expect([...(await there.read()).keys()].toSorted()).toEqual(['a', 'b']);
    await there.change(() => new Map(), 'none\n');
    await expect(here.change(needingA, 'b\n')).rejects.toThrow('there is no a');
  });
});
