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
  protect(story);
  others(story);
  return story.text();
}

async function start(story: Story): Promise<void> {
  const { author, service } = story.project;
  story.say(`# Merge is deploy

<!--
Written by \`test/e2e/ci-guide.test.ts\` from real runs. Do not edit it: change the test, then run
\`UPDATE=1 npx vitest run test/e2e/ci-guide\`.
-->

Your team edits files, opens a pull request and merges it; CI does the rest. One command sets it up: \`gitcast init --ci github\`
(or \`gitlab\`, or \`script\` for any other host).

| when | what CI does | what it needs |
| - | - | - |
| a pull request is opened or updated | checks every file, builds the website, and comments what merging it would change | a key that can only read; without it, the plan is made offline |
| somebody adds a label such as \`gitcast: allow 12 deletes\` | records that approval, for the plan in the comment and no other | nothing |
| it is merged | publishes the website, and syncs the content if its changes are the reviewed ones | the key that can write, and permission to push the state |
| a merge contains anything else | shows the plan, and applies that plan when a person approves the deployment | the same, in a second environment |
| main has moved | makes the plans of open pull requests again | nothing |
| every night | updates one pull request with the edits from the web editor | a key that can only read, and permission to open pull requests |

You need no infrastructure besides git. The state of the last sync is kept on a ref of your repository, \`refs/gitcast/state/…\`, which
belongs to no branch. All runners and all laptops share it, so a sync can run anywhere, and CI adds no commits to your main branch.

## Set it up once

Create a repository and add its remote. CI installs exactly the gitcast that \`package-lock.json\` pins: \`init\` pins the version that
you run it with, or the version or tarball that you pass to \`--package\`, and creates the lockfile with
\`npm install --package-lock-only --ignore-scripts\`. If npm fails, \`init\` reports it, and CI refuses to run until the lockfile exists.`);
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
  story.say(`Add the target and the website's URL to \`gitcast.config.yaml\`. \`state: git\` is already there.`);
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
  story.say(`The file has the name of the variable that holds the key, never the key itself. On your machine, put its value into \`.env\`, which git
ignores. Run \`init --ci\` again, so that CI uses this target (and your default branch, if it is not \`main\`), then check everything with
\`doctor\`.`);
  await story.type('gitcast init --ci github', 'gitcast doctor');
  story.say(`Set these on GitHub, once:

- The Actions secret \`GITCAST_PLAN_KEY\`, a key that can only read; two secrets if your target has two keys. Everyone who can push a
  branch can read it. If your service has no such keys, plans are made offline and every merge needs an approval, or you decide to
  put the other key there.
- The environment \`production\` (the name of the target), for the branch \`main\` only, with the secret \`GITCAST_KEY\`: the key that
  can write. No job outside of the two environments sees it.
- The environment \`production-unreviewed\`, for \`main\` only, with the same secret and *required reviewers*. It applies changes that no
  review covers. Without required reviewers its job refuses to run.
- One secret for each name that \`secrets:\` in the configuration lists, such as the signing secret of a webhook:
  \`gitcast init --ci github\` adds those to the workflows that run no code of pull requests. See [Secrets and keys](secrets.md).
- Optional: the variable \`GITCAST_BOT\`, the author of commits, such as \`Festival bot <bot@orchard.example>\`, and the secret
  \`GITCAST_NOTIFY_URL\`, a webhook of your chat that is told about edits, conflicts and failed syncs.
- GitHub Actions as the source of Pages, and the permission for Actions to open pull requests.
- Branch protection for \`main\`: require a pull request, the check \`plan\` of *gitcast pull request*
  and the status *gitcast review*, which is pending until the labels that a plan needs are there. CI pushes nothing to \`main\`,
  so it needs no exception. If rules restrict who can create branches, allow Actions to create \`gitcast/…\`.

The documents that \`init\` wrote are examples. As long as a document has the line \`$example: true\`, it is sent only to the embedded
service, and \`gitcast plan\` lists it as not sent. Replace the examples with your own documents, or keep them all:`);
  await story.type("grep -rl '^$example' content | xargs sed -i '/^$example: true/d'");
  story.say(`Make the first sync yourself, before the first push, because CI resolves no conflicts. Here the target has a broadcast with a different
name, which is a conflict: \`--ours\` keeps the name in the file, \`gitcast pull --theirs\` the name on the target.`);
  await story.type("git add . && git commit -qm 'The orchard weekend'", "gitcast plan | sed -n '1,7p;$p'");
  expect(await story.quietly('gitcast pull broadcast --theirs --dry-run')).toContain('+ name: My broadcast');
  await story.type('gitcast sync --yes --ours 2>&1 | tail -n 4');
  story.say(`The notes list the kinds that this target does not accept; they appear on the website only. Now push. The push runs the same job as a
merge, and it finds nothing to change.`);
  await story.type('git push -qu origin main');
  await story.deploys();
}

async function pullRequest(story: Story): Promise<void> {
  const { author } = story.project;
  story.say(`## A pull request shows what it would change

Somebody renames the concert on a branch.`);
  write(author, CONCERT, read(author, CONCERT).replace('Opening concert', 'Grand opening'));
  await story.type(
    'git switch -qc grand-opening',
    'git diff --unified=0 | tail -n 2',
    "git commit -qam 'A grander name'",
    'git push -qu origin grand-opening',
  );
  story.say(`A runner clones the branch (a shallow clone is enough) and runs the workflow. If the files have problems, they appear on their lines,
and the check fails. Otherwise CI plans what a merge would change: it merges the current \`main\` into the branch first. Nothing
changes on the target. If part of the target cannot be read, the plan is incomplete: the comment says so at the top, the job shows a
warning, and the check passes, because the pull request is not the cause. A sync in that situation fails with exit code 4; run it
again when the service responds. A website that cannot be built fails the check too, and a failed installation is reported as
that, not as errors in the content.`);
  const online = await story.job(['pull-request', 'plan'], { branch: 'grand-opening' });
  story.say(`The job saves the plan as data. A second job, which runs only the code of \`main\`, writes the comment from it and records the plan on
the ref \`refs/gitcast/review/production\`, where the code of a pull request cannot write. Each pull request has one comment, and
every push updates it.`);
  story.show('markdown', await story.comments(7, 'grand-opening', online));
  story.say(`If a plan deletes more than the guard allows, or replaces objects that the service cannot update, the comment names the label that
allows it, and the status *gitcast review* is pending. Somebody with write access adds the label. It counts for this plan only: when
a push or a change on the target leads to a different plan, the label is removed with a comment.`);
  story.say(`### Pull requests from forks

GitHub gives no secrets to a pull request from a fork, because anyone could print them. Without a key the plan is made offline, from
the state of the last sync, and says so. Everyone who can read the repository can read the state: it contains ids, digests, the
texts of articles and, for 90 days, what syncs have deleted, and no keys.`);
  const offline = await story.job(['pull-request', 'plan'], { branch: 'grand-opening', key: '' });
  story.show('markdown', offline('plan.md').split('\n<details><summary>Notes')[0]!);
  story.say(`The job that runs a stranger's code has no write permission. A separate job, which runs none of that code, writes the comment. The
pull request that adds the workflows gets no comment, because GitHub takes that second workflow from \`main\`.

### Pull requests from the repository itself

Their jobs run the workflows and scripts of the pull request, so everyone who can push a branch can read what these jobs see. That is
why they have a key that can only read, and the key that can write is a secret of an environment that allows only \`main\` (on GitLab, a
protected variable).`);
}

async function merge(story: Story): Promise<void> {
  story.say(`## The merge deploys it

Merge on GitHub, or with git:`);
  await story.type(
    'git switch -q main',
    'git merge -q --squash grand-opening',
    "git commit -qm 'A grander name (#7)'",
    'git push -q',
  );
  story.merges(7);
  story.say(`One job plans the merged content with the key that can only read, and compares it with what was recorded. Commits do not matter, so
squash and rebase merges are fine; what counts is what would be sent, and what it would overwrite. If every change was reviewed, the
job with the key applies them. It checks the same again itself.`);
  await story.job(['merge', 'check']);
  await story.job(['merge', 'sync']);
  story.say(`If main or the target has changed in between, so that the merge would do something that nobody saw, the sync does not start. The
workflow *gitcast unreviewed* shows the plan and waits for a reviewer of the environment \`production-unreviewed\`; then it applies
the plan with that digest, or stops. Merges of pull requests from forks and direct pushes take the same way. To sync every push to
\`main\` as it is, set the variable \`GITCAST_REVIEW\` to \`off\`.

The website and the content are separate jobs. A website that fails or is switched off (\`isWeb: false\`) does not block the sync.`);
  story.say(`\`gitcast log\` shows in every clone who changed what, from which commit, and in which CI run.`);
  await story.type('gitcast log');
}

async function drift(story: Story): Promise<void> {
  const { call } = story.project;
  story.say(`## Edits in the web editor become pull requests

A colleague corrects a title in the web editor instead of in git. That is drift. No sync overwrites it: the job makes all other changes
and fails with exit code 3, because production differs from \`main\`.`);
  const { data } = (await call('GET', '/events')) as { data: { id: string; title: string }[] };
  await call('PUT', `/events/${data.find(({ title }) => title === 'Sunday brunch')!.id}`, { title: 'Late brunch' });
  await story.deploys();
  story.say(`Every night a runner pulls such edits into the files and pushes them to a branch. It uses \`pull --branch\`, which does not change
the state, because the branch may be merged later or never.`);
  await story.job(['nightly', 'pull'], { depth: 0 });
  expect(story.pulls).toMatchObject([{ head: 'gitcast/drift-production', base: 'main' }]);
  story.say(`It opens a pull request, “${story.pulls[0]!.title}”, with one commit. The branch is updated in place, and only if its content
changes: the same edits the next night dismiss no approval. Edits that are withdrawn leave the branch, and later ones are merged
into commits that people have added. An edit that conflicts with the files opens an issue instead of failing the job. GitHub does
not run checks on a pull request that Actions opened until you approve them there, or close and reopen it. Merge it, and the edit is
in git.`);
  await story.type(
    'git fetch -q',
    'git diff --unified=0 main origin/gitcast/drift-production | tail -n 2',
    'git switch -q gitcast/drift-production',
  );
  const left = await story.job(['pull-request', 'plan'], { branch: 'gitcast/drift-production', quietly: true });
  await story.comments(8, 'gitcast/drift-production', left);
  await story.type('git switch -q main', 'git merge -q --no-ff --no-edit gitcast/drift-production', 'git push -q');
  story.merges(8);
  story.say('The sync after that merge sends nothing. It records that both sides are equal.');
  await story.deploys();
  story.say(
    `To reject the edit, close the pull request and run \`gitcast sync --overwrite-drift\`, which restores the content of \`main\`.`,
  );
}

async function undo(story: Story): Promise<void> {
  const { author } = story.project;
  const [, run] = JSON.parse(await story.quietly('gitcast log --json')).runs.filter(
    ({ changes }: { changes: readonly unknown[] }) => changes.length > 0,
  ) as { id: string }[];
  story.say(`## Undo a deploy

The new name was a mistake. \`gitcast log\` shows the id of the run. \`gitcast undo\` restores the files that the run deployed to their
earlier content and shows the plan. It leaves alone what was changed again since. Nothing is sent yet.`);
  await story.type('git switch -qc take-it-back', `gitcast undo ${run!.id}`);
  expect(read(author, CONCERT)).toContain('title: Opening concert');
  story.say('From here on it is an ordinary change: a pull request, a plan, a merge.');
  await story.type("git commit -qam 'The old name was better'", 'git push -qu origin take-it-back');
  const left = await story.job(['pull-request', 'plan'], { branch: 'take-it-back', quietly: true });
  await story.comments(9, 'take-it-back', left);
  await story.type('git switch -q main', 'git merge -q --no-ff --no-edit take-it-back', 'git push -q');
  story.merges(9);
  await story.deploys();
  await story.type('gitcast plan | tail -n 1');
}

async function again(story: Story): Promise<void> {
  const runs = JSON.parse(await story.quietly('gitcast log --json')).runs as { content: { commit: string } }[];
  story.say(`## Re-running a job

*Re-run jobs* on GitHub and *Retry* on GitLab check out the commit of the original job. For the newest commit that is always safe. An
older commit lacks what was merged and synced since, and syncing it would revert that. So gitcast refuses, and nothing is sent.`);
  await story.job(['merge', 'check'], { commit: runs.at(-2)!.content.commit });
  story.say(`Run the job of the newest commit instead. The older job published its older website before its sync was refused; the newest job fixes
that too. The same applies to a clone that is behind: \`gitcast plan\` shows the refusal, and \`git pull\` resolves it.

To go back on purpose, use \`gitcast undo\`: it makes an ordinary change that can be reviewed. If that is not possible, check out the
older commit: \`gitcast plan --allow-rollback\` shows what it would change, and \`gitcast sync --allow-rollback\` changes it.

A sync is allowed if the last synced commit is in the history of the checkout. In detail:

- Squash and rebase merges are fine: it is enough if a commit in the history has the same content folder, target folder and
  \`gitcast.config.yaml\` as the last synced commit.
- In a shallow clone, gitcast fetches as much history from the remote as it needs. The default depths of GitHub (1) and GitLab (20) are
  enough. If the fetch fails, the sync is refused; run \`git fetch --unshallow\`.
- If no remote has the last synced commit any more, for example after a force push, the sync is refused until you pass
  \`--allow-rollback\`.
- Uncommitted changes do not count: gitcast checks the commit, and the plan says so.
- If several branches share a staging target, set \`history: any\` on it. See [Staging and production](environments.md).
- There is no such check with \`state: file\` or without git, because the last synced commit is not known.`);
}

async function lock(story: Story): Promise<void> {
  story.say(`## When a runner dies

Only one run at a time writes to a target. In CI, the second of two merges waits for the first. A lock, which is a ref next to the
state, keeps a laptop and a runner apart. A run that is asked to stop (Ctrl-C, or a cancelled job on GitHub) finishes the requests
under way, saves the state and releases the lock. A run that is killed, or loses its machine, leaves the lock behind.`);
  const id = await story.losesRunner({ secondsAgo: 40 });
  await story.type('gitcast sync --yes');
  story.say(`You can simply wait: the lock expires five minutes after its last renewal, and the next sync takes it over. If you know that the run is
dead, remove the lock now.`);
  await story.type(`gitcast unlock ${id}`);
  await story.losesRunner({ secondsAgo: 400 });
  story.say('A sync that finds an expired lock says so:');
  await story.type('gitcast sync --yes');
  story.say(`The next sync continues where the dead run stopped and creates nothing twice: it reads the journal that the run pushed while it worked,
and finds the rest on the target. You can re-run its job.`);
}

function protect(story: Story): void {
  story.say(`## Who can do what

| secret or permission | who sees it | what it can do |
| - | - | - |
| \`GITCAST_PLAN_KEY\` | jobs of pull requests, so everyone who can push a branch | read the target |
| \`GITCAST_KEY\` | the two jobs with an environment, on \`main\` | change the target |
| token of the pull request job | the code of the pull request | read the repository |
| token of *gitcast comment* and *gitcast approve* | the code of \`main\` | comment, label, push to \`refs/gitcast/review/…\` |
| token of *gitcast merge* and *gitcast unreviewed* | the code of \`main\` | push to \`refs/gitcast/…\` |
| token of *gitcast nightly* | the code of \`main\` | push a branch, open a pull request or an issue |

Everyone with write access to the repository can push to \`refs/gitcast/…\` by hand. A commit there whose files were edited is
refused, because gitcast names the tree of each commit in its message. But somebody who writes files and message together could
forge a review, or a state with which an unreviewed sync updates other objects. They can also merge, if the branch protection lets
them. If that is too much for you:

- Add a push ruleset for \`refs/gitcast/**/*\` where your plan of GitHub has one, with GitHub Actions and those who sync from their own
  machine as the only bypass.
- Sign: gitcast signs every commit below \`refs/gitcast/\` where git signs commits (\`commit.gpgSign\`, with \`gpg.format\` and
  \`user.signingKey\`; the key must work without a passphrase prompt). \`git log --show-signature\` on the fetched ref then shows commits
  that are not yours, and a server of your own can refuse unsigned ones in a hook. Nothing on the ref is lost: it only moves
  forward, so its history shows what was there before.
- Require reviewers for the environment \`production\` too. Then a person approves every deployment.
- Protect \`ci/\`, \`.github/\`, \`package-lock.json\` and \`gitcast.config.yaml\` with CODEOWNERS: who changes them decides what the jobs
  of \`main\` do, and how much the guard allows in later pull requests. A pull request cannot raise the guard for itself.

[Every attack and race that was tried, with its outcome](../review-attacks.md).`);
}

function others(story: Story): void {
  story.say(`## Variations

**GitLab.** \`gitcast init --ci gitlab\` writes \`.gitlab-ci.yml\`.

- Set the variable \`GITCAST_PLAN_KEY\`, a key that can only read, masked.
- Set the variable \`GITCAST_KEY\`, the key that can write, and \`GITCAST_TOKEN\`, a project access token with \`api\` and
  \`write_repository\`, both masked and *protected*. A job that runs the code of a merge request refuses to start if it sees one of them.
- Protect the environment \`production-unreviewed\`: whoever may deploy to it can start the job \`gitcast unreviewed\`, which applies
  the plan of the job \`gitcast check\` if no review covers it. Without the protection the job refuses to run.
- Create two pipeline schedules for the default branch: one for every night, and one for the notes, with the variable \`GITCAST_JOB\` =
  \`notes\`, every 15 minutes for example.

The job of a merge request saves its plan as an artifact, and the job \`gitcast notes\` of the default branch writes it into the merge
request, records it, and reads its labels. Problems appear as a Code Quality report. A merge request from a fork has its offline plan only as an artifact.

**Any other host.** \`gitcast init --ci script\` writes only \`ci/gitcast.sh\`, which needs Node.js, git and the key. Run it with
\`pull-request\` (it writes the plan to \`$GITCAST_OUT/plan.md\`), \`merge\` and \`nightly\`. It installs the gitcast that
\`package-lock.json\` pins. Set \`GITCAST_DEFAULT_BRANCH\` to the branch that people merge into: the configuration on that branch decides
which secrets and hosts are allowed.

**Without a shared state.** With \`state: file\`, the state is in \`.gitcast/state/\`, and CI commits it to \`main\` after every sync, so CI
needs permission to push to \`main\`. \`gitcast log\` and \`gitcast undo\` are not available, and re-running an older job reverts newer
content.

**Without a remote, or without git.** With \`state: git\` and no remote, the state stays in your clone, and a sync reports that. The
embedded service (target \`local\`) needs neither: its state is on your machine, next to its database.

**Several festivals in one repository.** Give each its own folder with a \`gitcast.config.yaml\`, and run gitcast in that folder or pass
\`--config\`. Each has its own state and lock (\`refs/gitcast/in/…\`), even if targets have the same name, so their jobs do not wait for
each other. Two configurations cannot manage the same broadcast: gitcast refuses the second one. After you rename a folder, run
\`gitcast state move\` in it.

**Staging and production.** Add both targets to the configuration and set \`defaultTarget: staging\` before you run \`gitcast init --ci\`:
merges then go to staging. When staging is approved, \`gitcast promote staging production\` brings the same files to production, from your
machine or in a manually started workflow. See [Staging and production](environments.md).

**Within seconds instead of every night.** Let the service send webhooks to a machine that runs
\`gitcast webhooks listen --pull --push\`. It commits each edit in the web editor to the branch \`gitcast/remote-edits\` at once, for you
to review and merge. See [Edits in the web editor, back in git](webhooks.md).

**Before each commit.** \`gitcast init --hooks\` installs a git hook in your clone that validates what is staged, offline. CI checks
everything again, so the hook is optional.

**Behind a proxy.** gitcast uses \`HTTPS_PROXY\`, \`HTTP_PROXY\` and \`NO_PROXY\` as curl does, from the environment or from \`.env\`, and
connects directly to this machine and the embedded service. For your own certificate authority, set \`NODE_EXTRA_CA_CERTS\`, in the
environment or in \`.env\`.`);
}

it('docs/guides/ci.md shows what the commands and the jobs really print', { timeout: 300_000 }, async () => {
  const text = await tell(await Story.open());
  if (process.env['UPDATE']) writeFileSync(GUIDE, text);
  expect(text).toBe(readFileSync(GUIDE, 'utf8'));
});
