import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/values/json.ts';
import { open } from '../project/opened.ts';
import { git } from '../state/clones.ts';
import { someEvents } from './fixture.ts';
import { openGitStage } from './git-stage.ts';

describe('pull --branch', () => {
  it('pulls all other edits if a commit on the branch conflicts with one, and says what to do about that one', async () => {
    const { stage, remote, clone } = await openGitStage(someEvents(2));
    await stage.sync();
    const edit = (index: number, fields: JsonObject) => {
      const { id } = stage.contents('event').find(({ fields: { title } }) => String(title).endsWith(String(index)))!;
      return stage.call('PUT', `/events/${id}`, fields);
    };
    const { project } = open(stage);
    const pull = () => project.proposeEdits({ branch: 'drift', base: 'main', push: true });
    const online = (end: string) => ({ end_time: `2027-06-18T${end}:00Z` });
    await edit(0, online('21:10'));
    expect((await pull()).ending).toMatchObject({ left: false });
    const person = clone();
    git(person.folder, 'switch', '-q', 'drift');
    person.write(
      'events/event-0.yaml',
      person.read('events/event-0.yaml').replace(/^end_time:.*$/m, 'end_time: 2027-06-18T23:59:00+02:00'),
    );
    git(person.folder, 'commit', '-q', '-a', '-m', 'by hand');
    git(person.folder, 'push', '-q');
    await edit(0, online('21:20'));
    await edit(1, online('21:30'));
    const { report, ending } = await pull();
    expect(ending).toMatchObject({ left: true });
    expect(report).toMatchObject({
      commit: expect.stringMatching(/^[0-9a-f]{40}$/),
      files: [{ path: 'content/events/event-1.yaml' }],
      blocked: null,
      skipped: [
        {
          address: 'events/event-0',
          file: 'content/events/event-0.yaml',
          reason:
            'commits on drift change the same lines: merge drift into main, or delete it: the next run starts a new branch from main',
        },
      ],
    });
    expect(git(remote, 'show', 'drift:content/events/event-0.yaml')).toContain('23:59');
    expect(git(remote, 'show', 'drift:content/events/event-1.yaml')).toContain('21:30:00Z');
  });
});
