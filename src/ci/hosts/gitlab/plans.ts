/**
 * The plans of all open merge requests: a job of the default branch looks for them, since GitLab starts none when a merge
 * request's own job ends. The files of such a job are data that its code wrote, of limited size.
 */
import { firstOf, unlessRefused, type Api } from '../api.ts';
import { LARGEST_FILE, PLAN_FILES, type CodeHost, type MadePlan } from '../code-host.ts';
import * as answers from './answers.ts';

interface Options {
  readonly api: Api;
  /** The path of the project in the API. */
  readonly at: string;
  readonly projectId: number;
  readonly say: (sentence: string) => void;
}

const JOB = 'gitcast plan';
const FOLDER = 'gitcast-out';

export function gitlabPlans({
  api,
  at,
  projectId,
  say,
}: Options): Pick<CodeHost, 'plans' | 'takeSite' | 'makePlanAgain'> {
  const requests = `${at}/merge_requests`;

  /** The last plan of the commit that a merge request is at. */
  const planJob = async (number: number, commit: string): Promise<answers.Job | undefined> => {
    const pipelines = api.readAll(`${requests}/${number}/pipelines?per_page=100`, answers.pipeline);
    const isOwn = ({ project_id: project = projectId }: answers.Pipeline): boolean => project === projectId;
    const pipeline = await firstOf(pipelines, (each) => each.sha === commit && isOwn(each));
    if (!pipeline) return undefined;
    const jobs = api.readAll(`${at}/pipelines/${pipeline.id}/jobs?per_page=100`, answers.job);
    return firstOf(jobs, ({ name, status }) => name === JOB && (status === 'success' || status === 'failed'));
  };

  const fileOf = ({ id }: answers.Job, name: string): Promise<Uint8Array | 'absent' | 'too-large'> =>
    api.download(`${at}/jobs/${id}/artifacts/${FOLDER}/${name}`, LARGEST_FILE);

  const filesOf = async (number: number, job: answers.Job): Promise<MadePlan['files']> => {
    const files: Record<string, Uint8Array> = {};
    for (const name of PLAN_FILES) {
      const content = await fileOf(job, name);
      // One merge request must not hold up the others.
      if (content === 'too-large') say(`The file ${name} of merge request ${number} is too large, so it was not read.`);
      else if (content !== 'absent') files[name] = content;
    }
    return files;
  };

  return {
    plans: async function* () {
      const opened = api.readAll(`${requests}?state=opened&per_page=100`, answers.mergeRequest);
      for await (const { iid: number, sha: commit, source_project_id: source } of opened) {
        // The jobs of a fork and their artifacts belong to another project.
        if (source !== projectId) continue;
        const job = await planJob(number, commit);
        const files = job && (await filesOf(number, job));
        if (!files || Object.keys(files).length === 0) continue;
        const hasPictures = (await fileOf(job, 'pictures/index.html')) !== 'absent';
        const pictures = hasPictures ? `${job.web_url}/artifacts/browse/${FOLDER}/pictures` : undefined;
        yield { number, commit, isFromFork: false, page: job.web_url, pictures, files };
      }
    },
    // The website is no artifact of that job.
    takeSite: () => Promise.resolve(false),
    makePlanAgain: async ({ number, head }) => {
      const job = await planJob(number, head);
      if (!job) return false;
      const started = api.write('POST', `${at}/jobs/${job.id}/retry`).then(() => true);
      // GitLab archives old jobs.
      return (await unlessRefused(started, ({ status, said }) => status === 403 && /retryable/.test(said))) ?? false;
    },
  };
}
