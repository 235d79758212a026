import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { UserError } from '../../../src/diagnostics/errors.ts';
import { Belonging } from '../../../src/state/belonging.ts';
import { nodeDisk } from '../../../src/state/file/disk.ts';
import type { GitRun } from '../../../src/state/git/git-run.ts';
import type { JournalLine } from '../../../src/state/journal-line.ts';
import { EMPTY_STATE } from '../../../src/state/replay.ts';
import { localRuns } from '../../../src/state/git/local-runs.ts';
import type { RunNote } from '../../../src/state/run-note.ts';
import { StateRef } from '../../../src/state/git/state-ref.ts';
import { StateWriter } from '../../../src/state/git/state-writer.ts';
import { git } from '../clones.ts';
import { IDENTITY } from '../identity.ts';
import { ManualClock } from '../manual-clock.ts';
import { sharedRepository } from '../shared-repository.ts';
import { entry, intent } from '../store-contract.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const repository = sharedRepository();
const OURS = '0123abcd';
const THEIRS = '4567cdef';
const wrote = (address: string, id: string, body?: string): JournalLine => ({
  type: 'written',
  address,
  entry: { ...entry, id, ...(body !== undefined && { body }) },
  settles: [`of ${address}`],
});
const base = (ids: Readonly<Record<string, string>>, deleted: ReadonlyMap<string, number> = new Map()) => ({
  entries: new Map(Object.entries(ids).map(([address, id]) => [address, { ...entry, id }])),
  deleted,
});

let targets = 0;

/** A machine with a run in progress; `another` returns a second one for the same state. */
function newWriter({ target = `target-${++targets}`, id = OURS } = {}) {
  const folder = temporaryFolder();
  const clock = new ManualClock();
  const ref = new StateRef({ git: repository.git(), belonging: new Belonging({ target, identity: IDENTITY }) });
  ref.hold();
  const local = localRuns({ disk: nodeDisk, folder, target, isOurs: async () => true });
  const owner = { target, identity: IDENTITY };
  const lost = new AbortController();
  const failures: unknown[] = [];
  const note: RunNote = {
    version: 1,
    id,
    command: 'sync',
    identity: IDENTITY,
    by: 'ana',
    startedAt: '2027-05-04T10:00:00.000Z',
    finished: false,
    changes: [],
  };
  let pushes = 0;
  const changeWith: GitRun['lock']['changeWith'] = async (...changes) => {
    pushes += 1;
    if (failures.length > 0) throw failures.shift();
    return (await ref.refs()).change(changes);
  };
  const lock = { id, lost: lost.signal, changeWith } as GitRun['lock'];
  const run: GitRun = { lock, note, author: { name: 'Ana', email: 'ana@example.org' } };
  return {
    writer: new StateWriter({ owner, ref, local, clock }),
    run,
    local,
    folder,
    clock,
    ref,
    lost,
    failures,
    pushes: () => pushes,
    another: () => newWriter({ target, id: THEIRS }),
  };
}

const addresses = (entries: ReadonlyMap<string, unknown>): string => [...entries.keys()].sort().join(' ');

describe('a checkpoint of a run', () => {
  it('adds its lines and its plan, and records how many of its lines are included', async () => {
    const { writer, run, ref } = newWriter();
    const planned = [intent('events/b')];
    await writer.checkpoint(run, { lines: [wrote('events/a', '1')], planned, total: 5 });
    expect(await ref.tip()).toMatchObject({ lines: [wrote('events/a', '1')], planned, note: { id: OURS, lines: 5 } });
    await writer.checkpoint(run, { lines: [wrote('events/b', '2')] });
    expect(await ref.tip()).toMatchObject({
      lines: [wrote('events/a', '1'), wrote('events/b', '2')],
      planned,
      note: { lines: 5, finished: false },
    });
    expect(ref.seen?.id).toBe(await ref.tipId());
  });

  it('includes nothing of its own if the last one was of another run', async () => {
    const { writer, run, ref, another } = newWriter();
    const other = another();
    await other.writer.checkpoint(other.run, { lines: [wrote('events/a', '1')], total: 5 });
    await writer.checkpoint(run, { lines: [] });
    expect((await ref.tip()).note).toMatchObject({ id: OURS, lines: 0 });
    const first = newWriter();
    await first.writer.checkpoint(first.run, { lines: [] });
    expect((await first.ref.tip()).note).toMatchObject({ lines: 0 });
  });

  it('has the stored texts that its lines name', async () => {
    const { writer, run, ref, local } = newWriter();
    const [named, other] = [await local.bodies.keep('named'), await local.bodies.keep('other')];
    await writer.checkpoint(run, { lines: [wrote('events/a', '1', named)] });
    const { blobs } = await ref.tip();
    expect([blobs.has(`bodies/${named}`), blobs.has(`bodies/${other}`)]).toEqual([true, false]);
  });

  it('waits for the previous one, even if that fails', async () => {
    const { writer, run, ref, failures } = newWriter();
    failures.push(new Error('no network'));
    const [failed, ...made] = [
      writer.checkpoint(run, { lines: [wrote('events/a', '1')] }),
      writer.checkpoint(run, { lines: [wrote('events/b', '2')] }),
      writer.checkpoint(run, { lines: [wrote('events/c', '3')] }),
    ];
    await expect(failed).rejects.toThrow('no network');
    await Promise.all(made);
    expect((await ref.tip()).lines).toEqual([wrote('events/b', '2'), wrote('events/c', '3')]);
    expect(git(repository.folder(), 'rev-list', '--count', ref.name)).toBe('2');
  });

  it('is merged with what others have written in the meantime', async () => {
    const { writer, run, ref, another } = newWriter();
    await ref.knownTip();
    const other = another();
    await other.writer.save(other.run, { base: base({ 'events/z': '9' }), unfinished: [] });
    const planned = [intent('events/b')];
    await writer.checkpoint(run, { lines: [wrote('events/a', '1')], planned, total: 1 });
    expect(await ref.tip()).toMatchObject({
      base: base({ 'events/z': '9', 'events/a': '1' }),
      planned,
      note: { id: OURS, finished: false, lines: 1 },
    });
  });
});

describe('the end of a run', () => {
  it('saves the state with its texts, and this machine forgets the run', async () => {
    const { writer, run, ref, local, folder, clock } = newWriter();
    await local.begin(run.note, undefined);
    await local.journal(OURS).append(wrote('events/a', '1'));
    const body = await local.bodies.keep('a text');
    await writer.checkpoint(run, { lines: [], planned: [intent('events/b')] });
    const deleted = new Map([
      ['lately', clock.now() - 1000],
      ['long ago', clock.now() - 3_600_000],
    ]);
    const entries = new Map([['events/a', { ...entry, body }]]);
    await writer.save(run, { base: { entries, deleted }, unfinished: [intent('events/c')] });
    const saved = await ref.tip();
    expect(saved).toMatchObject({ base: { entries }, lines: [intent('events/c')], planned: [] });
    expect([...saved.base.deleted!.keys()]).toEqual(['lately']);
    expect(saved.note).toMatchObject({ id: OURS, finished: true, changes: [{ address: 'events/a' }] });
    expect(saved.note).not.toHaveProperty('interrupted');
    expect(saved.blobs.has(`bodies/${body}`)).toBe(true);
    expect(readdirSync(folder)).toEqual([basename(local.bodiesFolder)]);
    expect(readdirSync(local.bodiesFolder)).toEqual([]);
  });

  it('is merged with what others have written in the meantime, and leaves the plan of a run in progress', async () => {
    const { writer, run, ref, local, another } = newWriter();
    await local.begin(run.note, undefined);
    await ref.knownTip();
    const other = another();
    const planned = [intent('events/z')];
    await other.writer.checkpoint(other.run, { lines: [wrote('events/y', '8')], planned, total: 1 });
    await writer.save(run, { base: base({ 'events/a': '1' }), unfinished: [] });
    const { base: saved, planned: left } = await ref.tip();
    expect(addresses(saved.entries)).toBe('events/a events/y');
    expect(left).toEqual(planned);
  });

  it('leaves neither the plan of its own run nor that of a finished one', async () => {
    const { writer, run, ref, another } = newWriter();
    await writer.checkpoint(run, { lines: [], planned: [intent('events/b')] });
    await writer.save(run, EMPTY_STATE);
    expect((await ref.tip()).planned).toEqual([]);
    await ref.knownTip();
    const other = another();
    await other.writer.checkpoint(other.run, { lines: [], planned: [intent('events/c')] });
    await other.writer.save(other.run, EMPTY_STATE);
    await writer.save(run, EMPTY_STATE);
    expect((await ref.tip()).planned).toEqual([]);
  });

  it('waits out a short network outage', async () => {
    const { writer, run, ref, failures, pushes } = newWriter();
    failures.push(new UserError('no network'));
    const started = performance.now();
    await writer.save(run, { base: base({ 'events/a': '1' }), unfinished: [] });
    expect(performance.now() - started).toBeGreaterThan(900);
    expect(addresses((await ref.tip()).base.entries)).toBe('events/a');
    expect(pushes()).toBe(2);
  });

  it('does not retry after an internal error, and keeps the files on this machine', async () => {
    const { writer, run, local, failures, pushes } = newWriter();
    await local.begin(run.note, undefined);
    failures.push(new TypeError('a fault'));
    await expect(writer.save(run, EMPTY_STATE)).rejects.toThrow('a fault');
    expect(pushes()).toBe(1);
    expect(await local.list()).toHaveLength(1);
  });
});

describe('the end of a run that has lost its lock', () => {
  async function losing({ lines }: { lines: readonly JournalLine[] }) {
    const made = newWriter();
    await made.local.begin(made.run.note, undefined);
    await made.local.begin({ ...made.run.note, id: '89abcdef' }, undefined);
    if (lines.length > 0) await made.local.journal(OURS).append(...lines);
    await made.ref.knownTip();
    const other = made.another();
    await other.writer.checkpoint(other.run, { lines: [wrote('events/z', '9')], planned: [intent('events/y')] });
    made.lost.abort();
    made.failures.push(new UserError('this run lost its lock'));
    return made;
  }

  it('is an error, and its results are added to what others have written', async () => {
    const { writer, run, ref, local, pushes } = await losing({ lines: [wrote('events/a', '1')] });
    const saving = writer.save(run, { base: base({ 'events/a': '1' }), unfinished: [] });
    await expect(saving).rejects.toThrow('this run lost its lock');
    const tip = await ref.tip();
    expect(addresses(tip.base.entries)).toBe('events/a events/z');
    expect(tip).toMatchObject({ planned: [intent('events/y')], note: { id: OURS, interrupted: true, lines: 1 } });
    expect(await local.list()).toEqual([]);
    expect(pushes()).toBe(1);
  });

  it('writes nothing if it had done nothing', async () => {
    const { writer, run, ref, local } = await losing({ lines: [] });
    await expect(writer.save(run, EMPTY_STATE)).rejects.toThrow('this run lost its lock');
    expect((await ref.tip()).note?.id).toBe(THEIRS);
    expect(await local.list()).toHaveLength(2);
  });
});

describe('a reset', () => {
  it('starts empty on top of the current commit, without reading it', async () => {
    const { writer, run, ref, local } = newWriter();
    const tree = git(repository.folder(), 'hash-object', '-w', '-t', 'tree', '/dev/null');
    const broken = git(repository.folder(), 'commit-tree', tree, '-m', 'broken');
    git(repository.folder(), 'update-ref', ref.name, broken);
    await local.begin(run.note, undefined);
    await writer.reset(run);
    const after = await ref.tip();
    expect(after).toMatchObject({ identity: IDENTITY, lines: [], planned: [], note: { id: OURS } });
    expect(after.base.entries.size).toBe(0);
    expect(git(repository.folder(), 'log', '-1', '--format=%P', after.id!)).toBe(broken);
    expect(await local.list()).toEqual([]);
    expect(ref.seen?.id).toBe(after.id);
    await writer.checkpoint(run, { lines: [] });
    expect(ref.seen?.note).toMatchObject({ id: OURS, lines: 0 });
  });
});
