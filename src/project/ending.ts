/** How a call ended, for a program that goes on by it. The command line makes its exit code of it. */
export interface Ending {
  /** An error, or a refused plan. */
  readonly failed?: boolean;
  /** Something was not done that a person has to look at. */
  readonly left?: boolean;
  /** The target could not be read whole, so nothing is known about the rest of it. */
  readonly incomplete?: boolean;
  /** There are changes that a sync would make. */
  readonly changes?: boolean;
}
