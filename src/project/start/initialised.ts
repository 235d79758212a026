import type { CiHost, CiNeeds } from './ci-files.ts';
import type { LockProblem } from './lock-gitcast.ts';

/** The files that were written. */
export interface InitReport {
  /** The files, relative to `folder`. */
  readonly files: readonly string[];
  /** The reasons why gitcast, or the upload tool of the website's host, is not locked for CI. */
  readonly problems?: readonly LockProblem[];
}

/** A new repository, or the additions to an existing one. `gitcast init --json` prints `report`. */
export type Initialised =
  /** A new repository. */
  | {
      readonly type: 'started';
      readonly report: InitReport;
      /** Empty if it is the folder that shown file names are relative to. */
      readonly folder: string;
      /** Below the folder. */
      readonly paths: readonly string[];
      readonly host: CiHost;
      readonly git: GitOfProject;
      /** The workspace file, if the broadcast is one of several in the repository. */
      readonly workspace?: string;
    }
  /** Files that were added to an existing one. */
  | {
      readonly type: 'added';
      readonly report: InitReport;
      /** The number of files that existed before. */
      readonly renewed: number;
      readonly host: CiHost | undefined;
      /** The settings that are left to a person. */
      readonly needs: CiNeeds;
    };

/** The git repository around a new broadcast. */
export type GitOfProject =
  /** The folder was in one. */
  | { readonly type: 'present' }
  /** It was created. */
  | { readonly type: 'created'; readonly branch: string }
  /** Git is not installed, or it failed. */
  | { readonly type: 'missing' };
