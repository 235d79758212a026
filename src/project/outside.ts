/** Everything outside the project that a use case may use. A program passes it once, to `openProject`. */
import type { Caller, Environment, Question } from '../repository/caller.ts';
import type { ProjectEvent } from './events.ts';
import type { Gates } from '../target/gates.ts';

/** With the events of all calls. */
export interface Outside extends Caller<ProjectEvent> {
  /** Set if several broadcasts are worked on at the same time: their requests to one host with one key are counted together. */
  readonly gates?: Gates | undefined;
}

/** Where the project is: a folder in it, its configuration file, or both. */
export type ProjectPlace =
  /** A folder in the project. */
  | {
      /** The configuration is looked up here and in the folders above; shown file names are relative to it. */
      readonly folder: string;
      /** The configuration file, instead of looking it up. */
      readonly configFile?: string | undefined;
    }
  /** Only the configuration file. */
  | { readonly folder?: undefined; readonly configFile: string };

/** The options of `openProject`. */
export type ProjectOptions = ProjectPlace & {
  /**
   * The source of keys and secrets, such as `process.env`; `.env` beside the configuration is read too. Git gets it as its
   * environment, so it needs `PATH`, and `HOME` for git's settings.
   */
  readonly env: Environment;
  /** The clock for building a site (default: the real one). */
  readonly now?: (() => Date) | undefined;
  /**
   * Stops the current call, which rejects with the signal's reason. A sync that has begun waits for requests that were
   * sent, saves what is known, and returns it. Calls that keep running (`preview`, `dev`, `service`) are stopped by
   * their own `close`.
   */
  readonly signal?: AbortSignal | undefined;
  /** Receives the events of a call, while it works. It must not throw. */
  readonly onEvent?: ((event: ProjectEvent) => void) | undefined;
  /** Asks a person, before `dev` changes a target that others use. Without it, that is refused. */
  readonly confirm?: ((question: Question) => Promise<boolean>) | undefined;
};
