/** A workspace on GitHub: the matrices of its workflows, one job after the other, each on its own runner. */
import { join } from 'node:path';
import type { Environment } from '../../src/cli/context.ts';
import type { RanJob } from './festival.ts';
import { temporaryFolder, write } from './folders.ts';
import { expectDone, OnGitHub, type Artifact } from './on-github.ts';
import { git } from './run.ts';
import { keyOf, type Workspace } from './workspace.ts';

/** A job of a matrix, as `check` lists it. */
export interface Listed {
  readonly part: string;
  readonly environment: string;
  readonly digest?: string;
  readonly job?: string;
}

export const listedIn = (ran: RanJob, name: 'parts' | 'sync' | 'waiting'): readonly Listed[] =>
  JSON.parse(ran.outputs[name] ?? '[]') as readonly Listed[];

export class WorkspaceOnGitHub {
  readonly workspace: Workspace;
  readonly on: OnGitHub;
  /** Variables of the repository. */
  readonly variables: Record<string, string> = {};

  private constructor(workspace: Workspace, on: OnGitHub) {
    this.workspace = workspace;
    this.on = on;
  }

  static async open(workspace: Workspace): Promise<WorkspaceOnGitHub> {
    return new WorkspaceOnGitHub(workspace, await OnGitHub.with(workspace.festival));
  }

  #job = (name: string, env: Environment, depth = 1): Promise<RanJob> =>
    this.on.job(name, {
      env: { ...this.variables, ...env },
      runner: this.workspace.festival.checkout('main', { depth }),
    });

  /** The jobs of a pull request: select, plan on a runner for each part, collect. */
  async plan(branch: string, number: number): Promise<Planned> {
    const { festival } = this.workspace;
    const job = (name: string, env: Environment) =>
      this.on.ofRequest(name, { branch, number, env: { ...this.variables, ...env } });
    const selected = expectDone(await job('select', {}));
    const parts = listedIn(selected, 'parts');
    const left = temporaryFolder();
    const planned: RanJob[] = [];
    for (const [index, { part }] of parts.entries()) {
      const ran = await job('pull-request', { ...festival.keys, GITCAST_SHARD: part });
      planned.push(ran);
      for (const [name, text] of Object.entries(ran.files)) write(join(left, `gitcast-part-${index}`), name, text);
    }
    const result = planned.every(({ exitCode }) => exitCode === 0) ? 'success' : 'failure';
    const collected = await job('collect', {
      GITCAST_COLLECT: left,
      GITCAST_SELECTED: selected.outputs['parts'],
      GITCAST_PLANNED: planned.length === 0 ? 'skipped' : result,
    });
    return { parts: parts.map(({ part }) => part), planned, collected, files: collected.files };
  }

  /** A pull request as it usually runs. Returns its comment. */
  async review(number: number, branch: string, edit: (folder: string) => void): Promise<string> {
    this.workspace.festival.edit(branch, edit);
    const { collected, files } = await this.plan(branch, number);
    expectDone(collected);
    return this.comment(number, branch, files);
  }

  async comment(number: number, branch: string, files: Artifact): Promise<string> {
    expectDone(await this.on.comment(number, branch, files, { env: this.variables }));
    return this.on.github.comments.findLast(({ on }) => on === number)!.body;
  }

  check = (): Promise<RanJob> => this.#job('check', this.workspace.festival.keys);

  /** One job of the matrix, with only the keys that its environment has. */
  sync = (checked: RanJob, { part, environment }: Listed): Promise<RanJob> =>
    this.#job('sync', {
      ...this.keysFor(environment),
      GH_TOKEN: '',
      GITCAST_REVIEWED: checked.outputs['reviewed'],
      GITCAST_SHARD: part,
    });

  /** The same for a job that waited for an approval. */
  approved = (checked: RanJob, { part, environment, digest, job }: Listed): Promise<RanJob> =>
    this.#job(job!, {
      ...this.keysFor(environment),
      GITCAST_REVIEWED: checked.outputs['reviewed'],
      GITCAST_SHARD: part,
      GITCAST_DIGEST: digest,
      GITCAST_ENVIRONMENT: environment,
    });

  /** An environment of one festival has its key alone. */
  keysFor(environment: string): Environment {
    const city = /^live-festivals-(.+?)(?:-unreviewed)?$/.exec(environment)?.[1];
    const { keys } = this.workspace.festival;
    return city === undefined ? keys : { [keyOf(city)]: keys[keyOf(city)] };
  }

  /** The jobs of a merge: check, the matrix of syncs and, if all of them succeeded, deployed. */
  async deploy(): Promise<Deployed> {
    const checked = expectDone(await this.check());
    const synced: RanJob[] = [];
    for (const listed of listedIn(checked, 'sync')) synced.push(await this.sync(checked, listed));
    const waiting = listedIn(checked, 'waiting');
    const isDone = checked.outputs['complete'] === 'true' && synced.every(({ exitCode }) => exitCode === 0);
    const deployed = isDone ? expectDone(await this.deployed()) : undefined;
    return { checked, synced, waiting, deployed };
  }

  deployed = (): Promise<RanJob> => this.#job('deployed', {});

  job = (name: string, env: Environment = {}): Promise<RanJob> => this.#job(name, env, 0);

  /** The commit up to which everything is synced or published. */
  commitOf(ref: 'deployed/live' | 'published'): string {
    return git(this.workspace.festival.origin, 'rev-parse', `refs/gitcast/${ref}`).trim();
  }
}

interface Planned {
  readonly parts: readonly string[];
  readonly planned: readonly RanJob[];
  readonly collected: RanJob;
  readonly files: Artifact;
}

interface Deployed {
  readonly checked: RanJob;
  readonly synced: readonly RanJob[];
  readonly waiting: readonly Listed[];
  readonly deployed: RanJob | undefined;
}
