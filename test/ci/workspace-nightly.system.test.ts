import { describe, expect, it } from 'vitest';
import { read, write } from './folders.ts';
import { expectDone } from './on-github.ts';
import { git } from './run.ts';
import { serve } from './stand-in-server.ts';
import { keyOf, opening, openingOf, Workspace } from './workspace.ts';
import { WorkspaceOnGitHub } from './workspace-on-github.ts';

describe('the nightly job of a workspace', () => {
  it('proposes the edits of each broadcast by itself, reports conflicts, and fails for one that it cannot read', async () => {
    const workspace = await Workspace.open();
    const agency = await WorkspaceOnGitHub.open(await workspace.deployed());
    const { github } = agency.on;
    const messages: string[] = [];
    const chat = await serve(({ body }) => {
      messages.push(String(body['text']));
      return {};
    });
    const night = (env = {}) =>
      agency.on.job('nightly', { env: { ...workspace.festival.keys, GITCAST_NOTIFY_URL: chat, ...env } });

    expectDone(await night());
    expect([github.pulls, github.issues, messages]).toEqual([[], [], []]);

    await workspace.at('lyon').retitle('Opening night', 'Edited in Lyon');
    await workspace.at('nantes').retitle('Opening night', 'Edited in Nantes');
    workspace.festival.edit('main', opening('nantes', 'Changed in git'));
    const ran = await night({ [keyOf('oslo')]: 'revoked' });
    expect(ran.exitCode).toBe(1);
    expect(ran.stdout).toContain('festivals/oslo');
    const branch = 'gitcast/drift-live-festivals-lyon';
    expect(github.pulls).toMatchObject([{ branch, base: 'main', title: 'Pull edits from live (festivals/lyon)' }]);
    expect(git(workspace.festival.origin, 'show', `${branch}:${openingOf('lyon')}`)).toContain('Edited in Lyon');
    expect(github.issues).toMatchObject([
      {
        title: 'gitcast: edits on live (festivals/nantes) conflict with the files',
        body: expect.stringContaining('events/opening (title)'),
        state: 'open',
      },
    ]);
    expect(messages).toEqual([
      `Edits from live (festivals/lyon) are waiting on the branch ${branch}.`,
      'gitcast: edits on live (festivals/nantes) conflict with the files',
      'The edits on live (festivals/oslo) could not be pulled.',
    ]);

    // The next night has nothing new to say, and sees that the conflict was resolved.
    messages.length = 0;
    write(
      workspace.festival.author,
      openingOf('nantes'),
      read(workspace.festival.author, openingOf('nantes')).replace('Changed in git', 'Opening night'),
    );
    workspace.festival.push('As it was');
    expectDone(await night());
    expect(github.issues).toMatchObject([{ state: 'closed' }]);
    expect(github.pulls.map((pull) => pull.branch)).toEqual([branch, 'gitcast/drift-live-festivals-nantes']);
    expect(messages).toEqual([expect.stringContaining('live (festivals/nantes) are waiting')]);
  });
});
