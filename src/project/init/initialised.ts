import type { CiHost, CiNeeds } from '../../start/ci/ci-subject.ts';
import type { FormerSetting } from '../../start/ci/earlier-choices.ts';
import type { LockProblem } from '../../start/pinned-package.ts';
import type { CiOriginal, KeptCiFile } from '../../start/ci/plan-ci-update.ts';

/** The files that were written, and in an existing repository what happened to the others. All are relative to `folder`. */
export interface InitReport {
  /** The files that were written. */
  readonly files: readonly string[];
  /** Files of an earlier version that nothing uses any more, and that nobody edited. */
  readonly removed?: readonly string[];
  /** Files that were left as they are, although they differ. */
  readonly kept?: readonly KeptCiFile[];
  /** Edited files of an earlier version, which were replaced or removed. */
  readonly originals?: readonly CiOriginal[];
  /** Settings in the script of an earlier version that the configuration alone does not say. */
  readonly settings?: readonly FormerSetting[];
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
