// The parts of CI that only GitLab needs, through its API and with the Node.js that gitcast needs anyway. Started by
// ci/gitcast.sh, except for `remote`:
//
//   remote                                            lets git push with GITCAST_TOKEN
//   comment                                           writes the plan of each open merge request into it, and records it
//   renew                                             starts the plan jobs of open merge requests again
//   rebuild                                           starts a pipeline of the default branch that publishes the website
//   reviewed                                          prints the numbers of the merged merge requests with a recorded plan
//   assert-approval                                   fails unless the environment of this job is protected
//   pull-request BRANCH BASE TITLE FILE COMMIT        opens a merge request, or updates its text
//   withdraw BRANCH BASE                              closes the merge request of a branch that changes nothing any more
//   issue TITLE FILE                                  opens an issue, or updates its text
//   resolved TITLE                                    closes that issue
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const { CI_API_V4_URL, CI_PROJECT_ID, CI_MERGE_REQUEST_IID, CI_SERVER_URL, CI_PROJECT_PATH, CI_COMMIT_BRANCH } = process.env;
const token = process.env.GITCAST_TOKEN ?? '';
const target = process.env.GITCAST_TARGET ?? '';
const { GITCAST_ALL, GITCAST_SINCE } = process.env;
const workspace = [...(GITCAST_ALL ? ['--all'] : []), ...(GITCAST_SINCE ? ['--since', GITCAST_SINCE] : [])];
const PROJECT = `projects/${CI_PROJECT_ID}`;
const REQUESTS = `${PROJECT}/merge_requests`;
const MARKER = '<!-- gitcast plan -->';
/** Longer notes are refused by GitLab; larger files are no plans of a broadcast. */
const MOST = 900_000;
const MOST_BYTES = 20_000_000;
/** Developers and above can push, so they can approve. */
const DEVELOPER = 30;

const say = (text) => process.stderr.write(`${text}\n`);

async function api(method, path, body) {
  const response = await fetch(`${CI_API_V4_URL}/${path}`, {
    method,
    headers: { 'PRIVATE-TOKEN': token, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`GitLab responded to ${method} ${path} with ${response.status}`);
  return { data: await response.json(), next: response.headers.get('x-next-page') };
}

async function* pages(path, query = {}) {
  for (let page = '1'; page; ) {
    const { data, next } = await api('GET', `${path}?${new URLSearchParams({ ...query, per_page: '100', page })}`);
    yield* data;
    page = next;
  }
}

/** gitcast review ACTION …; undefined if it fails, with the reason in the log. */
function review(...words) {
  try {
    const options = { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] };
    return JSON.parse(execFileSync('node_modules/.bin/gitcast', ['review', ...words, ...workspace, '--target', target, '--json'], options));
  } catch {
    return undefined;
  }
}

const recorded = () => (target === '' ? [] : (review('list')?.reviews ?? []));

/** Writes the plan of every open merge request into it. The files of a merge request's job are data of limited size. */
async function comment() {
  const { data: self } = await api('GET', 'user');
  for await (const request of pages(REQUESTS, { state: 'opened' })) {
    const { iid, sha, source_project_id: source } = request;
    // The jobs of a fork and their artifacts belong to another project.
    if (String(source) !== CI_PROJECT_ID) continue;
    const job = await planJob(iid, sha);
    if (job) await showPlan({ iid, sha, job, self });
  }
  for (const { number } of recorded()) {
    const { data } = await api('GET', `${REQUESTS}/${number}`);
    if (data.state === 'closed') review('close', String(number));
  }
}

async function showPlan({ iid, sha, job, self }) {
  const folder = mkdtempSync(join(tmpdir(), 'gitcast-plan-'));
  try {
    const files = await Promise.all(['outcome', 'plan.json', 'promotion.json', 'site.json'].map(async (name) => [name, await artifact(job.id, name)]));
    if (files.every(([, text]) => text === undefined)) return;
    for (const [name, text] of files) writeFileSync(join(folder, name), text ?? '');
    const before = recorded().find(({ number }) => number === iid);
    const record = target === '' || !files[1][1] ? undefined : review('record', String(iid), '--plan', join(folder, 'plan.json'), '--commit', sha);
    const allowed = record && (await withLabels(iid, record, before));
    const plan = render(folder, iid);
    const pictures = (await artifact(job.id, 'pictures/index.html')) === undefined ? '' : picturesLink(job);
    await note(iid, self, noteText(plan, { job, sha, review: allowed }) + pictures);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function render(folder, iid) {
  const GITCAST_PREVIEW_URL = (process.env.GITCAST_PREVIEW_URL ?? '').replaceAll('{number}', iid);
  const env = { ...process.env, GITCAST_PREVIEW_URL };
  return execFileSync('sh', ['ci/gitcast.sh', 'render', folder], { env, encoding: 'utf8', maxBuffer: 4 * MOST_BYTES });
}

/** The code of the merge request took them, so they are linked and not shown. */
const picturesLink = (job) => `\n[Pictures of pages before and after](${job.web_url}/artifacts/browse/gitcast-out/pictures)\n`;

/** The last plan of the commit that the merge request is at. */
async function planJob(iid, sha) {
  const { data: pipelines } = await api('GET', `${REQUESTS}/${iid}/pipelines`);
  const pipeline = pipelines.find((each) => each.sha === sha && String(each.project_id ?? CI_PROJECT_ID) === CI_PROJECT_ID);
  if (!pipeline) return undefined;
  const { data: jobs } = await api('GET', `${PROJECT}/pipelines/${pipeline.id}/jobs`);
  return jobs.find(({ name, status }) => name === 'gitcast plan' && (status === 'success' || status === 'failed'));
}

async function artifact(job, name) {
  const path = `${CI_API_V4_URL}/${PROJECT}/jobs/${job}/artifacts/gitcast-out/${name}`;
  const response = await fetch(path, { headers: { 'PRIVATE-TOKEN': token } });
  if (!response.ok) return undefined;
  const chunks = [];
  let size = 0;
  for await (const chunk of response.body) {
    size += chunk.length;
    if (size > MOST_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

const LABEL = /^gitcast: allow [0-9a-z -]+$/;

/**
 * Records what labels allow. A label counts if somebody who can push added it after this plan was recorded; if the plan
 * changed since, it is removed with a note.
 */
async function withLabels(iid, record, before) {
  const { data: request } = await api('GET', `${REQUESTS}/${iid}`);
  const labels = request.labels.filter((label) => LABEL.test(label));
  const isSame = before?.digest === record.digest;
  const since = isSame ? (before.recorded_at ?? record.recorded_at) : record.recorded_at;
  const counting = [];
  let by = '';
  for (const label of labels) {
    const given = await lastGiven(iid, label);
    if (isSame && before.allowed_labels.includes(label)) {
      counting.push(label);
      by ||= before.by;
    } else if (given && Date.parse(given.created_at) >= Date.parse(since) && (await canPush(given.user.id))) {
      counting.push(label);
      by = given.user.username;
    } else {
      await api('PUT', `${REQUESTS}/${iid}`, { remove_labels: label });
      await api('POST', `${REQUESTS}/${iid}/notes`, {
        body: `The label \`${label}\` was removed: it was not added for the present plan, \`${record.digest}\`, by somebody who can push. Look at the plan, and add it again if it is still meant.`,
      });
    }
  }
  if (counting.join() === record.allowed_labels.join()) return record;
  // Without a label that counts, what was allowed before is withdrawn.
  const given = counting.length === 0 ? [] : ['--labels', counting.join()];
  return review('allow', String(iid), '--digest', record.digest, ...given, '--by', by || 'nobody') ?? record;
}

async function lastGiven(iid, label) {
  let last;
  for await (const event of pages(`${REQUESTS}/${iid}/resource_label_events`)) {
    if (event.action === 'add' && event.label?.name === label) last = event;
  }
  return last;
}

async function canPush(user) {
  const response = await fetch(`${CI_API_V4_URL}/${PROJECT}/members/all/${user}`, { headers: { 'PRIVATE-TOKEN': token } });
  return response.ok && (await response.json()).access_level >= DEVELOPER;
}

/** The origin of the plan comes first: markup that the plan leaves open can hide only what follows it. */
function noteText(plan, { job, sha, review: made }) {
  const by = `For ${sha}, by [this job](${job.web_url}), which ran the code of the merge request.`;
  const about = made
    ? `${by} The merge applies this plan, \`${made.digest}\`, or stops.`
    : `${by} No plan was recorded, so after the merge a person has to approve it.`;
  return `${MARKER}\n<sub>${about}</sub>\n\n${made ? approvalText(made) : ''}${harmless(plan)}`;
}

function approvalText({ labels, approved, by }) {
  if (labels.length === 0) return '';
  if (approved) return `Allowed by ${by} for this plan.\n\n`;
  const needed = labels.map((label) => `- the label \`${label}\`\n`);
  return `**The merge stops until somebody who can push adds, for this plan:**\n\n${needed.join('')}\n`;
}

function harmless(plan) {
  const short = plan.length > MOST ? '### gitcast\n\nThe plan is too long for a note. The job has the whole plan.\n' : plan;
  // An invisible word joiner prevents mentions, and quick actions, which are lines that begin with a slash.
  return short.replaceAll(/(?![\t\n\r])\p{Cc}/gu, '').replaceAll('@', '@\u2060').replaceAll(/^(\s*)\//gm, '$1\u2060/');
}

async function note(iid, self, body) {
  const path = `${REQUESTS}/${iid}/notes`;
  for await (const { id, author, body: present } of pages(path)) {
    // Update only our own note: others may contain the marker too.
    if (author.id !== self.id || !present.startsWith(MARKER)) continue;
    if (present !== body) await api('PUT', `${path}/${id}`, { body });
    return;
  }
  await api('POST', path, { body });
}

/** Those whose merge is part of the commit that is checked out: a later one belongs to a later pipeline. */
async function reviewed() {
  const numbers = [];
  for (const { number } of recorded()) {
    const { data } = await api('GET', `${REQUESTS}/${number}`);
    const commit = data.merge_commit_sha ?? data.squash_commit_sha ?? data.sha;
    if (data.state === 'merged' && data.target_branch === CI_COMMIT_BRANCH && isContained(commit)) numbers.push(number);
  }
  process.stdout.write(`${numbers.join() || 'none'}\n`);
}

function isContained(commit) {
  const git = (...words) => execFileSync('git', words, { stdio: 'ignore' });
  try {
    git('fetch', '--quiet', '--unshallow', 'origin');
  } catch {
    // The history is complete already.
  }
  try {
    git('merge-base', '--is-ancestor', commit, 'HEAD');
    return true;
  } catch {
    return false;
  }
}

async function renew() {
  for (const { number } of recorded()) {
    const { data } = await api('GET', `${REQUESTS}/${number}`);
    if (data.state !== 'opened') continue;
    const job = await planJob(number, data.sha);
    if (job) await api('POST', `${PROJECT}/jobs/${job.id}/retry`);
  }
}

/** Only a job named `pages` publishes on GitLab Pages, and it would publish nothing if it found nothing to build. */
async function rebuild() {
  const variables = [{ key: 'GITCAST_JOB', value: 'site' }];
  const start = (more) => api('POST', `${PROJECT}/pipeline`, { ref: CI_COMMIT_BRANCH, ...more });
  // A project may forbid variables: then the pipeline also syncs, which has nothing to do.
  await start({ variables }).catch(() => start({}));
}

/** Everyone who can run pipelines of the default branch could start the job if its environment was not protected. */
async function assertApproval() {
  const name = process.env.CI_ENVIRONMENT_NAME ?? '';
  const response = await fetch(`${CI_API_V4_URL}/${PROJECT}/protected_environments/${encodeURIComponent(name)}`, {
    headers: { 'PRIVATE-TOKEN': token },
  });
  if (response.ok) return;
  say(`The environment ${name} is not protected, so nobody in particular approved this plan: nothing was sent.`);
  say('Protect it in Settings > CI/CD > Protected environments, and start this job again.');
  process.exitCode = 1;
}

async function openRequest(branch, base) {
  const of = new URLSearchParams({ state: 'opened', source_branch: branch, target_branch: base });
  return (await api('GET', `${REQUESTS}?${of}`)).data[0];
}

async function pullRequest(branch, base, title, file, commit) {
  const description = readFileSync(file, 'utf8');
  const open = await openRequest(branch, base);
  if (open) return api('PUT', `${REQUESTS}/${open.iid}`, { description });
  // Somebody closed it as it is: that is an answer, until there are new edits.
  const of = new URLSearchParams({ state: 'closed', source_branch: branch, target_branch: base });
  const { data } = await api('GET', `${REQUESTS}?${of}`);
  if (data[0]?.sha === commit) return say(`The merge request of ${branch} was closed, and there are no new edits.`);
  return api('POST', REQUESTS, { source_branch: branch, target_branch: base, title, description, remove_source_branch: true });
}

async function withdraw(branch, base) {
  const open = await openRequest(branch, base);
  if (open) await api('PUT', `${REQUESTS}/${open.iid}`, { state_event: 'close' });
}

async function openIssue(title) {
  const { data } = await api('GET', `${PROJECT}/issues?${new URLSearchParams({ state: 'opened', in: 'title', search: title })}`);
  return data.find((each) => each.title === title);
}

async function issue(title, file) {
  const description = readFileSync(file, 'utf8');
  const open = await openIssue(title);
  if (open) return api('PUT', `${PROJECT}/issues/${open.iid}`, { description });
  return api('POST', `${PROJECT}/issues`, { title, description });
}

async function resolved(title) {
  const open = await openIssue(title);
  if (open) await api('PUT', `${PROJECT}/issues/${open.iid}`, { state_event: 'close' });
}

function remote() {
  const url = new URL(`${CI_SERVER_URL}/${CI_PROJECT_PATH}.git`);
  url.username = 'gitcast';
  url.password = token;
  execFileSync('git', ['remote', 'set-url', 'origin', url.href]);
}

const [command, ...words] = process.argv.slice(2);
const commands = {
  comment,
  renew,
  rebuild,
  reviewed,
  'assert-approval': assertApproval,
  'pull-request': pullRequest,
  withdraw,
  issue,
  resolved,
  remote,
};
if (!Object.hasOwn(commands, command)) {
  say('usage: sh ci/gitcast.sh, which starts this script; or node ci/gitlab.mjs remote');
  process.exitCode = 2;
} else if (CI_MERGE_REQUEST_IID) {
  say('This command needs write access, so it does not run in a merge request: run it in a job of the default branch.');
  process.exitCode = 1;
} else if (token === '') {
  say(`GITCAST_TOKEN is not set, so ci/gitlab.mjs skipped ${command}.`);
  // Without the host, nothing is known to be reviewed or approved.
  if (command === 'reviewed') process.stdout.write('none\n');
  if (command === 'assert-approval') process.exitCode = 1;
} else {
  await commands[command](...words);
}
