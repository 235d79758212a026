import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { git, read, write } from '../ci/workshop.ts';
import { REMOTE, Story } from './ci-story.ts';
import { ROOT } from './program.ts';

const GUIDE = join(ROOT, 'docs/guides/ci.md');
const CONCERT = 'content/events/opening-concert.yaml';

async function tell(story: Story): Promise<string> {
  await start(story);
  await pullRequest(story);
  await merge(story);
  await drift(story);
  await undo(story);
  await again(story);
  await lock(story);
  others(story);
  return story.text();
}

async function start(story: Story): Promise<void> {
  const { author, service } = story.project;
  story.say(`# Merge is deploy

Written by \`test/e2e/ci-guide.test.ts\` from real runs. Do not edit: \`UPDATE=1 npx vitest run test/e2e/ci-guide\` writes it
again.

Nobody has to deploy. Your team edits files, opens a pull request, and merges it. CI does the rest.

| when | CI does | and needs |
| - | - | - |
| a pull request is opened or pushed to | checks every file, and writes into the pull request what merging it would change | the key; without it, the plan is made offline |
| it is merged | publishes the website, then syncs the content | the key, and the right to push the state |
| every night | puts what was changed in the web editor into a pull request | the key, and the right to open one |

Git is all the infrastructure there is. What the last sync knew is kept on a ref of your repository, \`refs/gitcast/state/…\`,
beside the branches and in none of them. All runners and all laptops share it. So it does not matter where a sync runs, and
your main branch has only the commits of people.

## Set it up once

Start a repository and tell git where its remote is. CI installs the gitcast that \`package-lock.json\` holds with its integrity, and
no other: \`init\` pins the version that it runs from, or the tarball that \`--package\` names, and makes the lockfile with
\`npm install --package-lock-only --ignore-scripts\`. Where npm cannot do that, \`init\` says so, and CI refuses to run until
the lockfile is there.`);
  await story.type(
    'gitcast init my-festival --ci github --package gitcast-0.0.1.tgz',
    'cd my-festival',
    'git init -q -b main',
    `git remote add origin ${REMOTE}`,
  );
  git(author, 'config', 'user.name', 'Ada');
  const target = `targets:
  production:
    baseUrl: ${service.url}
    userId: ${service.userId}
    broadcastId: ${service.broadcastId}
    key: { $env: GITCAST_KEY }
`;
  story.say(
    `Name the target in \`gitcast.config.yaml\`, and where the website is published. \`state: git\` is there already.`,
  );
  story.show(
    'yaml',
    `# gitcast.config.yaml
site:
  url: https://orchard.example
state: git
defaultTarget: production
${target}`,
  );
  const config = read(author, 'gitcast.config.yaml')
    .replace('# url: https://orchard.example', 'url: https://orchard.example')
    .replace(/^defaultTarget: local[^]*/m, '');
  write(author, 'gitcast.config.yaml', `${config}defaultTarget: production\n${target}`);
  write(author, '.env', `GITCAST_KEY=${service.key}\n`);
  story.say(`The file has the name of the key, never the key. On your machine its value stands in \`.env\`, which git ignores. Now tell CI
which target it is, and look whether all is well. A first branch with another name than \`main\` is told along with it.`);
  await story.type('gitcast init --ci github', 'gitcast doctor');
  story.say(`Set on GitHub, once:

- The secret \`GITCAST_KEY\`, for Actions. If your target has two keys, there are two. What \`secrets:\` in the configuration lists,
  such as the secret of a webhook, is a secret too: \`gitcast init --ci github\` writes the lines for it into the workflows. See
  [Secrets and keys](secrets.md).
- Pages, published by Actions, and the permission for Actions to open pull requests.
- Protect \`main\`: require a pull request, and the check \`plan\` of *gitcast pull request*. CI pushes nothing to \`main\`, so it
  needs no exception there. If rules restrict who makes branches, let Actions make \`gitcast/…\`.

The documents that \`init\` wrote are examples: until the line \`$example: true\` is deleted, a document is sent to no target but
the embedded service, and \`gitcast plan\` lists it. Replace them by your own, or make them yours all at once:`);
  await story.type("grep -rl '^$example' content | xargs sed -i '/^$example: true/d'");
  story.say(`The first sync is best made by a person before the first push, since CI decides nothing. Here the target has a broadcast with
another name. That is a conflict: \`--ours\` takes the name in the file, \`gitcast pull --theirs\` the other one.`);
  await story.type("git add . && git commit -qm 'The orchard weekend'", "gitcast plan | sed -n '1,4p;$p'");
  expect(await story.quietly('gitcast pull broadcast --theirs --dry-run')).toContain('+ name: My broadcast');
  await story.type('gitcast sync --yes --ours 2>&1 | tail -n 4');
  story.say(`Kinds that this target does not take are named, and stay on the website. Now push. That starts what a merge starts, and it
finds nothing left to do.`);
  await story.type('git push -qu origin main');
  await story.job(['merge', 'sync']);
}

async function pullRequest(story: Story): Promise<void> {
  const { author } = story.project;
  story.say(`## A pull request shows what it would change

Somebody gives the concert another title, on a branch.`);
  write(author, CONCERT, read(author, CONCERT).replace('Opening concert', 'Grand opening'));
  await story.type(
    'git switch -qc grand-opening',
    'git diff --unified=0 | tail -n 2',
    "git commit -qam 'A grander name'",
    'git push -qu origin grand-opening',
  );
  story.say(`A runner clones that branch, as shallow as it likes, and starts what the workflow says. Problems appear on their lines, and
the check fails. Otherwise there is a plan. It is that of the merge: what was merged into \`main\` meanwhile is merged in first.
Nothing is changed on the target. Where part of the target cannot be read, the plan is incomplete: the comment begins with
that, the job shows a warning, and the check passes, since the pull request is not to
blame. A sync that meets the same fails with code 4; run it again once the service answers.`);
  const online = await story.job(['pull-request', 'plan'], { branch: 'grand-opening' });
  story.say('This is the comment, one for each pull request, renewed with every push.');
  story.show('markdown', online('plan.md'));
  story.say(`### Pull requests from forks

GitHub gives no secrets to a pull request from a fork, and that is right: anybody could print them. So there is no key, and
the plan is made offline, from the state of the last sync, and says so. Whoever can read the repository can read the state: it
has ids, digests and the texts of articles, and no keys.`);
  const offline = await story.job(['pull-request', 'plan'], { branch: 'grand-opening', key: '' });
  story.show('markdown', offline('plan.md').split('\n<details><summary>Notes')[0]!);
  story.say(`The job that runs a stranger's code may write nothing. Another one, which runs none of it, writes the comment. The first pull
request that adds the workflows gets no comment, since GitHub takes that second workflow from \`main\`.

### Pull requests from the repository itself

Their jobs have the key, and run the workflows and scripts that the pull request brings along. So everybody who can push a branch
can read the key, whatever gitcast checks. If not all of them may, make the key a secret of a protected environment (on GitLab a
protected variable) that needs an approval or admits \`main\` only, and let pull requests plan offline.`);
}

async function merge(story: Story): Promise<void> {
  story.say(`## The merge deploys it

On GitHub it is the button; here it is git.`);
  await story.type('git switch -q main', 'git merge -q --no-ff --no-edit grand-opening', 'git push -q');
  story.say(`The website comes first, since what is synced names its pictures. Then a runner with a fresh clone syncs. It finds the state on
the remote, so it sends one change, and not everything again.`);
  await story.job(['merge', 'sync']);
  story.say(`Who changed what, from which commit, and in which run of CI? Every clone can tell.`);
  await story.type('gitcast log');
}

async function drift(story: Story): Promise<void> {
  const { call } = story.project;
  story.say(`## Edits in the web editor come back

A colleague corrects a title in the web editor, not in git. That is drift. No sync overwrites it: the job does everything else,
and fails with code 3, since production is not what \`main\` says.`);
  const { data } = (await call('GET', '/events')) as { data: { id: string; title: string }[] };
  await call('PUT', `/events/${data.find(({ title }) => title === 'Sunday brunch')!.id}`, { title: 'Late brunch' });
  await story.job(['merge', 'sync']);
  story.say(`Every night a runner takes such edits into the files and pushes them to a branch. \`pull --files-only\` leaves the state
alone: the branch may be merged later, or never.`);
  await story.job(['nightly', 'pull'], { depth: 0 });
  expect(story.pulls).toMatchObject([{ head: 'gitcast/drift-production', base: 'main' }]);
  story.say(`It opens a pull request, “${story.pulls[0]!.title}”, with one commit. GitHub holds
back the checks of a pull request that Actions has opened: approve them there with one click, or close and reopen it. Merge it,
and the edit is in git.`);
  await story.type(
    'git fetch -q',
    'git diff --unified=0 main origin/gitcast/drift-production | tail -n 2',
    'git merge -q --no-ff --no-edit origin/gitcast/drift-production',
    'git push -q',
  );
  story.say('The sync of that merge sends nothing. It notes that both sides agree.');
  await story.job(['merge', 'sync']);
  story.say(`Close the pull request instead, and \`gitcast sync --overwrite-drift\` puts back what \`main\` says.`);
}

async function undo(story: Story): Promise<void> {
  const { author } = story.project;
  const [, run] = JSON.parse(await story.quietly('gitcast log --json')).runs.filter(
    ({ changes }: { changes: readonly unknown[] }) => changes.length > 0,
  ) as { id: string }[];
  story.say(`## Taking a deploy back

The grander name was a mistake. \`gitcast log\` has the id of the run; \`gitcast undo\` puts the files that it had deployed back to
what they were before it, and shows the plan. What was changed again since is left alone. Nothing is sent yet.`);
  await story.type('git switch -qc take-it-back', `gitcast undo ${run!.id}`);
  expect(read(author, CONCERT)).toContain('title: Opening concert');
  story.say('From here on it is a change like any other: a pull request, a plan, a merge.');
  await story.type(
    "git commit -qam 'The old name was better'",
    'git push -qu origin take-it-back',
    'git switch -q main',
    'git merge -q --no-ff --no-edit take-it-back',
    'git push -q',
  );
  await story.job(['merge', 'sync']);
  await story.type('gitcast plan | tail -n 1');
}

async function again(story: Story): Promise<void> {
  const runs = JSON.parse(await story.quietly('gitcast log --json')).runs as { content: { commit: string } }[];
  story.say(`## Running a job again

*Re-run jobs* on GitHub and *Retry* on GitLab check out the commit that the job had. For the newest commit that is always safe. An
older one lacks what was merged and synced since, and a sync of it would take that back. So it is refused, and nothing is sent.`);
  await story.job(['merge', 'sync'], { commit: runs.at(-2)!.content.commit });
  story.say(`Run the job of the newest commit instead. The older job has published its older website before its sync was refused, and
the newest one puts that right too. The same holds for a laptop that is behind: \`git pull\` comes first, and \`gitcast plan\` shows
the refusal.

To go back on purpose, \`gitcast undo\` is the better way: it makes a change like any other. Where that is not possible,
\`gitcast plan --allow-rollback\` shows what a checkout of the older commit would change, and \`gitcast sync --allow-rollback\` does it.

A checkout goes forward when the commit that was last synced is in its history.

- Equal content counts too, so squash and rebase merges are fine: when the content folder, the target's own folder and
  \`gitcast.config.yaml\` are those of a commit in the history.
- A shallow clone asks the remote for as much history as it takes. GitHub's depth of 1 and GitLab's of 20 are enough to start with.
  If the remote cannot be asked, the sync is refused; \`git fetch --unshallow\` is the next step.
- If no remote has the last synced commit any more, as after a force push, the sync is refused until somebody says
  \`--allow-rollback\`.
- Uncommitted changes are not looked at: a checkout is judged by its commit, and the plan says so.
- Several branches that share a staging target need \`history: any\` on it. See [Staging and production](environments.md).
- With \`state: file\`, and without git, nobody knows what was synced from where: there is no such check.`);
}

async function lock(story: Story): Promise<void> {
  story.say(`## When a runner dies

One run at a time writes to a target. Two merges wait for each other in CI; a laptop and a runner meet at the lock, a ref
beside the state. A run that is told to stop, as by Ctrl-C or when somebody cancels the job on GitHub, ends what it has begun, saves
the state and gives the lock back. One that is killed, or whose machine is gone, leaves it behind.`);
  const id = await story.losesRunner({ secondsAgo: 40 });
  await story.type('gitcast sync --yes');
  story.say(`Nothing has to be done: five minutes after the last sign of life the lock counts for nothing, and the next sync takes it. If you
have looked at that run and know that it is dead, you need not wait.`);
  await story.type(`gitcast unlock ${id}`);
  await story.losesRunner({ secondsAgo: 400 });
  story.say('This is a sync that has found an old lock:');
  await story.type('gitcast sync --yes');
  story.say(`What the dead run had sent is in the journal that it pushed along the way, or is found again on the target. The next sync goes
on from there, and makes nothing twice. So its job can be run again.`);
}

function others(story: Story): void {
  story.say(`## Variations

**GitLab.** \`gitcast init --ci gitlab\` writes \`.gitlab-ci.yml\`. Set the variable \`GITCAST_KEY\`, masked, and \`GITCAST_TOKEN\` (a
project access token with \`api\` and \`write_repository\`), masked and *protected*: a job that runs what a merge request brings
along must not see it, and refuses to start where it does. So that job leaves the plan as an artifact, and the job
\`gitcast notes\` of the default branch writes it into the merge request. Set two pipeline schedules for the default branch: one for
the night, and one with the variable \`GITCAST_JOB\` = \`notes\`, every quarter of an hour for instance. Problems are a Code Quality
report. A merge request from a fork has its offline plan as an artifact only. Do not make \`GITCAST_KEY\` protected if merge
requests should have a plan of the real target.

**Any other host.** \`gitcast init --ci script\` writes \`ci/gitcast.sh\` alone. It needs Node, git and the key. Call it with
\`pull-request\` (the plan is then in \`$GITCAST_OUT/plan.md\`), with \`merge\`, and with \`nightly\`. It installs the
gitcast that \`package-lock.json\` holds. Set \`GITCAST_DEFAULT_BRANCH\` to the name of the branch that people merge into:
its configuration then decides which secrets and hosts count.

**Without a shared state.** \`state: file\` keeps the state in \`.gitcast/state/\`, and CI commits it to \`main\` after every sync. That
needs a \`main\` that CI may push to. There is no \`gitcast log\` and no \`gitcast undo\` then, and an
older job that is run again takes newer content back.

**Without a remote, or without git.** With \`state: git\` and no remote, the state stays in your clone, and a sync says so. The
embedded service, target \`local\`, needs neither: what is sent there is remembered beside it, on your machine.

**Several festivals in one repository.** Give each a folder with a \`gitcast.config.yaml\` of its own, and call the command in it, or
name the file with \`--config\`. Each has its own state and lock (\`refs/gitcast/in/…\`), also where targets have the same name, so
their jobs do not wait for each other. Two configurations cannot manage one broadcast: the second one is refused. After a folder
was renamed, \`gitcast state move\` in the new one takes its state along.

**Staging and production.** Give the configuration both targets, with \`defaultTarget: staging\` before you run
\`gitcast init --ci\`: then merges go to staging. When staging has been looked at, \`gitcast promote staging production\` brings the same files to
production, by hand or in a workflow that is started by hand. See [Staging and production](environments.md).

**Within seconds instead of by night.** Let the service send webhooks to a machine that runs \`gitcast webhooks listen --pull
--push\`. An edit in the web editor is then a commit on the branch \`gitcast/remote-edits\` at once, to be reviewed and merged like
the one of the night. See [Edits in the web editor, back in git](webhooks.md).

**Before the commit.** \`gitcast init --hooks\` installs a git hook that checks what is staged, offline, in each clone that wants it.
CI checks everything again, so the hook is a courtesy, not a gate.

**Behind a proxy.** \`HTTPS_PROXY\`, \`HTTP_PROXY\` and \`NO_PROXY\` lead to the targets as they do for curl, from the environment or
from \`.env\`; this machine and the embedded service are always reached directly. A certificate of your own authority is named by
\`NODE_EXTRA_CA_CERTS\`, in \`.env\` too.`);
}

it('docs/guides/ci.md shows what the commands and the jobs really print', { timeout: 300_000 }, async () => {
  const text = await tell(await Story.open());
  if (process.env['UPDATE']) writeFileSync(GUIDE, text);
  expect(text).toBe(readFileSync(GUIDE, 'utf8'));
});
