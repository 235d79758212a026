/**
 * The work that a job has gitcast do: the calls of a project, or those of a workspace for its selected broadcasts. The
 * command line does it, and shows each result in the log and on the page of the job as the command of the same name
 * does.
 */
import type { Config } from '../config/config.ts';
import type {
  CheckedReview,
  CheckOptions,
  CombinedCheck,
  CombinedReview,
  Ending,
  Environment,
  Plan,
  Project,
  ProjectReview,
  RecordedSite,
  RecordOptions,
  Refusal,
  Reviewed,
  ReviewOptions,
  ReviewReport,
  Selected,
  Selection,
} from '../project/index.ts';

export interface Work {
  /** True for a repository with several broadcasts. */
  readonly isWorkspace: boolean;
  /** The project in the folder of the job, for what is not shown. */
  readonly project: Project;
  /** The same with other variables. */
  readonly with: (variables: Environment) => Work;

  readonly select: (selection: Selection) => Promise<Selected>;
  /** The configurations of the selected broadcasts, by folder, without those that have errors, unless all of them do. */
  readonly configs: (selection: Selection) => Promise<ReadonlyMap<string, Config>>;

  readonly validate: (selection: Selection) => Promise<Ending>;
  readonly build: (
    selection: Selection,
    asked: {
      readonly target: string | undefined;
      readonly out: string;
      /** The file for what was built; in a workspace a folder of such files. */
      readonly manifest: string | undefined;
      /** Builds nothing if the published site is newer than this commit, or still what this commit builds. */
      readonly unless?: 'newer' | 'unchanged' | undefined;
      readonly at?: number | undefined;
      /** Shows only what went wrong. */
      readonly quiet?: boolean | undefined;
      /** The configuration, instead of the one in the folder of the job. */
      readonly configFile?: string | undefined;
    },
  ) => Promise<Ending>;
  readonly recordSite: (asked: {
    readonly manifest: string;
    readonly target: string | undefined;
  }) => Promise<RecordedSite>;

  readonly plan: (
    selection: Selection,
    asked: {
      readonly target: string;
      /** One file, in a workspace too. */
      readonly out: string;
      readonly offline?: boolean;
      /** Not the plan that the job is about: neither shown nor counted. */
      readonly aside?: boolean;
    },
  ) => Promise<MadePlans>;
  /** The plan in a file as a comment, or those of a workspace; with a later promotion below. Nothing is shown in the log. */
  readonly planAsMarkdown: (asked: {
    readonly file: string;
    readonly promotion?: string | undefined;
  }) => Promise<string>;
  /** Makes one file of the plans that several runners saved in a folder, and returns them as a comment. */
  readonly joinPlans: (asked: { readonly from: string; readonly out: string }) => Promise<string>;

  readonly reviews: Reviews;
  readonly sync: (
    selection: Selection,
    asked: {
      readonly target: string;
      readonly reviewed: Reviewed | undefined;
      /** Stops if what is sent names a page or a file that is not on the website. */
      readonly published: 'live' | undefined;
    },
  ) => Promise<Ending>;
  readonly publish: (
    selection: Selection,
    asked: {
      readonly name: string | undefined;
      readonly from: string;
      readonly allowDeletes: number | undefined;
    },
  ) => Promise<Ending>;
  readonly promote: (asked: Promotion & { readonly out: string }) => Promise<MadePlans & { readonly digest: string }>;
  /** Applies what a person approved. */
  readonly applyPromotion: (asked: Promotion & { readonly reviewed: Reviewed }) => Promise<Ending>;
  /** Calls a function for each broadcast, one after the other, and shows the headline of each result. */
  readonly each: (
    command: string,
    call: (
      project: Project,
      folder: string | undefined,
    ) => Promise<{ readonly ending: Ending; readonly headline: string }>,
  ) => Promise<Ending>;
}

/** How a plan, or those of a workspace, came out. */
export interface PlanResult {
  readonly ending: Ending;
  /** Why plans are refused; undefined if one could not be made. */
  readonly refusals: readonly Refusal[] | undefined;
}

export interface MadePlans extends PlanResult {
  readonly plans: readonly Plan[];
  /** In a workspace, the result of each broadcast by its folder. */
  readonly each: ReadonlyMap<string, PlanResult>;
  /** As a comment. */
  readonly markdown: () => string;
}

interface Promotion {
  readonly from: string;
  readonly to: string;
}

/** A recorded review; in a workspace with its broadcasts. */
export type ListedReview = ReviewReport & Partial<Pick<CombinedReview, 'broadcasts'>>;

/** The plan that reviewers saw, of one broadcast or of all that a pull request changes together. */
export type Reviews = Pick<ProjectReview, 'allow'> & {
  readonly list: (options: Pick<ReviewOptions, 'target'>) => Promise<{ readonly reviews: readonly ListedReview[] }>;
  readonly record: (options: RecordOptions) => Promise<ReviewReport & Partial<Pick<CombinedReview, 'notes'>>>;
  readonly check: (options: CheckOptions) => Promise<CheckedReview & Partial<CombinedCheck>>;
  /** Forgets a review of the selected broadcasts. */
  readonly close: (options: ReviewOptions & Selection) => Promise<object>;
};
