import { describe, expect, it } from 'vitest';
import { gitIn } from '../../../src/git/git.ts';
import type { TargetIdentity } from '../../../src/model/target-identity.ts';
import { recordedIdentities } from '../../../src/state/git/recorded-identities.ts';
import { encodeState } from '../../../src/state/state-file.ts';
import { git } from '../clones.ts';
import { IDENTITY } from '../identity.ts';
import { importCommits } from '../imported-commits.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const of = (broadcastId: string): TargetIdentity => ({ ...IDENTITY, broadcastId });
const stateOf = (broadcastId: string): string =>
  encodeState({ target: 'production', identity: of(broadcastId) }, { entries: new Map() });

function repository(refs: Readonly<Record<string, string>> = {}): string {
  const folder = temporaryFolder();
  git(folder, 'init', '-q');
  for (const [ref, state] of Object.entries(refs)) importCommits(folder, ref, [{ 'state.json': state }]);
  return folder;
}

const recordedIn = async (folder: string): Promise<readonly string[]> =>
  (await recordedIdentities(gitIn(folder, process.env))).map(({ broadcastId }) => broadcastId).toSorted();

describe('the targets that the states of a repository were made for', () => {
  it('are empty outside a repository, and in a new one', async () => {
    expect(await recordedIdentities(gitIn(temporaryFolder(), process.env))).toEqual([]);
    expect(await recordedIdentities(gitIn(repository(), process.env))).toEqual([]);
  });

  it('are those of every target and every folder, and of what was fetched from a remote', async () => {
    const folder = repository({
      'refs/gitcast/state/production': stateOf('top'),
      'refs/gitcast/in/site-0123/state/staging': stateOf('folder'),
      'refs/gitcast-remotes/origin/state/production': stateOf('fetched'),
    });
    expect(await recordedIn(folder)).toEqual(['fetched', 'folder', 'top']);
    expect(await recordedIdentities(gitIn(folder, process.env))).toContainEqual(of('top'));
  });

  it('do not include locks, branches or other refs', async () => {
    const folder = repository({
      'refs/gitcast/lock/production': stateOf('lock'),
      'refs/heads/state/production': stateOf('branch'),
      'refs/gitcast/state/production/deeper': stateOf('deeper'),
    });
    expect(await recordedIn(folder)).toEqual([]);
  });

  it('include those on remotes, which are fetched without a trace', async () => {
    const [first, second] = [
      repository({ 'refs/gitcast/state/production': stateOf('first') }),
      repository({ 'refs/gitcast/in/site-0123/state/production': stateOf('second'), 'refs/heads/main': stateOf('x') }),
    ];
    const folder = repository();
    git(folder, 'remote', 'add', 'origin', first);
    git(folder, 'remote', 'add', 'backup', second);
    expect(await recordedIn(folder)).toEqual(['first', 'second']);
    expect(git(folder, 'for-each-ref')).toBe('');
  });

  it('are those in this clone if a remote cannot be reached', async () => {
    const folder = repository({ 'refs/gitcast-remotes/origin/state/production': stateOf('fetched') });
    git(folder, 'remote', 'add', 'origin', `${folder}/nowhere`);
    expect(await recordedIn(folder)).toEqual(['fetched']);
  });

  it.each([
    ['that does not name it', '{"version":1,"target":"production","entries":{}}'],
    ['that is damaged', '{'],
    ['that is not an object', '[]'],
  ])('leave out a state %s', async (_, text) => {
    const refs = { 'refs/gitcast/state/a': text, 'refs/gitcast/state/b': stateOf('known') };
    expect(await recordedIn(repository(refs))).toEqual(['known']);
  });

  it('leave out a commit that has no state', async () => {
    const folder = repository();
    importCommits(folder, 'refs/gitcast/state/production', [{ 'README.md': 'moved' }]);
    expect(await recordedIn(folder)).toEqual([]);
  });
});
