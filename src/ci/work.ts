/**
 * The work that a job has gitcast do: the calls of a project, or those of a workspace for its selected broadcasts. The
 * command line does it, and shows each result in the log and on the page of the job as the command of the same name
 * does.
 */
import type { Config } from '../config/config.ts';
import type { Ending, Environment, Plan, Project, Selection } from '../project/index.ts';

export interface Work {
  /** True for a repository with several broadcasts. */
  readonly isWorkspace: boolean;
  /** The same with other variables. */
  readonly with: (variables: Environment) => Work;
  /** The configurations by folder (`.` for the only one), without those that have errors, unless all of them do. */
  readonly configs: () => ReadonlyMap<string, Config>;
  readonly validate: (selection: Selection) => Promise<Ending>;
  /** Builds the websites of those that have one, except what `isCurrent` says is published as it would be built. */
  readonly build: (
    selection: Selection,
    asked: {
      readonly target: string | undefined;
      readonly out: string;
      readonly isCurrent?: (folder: string) => Promise<boolean>;
    },
  ) => Promise<Ending>;
  readonly plan: (
    selection: Selection,
    asked: { readonly target: string; readonly offline?: boolean },
  ) => Promise<MadePlans>;
  /** A plan as a comment, whole if it has no more characters: then every value that is sent is in it. */
  readonly comment: (plan: Plan, most: number) => { readonly text: string; readonly isWhole: boolean };
  /** Applies the plans with these digests, and nothing else. */
  readonly sync: (
    selection: Selection,
    asked: { readonly target: string; readonly reviewed: readonly string[] },
  ) => Promise<Ending & { readonly applied: readonly Plan[] }>;
  /** `name`: the place below `publish:` in the configuration; undefined for the only one. */
  readonly publish: (
    folders: readonly string[],
    asked: { readonly name: string | undefined; readonly from: string },
  ) => Promise<Ending>;
  /** Applies the plan with this digest, or only shows the present one. */
  readonly promote: (asked: {
    readonly from: string;
    readonly to: string;
    readonly reviewed: readonly string[] | undefined;
  }) => Promise<MadePlans>;
  /** Calls a function for each broadcast, one after the other, and shows the headline of each result. */
  readonly each: (
    command: string,
    call: (
      project: Project,
      folder: string | undefined,
    ) => Promise<{ readonly ending: Ending; readonly headline: string }>,
  ) => Promise<Ending>;
}

/** The plan of each broadcast by its folder, where one could be made. */
export interface MadePlans {
  /** Failed if one could not be made, or not be applied. */
  readonly ending: Ending;
  readonly plans: ReadonlyMap<string, Plan>;
}
