import { describe, expect, it } from 'vitest';
import { environment, run } from '../../ci/run.ts';
import { installed } from '../../ci/workshop.ts';
import { program } from '../../programs.ts';
import { Agency, broadcast } from './agency.ts';
import { needs } from '../../needs.ts';

describe.runIf(needs('tar'))('the pre-commit hook of a workspace', () => {
  const commit = (agency: Agency) =>
    run(agency.folder, program('git'), ['commit', '-m', 'x'], environment([installed()]));

  it('replaces the hook of a single broadcast, and checks every broadcast that a commit changes', async () => {
    const agency = new Agency(broadcast('a')).commitAll();
    await agency.run('init --hooks', 'a');
    agency.write(broadcast('b'));
    expect((await agency.run('init --hooks', 'b')).stdout).toContain('.git/hooks/pre-commit');
    expect((await agency.run('init --hooks', 'a')).stdout).toContain('nothing to add');
    agency.write({
      'b/content/events/opening.yaml': 'title: Without a time\n',
      'a/content/broadcast.yaml': 'name: A\n',
    });
    agency.git('add', '-A');
    const stopped = await commit(agency);
    expect(stopped.exitCode).toBe(1);
    expect(stopped.stdout + stopped.stderr).toContain('--> b/content/events/opening.yaml');
    agency.remove('b/content/events/opening.yaml').git('add', '-A');
    expect((await commit(agency)).exitCode).toBe(0);
  });
});
