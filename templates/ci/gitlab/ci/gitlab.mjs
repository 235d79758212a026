// What only GitLab has, by its interface and with the Node that gitcast needs anyway:
//
//   node ci/gitlab.mjs note FILE                              writes the plan into the merge request, in one note
//   node ci/gitlab.mjs merge-request BRANCH BASE TITLE FILE   opens a merge request, or renews its text
//   node ci/gitlab.mjs remote                                 lets git push with GITCAST_TOKEN
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const { CI_API_V4_URL, CI_PROJECT_ID, CI_MERGE_REQUEST_IID, CI_JOB_URL = '', CI_SERVER_URL, CI_PROJECT_PATH } = process.env;
const token = process.env.GITCAST_TOKEN ?? '';
const MARKER = '<!-- gitcast plan -->';
const MOST = 900_000;

async function api(method, path, body) {
  const response = await fetch(`${CI_API_V4_URL}/${path}`, {
    method,
    headers: { 'PRIVATE-TOKEN': token, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`GitLab answers ${method} ${path} with ${response.status}`);
  return { data: await response.json(), next: response.headers.get('x-next-page') };
}

async function* pages(path) {
  for (let page = '1'; page; ) {
    const { data, next } = await api('GET', `${path}?per_page=100&page=${page}`);
    yield* data;
    page = next;
  }
}

async function note(file) {
  const plan = readFileSync(file, 'utf8');
  const text = plan.length > MOST ? '### gitcast\n\nThe plan is too long for a note; the job has it whole.\n' : plan;
  const body = `${MARKER}\n${text}\n<sub>By [this job](${CI_JOB_URL}).</sub>`;
  const notes = `projects/${CI_PROJECT_ID}/merge_requests/${CI_MERGE_REQUEST_IID}/notes`;
  const { data: self } = await api('GET', 'user');
  for await (const { id, author, body: present } of pages(notes)) {
    // Only a note of our own is renewed, whoever else wrote the marker into theirs.
    if (author.id === self.id && present.startsWith(MARKER)) return api('PUT', `${notes}/${id}`, { body });
  }
  return api('POST', notes, { body });
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
const commands = { note, remote, 'merge-request': mergeRequest };
if (!Object.hasOwn(commands, command)) {
  process.stderr.write('usage: node ci/gitlab.mjs note FILE | merge-request BRANCH BASE TITLE FILE | remote\n');
  process.exitCode = 2;
} else if (token === '') {
  process.stderr.write(`There is no GITCAST_TOKEN here, so there is no ${command}.\n`);
} else {
  await commands[command](...words);
}
