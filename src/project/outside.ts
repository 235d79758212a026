/** Everything outside the project that a use case may use. A program passes it once, to `openProject`. */
import type { Notation } from '../diagnostics/wording.ts';
import type { ProjectEvent } from './events.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export interface Outside {
  /** The folder in which the search for the configuration starts, and which shown file names are relative to. */
  readonly folder: string;
  /** The configuration file, if it is given rather than found. */
  readonly configFile: string | undefined;
  readonly env: Environment;
  readonly now: () => Date;
  /** Aborted when the current call should end. */
  readonly signal: AbortSignal | undefined;
  readonly onEvent: (event: ProjectEvent) => void;
  /** Asks a person. Without it, everything that needs consent is refused. */
  readonly confirm: ((question: Question) => Promise<boolean>) | undefined;
  /** How messages in results and events write options and calls. */
  readonly notation: Notation;
}

/** Questions that only a person may answer during a call. */
export type Question =
  /** The key was only sent to other hosts so far, or the shared state was made with another host. */
  | {
      readonly type: 'send-key';
      readonly target: string;
      readonly variables: readonly string[];
      readonly host: string;
      readonly why: string;
    }
  /** `dev` is about to push every save to a target that others use. */
  | { readonly type: 'push-saves'; readonly target: string; readonly baseUrl: string }
  /** A file that was removed while `dev` runs would delete its object on a target that others use. */
  | { readonly type: 'delete-objects'; readonly target: string; readonly addresses: readonly string[] };
