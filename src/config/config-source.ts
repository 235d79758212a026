import type { Span } from '../diagnostics/diagnostic.ts';
import type { Json, Path } from '../values/json.ts';

/** The configuration as read, with the location of each value. The code that reads the file provides it. */
export interface ConfigSource {
  readonly data: Json;
  readonly keySpan: (path: Path) => Span;
  readonly valueSpan: (path: Path) => Span;
}
