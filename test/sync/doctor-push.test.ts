import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { git } from '../state/clones.ts';
import { someEvents } from './fixture.ts';
import { openGitStage } from './git-stage.ts';
import type { Stage } from './stage.ts';

interface Checked {
  readonly name: string;
  readonly ok: boolean;
  readonly message: string;
  readonly fix: string | null;
}

async function checkOf(stage: Stage): Promise<Checked | undefined> {
  const { stdout } = await stage.gitcast('doctor', '--json');
  const { checks } = JSON.parse(stdout) as { checks: readonly Checked[] };
  return checks.find(({ name }) => name === 'push');
}

function hook(remote: string, name: 'pre-receive' | 'update', script: string): void {
  mkdirSync(join(remote, 'hooks'), { recursive: true });
  writeFileSync(join(remote, 'hooks', name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
}

const refs = (remote: string): string => git(remote, 'for-each-ref', '--format=%(refname)', 'refs/gitcast');

describe('doctor, with the state on a remote', () => {
  it('pushes as a sync would, and leaves nothing behind', async () => {
    const { stage, remote } = await openGitStage(someEvents(1));
    hook(remote, 'update', `echo "$1" >> ${join(remote, 'pushed')}`);
    expect(await checkOf(stage)).toEqual({
      name: 'push',
      ok: true,
      message: 'origin accepts refs below refs/gitcast/',
      fix: null,
    });
    expect(refs(remote)).toBe('');
    expect(git(stage.folder, 'for-each-ref', '--format=%(refname)', 'refs/gitcast', 'refs/gitcast-remotes')).toBe('');
    expect(git(remote, 'cat-file', '--batch-check', '--batch-all-objects')).toContain('commit');
  });

  it.each([
    [
      'a hook for all refs',
      'pre-receive',
      'while read old new ref; do case $ref in refs/gitcast/*) exit 1 ;; esac; done',
      'create',
    ],
    ['a hook for each ref', 'update', 'case $1 in refs/gitcast/*) echo "protected ref" >&2; exit 1 ;; esac', 'create'],
    [
      'a rule against changes',
      'update',
      'case "$1 $2" in *" 0000000"*) ;; *) case $3 in 000*) ;; *) exit 1 ;; esac ;; esac',
      'update',
    ],
    ['a rule against deletions', 'update', 'case $3 in 0000000*) exit 1 ;; esac', 'delete'],
  ] as const)('finds a push that the remote refuses before a sync does: %s', async (_, name, script, step) => {
    const { stage, remote } = await openGitStage(someEvents(1));
    hook(remote, name, script);
    const found = await checkOf(stage);
    expect(found).toMatchObject({ ok: false });
    expect(found!.message).toContain(`the remote origin does not let this machine ${step} refs below refs/gitcast/: `);
    expect(found!.message).toContain('hook declined');
    expect(found!.fix).toContain('let those who sync create, update and delete refs/gitcast/**');
    if (step !== 'delete') expect(refs(remote)).toBe('');
    expect(stage.contents('event')).toEqual([]);
  });

  it('removes the probe of a doctor that was killed, and no other ref', async () => {
    const { stage, remote } = await openGitStage(someEvents(1));
    const head = git(stage.folder, 'rev-parse', 'HEAD');
    const recent = `refs/gitcast/probe/${Math.floor(Date.now() / 1000)}-0123abcd`;
    for (const ref of ['refs/gitcast/probe/1700000000-0123abcd', recent, 'refs/gitcast/probe/mine'])
      git(remote, 'update-ref', ref, head);
    expect(await checkOf(stage)).toMatchObject({ ok: true });
    expect(refs(remote).split('\n').toSorted()).toEqual([recent, 'refs/gitcast/probe/mine'].toSorted());
  });
});
