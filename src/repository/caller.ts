/** The values that the program which makes a call passes in, for all that is below the use cases. */
import type { Clock } from '../machine/clock.ts';

/** Environment variables, by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

export interface Caller<in Event = never> {
  /** The folder in which the search for the configuration starts, and which shown file names are relative to. */
  readonly folder: string;
  /** The configuration file, if it is given rather than found. */
  readonly configFile: string | undefined;
  readonly env: Environment;
  readonly now: () => Date;
  /** For waits and the times of a run: `now` may stand still, so that a site is built the same each time. */
  readonly clock: Clock;
  /** Aborted when the current call should end. */
  readonly signal: AbortSignal | undefined;
  readonly onEvent: (event: Event) => void;
  /** Asks a person. Without it, everything that needs consent is refused. */
  readonly confirm: ((question: Question) => Promise<boolean>) | undefined;
}

/** What a call finds before it reads content. */
export type ConfigurationEvent =
  /** There is no configuration, so the defaults apply. */
  | {
      readonly type: 'no-configuration';
      /** The name that the configuration would have. */
      readonly file: string;
      /** The time zone of times without an offset. */
      readonly timezone: string;
    }
  /** A process was killed while it wrote files: they are as they were before. */
  | { readonly type: 'taken-back' };

/** Questions that only a person may answer during a call. */
export type Question =
  /** `dev` is about to push every save to a target that others use. */
  | { readonly type: 'push-saves'; readonly target: string; readonly baseUrl: string }
  /** A file that was removed while `dev` runs would delete its object on a target that others use. */
  | { readonly type: 'delete-objects'; readonly target: string; readonly addresses: readonly string[] };
