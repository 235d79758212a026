import { describe, expect, it } from 'vitest';
import type { Base, BaseEntry } from '../../src/model/base.ts';
import type { TargetIdentity } from '../../src/model/target-identity.ts';
import { Belonging, type FolderStanding } from '../../src/state/belonging.ts';
import { IDENTITY } from './identity.ts';

const base = (...entries: readonly Pick<BaseEntry, 'kind' | 'id'>[]): Base => ({
  entries: new Map(entries.map((entry) => [`${entry.kind}s/${entry.id}`, { ...entry, leaves: {} }])),
});
const event = (id: string) => ({ kind: 'event', id }) as const;

const EMPTY = base();
const OTHER_BROADCAST: TargetIdentity = { ...IDENTITY, broadcastId: '64b7c0ffee64b7c0ffee0003' };
const OTHER_SERVICE: TargetIdentity = { ...IDENTITY, baseUrl: 'https://old.example.org' };
const OTHER_FOLDER: TargetIdentity = { ...IDENTITY, folder: 'spring' };

const belonging = (): Belonging => new Belonging({ target: 'production', identity: IDENTITY });

describe('a state that names its target', () => {
  it.each([
    ['ours', 'the same target', IDENTITY],
    ['foreign', 'a different broadcast', OTHER_BROADCAST],
    ['foreign', 'a different service', OTHER_SERVICE],
    ['foreign', 'a different folder', OTHER_FOLDER],
  ] as const)('is %s for %s', async (verdict, _, identity) => {
    expect(await belonging().isOurs({ identity, base: base(event('1')) })).toBe(verdict === 'ours');
  });

  it.each([
    ['broadcastId', OTHER_BROADCAST, `set broadcastId back to ${OTHER_BROADCAST.broadcastId}`],
    ['broadcastId', OTHER_BROADCAST, 'for a new edition, run `gitcast state rebuild --target production`'],
    ['baseUrl', OTHER_SERVICE, 'if this is a mistake, set baseUrl back to https://old.example.org'],
    [
      'baseUrl',
      OTHER_SERVICE,
      'if the service has moved or was emptied, run `gitcast state rebuild --target production`',
    ],
    ['folder', OTHER_FOLDER, 'delete the other configuration and commit'],
    ['userId', { ...OTHER_FOLDER, userId: 'ben' }, 'if this is a mistake, set userId back to ben'],
  ])('is refused if its %s differs, with the ways out', async (part, identity, way) => {
    const refusal = belonging().assertOurs({ identity, base: EMPTY });
    await expect(refusal).rejects.toMatchObject({
      name: 'UserError',
      message: expect.stringMatching(
        `the state of production was made for a different target: .*${part === 'folder' ? 'spring' : part}`,
      ),
      suggestion: expect.stringContaining(way),
    });
  });

  it('is accepted for the same target', async () => {
    await expect(belonging().assertOurs({ identity: IDENTITY, base: EMPTY })).resolves.toBeUndefined();
  });
});

describe('a state that was made in another folder', () => {
  const inFolder = (standing: FolderStanding): Belonging =>
    new Belonging({ target: 'production', identity: IDENTITY, standingOf: async () => standing });

  it.each([
    ['ours', 'renamed', 'the same broadcast', OTHER_FOLDER, base(event('1'))],
    ['foreign', 'in-use', 'the same broadcast', OTHER_FOLDER, base(event('1'))],
    ['foreign', 'not-here', 'the same broadcast', OTHER_FOLDER, base(event('1'))],
    // What is left of a moved state would let everything be created again.
    ['foreign', 'renamed', 'the same broadcast, and is empty', OTHER_FOLDER, EMPTY],
    ['foreign', 'renamed', 'another broadcast', { ...OTHER_BROADCAST, folder: 'spring' }, base(event('1'))],
    ['foreign', 'renamed', 'another service', { ...OTHER_SERVICE, folder: 'spring' }, base(event('1'))],
  ] as const)('is %s if that folder is %s and it is of %s', async (verdict, standing, _, identity, known) => {
    expect(await inFolder(standing).isOurs({ identity, base: known })).toBe(verdict === 'ours');
  });

  it('is refused with the branch to merge, if this checkout never had the folder', async () => {
    const refusal = inFolder('not-here').assertOurs({ identity: OTHER_FOLDER, base: base(event('1')) });
    await expect(refusal).rejects.toMatchObject({
      message: expect.stringContaining('is managed from the folder spring now, which this checkout never had'),
      suggestion: expect.stringMatching(/^merge the branch that renamed it.*its own broadcastId$/),
    });
  });
});

it('nothing that is stored belongs to no other target', async () => {
  expect(await belonging().isOurs({ identity: undefined, base: EMPTY })).toBe(true);
  await expect(belonging().assertOurs({ identity: undefined, base: EMPTY })).resolves.toBeUndefined();
});
