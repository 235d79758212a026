/** The decisions of the job `sync`: which plans it applies, and what counts as seen. Its repository is real, its host and its work are not. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Ci } from '../../src/ci/ci.ts';
import type { ChangeRequest, CodeHost } from '../../src/ci/hosts/code-host.ts';
import { sync } from '../../src/ci/jobs/sync.ts';
import { runnerIn } from '../../src/ci/runner.ts';
import { rowsLine } from '../../src/ci/shown-rows.ts';
import type { MadePlans, Work } from '../../src/ci/work.ts';
import type { Config } from '../../src/config/config.ts';
import { UserError } from '../../src/diagnostics/errors.ts';
import { gitIn } from '../../src/git/git.ts';
import { digestOf, rowsOf } from '../../src/plan/approval.ts';
import type { Ending, Plan } from '../../src/project/index.ts';
import { withDigest } from '../../src/project/planning/planning.ts';
import { digest } from '../../src/values/digest.ts';
import { World, type Files } from '../plan/world.ts';
import { temporaryFolder, write } from './folders.ts';
import { environment, git } from './run.ts';

const IDENTITY = { baseUrl: 'https://api.example', userId: 'a'.repeat(24), broadcastId: 'b'.repeat(24), folder: '' };

const place = (name: string): Files => ({ [`places/${name}.yaml`]: `name: ${name}\n` });

/** For these files, and a target that has none of them. */
function planOf(files: Files): Plan {
  const world = new World();
  world.sync({});
  return sealed({ ...world.plan(files), identity: IDENTITY });
}

/** As the plan of a project is. */
const sealed = ({ digest: _, ...plan }: Plan): Plan => withDigest(plan);

const [HALL, GATE, BOTH] = [
  planOf(place('hall')),
  planOf(place('gate')),
  planOf({ ...place('hall'), ...place('gate') }),
];
const NOTHING = planOf({});
const refused = (plan: Plan): Plan =>
  sealed({ ...plan, refusals: [{ reason: 'it deletes too much', allows: { allowDeletes: 20 } }] });
const isProtected = (plan: Plan): Plan => sealed({ ...plan, refusals: [{ reason: 'places/bell is protected' }] });

const rows = (plan: Plan): readonly string[] => rowsOf(plan, digest);
const DIGEST = (plan: Plan): string => digestOf(plan, digest)!;

interface Settings {
  readonly review?: 'off';
  readonly state?: 'file';
  /** The broadcasts of a workspace. */
  readonly folders?: readonly string[];
}

class Repository {
  readonly cwd: string;
  readonly said: string[] = [];
  /** What each sync was asked for. */
  readonly asked: { readonly folders: readonly string[] | undefined; readonly reviewed: readonly string[] }[] = [];
  readonly requests: (ChangeRequest & { readonly comment: string; readonly writtenAt: string })[] = [];
  readonly origin: string;
  readonly #settings: Settings;

  constructor(settings: Settings = {}) {
    this.#settings = settings;
    const folder = temporaryFolder();
    [this.origin, this.cwd] = [join(folder, 'origin.git'), join(folder, 'clone')];
    git(folder, 'init', '--quiet', '--bare', '--initial-branch', 'main', this.origin);
    git(folder, 'clone', '--quiet', this.origin, this.cwd);
    this.merge(NOTHING);
  }

  /** Merges a request whose comment showed the rows of a plan. */
  merge(shown: Plan, { writtenAt = '2027-06-01T09:59:00Z' } = {}): string {
    const tree = git(this.cwd, 'mktree', '--missing').trim();
    const on = this.requests.slice(-1).flatMap(({ head }) => ['-p', head]);
    const commit = git(this.cwd, 'commit-tree', tree, ...on, '-m', `Merge ${this.requests.length}`).trim();
    git(this.cwd, 'update-ref', 'HEAD', commit);
    git(this.cwd, 'push', '--quiet', 'origin', 'HEAD:main');
    this.requests.push({
      number: this.requests.length + 1,
      isOpen: false,
      mergedAt: '2027-06-01T10:00:00Z',
      head: commit,
      base: 'main',
      merged: [commit],
      comment: `shown${rowsLine(rows(shown))}`,
      writtenAt,
    });
    return commit;
  }

  readonly #host = {
    requestsOf: async (commit: string) => this.requests.filter(({ merged }) => merged.includes(commit)),
    ownComment: async (number: number) => {
      const { comment: text, writtenAt } = this.requests[number - 1]!;
      return { id: number, text, writtenAt };
    },
    requireApprovers: async (name: string) => {
      if (name !== 'live-approval') throw new UserError(`nobody approves ${name}`);
    },
  } as Partial<CodeHost> as CodeHost;

  /** `plans`: the present plan of each broadcast, `failed` where none can be made. `applies`: what a sync applies of them. */
  async sync(
    plans: Plan | Readonly<Record<string, Plan | 'failed'>>,
    { env = {}, applies = (): Ending & { readonly applied?: readonly Plan[] } => ({}) } = {},
  ): Promise<Ending> {
    const byFolder = 'changes' in plans ? { '.': plans as Plan } : (plans as Readonly<Record<string, Plan | 'failed'>>);
    const made = Object.entries(byFolder).filter((entry): entry is [string, Plan] => entry[1] !== 'failed');
    const { review, state = 'git', folders = ['.'] } = this.#settings;
    const config = {
      defaultTarget: 'live',
      targets: { live: { type: 'remote', name: 'live', key: { $env: 'KEY' } } },
      ...{ secrets: [], publish: {}, imports: {}, state, review, variable: () => 'key' },
    } as unknown as Config;
    const work = {
      isWorkspace: folders.length > 1,
      configs: () => new Map(folders.map((folder) => [folder, config])),
      plan: async (): Promise<MadePlans> => ({
        plans: new Map(made),
        ending: { failed: made.length < Object.keys(byFolder).length },
      }),
      sync: async ({ folders: selected }, { reviewed }) => {
        this.asked.push({ folders: selected, reviewed });
        const all = made.filter(([folder]) => selected?.includes(folder)).map(([, plan]) => plan);
        return { applied: all, ...applies() };
      },
    } as Partial<Work> as Work;
    const variables = {
      ...environment(),
      GITHUB_ACTIONS: 'true',
      GITHUB_REF_NAME: 'main',
      RUNNER_TEMP: this.cwd,
      ...env,
    };
    const ci: Ci = {
      folder: this.cwd,
      runner: runnerIn(variables, this.cwd),
      host: this.#host,
      git: gitIn(this.cwd, variables),
      work,
      now: () => new Date(),
      say: (sentence) => void this.said.push(sentence),
      warn: (sentence) => void this.said.push(sentence),
      notify: async () => {},
      output: () => {},
    };
    return sync(ci);
  }

  deployed = (): string => git(this.origin, 'for-each-ref', '--format=%(objectname)', 'refs/gitcast/deployed').trim();
}

const DONE = expect.not.objectContaining({ failed: true });
const STOPPED = expect.objectContaining({ failed: true });

/** As a runner that is killed while it sends. */
const killed = (): never => {
  throw new Error('killed');
};

describe('a sync in CI', () => {
  it('applies a plan whose rows were shown, and notes the commit', async () => {
    const repository = new Repository();
    const commit = repository.merge(HALL);
    expect(await repository.sync(HALL)).toEqual(DONE);
    expect(repository.asked).toEqual([{ folders: ['.'], reviewed: [DIGEST(HALL)] }]);
    expect(repository.deployed()).toBe(commit);
  });

  it('does not count a broadcast as deployed whose plan could not be made, while others are synced', async () => {
    const repository = new Repository({ folders: ['lyon', 'oslo'] });
    repository.merge(BOTH);
    expect(await repository.sync({ lyon: HALL, oslo: 'failed' })).toEqual(STOPPED);
    expect(repository.asked).toMatchObject([{ folders: ['lyon'] }]);
    expect(repository.deployed()).toBe('');
    expect(await repository.sync({ lyon: NOTHING, oslo: GATE })).toEqual(DONE);
    expect(repository.deployed()).toBe(repository.requests.at(-1)!.head);
  });

  it('approves only the digests of the plans that it applies', async () => {
    const repository = new Repository({ folders: ['lyon', 'oslo'] });
    repository.merge(HALL);
    expect(await repository.sync({ lyon: HALL, oslo: GATE })).toEqual(STOPPED);
    expect(repository.asked).toEqual([{ folders: ['lyon'], reviewed: [DIGEST(HALL)] }]);
    const { baseUrl, userId, broadcastId } = IDENTITY;
    const place = `test (${baseUrl}, user ${userId}, broadcast ${broadcastId})`;
    expect(repository.said.at(-1)).toContain(`${place}, and start this job with GITCAST_DIGEST = ${DIGEST(GATE)}.`);
  });

  it('asks for no digest of a plan that none allows', async () => {
    const repository = new Repository({ folders: ['lyon', 'oslo'] });
    expect(await repository.sync({ lyon: isProtected(HALL), oslo: GATE })).toEqual(STOPPED);
    expect(repository.said.at(-1)).toMatch(
      new RegExp(`^A plan is refused, and no digest allows it.* GITCAST_DIGEST = ${DIGEST(GATE)}\\.$`),
    );
    const env = { GITCAST_DIGEST: DIGEST(HALL), GITCAST_ENVIRONMENT: 'live-approval' };
    expect(await repository.sync({ lyon: isProtected(HALL) }, { env })).toEqual(STOPPED);
    expect(repository.said.at(-1)).not.toContain('GITCAST_DIGEST');
    expect(repository.asked).toEqual([]);
  });

  it('looks only at the newest merge before the first run that ended with 0', async () => {
    const repository = new Repository();
    repository.merge(HALL);
    repository.merge(GATE);
    expect(await repository.sync(BOTH)).toEqual(STOPPED);
    expect(await repository.sync(GATE)).toEqual(DONE);
  });

  it('ignores a comment that was written or edited when its request was merged already', async () => {
    const repository = new Repository();
    repository.merge(HALL, { writtenAt: '2027-06-01T10:00:00Z' });
    expect(await repository.sync(HALL)).toEqual(STOPPED);
    expect(repository.asked).toEqual([]);
  });

  it('pushes the state to the branch even if the job fails after the target was changed', async () => {
    const repository = new Repository({ review: 'off', state: 'file' });
    const applies = () => {
      write(repository.cwd, '.gitcast/state/live.json', '{}');
      return killed();
    };
    await expect(repository.sync(HALL, { applies })).rejects.toThrow('killed');
    expect(git(repository.origin, 'show', 'main:.gitcast/state/live.json')).toBe('{}');
  });

  describe('with `review: off`', () => {
    it('applies every plan within the guard, and one beyond it by the digest of a person', async () => {
      const repository = new Repository({ review: 'off' });
      expect(await repository.sync(HALL)).toEqual(DONE);
      expect(await repository.sync(refused(GATE))).toEqual(STOPPED);
      expect(repository.asked).toHaveLength(1);
      // Nobody has to approve anything there, so no environment has to say who may.
      expect(await repository.sync(refused(GATE), { env: { GITCAST_DIGEST: DIGEST(GATE) } })).toEqual(DONE);
      expect(repository.asked.at(-1)).toEqual({ folders: ['.'], reviewed: [DIGEST(GATE)] });
    });
  });

  describe('of rows that an earlier run has applied or begun', () => {
    const other = { applied: [HALL], left: true };

    it('stops, also if that run did not end with 0', async () => {
      const repository = new Repository();
      repository.merge(BOTH);
      expect(await repository.sync(BOTH, { applies: () => other })).toMatchObject({ left: true });
      expect(await repository.sync(HALL)).toEqual(STOPPED);
      // What it left is still approved.
      expect(await repository.sync(GATE)).toEqual(DONE);
    });

    it('stops after a run whose runner was killed, and applies what that run had not applied', async () => {
      const repository = new Repository();
      repository.merge(BOTH);
      await expect(repository.sync(BOTH, { applies: killed })).rejects.toThrow('killed');
      // Next, only the gate is missing: the hall was made.
      expect(await repository.sync(GATE, { applies: () => ({ applied: [], left: true }) })).toMatchObject({
        left: true,
      });
      expect(await repository.sync(HALL)).toEqual(STOPPED);
      expect(await repository.sync(GATE)).toEqual(DONE);
    });

    it('applies what a run has begun and not applied, also after a plan without it', async () => {
      const repository = new Repository();
      repository.merge(BOTH);
      const nothing = () => ({ applied: [], left: true });
      expect(await repository.sync(BOTH, { applies: nothing })).toMatchObject({ left: true });
      expect(await repository.sync(GATE, { applies: nothing })).toMatchObject({ left: true });
      expect(await repository.sync(HALL)).toEqual(DONE);
    });

    it('applies them after they were shown again by another request, once a run has ended with 0', async () => {
      const repository = new Repository();
      repository.merge(HALL);
      expect(await repository.sync(HALL)).toEqual(DONE);
      repository.merge(HALL);
      expect(await repository.sync(HALL)).toEqual(DONE);
    });
  });
});
