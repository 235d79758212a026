import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { read, write } from '../ci/folders.ts';
import { git } from '../ci/run.ts';
import { REMOTE, Story } from './ci-story.ts';
import { ROOT } from './program.ts';
import { needs } from '../needs.ts';

const GUIDE = join(ROOT, 'docs/guides/ci.md');
const CONCERT = 'content/events/opening-concert.yaml';

async function tell(story: Story): Promise<string> {
  await start(story);
  await pullRequest(story);
  await merge(story);
  website(story);
  await drift(story);
  await undo(story);
  await again(story);
  await lock(story);
  protect(story);
  promotion(story);
  others(story);
  return story.text();
}

async function start(story: Story): Promise<void> {
  const { author, service } = story.project;
  story.say(`# Merge is deploy

<!--
Written by \`test/e2e/ci-guide.system.test.ts\` from real runs. Do not edit it: change the test, then run
\`UPDATE=1 npx vitest run test/e2e/ci-guide\`.
-->

Your team edits files, opens a pull request and merges it; CI does the rest. One command sets it up: \`gitcast init --ci github\`
(or \`gitlab\`, or \`script\` for any other host).

| when | what CI does | what it needs |
| - | - | - |
| a pull request is opened or updated | checks every file, builds the website, and comments what merging it would change on the target and on the website | a key that can only read; without it, the plan is made offline |
| somebody adds a label such as \`gitcast: allow 12 deletes\` | records that approval, for the plan in the comment and no other | nothing |
| it is merged | publishes the website, and syncs the content if its changes are the reviewed ones | the key that can write, and permission to push the state |
| a merge contains anything else | shows the plan, and applies that plan when a person approves the deployment | the same, in a second environment |
| main has moved | makes the plans of open pull requests again | nothing |
| every 15 minutes | publishes the website again if it changed by itself, such as when the time of a scheduled article came | nothing |
| every night | updates one pull request with the edits from the web editor | a key that can only read, and permission to open pull requests |

You need no infrastructure besides git. The state of the last sync is kept on a ref of your repository, \`refs/gitcast/state/…\`, which
belongs to no branch. All runners and all laptops share it, so a sync can run anywhere, and CI adds no commits to your main branch.

## Set it up once

\`init\` creates a git repository, unless the folder is in one; add its remote. CI installs exactly the gitcast that
\`package-lock.json\` pins: \`init\` pins the version that you run it with, or the version or tarball that you pass to \`--package\`, and
creates the lockfile with \`npm install --package-lock-only --ignore-scripts\`. If npm fails, \`init\` reports it, and CI refuses to run
until the lockfile exists. \`ci/install.mjs\` checks it: every package needs an integrity, a repository with \`npm-shrinkwrap.json\` is
refused, because npm would install from that file instead, and nothing runs if npm installed something else than the lockfile pins.`);
  await story.type(
    'gitcast init my-festival --ci github --package gitcast-0.0.1.tgz',
    'cd my-festival',
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
- GitHub Actions as the source of Pages, unless you publish [elsewhere](#the-website), and the permission for Actions to open pull
  requests.
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
  await story.publishes();
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
the ref \`refs/gitcast/review/production\`, where the code of a pull request cannot write. Below the plan, it compares the website of the
pull request with the published one. Each pull request has one comment, and every push updates it.`);
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

The website and the content are separate jobs. A website that fails or is switched off (\`isWeb: false\`) does not block the sync,
unless it sends the address of a page or file that is not published yet.`);
  story.say(`\`gitcast log\` shows in every clone who changed what, from which commit, and in which CI run.`);
  await story.type('gitcast log');
}

function website(story: Story): void {
  story.say(`## The website

A merge builds the website, publishes it, and records its manifest on the ref \`refs/gitcast/site/production\`: the digest of every file,
the titles of the pages, the commit, and when the site changes by itself. The code of a pull request cannot write there. A ref works on
every host and with plain git, and does not expire as an artifact does.

**In a pull request.** A template that fails, fails the check. The comment lists the pages that vanish, move, appear and change. The code
of the pull request makes the manifest that is compared, so trust the list as far as you trust that code. If the runner has Chrome, as
GitHub's have, the job also takes pictures of up to eight pages before and after; the comment links to them and shows
none, because the pull request made them. To link a preview of the site, set the variable \`GITCAST_PREVIEW_URL\`, such as
\`https://pr-{number}--orchard.netlify.app\`.

**Where it is published.** \`gitcast init --ci github --publish WHERE\` writes the files for it, also in an existing repository:

| \`--publish\` | the website goes to | set once |
| - | - | - |
| \`pages\` | GitHub Pages or GitLab Pages; the default | GitHub Actions as the source of Pages |
| \`gitcast\` | the hosts below \`publish\` in \`gitcast.config.yaml\`, with [\`gitcast publish\`](publish.md); the default if there are any | for S3 the two secrets that the configuration names; for ssh the secret \`GITCAST_SSH_KEY\` and the variable \`GITCAST_KNOWN_HOSTS\` |
| \`netlify\` | Netlify | the secret \`NETLIFY_AUTH_TOKEN\`, the variable \`NETLIFY_SITE_ID\` |
| \`cloudflare\` | Cloudflare Pages | the secret \`CLOUDFLARE_API_TOKEN\`, the variables \`CLOUDFLARE_ACCOUNT_ID\` and \`CLOUDFLARE_PROJECT\` |

Put the secrets into the environment \`website\`, for the branch \`main\` only (on GitLab, make the variables protected). Only the job that
publishes sees them; the job that builds does not, because templates are code. The tools of Netlify and Cloudflare are pinned by
\`ci/upload/package-lock.json\`, which \`init\` writes, and installed without scripts in that job only. With one of the two on GitHub and
\`GITCAST_PREVIEW_URL\` set (\`https://pr-{number}.PROJECT.pages.dev\` on Cloudflare), a job of \`main\` uploads the website of each pull
request from the repository itself as a preview. If \`gitcast publish\` refuses a release that deletes many pages, set the variable
\`GITCAST_PUBLISH_DELETES\` to the number that the message names, run the job again, and delete the variable. If you change from
\`netlify\` or \`cloudflare\` to another place, delete \`ci/upload/\` and \`gitcast-preview.yml\`.

**On time.** The workflow *gitcast schedule* asks every 15 minutes whether the recorded site is still what \`main\` builds at this time
(\`gitcast build --if-changed published\`). If it is, nothing is built or published. Otherwise it publishes \`main\`, never anything
unmerged. It shares the concurrency group of the website with *gitcast merge*, so an older build never replaces a newer one. A run
that finds nothing to do takes about 20 seconds. That is free in public repositories; in private ones GitHub counts a full minute for
each run, about 2,900 a month. Edit \`cron\` in \`gitcast-schedule.yml\` to ask less often (hourly: about 720 minutes), or set the
variable \`GITCAST_SCHEDULE\` to \`off\`; the merge then still publishes what is due. GitHub may start scheduled runs some minutes late.`);
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

*Re-run jobs* on GitHub and *Retry* on GitLab check out the commit of the original job. For the newest commit that is always safe: a
job that was killed continues where it stopped, and one that has nothing left to do succeeds, although its reviews are used up. An
older commit lacks what was merged and synced since, and syncing it would revert that. So gitcast refuses, and nothing is sent.`);
  await story.job(['merge', 'check'], { commit: runs.at(-2)!.content.commit });
  story.say(`Run the job of the newest commit instead. \`gitcast publish\` refuses an older website by the same rule; other hosts, such as GitHub
Pages, show it until the job of the newest commit has run. The same applies to a clone that is behind: \`gitcast plan\` shows the
refusal, and \`git pull\` resolves it.

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
| keys of the website's host | the job that publishes, and the one that uploads previews, on \`main\` | change the website |
| token of *gitcast merge*, *gitcast schedule* and *gitcast unreviewed* | the code of \`main\` | push to \`refs/gitcast/…\` |
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

function promotion(story: Story): void {
  story.say(`## Staging and production

If the configuration has two remote targets and \`defaultTarget: staging\`, merges go to staging, and \`gitcast init --ci\` also writes
*gitcast promote*, which brings them to production when a person approves it. With more targets, or other names, choose with
\`gitcast init --ci github --promote live\`; \`--promote none\` leaves it out.

- The comment in a pull request shows the plan for staging and, folded below it and marked as not applied by the merge, what a
  promotion would change on production, including earlier merges that are not promoted yet. It needs a key of production that can only
  read: \`PRODUCTION_PLAN_KEY\`, if the key in the configuration is \`PRODUCTION_KEY\`. Without it that plan is made offline.
- Start *gitcast promote* under *Actions*. Its first job compares staging with the files of \`main\`. If they differ, it stops: what would
  be promoted was not tried on staging. Otherwise it shows the plan for production and its digest on the page of the run, with keys that
  can only read.
- The second job waits for a reviewer of the environment \`production\`, which has the secret \`PRODUCTION_KEY\`, allows only
  \`main\` and needs *required reviewers*: without them the job refuses to run. It applies the plan with that digest. If staging, production
  or the files changed in between, it stops, and lists what changed; start the workflow again. The approval includes the deletions
  that the plan shows, so it needs no label.
- On GitLab, start the manual job \`gitcast promote plan\`, look at its plan, then start \`gitcast promote\`. Protect the environment
  \`production\`, and limit the variable \`PRODUCTION_KEY\` to it.

A promotion syncs content. The website of production is not published by it. See [Staging and production](environments.md).`);
}

function others(story: Story): void {
  story.say(`## Variations

**GitLab.** \`gitcast init --ci gitlab\` writes \`.gitlab-ci.yml\`.

- Set the variable \`GITCAST_PLAN_KEY\`, a key that can only read, masked.
- Set the variable \`GITCAST_KEY\`, the key that can write, and \`GITCAST_TOKEN\`, a project access token with \`api\` and
  \`write_repository\`, both masked and *protected*. A job that runs the code of a merge request refuses to start if it sees one of them.
- Protect the environment \`production-unreviewed\`: everyone who may deploy to it can start the job \`gitcast unreviewed\`, which applies
  the plan of the job \`gitcast check\` if no review covers it. Without the protection the job refuses to run.
- Create two pipeline schedules for the default branch: one for every night, and one with the variable \`GITCAST_JOB\` = \`notes\`, every
  15 minutes for example, which writes the notes and publishes the website again when it changed by itself.

The job of a merge request saves its plan as an artifact, and the job \`gitcast notes\` of the default branch writes it into the merge
request, records it, and reads its labels. After a merge, the job \`gitcast renew\` has the plans of open merge requests made again.
Problems appear as a Code Quality report. A merge request from a fork has its offline plan only as an artifact. GitLab Pages publishes
after the job that records the site, so the record is early by some seconds. There are no uploads of previews; \`GITCAST_PREVIEW_URL\`
links to those of your host. The image is pinned by digest, and \`renovate.json\` keeps it up to date.

**Any other host.** \`gitcast init --ci script\` writes only \`ci/gitcast.sh\` and \`ci/install.mjs\`, which need Node.js, git and the key. Run
\`ci/gitcast.sh\` with \`pull-request\` (it writes the plan to \`$GITCAST_OUT/plan.md\`, and the pages that change to \`site.md\`), \`merge\` and \`nightly\`; with
\`GITCAST_IF_CHANGED=yes\`, \`deploy\` publishes a website that changed by itself. It installs the gitcast that
\`package-lock.json\` pins. Set \`GITCAST_DEFAULT_BRANCH\` to the branch that people merge into: the configuration on that branch decides
which secrets and hosts are allowed.

**Without a shared state.** With \`state: file\`, the state is in \`.gitcast/state/\`, and CI commits it to \`main\` after every sync, so CI
needs permission to push to \`main\`. \`gitcast log\` and \`gitcast undo\` are not available, and re-running an older job reverts newer
content.

**Without a remote, or without git.** With \`state: git\` and no remote, the state stays in your clone, and a sync reports that. The
embedded service (target \`local\`) needs neither: its state is on your machine, next to its database.

**Several festivals in one repository.** Give each its own folder with a \`gitcast.config.yaml\`, and run \`gitcast init --ci\` in one of
them: CI then plans and syncs the broadcasts that changed. See [Many festivals in one repository](agency.md). Each has its own state and lock (\`refs/gitcast/in/…\`), even if targets have the same name, so their jobs do not wait for
each other. Two configurations cannot manage the same broadcast: gitcast refuses the second one. If you rename a folder,
the plan of the pull request is compared with the state as it is, and the sync of the merge moves the state.

**Within seconds instead of every night.** Let the service send webhooks to a machine that runs
\`gitcast webhooks listen --pull --push\`. It commits each edit in the web editor to the branch \`gitcast/remote-edits\` at once, for you
to review and merge. See [Edits in the web editor, back in git](webhooks.md).

**Before each commit.** \`gitcast init --hooks\` installs a git hook in your clone that validates what is staged, offline. CI checks
everything again, so the hook is optional.

**Behind a proxy.** gitcast uses \`HTTPS_PROXY\`, \`HTTP_PROXY\` and \`NO_PROXY\` as curl does, from the environment or from \`.env\`, and
connects directly to this machine and the embedded service. For your own certificate authority, set \`NODE_EXTRA_CA_CERTS\`, in the
environment or in \`.env\`.`);
}

it.runIf(needs('bash', 'curl', 'tar', 'unzip'))(
  'docs/guides/ci.md shows what the commands and the jobs really print',
  { timeout: 300_000 },
  async () => {
    const text = await tell(await Story.open());
    if (process.env['UPDATE']) writeFileSync(GUIDE, text);
    expect(text).toBe(readFileSync(GUIDE, 'utf8'));
  },
);
