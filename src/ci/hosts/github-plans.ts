/**
 * The plan of the run that started this job. The code of a pull request made its artifacts, perhaps a stranger's: their sizes are
 * limited before and during the download, and what they claim is checked.
 */
import { UserError } from '../../diagnostics/errors.ts';
import * as is from '../../values/shape.ts';
import type { FinishedRun } from '../runner/runner.ts';
import { unlessRefused, type Api, type ApiRefusal } from './api.ts';
import { LARGEST_FILE, PLAN_FILES, type CodeHost, type MadePlan } from './code-host.ts';

import { openZip, type ZipArchive } from './zip.ts';

interface Options {
  readonly api: Api;
  /** The path of the repository in the API. */
  readonly at: string;
  readonly repository: string;
  /** The page of the repository. */
  readonly page: string;
  readonly run: FinishedRun | undefined;
  readonly say: (sentence: string) => void;
}

/** Without a repository if its fork is gone. */
const branch = is.object({ ref: is.text, sha: is.text, repo: is.orNull(is.object({ full_name: is.text })) });

export const pullRequest = is.object({
  number: is.count,
  state: is.oneOf(['open', 'closed']),
  head: branch,
  base: branch,
  merged_at: is.orNull(is.text),
  /** Before the merge, that of a trial merge. */
  merge_commit_sha: is.orNull(is.text),
});

const artifact = is.object({ id: is.count, name: is.text, size_in_bytes: is.number, expired: is.flag });
const artifactList = is.object({ artifacts: is.listOf(artifact) });
const runList = is.object({ workflow_runs: is.listOf(is.object({ id: is.count, status: is.text })) });

const WORKFLOW = 'gitcast-pull-request.yml';
/** Pictures of pages are part of it. */
const PLAN = { name: 'gitcast-plan', largest: 20_000_000 };
const SITE = { name: 'gitcast-site', largest: 500_000_000 };
const PICTURES = 'pictures/index.html';

export function githubPlans(options: Options): Pick<CodeHost, 'plans' | 'takeSite' | 'makePlanAgain'> {
  const { api, at, repository, page, run, say } = options;
  return {
    plans: async function* () {
      if (run === undefined) return say('No workflow run started this job, so there is no plan to show.');
      if (run.event !== 'pull_request') return say(`The run was started by ${run.event}, so it has no plan to show.`);
      const newest = await findArtifact(options, run, PLAN.name);
      if (newest?.expired) return say(`The artifact ${PLAN.name} of the run has expired: start the run again.`);
      const found = newest && (await archiveOf(options, newest, PLAN));
      const number = found ? claimedNumber(found) : await numberOf(options, run);
      if (number === undefined) return say(`The run has no artifact ${PLAN.name}, and no open pull request.`);
      if (!isOfRun(await api.read(`${at}/pulls/${number}`, pullRequest), run))
        return say(`Pull request ${number} is closed, or not at the commit of this run, so it is left alone.`);
      const runPage = `${page}/actions/runs/${run.id}`;
      yield {
        number,
        commit: run.headSha,
        isFromFork: run.headRepository !== repository,
        page: runPage,
        pictures: newest && found?.has(PICTURES) ? `${runPage}/artifacts/${newest.id}` : undefined,
        // Without an artifact the job has failed before gitcast was installed.
        files: found ? filesOf(found) : {},
      };
    },

    takeSite: async (_plan, folder) => {
      const newest = run && (await findArtifact(options, run, SITE.name));
      const archive = newest && (await archiveOf(options, newest, SITE));
      await archive?.unpack(folder, SITE.largest);
      return archive !== undefined;
    },

    makePlanAgain: async ({ head }) => {
      const query = new URLSearchParams({ event: 'pull_request', head_sha: head, per_page: '1' });
      const path = `${at}/actions/workflows/${WORKFLOW}/runs?${query}`;
      const [last] = (await api.read(path, runList)).workflow_runs;
      if (last === undefined) return false;
      // A run under way plans the merge into the default branch of now.
      if (last.status !== 'completed') return true;
      const started = api.write('POST', `${at}/actions/runs/${last.id}/rerun`).then(() => true);
      return (await unlessRefused(started, isTooOld)) ?? false;
    },
  };
}

/** GitHub starts no run again that is older than a month, or that was started 50 times. */
const isTooOld = ({ status, said }: ApiRefusal): boolean =>
  status === 403 && !/^Resource not accessible|rate limit/i.test(said);

/** A run that was started again has several artifacts of one name: the newest is that of the last attempt. */
async function findArtifact({ api, at }: Options, { id }: FinishedRun, name: string) {
  const query = new URLSearchParams({ name, per_page: '100' });
  const path = `${at}/actions/runs/${id}/artifacts?${query}`;
  const { artifacts: found } = await api.read(path, artifactList);
  return found.filter((each) => each.name === name).toSorted((a, b) => b.id - a.id)[0];
}

async function archiveOf(
  { api, at }: Options,
  { id, size_in_bytes: size, expired }: is.InferOf<typeof artifact>,
  { name, largest }: { readonly name: string; readonly largest: number },
): Promise<ZipArchive | undefined> {
  if (expired) return undefined;
  const bytes = size > largest ? 'too-large' : await api.download(`${at}/actions/artifacts/${id}/zip`, largest);
  if (bytes === 'absent') return undefined;
  if (bytes !== 'too-large') return openZip(bytes, `The artifact ${name} of the run`);
  throw new UserError(`The artifact ${name} of the run is larger than ${largest / 1_000_000} MB, so it was not read`);
}

/** The open pull request of the branch that was planned. */
async function numberOf({ api, at }: Options, run: FinishedRun): Promise<number | undefined> {
  const [owner] = run.headRepository?.split('/') ?? [];
  if (owner === undefined) return undefined;
  const query = new URLSearchParams({ state: 'open', head: `${owner}:${run.headBranch}`, per_page: '1' });
  const [request] = await api.read(`${at}/pulls?${query}`, is.listOf(pullRequest));
  return request?.number;
}

const LONGEST_NUMBER = 20;

function claimedNumber(archive: ZipArchive): number {
  const claimed = Buffer.from(archive.read('pull-request', LONGEST_NUMBER) ?? []).toString();
  // Numbers of more than 15 digits would not be exact.
  if (/^[1-9]\d{0,14}\n?$/.test(claimed)) return Number(claimed);
  throw new UserError('The artifact of the run does not contain the number of its pull request');
}

/**
 * Anyone can write any number into an artifact: it counts only if that pull request is at the commit and the branch of the run.
 * After the merge nobody looks at it any more.
 */
const isOfRun = ({ state, head }: is.InferOf<typeof pullRequest>, run: FinishedRun): boolean =>
  state === 'open' &&
  head.sha === run.headSha &&
  head.ref === run.headBranch &&
  head.repo?.full_name === run.headRepository;

const filesOf = (archive: ZipArchive): MadePlan['files'] =>
  Object.fromEntries(
    PLAN_FILES.flatMap((name) => {
      const content = archive.read(name, LARGEST_FILE);
      return content === undefined ? [] : [[name, content] as const];
    }),
  );
