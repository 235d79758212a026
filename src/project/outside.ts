/** Everything of the outside that a use case may use. A program gives it once, to `openProject`. */
import type { ProjectEvent } from './events.ts';
import type { Question } from './questions.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export interface Outside {
  /** Where the configuration is looked for, and from where files are named. */
  readonly folder: string;
  /** The configuration, when it is named rather than found. */
  readonly configFile: string | undefined;
  readonly env: Environment;
  readonly now: () => Date;
  /** Aborted when whatever is under way should end. */
  readonly signal: AbortSignal | undefined;
  readonly onEvent: (event: ProjectEvent) => void;
  /** Asks a person. Without it, what needs consent is refused. */
  readonly confirm: ((question: Question) => Promise<boolean>) | undefined;
}
