import type { Span } from '../diagnostics/diagnostic.ts';
import type { Json, Path } from '../values/json.ts';

/** The configuration as it was read, and where each of its values stands: whoever reads files provides it. */
export interface ConfigSource {
  readonly data: Json;
  readonly keySpan: (path: Path) => Span;
  readonly valueSpan: (path: Path) => Span;
}
