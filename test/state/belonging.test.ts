import { describe, expect, it } from 'vitest';
import type { TargetIdentity } from '../../src/model/target-identity.ts';
import { Belonging, type FolderStanding } from '../../src/state/belonging.ts';
import { IDENTITY } from './identity.ts';

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
    expect(await belonging().isOurs(identity)).toBe(verdict === 'ours');
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
    const refusal = belonging().assertOurs(identity);
    await expect(refusal).rejects.toMatchObject({
      name: 'UserError',
      message: expect.stringMatching(
        `the state of production was made for a different target: .*${part === 'folder' ? 'spring' : part}`,
      ),
      suggestion: expect.stringContaining(way),
    });
  });

  it('is accepted for the same target', async () => {
    await expect(belonging().assertOurs(IDENTITY)).resolves.toBeUndefined();
  });
});

describe('a state that was made in another folder', () => {
  const inFolder = (standing: FolderStanding): Belonging =>
    new Belonging({ target: 'production', identity: IDENTITY, standingOf: async () => standing });

  it.each([
    ['ours', 'renamed', 'the same broadcast', OTHER_FOLDER],
    ['foreign', 'in-use', 'the same broadcast', OTHER_FOLDER],
    ['foreign', 'not-here', 'the same broadcast', OTHER_FOLDER],
    ['foreign', 'renamed', 'another broadcast', { ...OTHER_BROADCAST, folder: 'spring' }],
    ['foreign', 'renamed', 'another service', { ...OTHER_SERVICE, folder: 'spring' }],
  ] as const)('is %s if that folder is %s and it is of %s', async (verdict, standing, _, identity) => {
    expect(await inFolder(standing).isOurs(identity)).toBe(verdict === 'ours');
  });

  it('is refused with the branch to merge, if this checkout never had the folder', async () => {
    const refusal = inFolder('not-here').assertOurs(OTHER_FOLDER);
    await expect(refusal).rejects.toMatchObject({
      message: expect.stringContaining('is managed from the folder spring now, which this checkout never had'),
      suggestion: expect.stringMatching(/^merge the branch that renamed it.*its own broadcastId$/),
    });
  });
});

it('nothing that is stored belongs to no other target', async () => {
  await expect(belonging().assertOurs(undefined)).resolves.toBeUndefined();
});
