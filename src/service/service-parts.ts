/** The parts of a service that everything else in it is built on. */
import type { Faults } from './faults.ts';
import type { ServiceOptions } from './options.ts';
import type { RequestLog } from './request-log.ts';
import type { Engine } from './store/work.ts';

export interface ServiceParts {
  readonly options: ServiceOptions;
  readonly engine: Engine;
  readonly log: RequestLog;
  readonly faults: Faults | undefined;
  /** Opens the page, and lets programs inject faults. */
  readonly secret: string;
}
