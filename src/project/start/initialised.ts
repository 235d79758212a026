import type { CiHost, CiNeeds } from './ci-files.ts';
import type { LockProblem } from './lock-gitcast.ts';

export interface InitReport {
  readonly files: readonly string[];
  /** Why gitcast is not locked for CI. */
  readonly problem?: LockProblem;
}

/** A new repository, or what was added to an existing one. `report` is what `gitcast init --json` prints. */
export type Initialised =
  | {
      readonly type: 'started';
      readonly report: InitReport;
      /** Empty when it is the folder that files are named from. */
      readonly folder: string;
      /** Below the folder. */
      readonly paths: readonly string[];
      readonly host: CiHost;
      readonly isInGit: boolean;
    }
  | {
      readonly type: 'added';
      readonly report: InitReport;
      /** How many of the files existed before. */
      readonly renewed: number;
      readonly host: CiHost | undefined;
      /** What is left for a person to set. */
      readonly needs: CiNeeds;
    };
