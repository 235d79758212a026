// The parts of CI that only GitLab needs, through its API and with the Node.js that gitcast needs anyway:
//
//   node ci/gitlab.mjs notes                                  writes the plan of each open merge request into it
//   node ci/gitlab.mjs merge-request BRANCH BASE TITLE FILE   opens a merge request, or updates its text
//   node ci/gitlab.mjs remote                                 lets git push with GITCAST_TOKEN
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const { CI_API_V4_URL, CI_PROJECT_ID, CI_MERGE_REQUEST_IID, CI_SERVER_URL, CI_PROJECT_PATH } = process.env;
const token = process.env.GITCAST_TOKEN ?? '';
const MARKER = '<!-- gitcast plan -->';
const MOST = 900_000;

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

/** Writes the plan of every open merge request into it. The artifact of a merge request's job is data of limited size. */
async function notes() {
  const { data: self } = await api('GET', 'user');
  for await (const { iid, sha, source_project_id: source } of pages(`projects/${CI_PROJECT_ID}/merge_requests`, { state: 'opened' })) {
    // The jobs of a fork and their artifacts belong to another project.
    if (String(source) !== CI_PROJECT_ID) continue;
    const job = await planJob(iid, sha);
    const plan = job && (await artifact(job.id));
    if (plan !== undefined) await note(iid, self, noteText(plan, { job, sha }));
  }
}

/** The last plan of the commit that the merge request is at. */
async function planJob(iid, sha) {
  const { data: pipelines } = await api('GET', `projects/${CI_PROJECT_ID}/merge_requests/${iid}/pipelines`);
  const pipeline = pipelines.find((each) => each.sha === sha && String(each.project_id ?? CI_PROJECT_ID) === CI_PROJECT_ID);
  if (!pipeline) return undefined;
  const { data: jobs } = await api('GET', `projects/${CI_PROJECT_ID}/pipelines/${pipeline.id}/jobs`);
  return jobs.find(({ name, status }) => name === 'gitcast plan' && (status === 'success' || status === 'failed'));
}

async function artifact(job) {
  const path = `${CI_API_V4_URL}/projects/${CI_PROJECT_ID}/jobs/${job}/artifacts/gitcast-out/plan.md`;
  const response = await fetch(path, { headers: { 'PRIVATE-TOKEN': token } });
  if (!response.ok) return undefined;
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > MOST) return '### gitcast\n\nThe plan is too long for a note. The job has the whole plan.\n';
  }
  return text;
}

/** The origin of the plan comes first: markup that the plan leaves open can hide only what follows it. */
function noteText(plan, { job, sha }) {
  // An invisible word joiner prevents mentions, and quick actions, which are lines that begin with a slash.
  const harmless = plan.replaceAll(/(?![\t\n\r])\p{Cc}/gu, '').replaceAll('@', '@\u2060').replaceAll(/^(\s*)\//gm, '$1\u2060/');
  return `${MARKER}\n<sub>For ${sha}, by [this job](${job.web_url}), which ran the code of the merge request.</sub>\n\n${harmless}`;
}

async function note(iid, self, body) {
  const path = `projects/${CI_PROJECT_ID}/merge_requests/${iid}/notes`;
  for await (const { id, author, body: present } of pages(path)) {
    // Update only our own note: others may contain the marker too.
    if (author.id !== self.id || !present.startsWith(MARKER)) continue;
    if (present !== body) await api('PUT', `${path}/${id}`, { body });
    return;
  }
  await api('POST', path, { body });
}

async function mergeRequest(branch, base, title, file) {
  const requests = `projects/${CI_PROJECT_ID}/merge_requests`;
  const description = readFileSync(file, 'utf8');
  const of = new URLSearchParams({ state: 'opened', source_branch: branch, target_branch: base });
  const { data } = await api('GET', `${requests}?${of}`);
  if (data[0]) return api('PUT', `${requests}/${data[0].iid}`, { description });
  return api('POST', requests, { source_branch: branch, target_branch: base, title, description, remove_source_branch: true });
}

function remote() {
  const url = new URL(`${CI_SERVER_URL}/${CI_PROJECT_PATH}.git`);
  url.username = 'gitcast';
  url.password = token;
  execFileSync('git', ['remote', 'set-url', 'origin', url.href]);
}

const [command, ...words] = process.argv.slice(2);
const commands = { notes, remote, 'merge-request': mergeRequest };
if (!Object.hasOwn(commands, command)) {
  process.stderr.write('usage: node ci/gitlab.mjs notes | merge-request BRANCH BASE TITLE FILE | remote\n');
  process.exitCode = 2;
} else if (CI_MERGE_REQUEST_IID) {
  process.stderr.write('This command needs write access, so it does not run in a merge request: run it in a job of the default branch.\n');
  process.exitCode = 1;
} else if (token === '') {
  process.stderr.write(`GITCAST_TOKEN is not set, so ci/gitlab.mjs skipped ${command}.\n`);
} else {
  await commands[command](...words);
}
