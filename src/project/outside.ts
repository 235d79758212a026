/** Everything outside the project that a use case may use. A program passes it once, to `openProject`. */
import type { Notation } from '../diagnostics/wording.ts';
import type { Clock } from '../machine/clock.ts';
import type { ProjectEvent } from './events.ts';
import type { Gates } from './target/gates.ts';

/** Environment variables, by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

export interface Outside {
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
  readonly onEvent: (event: ProjectEvent) => void;
  /** Asks a person. Without it, everything that needs consent is refused. */
  readonly confirm: ((question: Question) => Promise<boolean>) | undefined;
  /** How messages in results and events write options and calls. */
  readonly notation: Notation;
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
  /** The clock for building a site and checking deliveries (default: the real one). */
  readonly now?: (() => Date) | undefined;
  /**
   * Stops the current call, which rejects with the signal's reason. A sync that has begun waits for requests that were
   * sent, saves what is known, and returns it. Calls that keep running (`preview`, `dev`, `serve`, `webhooks.listen`) are
   * stopped by their own `close`.
   */
  readonly signal?: AbortSignal | undefined;
  /**
   * Receives the events of a call. An error that it throws, or the rejection of a promise that it returns, does not
   * disturb the call: it rejects with the first one at its end; a call that keeps running rejects in `close`.
   */
  readonly onEvent?: ((event: ProjectEvent) => void) | undefined;
  /**
   * Asks a person: before a key is sent to another host than before, and before `dev` changes a target that others use.
   * Without it, these are refused. The first host of a key is reported by the event `key-sent-first`, not asked about.
   */
  readonly confirm?: ((question: Question) => Promise<boolean>) | undefined;
  /** How messages in results and events write options and calls, if not as a program does. Errors: see `UserError.in`. */
  readonly notation?: Notation | undefined;
};

/** Questions that only a person may answer during a call. */
export type Question =
  /** The key was only sent to other hosts so far, or the shared state was made with another host. */
  | {
      readonly type: 'send-key';
      /** A target, or `publish.NAME`. */
      readonly owner: string;
      readonly variables: readonly string[];
      readonly host: string;
      readonly why: string;
    }
  /** `dev` is about to push every save to a target that others use. */
  | { readonly type: 'push-saves'; readonly target: string; readonly baseUrl: string }
  /** A file that was removed while `dev` runs would delete its object on a target that others use. */
  | { readonly type: 'delete-objects'; readonly target: string; readonly addresses: readonly string[] };
