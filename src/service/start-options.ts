import type { ListenOptions } from './listen.ts';
import type { ServiceOptions } from './options.ts';

/** What starting a service needs, alone on a file or as one of several copies. */
export interface StartOptions extends ListenOptions {
  /** The path of a file, or the URL of a database server. */
  readonly database: string;
  /** The name of the broadcast in a new database. */
  readonly name: string;
  readonly service: ServiceOptions;
}
