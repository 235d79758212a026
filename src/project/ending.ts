/** How a call ended, for the calling program. The command line derives its exit code from it. */
export interface Ending {
  /** An error, or a refused plan. */
  readonly failed?: boolean;
  /** Something was left for a person to look at. */
  readonly left?: boolean;
  /** The target could not be read completely, so nothing is known about the rest of it. */
  readonly incomplete?: boolean;
  /** There are changes that a sync would make. */
  readonly changes?: boolean;
}
