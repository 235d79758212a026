/** Which parts of a table or of a JSON file become which fields. */
import type { Json } from '../values/json.ts';

/** As written in the file. The readers that use one check it. */
export interface Mapping {
  readonly file: string;
  readonly text: string;
  readonly data: Json;
}
