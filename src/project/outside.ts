/** Everything outside the project that a use case may use. A program passes it once, to `openProject`. */
import type { ProjectEvent } from './events.ts';
import type { Question } from './questions.ts';

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
}
